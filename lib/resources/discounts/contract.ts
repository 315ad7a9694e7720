import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { ExternalIdFilter } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  DISCOUNT_SORTS,
  Discount,
  DiscountCreate,
  DiscountUpdate,
} from '@/lib/resources/discounts/schema';

const discounts = resource('discounts', Discount);

export const listDiscounts = discounts.list({
  external_id: ExternalIdFilter,
  sorting: sorting(DISCOUNT_SORTS, '-created_at'),
});

export const exportDiscounts = exportOf(listDiscounts, [
  'id',
  'created_at',
  'modified_at',
  'name',
  'code',
  'type',
  'amount',
  'currency',
  'basis_points',
  'duration',
  'duration_in_months',
  'starts_at',
  'ends_at',
  'max_redemptions',
  'redemptions_count',
  ['products', ({ products }) => products.map(({ name }) => name).join('; ')],
  'metadata',
  'external_id',
]);

export const countDiscounts = countsOf(listDiscounts, ['type']);

export const createDiscount = discounts.create(DiscountCreate, {
  description:
    'Without `code` it can be applied through the API only; without `products` it is for all of them.',
});

export const getDiscount = discounts.get();

export const updateDiscount = discounts.update(DiscountUpdate, {
  description:
    'What it takes off (`type`, `amount`, `currency`, `basis_points`) is frozen after the first ' +
    'redemption. `products` and `metadata` replace the old ones.',
});

export const deleteDiscount = discounts.delete({
  description:
    'It can be applied no more and its code is free again. Orders and subscriptions that it was ' +
    'applied to keep naming it.',
});
