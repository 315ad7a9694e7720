import { useSyncExternalStore } from 'react';
import { noteEmail } from '@/components/hosted-checkout/portal-email';
import { call } from '@/lib/client/client';
import { endPortalSession } from '@/lib/resources/customer-sessions/operations';
import type { CustomerSession } from '@/lib/resources/customer-sessions/schema';

// The session of a customer in the portal of a seller. Kept in sessionStorage, so as long as the tab: no cookie that
// another site could have sent, and no address that holds it.

export interface PortalSession {
  token: string;
  customerId: string;
  email: string;
}

export function sessionOf({ token, customer_id, customer }: CustomerSession): PortalSession {
  return { token, customerId: customer_id, email: customer.email };
}

/** What the page shows: signed out, signed in, or signed out because the session is over. */
type State = PortalSession | 'over' | null;

const keyOf = (slug: string) => `tilldesk_portal:${slug}`;
const listeners = new Set<() => void>();
/** In use where storage is disabled, and so that a snapshot stays the same object. */
const states = new Map<string, State>();

export function startSession(slug: string, session: PortalSession): void {
  noteEmail(slug, session.email);
  set(slug, session);
}

/** Forgets it in this tab, where the server has ended it. */
export function endSession(slug: string): void {
  set(slug, 'over');
}

/** Ends it in this tab at once, which forgets the address too, and on the server. */
export async function signOut(slug: string, { token }: PortalSession): Promise<void> {
  noteEmail(slug, null);
  set(slug, null);
  try {
    await call(endPortalSession, {}, { token });
  } catch {
    // The server cannot be reached or has ended it before; it ends by itself within the hour.
  }
}

function set(slug: string, state: State): void {
  states.set(slug, state);
  try {
    if (typeof state === 'object' && state) {
      sessionStorage.setItem(keyOf(slug), JSON.stringify(state));
    } else sessionStorage.removeItem(keyOf(slug));
  } catch {
    // Storage may be disabled: the session then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function read(slug: string): State {
  const known = states.get(slug);
  if (known !== undefined) return known;
  let stored: State = null;
  try {
    stored = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? 'null');
  } catch {
    // Storage may be disabled.
  }
  states.set(slug, stored);
  return stored;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this tab; undefined on the server and until hydration ends. */
export function usePortalSession(slug: string): State | undefined {
  return useSyncExternalStore(
    subscribe,
    () => read(slug),
    () => undefined,
  );
}

// Where a customer was when they asked for a link, which opens in another tab.

const RETURN_MS = 20 * 60_000;
const returnKey = (slug: string) => `tilldesk_portal_return:${slug}`;

export function noteReturn(slug: string, path: string): void {
  try {
    localStorage.setItem(returnKey(slug), JSON.stringify({ path, at: Date.now() }));
  } catch {
    // The link then opens the overview.
  }
}

/** The page to open after the sign-in, once: one of this portal. */
export function takeReturn(slug: string): string {
  const home = `/portal/${slug}`;
  try {
    const { path, at } = JSON.parse(localStorage.getItem(returnKey(slug)) ?? '{}');
    localStorage.removeItem(returnKey(slug));
    const isRecent = typeof at === 'number' && Date.now() - at < RETURN_MS;
    const isOwn = typeof path === 'string' && /^[\w/-]+$/.test(path) && path.startsWith(`${home}/`);
    return isRecent && isOwn && path !== `${home}/access` ? path : home;
  } catch {
    return home;
  }
}
