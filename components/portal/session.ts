import { useCallback, useSyncExternalStore } from 'react';
import { noteEmail } from '@/components/hosted-checkout/portal-email';
import { call } from '@/lib/client/client';
import { endPortalSession } from '@/lib/resources/customer-sessions/operations';
import type { CustomerSession } from '@/lib/resources/customer-sessions/schema';

// The session of a customer in the portal of a seller. Kept in sessionStorage, so as long as the tab: no cookie that
// another site could have sent, and no address that holds it. Tabs of the portal that are open at once share it
// through a BroadcastChannel, which reaches pages of this origin alone.

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

/** Signs this tab in, and the open ones that are signed out. */
export function startSession(slug: string, session: PortalSession): void {
  noteEmail(slug, session.email);
  set(slug, session);
  send(slug, { type: 'session', session });
}

/** Forgets it in this tab, where the server has ended it. */
export function endSession(slug: string): void {
  set(slug, 'over');
}

/** Ends it in every open tab at once, which forgets the address too, and on the server. */
export async function signOut(slug: string, { token }: PortalSession): Promise<void> {
  noteEmail(slug, null);
  set(slug, null);
  send(slug, { type: 'signed_out', token });
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

/** Undefined until the other tabs had time to hand over a session that this one lacks. */
function read(slug: string): State | undefined {
  const known = states.get(slug);
  if (known !== undefined) return known;
  try {
    const stored: PortalSession | null = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? 'null');
    if (stored) states.set(slug, stored);
  } catch {
    // Storage may be disabled.
  }
  return states.get(slug);
}

type Message =
  | { type: 'wanted' }
  | { type: 'session'; session: PortalSession }
  | { type: 'signed_out'; token: string };

/** How long open tabs have to answer; they do within a few milliseconds. */
const ANSWER_MS = 150;
const channels = new Map<string, BroadcastChannel>();

function send(slug: string, message: Message): void {
  channels.get(slug)?.postMessage(message);
}

/** Listens to the other tabs, once in a tab, and asks them for a session where it has none. */
function connect(slug: string): void {
  if (channels.has(slug)) return;
  const channel = new BroadcastChannel(keyOf(slug));
  channels.set(slug, channel);
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(slug, data);
  if (read(slug) !== undefined) return;
  send(slug, { type: 'wanted' });
  setTimeout(() => {
    if (read(slug) === undefined) set(slug, null);
  }, ANSWER_MS);
}

function receive(slug: string, message: Message): void {
  const state = read(slug);
  const session = typeof state === 'object' ? state : null;
  if (message.type === 'wanted' && session) send(slug, { type: 'session', session });
  if (message.type === 'session' && !session) {
    noteEmail(slug, message.session.email);
    set(slug, message.session);
  }
  if (message.type === 'signed_out' && session?.token === message.token) {
    noteEmail(slug, null);
    set(slug, null);
  }
}

/** The session of this tab; undefined on the server, until hydration ends and while other tabs are asked for it. */
export function usePortalSession(slug: string): State | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      connect(slug);
      return () => listeners.delete(listener);
    },
    [slug],
  );
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
