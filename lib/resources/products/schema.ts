import { z } from 'zod';
import {
  Currency,
  checkAmount,
  ExternalId,
  Id,
  int,
  Metadata,
  MetadataInput,
  notCleared,
  OrganizationIdInput,
  Timestamp,
  text,
  trimmedText,
} from '@/lib/contract/fields';
import { DEFAULT_CURRENCY, MAX_AMOUNT } from '@/lib/contract/money';
import { Benefit, BenefitBase } from '@/lib/resources/benefits/schema';
import {
  AttachedCustomField,
  AttachedCustomFieldCreate,
} from '@/lib/resources/custom-fields/schema';
import { ProductMediaFile } from '@/lib/resources/files/schema';
import { inferPriceKind, isExistingPrice } from '@/lib/resources/products/rules';
import { PublicOrganization } from '@/lib/resources/public-organizations/schema';

export const RecurringInterval = z
  .enum(['month', 'year'])
  .meta({ id: 'SubscriptionRecurringInterval' });
export type RecurringInterval = z.infer<typeof RecurringInterval>;

// ——— prices as they are printed (docs/contract/catalogue.md#price-fields) ———

const printedPrice = {
  id: Id,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  is_archived: z.boolean(),
  product_id: Id,
};
const free = { amount_type: z.literal('free') };
const fixed = {
  amount_type: z.literal('fixed'),
  price_currency: z.string(),
  price_amount: z.int(),
};
const custom = {
  amount_type: z.literal('custom'),
  price_currency: z.string(),
  minimum_amount: z.int().nullable(),
  maximum_amount: z.int().nullable(),
  preset_amount: z.int().nullable(),
};
const oneTime = { ...printedPrice, type: z.literal('one_time') };
const recurring = {
  ...printedPrice,
  type: z.literal('recurring'),
  recurring_interval: RecurringInterval,
  trial_days: z.int().nullable(),
};

const ProductPriceOneTime = z
  .discriminatedUnion('amount_type', [
    z.object({ ...oneTime, ...free }),
    z.object({ ...oneTime, ...fixed }),
    z.object({ ...oneTime, ...custom }),
  ])
  .meta({ id: 'ProductPriceOneTime', resource: 'products' });

/** A price of a subscription. */
export const ProductPriceRecurring = z
  .discriminatedUnion('amount_type', [
    z.object({ ...recurring, ...free }),
    z.object({ ...recurring, ...fixed }),
    z.object({ ...recurring, ...custom }),
  ])
  .meta({ id: 'ProductPriceRecurring', resource: 'products' });
export type ProductPriceRecurring = z.infer<typeof ProductPriceRecurring>;

/** A price; amounts are minor units. */
export const ProductPrice = z
  .discriminatedUnion('type', [ProductPriceRecurring, ProductPriceOneTime])
  .meta({ id: 'ProductPrice', resource: 'products' });
export type ProductPrice = z.infer<typeof ProductPrice>;

// ——— products as they are printed (docs/contract/catalogue.md#product-fields) ———

const printedProduct = {
  id: Id,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  is_recurring: z.boolean(),
  is_archived: z.boolean(),
  organization_id: Id,
};

/** A product without its relations, as in an order. */
export const OrderProduct = z
  .object(printedProduct)
  .meta({ id: 'OrderProduct', resource: 'products' });
export type OrderProduct = z.infer<typeof OrderProduct>;

/** A product in a checkout: without metadata and custom fields. */
export const CheckoutProduct = z
  .object({
    ...printedProduct,
    prices: z.array(ProductPrice),
    benefits: z.array(BenefitBase),
    medias: z.array(ProductMediaFile),
  })
  .meta({ id: 'CheckoutProduct', resource: 'products' });
export type CheckoutProduct = z.infer<typeof CheckoutProduct>;

/** A product in the customer portal, with its seller. */
export const CustomerProduct = CheckoutProduct.extend({ organization: PublicOrganization }).meta({
  id: 'CustomerProduct',
  resource: 'products',
});
export type CustomerProduct = z.infer<typeof CustomerProduct>;

/** A product; archived prices are left out. */
export const Product = z
  .object({
    ...printedProduct,
    external_id: ExternalId,
    metadata: Metadata,
    prices: z.array(ProductPrice),
    benefits: z.array(Benefit),
    medias: z.array(ProductMediaFile),
    attached_custom_fields: z.array(AttachedCustomField),
    grants_pending: z.int().optional().meta({
      description:
        'How many purchases a change of the benefits has not reached yet. Absent inside other objects.',
    }),
  })
  .meta({ id: 'Product', resource: 'products' });
export type Product = z.infer<typeof Product>;

// ——— what is accepted ———

