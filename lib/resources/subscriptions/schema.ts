import { z } from 'zod';
import {
  ExternalId,
  Id,
  Metadata,
  MetadataInput,
  notCleared,
  Timestamp,
  text,
  trimmedText,
} from '@/lib/contract/fields';
import { ProcessorMetadata } from '@/lib/contract/processor-metadata';
import { secret } from '@/lib/contract/secret';
import { Customer, UserWithCodeHost } from '@/lib/resources/customers/schema';
import { DiscountBase } from '@/lib/resources/discounts/schema';
import {
  CustomerProduct,
  Product,
  ProductPriceRecurring,
  RecurringInterval,
} from '@/lib/resources/products/schema';

/** In the order of the life cycle, as in the database enum that the list is sorted by. */
export const SubscriptionStatus = z
  .enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'unpaid',
  ])
  .meta({ id: 'SubscriptionStatus' });
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** What may be shown of a payment method: that which renewals charge, or that which a payment was charged to. */
export const PaymentMethodDetails = z
  .object({ type: z.string(), brand: z.string(), last4: z.string() })
  .meta({ id: 'PaymentMethodDetails' });
export type PaymentMethodDetails = z.infer<typeof PaymentMethodDetails>;

export const CancellationReason = z
  .enum([
    'customer_service',
    'low_quality',
    'missing_features',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
    'other',
  ])
  .meta({ id: 'CancellationReason' });

const base = {
  id: Id,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  amount: z.int().nullable().meta({
    description:
      'What the price asks for each interval, in minor units, before any discount; null when free.',
  }),
  currency: z.string().nullable(),
  recurring_interval: RecurringInterval,
  status: SubscriptionStatus,
  current_period_start: Timestamp,
  current_period_end: Timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  canceled_at: Timestamp.nullable().meta({ description: 'When somebody canceled it.' }),
  cancellation_reason: CancellationReason.nullable(),
  cancellation_comment: z.string().nullable(),
  paused_at: Timestamp.nullable().meta({ description: 'No renewals until it is resumed.' }),
  is_held: z.boolean().meta({
    description: 'Imported, and not renewed here yet.',
  }),
  import_hold: z.enum(['source', 'charge']).nullable().meta({
    description: 'Until its `source` has ended, or a `charge` is approved.',
  }),
  anchor_day: z.int(),
  next_retry_at: Timestamp.nullable().meta({
    description: 'Of a past due one.',
  }),
  credit: z.int().meta({ description: 'Used up by the next charges, in minor units.' }),
  payment_method: PaymentMethodDetails.nullable(),
  customer_id: Id,
  product_id: Id,
  price_id: Id,
  pending_price_id: Id.nullable().meta({ description: 'The price from the next renewal on.' }),
  discount_id: Id.nullable(),
  checkout_id: Id.nullable(),
  external_id: ExternalId,
  user_id: Id.meta({ description: 'The same as `customer_id`.' }),
  metadata: Metadata,
};

/** A subscription (docs/contract/subscriptions.md#fields). */
export const Subscription = z
  .object({
    ...base,
    custom_field_data: z.record(z.string(), z.unknown()),
    customer: Customer,
    user: UserWithCodeHost,
    product: Product,
    price: ProductPriceRecurring,
    discount: DiscountBase.nullable(),
    payment_processor_metadata: ProcessorMetadata,
  })
  .meta({ id: 'Subscription', resource: 'subscriptions' });
export type Subscription = z.infer<typeof Subscription>;

export const ProrationBehavior = z
  .enum(['invoice', 'prorate', 'next_period'])
  .meta({ id: 'SubscriptionProrationBehavior' });
export type ProrationBehavior = z.infer<typeof ProrationBehavior>;

/** docs/contract/subscriptions.md#updates */
export const SubscriptionUpdate = z
  .object({
    product_price_id: notCleared(Id),
    proration_behavior: notCleared(ProrationBehavior),
    cancel_at_period_end: notCleared(z.boolean()),
    cancellation_reason: CancellationReason.nullish(),
    cancellation_comment: text({ max: 500 }).nullish(),
    discount_id: Id.nullish().meta({ description: 'Null removes it.' }),
    metadata: notCleared(MetadataInput),
    paused: notCleared(z.boolean()),
  })
  .meta({ id: 'SubscriptionUpdate' });
