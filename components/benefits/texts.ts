import { lookOf } from '@/components/benefit-types/look/looks';
import { formatCount, pluralize } from '@/components/ui/money';
import type { BenefitType } from '@/lib/resources/benefits/schema';

// Words of the pages of benefits.

export const EDIT = {
  changes: 'What this edit changes',
  everywhere: 'The description changes everywhere right away.',
} as const;

export const DETAIL = {
  details: 'Details',
  archived: 'Archived',
  noProducts: 'No product has it yet. Add it on a product’s edit page.',
  allProducts: (count: number) => `All ${formatCount(count)}`,
} as const;

export const GRANTS = {
  title: 'Grants',
  noun: { one: 'grant', many: 'grants' },
  all: 'All',
  granted: 'Granted',
  revoked: 'Revoked',
  none: 'No one has it yet. Customers get it with their next purchase.',
  noneShown: 'No grants match.',
  deletedCustomer: 'Deleted customer',
  order: 'Order',
  subscription: 'Subscription',
  key: 'Key',
  filter: 'Filter grants',
  export: 'Export',
} as const;

export const DELETE = {
  verb: 'Delete benefit',
  blocked: 'This benefit can’t be deleted.',
  unknown: 'Everyone who has it loses it. It’s removed from all products.',
  undone: 'This can’t be undone. No one is refunded.',
} as const;

/** What deleting a benefit takes away; `granted` is the number of grants. */
export function deleteEffects(
  benefit: { type: BenefitType },
  granted: number,
  products: number,
): string {
  const grants =
    granted === 0 ? 'No one has it.' : `Revokes ${pluralize(granted, lookOf(benefit).noun)} now.`;
  return products === 0 ? grants : `${grants} Removed from ${pluralize(products, 'product')}.`;
}
