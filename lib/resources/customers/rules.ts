import type { Address, Metadata } from '@/lib/contract/fields';

/** Who is billed, as typed in the checkout: orders and subscriptions keep it, invoices print it. */
export interface Billing {
  billingName: string | null;
  billingAddress: Address | null;
  billingTaxId: string | null;
}

/** The most pairs that metadata holds (docs/contract/catalogue.md#metadata-limits). */
export const MAX_PAIRS = 50;

/**
 * What a purchase adds to a customer's metadata: its pairs win and come first, the customer's own
 * stay behind them, newest first, up to 50 in all
 * (docs/contract/checkouts.md#customer-of-a-purchase).
 */
export function mergeMetadata(own: Metadata, given: Metadata): Metadata {
  const kept = Object.entries(own).filter(([key]) => !Object.hasOwn(given, key));
  return Object.fromEntries([...Object.entries(given), ...kept].slice(0, MAX_PAIRS));
}
