import type { Address, Metadata } from '@/lib/contract/fields';

/** Billing details as typed in the checkout: stored with orders and subscriptions, printed on invoices. */
export interface Billing {
  billingName: string | null;
  billingAddress: Address | null;
  billingTaxId: string | null;
}

/** How many pairs metadata has at most (docs/contract/catalogue.md#metadata-limits). */
export const MAX_PAIRS = 50;

/**
 * Merges a purchase's metadata into its customer's: the purchase's pairs win and come first, the customer's
 * own follow, newest first, up to 50 in all (docs/contract/checkouts.md#customer-of-a-purchase).
 */
export function mergeMetadata(own: Metadata, given: Metadata): Metadata {
  const kept = Object.entries(own).filter(([key]) => !Object.hasOwn(given, key));
  return Object.fromEntries([...Object.entries(given), ...kept].slice(0, MAX_PAIRS));
}
