// The token of the customer session that a confirmation returns; it authorizes reading the purchase.
// Kept in sessionStorage, so as long as the tab, and in no URL or cookie.

const keyOf = (checkoutId: string) => `tilldesk_customer_session:${checkoutId}`;

export function storeSessionToken(checkoutId: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(checkoutId), token);
  } catch {
    // Storage may be disabled: the confirmation page then shows the receipt alone.
  }
}

export function readSessionToken(checkoutId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(checkoutId));
  } catch {
    return null;
  }
}
