import { useCallback, useSyncExternalStore } from 'react';
import { noteEmail } from '@/components/hosted-checkout/portal-email';
import {
  isLive,
  keepSession,
  keptSession,
  type PortalSession,
  portalKey,
} from '@/components/hosted-checkout/portal-session';
import { call } from '@/lib/client/client';
import { endPortalSession } from '@/lib/resources/customer-sessions/operations';
import type { CustomerSession } from '@/lib/resources/customer-sessions/schema';

// The session of a customer in the portal of a seller (docs/contract/portal.md#pages). Kept in sessionStorage, so as
// long as the tab: no cookie that another site could have sent, and no address that holds it. Tabs of the portal that
// are open at once share it through a BroadcastChannel, which reaches pages of this origin alone.

export function sessionOf(session: CustomerSession): PortalSession {
  const { token, customer_id, customer, created_at, expires_at } = session;
  // The lifetime is the server's, but its clock may differ.
  const expiresAt = Date.now() + (Date.parse(expires_at) - Date.parse(created_at));
  return { token, customerId: customer_id, email: customer.email, expiresAt };
}

/** What the page shows: signed out, signed in, or signed out because the session is over. */
type State = PortalSession | 'over' | null;

const listeners = new Set<() => void>();
/** In use where storage is disabled, and so that a snapshot stays the same object. */
const states = new Map<string, State>();

/** Signs this tab in, and the open ones that are signed out. */
export function startSession(slug: string, session: PortalSession): void {
  noteEmail(slug, session.email);
  set(slug, session);
  send(slug, { type: 'session', session });
}

/** Forgets it in every open tab that has it, where the server has ended it. */
export function endSession(slug: string): void {
  const session = sessionIn(slug);
  if (!session) return;
  set(slug, 'over');
  send(slug, { type: 'over', token: session.token });
}

/** Signs every open tab out at once, which forgets the address too, and ends the sessions on the server. */
export async function signOut(slug: string, { token }: PortalSession): Promise<void> {
  send(slug, { type: 'signed_out', token });
  await leave(slug, token);
}

async function leave(slug: string, token: string | null): Promise<void> {
  noteEmail(slug, null);
  set(slug, null);
  try {
    if (token !== null) await call(endPortalSession, {}, { token });
  } catch {
    // The server cannot be reached or has ended it before; it ends by itself within the hour.
  }
}

function set(slug: string, state: State): void {
  states.set(slug, state);
  keepSession(slug, typeof state === 'object' ? state : null);
  for (const listener of listeners) listener();
}

/** Undefined until the other tabs had time to hand over a session that this one lacks. */
function read(slug: string): State | undefined {
  const known = states.get(slug);
  if (known !== undefined) return known;
  const kept = keptSession(slug);
  if (kept) states.set(slug, isLive(kept) ? kept : 'over');
  return states.get(slug);
}

/** The session of this tab, over or not. */
function sessionIn(slug: string): PortalSession | null {
  const state = read(slug);
  return typeof state === 'object' ? state : null;
}

type Message =
  | { type: 'wanted' }
  | { type: 'session'; session: PortalSession }
  | { type: 'over'; token: string }
  | { type: 'signed_out'; token: string };

/** How long open tabs have to answer; they do within a few milliseconds. */
const ANSWER_MS = 150;
/** Of this tab, by the seller: a portal hands over nothing of another seller's. */
const channels = new Map<string, BroadcastChannel>();

function send(slug: string, message: Message): void {
  channelOf(slug).postMessage(message);
}

function channelOf(slug: string): BroadcastChannel {
  const known = channels.get(slug);
  if (known) return known;
  const channel = new BroadcastChannel(portalKey(slug));
  channels.set(slug, channel);
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(slug, data);
  return channel;
}

/** Listens to the other tabs, once in a tab, and asks them for a session where it has none. */
function connect(slug: string): void {
  if (channels.has(slug)) return;
  channelOf(slug);
  if (read(slug) !== undefined) return;
  send(slug, { type: 'wanted' });
  setTimeout(() => {
    if (read(slug) === undefined) set(slug, null);
  }, ANSWER_MS);
}

function receive(slug: string, message: Message): void {
  const own = sessionIn(slug);
  switch (message.type) {
    case 'wanted':
      if (own && isLive(own) && !own.isBound) send(slug, { type: 'session', session: own });
      return;
    case 'session':
      // An answer that was long under way may be over by now.
      if ((own && isLive(own)) || !isLive(message.session)) return;
      noteEmail(slug, message.session.email);
      set(slug, message.session);
      return;
    case 'over':
      if (own?.token === message.token) set(slug, 'over');
      return;
    case 'signed_out':
      // The sender has ended its own session; where this tab had another one, it ends that.
      void leave(slug, own && own.token !== message.token ? own.token : null);
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
