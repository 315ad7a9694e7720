import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many, OrganizationFilter, QueryBoolean } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  PRODUCT_SORTS,
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductUpdate,
} from '@/lib/resources/products/schema';

const common = { tag: 'products' } as const;

export const listProducts = contract({
  ...common,
  id: 'products:list',
  method: 'GET',
  path: '/v1/products/',
  summary: 'List products',
  description:
    'The sorts by price look at the first live price; a price without a fixed amount comes last.',
  scopes: ['products:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    is_archived: QueryBoolean.optional(),
    is_recurring: QueryBoolean.optional(),
    benefit_id: many(Id),
    sorting: sorting(PRODUCT_SORTS, '-created_at'),
  }),
  response: page(Product),
});

export const exportProducts = contract(
  exportOf(listProducts, [
    'id',
    'created_at',
    'modified_at',
    'name',
    'description',
    'is_recurring',
    'is_archived',
    ['price_amount_type', 'prices.0.amount_type'],
    ['price_amount', 'prices.0.price_amount'],
    ['price_currency', 'prices.0.price_currency'],
    ['recurring_interval', 'prices.0.recurring_interval'],
    ['benefits', ({ benefits }) => benefits.map(({ description }) => description).join('; ')],
    'metadata',
  ]),
);

export const createProduct = contract({
  ...common,
  id: 'products:create',
  method: 'POST',
  path: '/v1/products/',
  summary: 'Create a product',
  description:
    'Sold once: exactly one price (free, fixed or custom). Recurring: one free price, or one or two ' +
    'fixed prices with distinct intervals. `type` and `amount_type` of a price may be left out.',
  scopes: ['products:write'],
  body: ProductCreate,
  response: Product,
});

export const getProduct = contract({
  ...common,
  id: 'products:get',
  method: 'GET',
  path: '/v1/products/{id}',
  summary: 'Get a product',
  scopes: ['products:read'],
  params: IdParams,
  response: Product,
});

export const updateProduct = contract({
  ...common,
  id: 'products:update',
  method: 'PATCH',
  path: '/v1/products/{id}',
  summary: 'Update a product',
  description:
    '`prices`: those listed by `id` stay, new ones are added, missing ones are archived. `metadata`, ' +
    '`medias` and `attached_custom_fields` replace what was there. The kind cannot change.',
  scopes: ['products:write'],
  params: IdParams,
  body: ProductUpdate,
  response: Product,
});

export const updateProductBenefits = contract({
  ...common,
  id: 'products:update_benefits',
  method: 'POST',
  path: '/v1/products/{id}/benefits',
  summary: 'Set the benefits of a product',
  description:
    'The whole ordered list. Present holders are granted what is added and lose what is removed.',
  scopes: ['products:write'],
  params: IdParams,
  body: ProductBenefitsUpdate,
  response: Product,
  changes: ['benefits', 'license_keys'],
});
