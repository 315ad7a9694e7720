/**
 * The tags of the resources that events of an object change, by the first part of their types; its own is the first.
 * Charts and figures are not among them: they would change, and move what is below them, while somebody reads them.
 */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  benefit: ['benefits'],
  benefit_grant: ['benefits', 'license_keys'],
  checkout: ['checkouts'],
  customer: ['customers'],
  import: ['imports'],
  license_key: ['license_keys', 'benefits'],
  order: ['orders', 'customers', 'discounts', 'products', 'payments', 'mails'],
  organization: ['organizations', 'me'],
  payment: ['payments', 'subscriptions'],
  product: ['products'],
  refund: ['refunds', 'orders', 'customers', 'mails'],
  subscription: ['subscriptions', 'customers', 'discounts'],
};

/** The tags of what an event changes: its object's, and those of what counts or sums it; always that of events. */
export function tagsOf(type: string): readonly string[] {
  return ['events', ...(CHANGED[type.slice(0, type.indexOf('.'))] ?? [])];
}

const ANNOUNCED: ReadonlySet<string | undefined> = new Set([
  'events',
  ...Object.values(CHANGED).map(([own]) => own),
]);

/** Whether an event tells of each new object of a resource, by its tag. */
export function isAnnounced(tag: string): boolean {
  return ANNOUNCED.has(tag);
}
