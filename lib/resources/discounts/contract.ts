import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  DISCOUNT_SORTS,
  Discount,
  DiscountCreate,
  DiscountUpdate,
} from '@/lib/resources/discounts/schema';

const common = { tag: 'discounts' } as const;

export const listDiscounts = contract({
  ...common,
  id: 'discounts:list',
  method: 'GET',
  path: '/v1/discounts/',
  summary: 'List discounts',
  scopes: ['discounts:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    sorting: sorting(DISCOUNT_SORTS, '-created_at'),
  }),
  response: page(Discount),
});

export const exportDiscounts = contract(
  exportOf(listDiscounts, [
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
  ]),
);

export const createDiscount = contract({
  ...common,
  id: 'discounts:create',
  method: 'POST',
  path: '/v1/discounts/',
  summary: 'Create a discount',
  description:
    'Without `code` it can be applied through the API only; without `products` it is for all of them.',
  scopes: ['discounts:write'],
  body: DiscountCreate,
  response: Discount,
});

export const getDiscount = contract({
  ...common,
  id: 'discounts:get',
  method: 'GET',
  path: '/v1/discounts/{id}',
  summary: 'Get a discount',
  scopes: ['discounts:read'],
  params: IdParams,
  response: Discount,
});

export const updateDiscount = contract({
  ...common,
  id: 'discounts:update',
  method: 'PATCH',
  path: '/v1/discounts/{id}',
  summary: 'Update a discount',
  description:
    'What it takes off (`type`, `amount`, `currency`, `basis_points`) is frozen after the first ' +
    'redemption. `products` and `metadata` replace the old ones.',
  scopes: ['discounts:write'],
  params: IdParams,
  body: DiscountUpdate,
  response: Discount,
});

export const deleteDiscount = contract({
  ...common,
  id: 'discounts:delete',
  method: 'DELETE',
  path: '/v1/discounts/{id}',
  summary: 'Delete a discount',
  description:
    'It can be applied no more and its code is free again. Orders and subscriptions that it was ' +
    'applied to keep naming it.',
  scopes: ['discounts:write'],
  params: IdParams,
});
