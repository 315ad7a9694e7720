import { z } from 'zod';
import {
  HttpUrl,
  Id,
  Metadata,
  MetadataInput,
  Timestamp,
  trimmedText,
} from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { updateOf } from '@/lib/contract/update-of';
import { DiscountBase } from '@/lib/resources/discounts/schema';
import { CheckoutProduct, ProductPrice } from '@/lib/resources/products/schema';

/** A checkout link as it is printed. */
export const CheckoutLink = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    payment_processor: z.literal('stripe'),
    client_secret: secret(z.string()),
    url: secret(z.string()),
    label: z.string().nullable(),
    success_url: z.string().nullable(),
    allow_discount_codes: z.boolean(),
    product_id: Id,
    product_price_id: Id.nullable(),
    discount_id: Id.nullable(),
    product: CheckoutProduct,
    product_price: ProductPrice.nullable(),
    discount: DiscountBase.nullable(),
    checkouts_count: z.int(),
    succeeded_count: z.int(),
    metadata: Metadata,
    organization_id: Id,
  })
  .meta({ id: 'CheckoutLink', resource: 'checkout_links' });
export type CheckoutLink = z.infer<typeof CheckoutLink>;

export const CheckoutLinkCreate = z
  .object({
    label: trimmedText({ min: 1, max: 500 }).nullish(),
    product_price_id: Id.nullish().meta({
      description: "A live price of the product. Null takes the product's first live price.",
    }),
    discount_id: Id.nullish(),
    success_url: HttpUrl.nullish().meta({ description: '{CHECKOUT_ID} in it is replaced.' }),
    payment_processor: z.literal('stripe').default('stripe'),
    product_id: Id.nullish(),
    allow_discount_codes: z.boolean().optional(),
    metadata: MetadataInput.optional(),
  })
  .refine((body) => Boolean(body?.product_id ?? body?.product_price_id), {
    error: 'Specify a product or a price.',
    path: ['product_id'],
    params: { type: 'missing' },
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .meta({ id: 'CheckoutLinkCreate' });
export type CheckoutLinkCreate = z.infer<typeof CheckoutLinkCreate>;

export const CheckoutLinkUpdate = updateOf(CheckoutLink, CheckoutLinkCreate, [
  'payment_processor',
  'product_id',
]).meta({ id: 'CheckoutLinkUpdate' });
export type CheckoutLinkUpdate = z.infer<typeof CheckoutLinkUpdate>;

export const CHECKOUT_LINK_SORTS = ['created_at'] as const;
export type CheckoutLinkSort = (typeof CHECKOUT_LINK_SORTS)[number];
