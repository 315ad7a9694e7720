import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { ExternalIdFilter, Id, IdParams, many, QueryBoolean } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { priceInWords, termsOf } from '@/lib/resources/products/rules';
import {
  PRODUCT_SORTS,
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductUpdate,
} from '@/lib/resources/products/schema';

const products = resource('products', Product);

/** What prints how many products use it, or which: custom fields and pictures. */
const ATTACHED = ['custom_fields', 'files'];

export const listProducts = products.list(
  {
    is_archived: QueryBoolean.optional(),
    is_recurring: QueryBoolean.optional(),
    benefit_id: many(Id),
    custom_field_id: many(Id),
    external_id: ExternalIdFilter,
    sorting: sorting(PRODUCT_SORTS, '-created_at'),
  },
  {
    description:
      'The sorts by price look at the first live price; a price without a fixed amount comes last.',
  },
);

export const exportProducts = exportOf(listProducts, [
  'id',
  'created_at',
  'modified_at',
  'name',
  'description',
  'is_recurring',
  'is_archived',
  ['prices', ({ prices }) => prices.map(priceInWords).join('; ')],
  ['price_amount_type', 'prices.0.amount_type'],
  ['price_amount', 'prices.0.price_amount'],
  ['price_currency', 'prices.0.price_currency'],
  ['recurring_interval', 'prices.0.recurring_interval'],
  ['benefits', ({ benefits }) => benefits.map(({ description }) => description).join('; ')],
  'metadata',
  'external_id',
  ['prices_json', ({ prices }) => prices.map(termsOf)],
]);

export const createProduct = products.create(ProductCreate, {
  description:
    'Sold once: exactly one price (free, fixed or custom). Recurring: one free price, or one or two ' +
    'fixed prices with distinct intervals. `type` and `amount_type` of a price may be left out.',
  changes: ATTACHED,
});

export const getProduct = products.get();

export const updateProduct = products.update(ProductUpdate, {
  description:
    '`prices`: those listed by `id` stay, new ones are added, missing ones are archived. `metadata`, ' +
    '`medias` and `attached_custom_fields` replace what was there. The kind cannot change.',
  changes: ATTACHED,
});

export const deleteProduct = products.delete({
  description:
    'Only a product that was never sold and has no checkout: every other one is archived instead. Its prices ' +
    'and checkout links are deleted with it.',
  errors: ['NotPermitted'],
  changes: ['checkout_links', 'discounts', 'benefits', ...ATTACHED],
});

export const updateProductBenefits = contract({
  tag: 'products',
  id: 'products:update_benefits',
  method: 'POST',
  path: '/v1/products/{id}/benefits',
  row: 'products',
  summary: 'Set the benefits of a product',
  description:
    'The whole ordered list. Present holders are granted what is added and lose what is removed. With more ' +
    'than 100 of them the rest follows after the answer: `grants_pending` counts the purchases that are left.',
  permissions: ['products:write'],
  params: IdParams,
  body: ProductBenefitsUpdate,
  response: Product,
  changes: ['benefits', 'license_keys', 'customers'],
});