/** In minor units; its currency's table decides further (docs/contract/catalogue.md#price-amounts). */
const amount = int({ min: 1, max: MAX_AMOUNT });
const price_currency = Currency.default(DEFAULT_CURRENCY);

const freeInput = { amount_type: z.literal('free').default('free') };
const fixedInput = {
  amount_type: z.literal('fixed').default('fixed'),
  price_currency,
  price_amount: amount,
};
const customInput = {
  amount_type: z.literal('custom').default('custom'),
  price_currency,
  minimum_amount: amount.nullish(),
  maximum_amount: amount.nullish(),
  preset_amount: amount.nullish(),
};
type RefinementContext = z.core.$RefinementCtx;

/** Checks the amounts of a price by its currency's table. */
function checkAmounts(price: { price_currency: string }, context: RefinementContext): void {
  for (const [name, value] of Object.entries(price)) {
    if (name.endsWith('_amount')) checkAmount(context, [name], Number(value), price.price_currency);
  }
}

const oneTimeInput = { type: z.literal('one_time').default('one_time') };
const recurringInput = {
  type: z.literal('recurring').default('recurring'),
  recurring_interval: RecurringInterval,
};
const trial_days = int({ min: 1, max: 730 })
  .nullish()
  .meta({ description: 'Days before the first charge; the subscription starts as trialing.' });

const OneTimePrice = z.discriminatedUnion(
  'amount_type',
  [
    z.object({ ...oneTimeInput, ...freeInput }),
    z.object({ ...oneTimeInput, ...fixedInput }).superRefine(checkAmounts),
    z.object({ ...oneTimeInput, ...customInput }).superRefine(checkAmounts),
  ],
  { error: 'A price that is paid once is free, fixed or custom.' },
);
const RecurringPrice = z.discriminatedUnion(
  'amount_type',
  [
    z.object({ ...recurringInput, ...freeInput }),
    z.object({ ...recurringInput, ...fixedInput, trial_days }).superRefine(checkAmounts),
  ],
  { error: 'A recurring price is free or fixed.' },
);
const NewPrice = z
  .discriminatedUnion('type', [OneTimePrice, RecurringPrice], {
    error: 'A price is one_time or recurring.',
  })
  .meta({ id: 'ProductPriceCreate' });

/** A new price. `type` and `amount_type` may be left out: they are inferred from the other fields. */
const PriceCreate = z.preprocess(inferPriceKind, NewPrice);
export type PriceCreate = z.infer<typeof PriceCreate>;

const ExistingPrice = z.object({ id: Id }).meta({ id: 'ExistingProductPrice' });

/** An existing price by id, or a new one. */
const PriceUpdate = z.union([
  ExistingPrice,
  z.preprocess((value) => (isExistingPrice(value) ? null : inferPriceKind(value)), NewPrice),
]);
export type PriceUpdate = z.infer<typeof PriceUpdate>;

/** Two for each of fifty currencies. */
const MAX_PRICES = 100;

const name = trimmedText({ min: 3, max: 500 });
const description = text({ max: 20_000 }).nullish();
const medias = notCleared(z.array(Id).max(50));
const attached_custom_fields = z.array(AttachedCustomFieldCreate).max(50);

export const ProductCreate = z
  .object({
    metadata: MetadataInput.optional(),
    name,
    description,
    prices: z.array(PriceCreate).min(1, { error: 'Add at least one price.' }).max(MAX_PRICES),
    medias,
    attached_custom_fields: attached_custom_fields.optional(),
    organization_id: OrganizationIdInput,
  })
  .meta({ id: 'ProductCreate' });
export type ProductCreate = z.infer<typeof ProductCreate>;

/** `prices`, `medias` and `attached_custom_fields` are the whole new lists. */
export const ProductUpdate = z
  .object({
    metadata: notCleared(MetadataInput),
    name: notCleared(name),
    description,
    is_archived: notCleared(z.boolean()),
    prices: notCleared(
      z.array(PriceUpdate).min(1, { error: 'Keep at least one price.' }).max(MAX_PRICES),
    ),
    medias,
    attached_custom_fields: notCleared(attached_custom_fields),
  })
  .meta({ id: 'ProductUpdate' });
export type ProductUpdate = z.infer<typeof ProductUpdate>;

export const ProductBenefitsUpdate = z
  .object({
    benefits: z.array(Id).max(250).meta({
      description: 'At most 50; a product that has more already may have fewer than now.',
    }),
  })
  .meta({ id: 'ProductBenefitsUpdate' });
export type ProductBenefitsUpdate = z.infer<typeof ProductBenefitsUpdate>;

export const PRODUCT_SORTS = [
  'created_at',
  'name',
  'price_type',
  'price_amount_type',
  'price_amount',
] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
