import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type {
  SubscriptionHistory as HistoryRow,
  Subscription as PlainSubscriptionRow,
} from '@/lib/database/generated/client';
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
import {
  type CustomerOrderSubscription,
  type CustomerSubscription,
  OrderSubscription,
  type PaymentMethodDetails,
  type Subscription,
  SubscriptionChange,
} from '@/lib/resources/subscriptions/schema';

export type { SubscriptionRow };

const scalars = scalarsOf('Subscription', OrderSubscription);

/** A subscription without its relations, as in an order. */
export function serializeOrderSubscription(row: PlainSubscriptionRow): OrderSubscription {
  return withFields(scalars(row), {
    user_id: row.customerId,
    is_held: row.importHold === 'source',
    import_hold: jsonColumn<OrderSubscription['import_hold']>(row.importHold),
    payment_method: jsonColumn<PaymentMethodDetails | null>(row.paymentMethodDetails),
  });
}

/** A subscription as the API prints it (docs/contract/subscriptions.md#fields). */
export function serializeSubscription(row: SubscriptionRow): Subscription {
  const customer = serializeCustomer(row.customer);
  return withFields(serializeOrderSubscription(row), {
    custom_field_data: jsonColumn<Record<string, unknown>>(row.customFieldData),
    customer,
    user: serializeUserWithCodeHost(customer),
    product: serializeProduct(row.product),
    price: jsonColumn<ProductPriceRecurring>(serializePrice(row.price)),
    discount: row.discount && serializeDiscountBase(row.discount),
  });
}

/** docs/contract/subscriptions.md#history */
export const serializeChange: (row: HistoryRow) => SubscriptionChange = scalarsOf(
  'SubscriptionHistory',
  SubscriptionChange,
);

/** A subscription in an order of the customer portal. */
export function serializeCustomerOrderSubscription(
  row: PlainSubscriptionRow,
): CustomerOrderSubscription {
  const { metadata: _, ...own } = serializeOrderSubscription(row);
  return own;
}

/** A subscription in the customer portal. */
export function serializeCustomerSubscription(row: CustomerSubscriptionRow): CustomerSubscription {
  return {
    ...serializeCustomerOrderSubscription(row),
    product: serializeCustomerProduct(row.product),
    price: jsonColumn<ProductPriceRecurring>(serializePrice(row.price)),
  };
}
