// The address that the sign-in of a seller's portal starts with in this tab, which has shown it before: the one that
// paid here, asked for a link here, or was signed in here. Kept in sessionStorage, so as long as the tab, and in no
// URL or cookie (docs/contract/portal.md#pages).

const keyOf = (slug: string) => `tilldesk_portal_email:${slug}`;

/** Keeps the address for the sign-in; null forgets it. */
export function noteEmail(slug: string, email: string | null): void {
  try {
    if (email === null) sessionStorage.removeItem(keyOf(slug));
    else sessionStorage.setItem(keyOf(slug), email);
  } catch {
    // Storage may be disabled: the buyer then enters it.
  }
}

/** The address that is kept; empty without one. */
export function notedEmail(slug: string): string {
  try {
    return sessionStorage.getItem(keyOf(slug)) ?? '';
  } catch {
    return '';
  }
}
