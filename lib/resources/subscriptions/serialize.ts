import { memoized } from '@/lib/api/memoize';
import { metadata, stored, timestamp, withFields } from '@/lib/contract/serialize';
import type { Subscription as PlainSubscriptionRow } from '@/lib/database/generated/client';
import { serializeCustomer, serializeUserWithCodeHost } from '@/lib/resources/customers/serialize';
import { serializeDiscountBase } from '@/lib/resources/discounts/serialize';
import type { ProductPriceRecurring } from '@/lib/resources/products/schema';
import {
  serializeCustomerProduct,
  serializePrice,
  serializeProduct,
} from '@/lib/resources/products/serialize';
import type {
  CustomerSubscriptionRow,
  SubscriptionRow,
} from '@/lib/resources/subscriptions/repository';
import type {
  CustomerOrderSubscription,
  CustomerSubscription,
  OrderSubscription,
  PaymentMethodDetails,
  Subscription,
} from '@/lib/resources/subscriptions/schema';

export type { SubscriptionRow };

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
    canceled_at: timestamp(row.canceledAt),
    cancellation_reason: row.cancellationReason,
    cancellation_comment: row.cancellationComment,
    paused_at: timestamp(row.pausedAt),
    next_retry_at: timestamp(row.nextRetryAt),
    credit: row.credit,
    payment_method: stored<PaymentMethodDetails | null>(row.paymentMethodDetails),
    pending_price_id: row.pendingPriceId,
    customer_id: row.customerId,
    product_id: row.productId,
    price_id: row.priceId,
    discount_id: row.discountId,
    checkout_id: row.checkoutId,
    user_id: row.customerId,
    metadata: metadata(row.metadata),
  };
}

/** A subscription as the API prints it (docs/contract/subscriptions.md#fields). */
export const serializeSubscription = memoized(
  (row: SubscriptionRow): Subscription =>
    withFields(serializeOrderSubscription(row), {
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
