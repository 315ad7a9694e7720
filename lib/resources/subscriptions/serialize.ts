import { ready } from '@/lib/api/ready';
import { extended, metadata, stored, timestamp } from '@/lib/api/serialize';
import type { Subscription as PlainSubscriptionRow, Prisma } from '@/lib/database/generated/client';
import { serializeCustomer, serializeUserWithCodeHost } from '@/lib/resources/customers/serialize';
import { serializeDiscountBase } from '@/lib/resources/discounts/serialize';
import { PRODUCT_INCLUDE } from '@/lib/resources/products/relations';
import type { ProductPriceRecurring } from '@/lib/resources/products/schema';
import {
  CUSTOMER_PRODUCT_INCLUDE,
  serializeCustomerProduct,
  serializePrice,
  serializeProduct,
} from '@/lib/resources/products/serialize';
import type {
  CustomerOrderSubscription,
  CustomerSubscription,
  OrderSubscription,
  Subscription,
} from '@/lib/resources/subscriptions/schema';

/** What a printed subscription is made of. */
export const SUBSCRIPTION_INCLUDE = {
  customer: true,
  product: { include: PRODUCT_INCLUDE },
  price: true,
  discount: true,
} as const satisfies Prisma.SubscriptionInclude;

export type SubscriptionRow = Prisma.SubscriptionGetPayload<{
  include: typeof SUBSCRIPTION_INCLUDE;
}>;

/** What a subscription is made of that is printed for its buyer. */
export const CUSTOMER_SUBSCRIPTION_INCLUDE = {
  product: { include: CUSTOMER_PRODUCT_INCLUDE },
  price: true,
} as const satisfies Prisma.SubscriptionInclude;

type CustomerSubscriptionRow = Prisma.SubscriptionGetPayload<{
  include: typeof CUSTOMER_SUBSCRIPTION_INCLUDE;
}>;

/** A subscription's own fields, as an order shows it. */
export function serializeOrderSubscription(row: PlainSubscriptionRow): OrderSubscription {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    amount: row.amount,
    currency: row.currency,
    recurring_interval: row.recurringInterval,
    status: row.status,
    current_period_start: timestamp(row.currentPeriodStart),
    current_period_end: timestamp(row.currentPeriodEnd),
    cancel_at_period_end: row.cancelAtPeriodEnd,
    started_at: timestamp(row.startedAt),
    ended_at: timestamp(row.endedAt),
    customer_id: row.customerId,
    product_id: row.productId,
    price_id: row.priceId,
    discount_id: row.discountId,
    checkout_id: row.checkoutId,
    user_id: row.customerId,
    metadata: metadata(row.metadata),
  };
}

/** A subscription as the API prints it (specification 2.10). */
export const serializeSubscription = ready(
  (row: SubscriptionRow): Subscription =>
    extended(serializeOrderSubscription(row), {
      custom_field_data: stored<Record<string, unknown>>(row.customFieldData),
      customer: serializeCustomer(row.customer),
      user: serializeUserWithCodeHost(row.customer),
      product: serializeProduct(row.product),
      price: stored<ProductPriceRecurring>(serializePrice(row.price)),
      discount: row.discount && serializeDiscountBase(row.discount),
    }),
);

/** A subscription's own fields, as its buyer's order shows it. */
export function serializeCustomerOrderSubscription(
  row: PlainSubscriptionRow,
): CustomerOrderSubscription {
  const { metadata: _, ...own } = serializeOrderSubscription(row);
  return own;
}

/** A subscription as the portal shows it to its buyer. */
export function serializeCustomerSubscription(row: CustomerSubscriptionRow): CustomerSubscription {
  return {
    ...serializeCustomerOrderSubscription(row),
    product: serializeCustomerProduct(row.product),
    price: stored<ProductPriceRecurring>(serializePrice(row.price)),
  };
}
