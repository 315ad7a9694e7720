// Where a tab keeps the session of a customer in the portal of a seller (docs/contract/portal.md#pages): in its
// sessionStorage, so as long as the tab, and in no URL or cookie. components/portal/session.ts is what the portal does
// with it.

export interface PortalSession {
  token: string;
  customerId: string;
  email: string;
  /** By the clock of this browser. */
  expiresAt: number;
  /** Of a confirmation: it sees that purchase and changes nothing, and no other tab gets it. */
  isBound?: true;
}

/** The server ends the session of a confirmation so long after the payment. */
const BOUND_MS = 60 * 60_000;

export const portalKey = (slug: string) => `tilldesk_portal:${slug}`;

export function isLive({ expiresAt }: PortalSession): boolean {
  return expiresAt > Date.now();
}

/** The session that this tab keeps, over or not; null where storage is disabled, too. */
export function keptSession(slug: string): PortalSession | null {
  try {
    return JSON.parse(sessionStorage.getItem(portalKey(slug)) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a session for this tab; null forgets it. */
export function keepSession(slug: string, session: PortalSession | null): void {
  try {
    if (session) sessionStorage.setItem(portalKey(slug), JSON.stringify(session));
    else sessionStorage.removeItem(portalKey(slug));
  } catch {
    // Storage may be disabled: the session then lasts as long as the page.
  }
}

/** Has the portal open in this tab with the session of a confirmation, unless its customer is signed in here already. */
export function keepBoundSession(
  slug: string,
  bound: Pick<PortalSession, 'token' | 'customerId' | 'email'>,
): void {
  const kept = keptSession(slug);
  const isSignedIn = kept && isLive(kept) && !kept.isBound && kept.customerId === bound.customerId;
  if (!isSignedIn) keepSession(slug, { ...bound, expiresAt: Date.now() + BOUND_MS, isBound: true });
}
