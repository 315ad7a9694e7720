import { z } from 'zod';
import { Id, Metadata, Timestamp } from '@/lib/contract/fields';
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
  customer_id: Id,
  product_id: Id,
  price_id: Id,
  discount_id: Id.nullable(),
  checkout_id: Id.nullable(),
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
  })
  .meta({ id: 'Subscription', resource: 'subscriptions' });
export type Subscription = z.infer<typeof Subscription>;

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
}).meta({ id: 'CustomerSubscription', resource: 'subscriptions' });
export type CustomerSubscription = z.infer<typeof CustomerSubscription>;

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
