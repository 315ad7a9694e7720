// The customer session that a confirmation answers opens what was bought. It lives as long as the tab,
// in no address and no cookie.

const keyOf = (checkoutId: string) => `tilldesk_customer_session:${checkoutId}`;

export function storeSessionToken(checkoutId: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(checkoutId), token);
  } catch {
    // Storage can be switched off: then the confirmation shows the receipt alone.
  }
}

export function readSessionToken(checkoutId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(checkoutId));
  } catch {
    return null;
  }
}
