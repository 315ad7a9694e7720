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
  TimestampInput,
  trimmedText,
} from '@/lib/contract/fields';
import { DEFAULT_CURRENCY, MAX_AMOUNT } from '@/lib/contract/money';
import { OrderProduct } from '@/lib/resources/products/schema';

export const DiscountType = z.enum(['fixed', 'percentage']).meta({ id: 'DiscountType' });
export const DiscountDuration = z
  .enum(['once', 'forever', 'repeating'])
  .meta({ id: 'DiscountDuration' });

/** The shapes of a discount, chosen by type and then by duration; `shared` are the fields of all. */
function variants<Shared extends z.ZodRawShape>(shared: Shared) {
  const single = { ...shared, duration: z.enum(['once', 'forever']) };
  const repeating = { ...shared, duration: z.literal('repeating'), duration_in_months: z.int() };
  const fixed = { type: z.literal('fixed'), amount: z.int(), currency: z.string() };
  const percentage = { type: z.literal('percentage'), basis_points: z.int() };
  return z.discriminatedUnion('type', [
    z.discriminatedUnion('duration', [
      z.object({ ...single, ...fixed }),
      z.object({ ...repeating, ...fixed }),
    ]),
    z.discriminatedUnion('duration', [
      z.object({ ...single, ...percentage }),
      z.object({ ...repeating, ...percentage }),
    ]),
  ]);
}

const checkoutFields = { id: Id, name: z.string(), code: z.string().nullable() };

const baseFields = {
  ...checkoutFields,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  metadata: Metadata,
  starts_at: Timestamp.nullable(),
  ends_at: Timestamp.nullable(),
  max_redemptions: z.int().nullable(),
  redemptions_count: z.int(),
  organization_id: Id,
  external_id: ExternalId,
};

/** The fields of every discount, whatever its type and duration. */
export const DiscountFields = z.object(baseFields);

/** A discount inside a checkout session (docs/contract/catalogue.md#discount-fields). */
export const CheckoutDiscount = variants(checkoutFields).meta({
  id: 'CheckoutDiscount',
  resource: 'discounts',
});
export type CheckoutDiscount = z.infer<typeof CheckoutDiscount>;

/** A discount inside a subscription or order (docs/contract/catalogue.md#discount-fields). */
export const DiscountBase = variants(baseFields).meta({
  id: 'DiscountBase',
  resource: 'discounts',
});
export type DiscountBase = z.infer<typeof DiscountBase>;

/** A discount; no products means all of them. */
export const Discount = variants({ ...baseFields, products: z.array(OrderProduct) }).meta({
  id: 'Discount',
  resource: 'discounts',
});
export type Discount = z.infer<typeof Discount>;

const name = trimmedText({ min: 1, max: 500 });
const code = trimmedText({ min: 3, max: 256 }).regex(/^[A-Za-z0-9]+$/, {
  error: 'Use letters and digits only.',
});
const amount = int({ min: 1, max: MAX_AMOUNT });
const basisPoints = int({ min: 1, max: 10_000 });
const months = int({ min: 1 });

const written = {
  code: code.nullish(),
  starts_at: TimestampInput.nullish(),
  ends_at: TimestampInput.nullish(),
  max_redemptions: int({ min: 1 }).nullish(),
  products: notCleared(z.array(Id).max(1000)),
};

const created = {
  ...written,
  name,
  metadata: MetadataInput.optional(),
  organization_id: OrganizationIdInput,
};
const single = { ...created, duration: z.enum(['once', 'forever']) };
const repeating = { ...created, duration: z.literal('repeating'), duration_in_months: months };
const fixed = { type: z.literal('fixed'), amount, currency: Currency.default(DEFAULT_CURRENCY) };
const percentage = { type: z.literal('percentage'), basis_points: basisPoints };

function checkFixed(
  discount: { amount: number; currency: string },
  context: z.core.$RefinementCtx,
): void {
  checkAmount(context, ['amount'], discount.amount, discount.currency, 'step');
}

export const DiscountCreate = z
  .discriminatedUnion('type', [
    z.discriminatedUnion('duration', [
      z.object({ ...single, ...fixed }).superRefine(checkFixed),
      z.object({ ...repeating, ...fixed }).superRefine(checkFixed),
    ]),
    z.discriminatedUnion('duration', [
      z.object({ ...single, ...percentage }),
      z.object({ ...repeating, ...percentage }),
    ]),
  ])
  .meta({ id: 'DiscountCreate' });
export type DiscountCreate = z.infer<typeof DiscountCreate>;

/** Fields that the discount's type or duration does not have are ignored, as on create. */
export const DiscountUpdate = z
  .object({
    ...written,
    name: notCleared(name),
    metadata: notCleared(MetadataInput),
    type: notCleared(DiscountType),
    amount: notCleared(amount),
    currency: notCleared(z.string().trim()).meta({
      description: 'Ignored, but where a percentage becomes an amount.',
    }),
    basis_points: notCleared(basisPoints),
    duration: notCleared(DiscountDuration),
    duration_in_months: notCleared(months),
  })
  .meta({ id: 'DiscountUpdate' });
export type DiscountUpdate = z.infer<typeof DiscountUpdate>;

export const DISCOUNT_SORTS = ['created_at', 'name', 'code', 'redemptions_count'] as const;
export type DiscountSort = (typeof DISCOUNT_SORTS)[number];