export type SubscriptionUpdate = z.infer<typeof SubscriptionUpdate>;

export const SubscriptionPaymentMethodCreate = z
  .object({ confirmation_token_id: secret(trimmedText({ min: 1, max: 500 })) })
  .meta({ id: 'SubscriptionPaymentMethodCreate' });
export type SubscriptionPaymentMethodCreate = z.infer<typeof SubscriptionPaymentMethodCreate>;

/** docs/contract/subscriptions.md#preview; amounts are minor units. */
export const SubscriptionPreview = z
  .object({
    lines: z.array(z.object({ description: z.string(), amount: z.int() })).meta({
      description: 'Of what is charged now, or of the next charge where nothing is.',
    }),
    amount_now: z.int(),
    credit_after: z.int(),
    next_charge_at: Timestamp.nullable(),
    next_charge_amount: z.int(),
    benefits_granted: z.int(),
    benefits_revoked: z.int(),
    keys_revoked: z.int(),
    ends_at: Timestamp.nullable(),
  })
  .meta({ id: 'SubscriptionPreview' });
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>;

/** What a subscription became at a moment. */
export const SubscriptionChange = z
  .object({
    changed_at: Timestamp,
    status: SubscriptionStatus,
    product_id: Id,
    price_id: Id,
    amount: z.int().nullable(),
    recurring_interval: RecurringInterval,
    discount_id: Id.nullable(),
    is_paused: z.boolean(),
  })
  .meta({ id: 'SubscriptionChange', resource: 'subscriptions' });
export type SubscriptionChange = z.infer<typeof SubscriptionChange>;

/** docs/contract/subscriptions.md#history */
export const SubscriptionHistory = z
  .object({
    items: z.array(SubscriptionChange).meta({ description: 'Newest first, at most 200.' }),
  })
  .meta({ id: 'SubscriptionHistory' });
export type SubscriptionHistory = z.infer<typeof SubscriptionHistory>;

/** A subscription without its relations, as in an order. */
export const OrderSubscription = z
  .object(base)
  .meta({ id: 'OrderSubscription', resource: 'subscriptions' });
export type OrderSubscription = z.infer<typeof OrderSubscription>;

/** A subscription in an order of the customer portal: without the seller's metadata. */
export const CustomerOrderSubscription = OrderSubscription.omit({ metadata: true }).meta({
  id: 'CustomerOrderSubscription',
  resource: 'subscriptions',
});
export type CustomerOrderSubscription = z.infer<typeof CustomerOrderSubscription>;

/** A subscription in the customer portal. */
export const CustomerSubscription = CustomerOrderSubscription.extend({
  product: CustomerProduct,
  price: ProductPriceRecurring,
  payment_processor_metadata: ProcessorMetadata,
}).meta({ id: 'CustomerSubscription', resource: 'subscriptions' });
export type CustomerSubscription = z.infer<typeof CustomerSubscription>;

/** Another price of the same product, charged as `invoice`, or going on after a cancellation. */
export const CustomerSubscriptionUpdate = z
  .object({
    product_price_id: notCleared(Id),
    cancel_at_period_end: notCleared(
      z.literal(false, { error: 'To cancel, delete the subscription.' }),
    ).meta({ description: 'Keeps one that was to end with its period.' }),
  })
  .refine(
    (body) => body?.product_price_id !== undefined || body?.cancel_at_period_end !== undefined,
    {
      error: 'Specify a price, or that the subscription is kept.',
      path: ['product_price_id'],
      params: { type: 'missing' },
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    },
  )
  .meta({ id: 'CustomerSubscriptionUpdate' });
export type CustomerSubscriptionUpdate = z.infer<typeof CustomerSubscriptionUpdate>;

export const SUBSCRIPTION_SORTS = [
  'customer',
  'status',
  'started_at',
  'current_period_end',
  'amount',
  'product',
  'discount',
] as const;
export type SubscriptionSort = (typeof SUBSCRIPTION_SORTS)[number];

export const CUSTOMER_SUBSCRIPTION_SORTS = [
  'started_at',
  'amount',
  'status',
  'organization',
  'product',
] as const;
export type CustomerSubscriptionSort = (typeof CUSTOMER_SUBSCRIPTION_SORTS)[number];
