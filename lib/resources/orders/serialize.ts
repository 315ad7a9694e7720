import type { Address } from '@/lib/contract/fields';
import { metadata, stored, timestamp } from '@/lib/contract/serialize';
import { serializeCustomer, serializeUserWithCodeHost } from '@/lib/resources/customers/serialize';
import { serializeDiscountBase } from '@/lib/resources/discounts/serialize';
import type { CustomerOrderRow, OrderRow } from '@/lib/resources/orders/repository';
import type { CustomerOrder, Order } from '@/lib/resources/orders/schema';
import {
  serializeCustomerProduct,
  serializeOrderProduct,
  serializePrice,
} from '@/lib/resources/products/serialize';
import {
  serializeCustomerOrderSubscription,
  serializeOrderSubscription,
} from '@/lib/resources/subscriptions/serialize';

export type { OrderRow };

/** An order as the API prints it. */
export function serializeOrder(row: OrderRow): Order {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    metadata: metadata(row.metadata),
    custom_field_data: stored<Record<string, unknown>>(row.customFieldData),
    amount: row.amount,
    tax_amount: row.taxAmount,
    currency: row.currency,
    billing_reason: row.billingReason,
    billing_name: row.billingName,
    billing_address: stored<Address | null>(row.billingAddress),
    customer_id: row.customerId,
    product_id: row.productId,
    product_price_id: row.priceId,
    discount_id: row.discountId,
    subscription_id: row.subscriptionId,
    checkout_id: row.checkoutId,
    user_id: row.customerId,
    customer: serializeCustomer(row.customer),
    user: serializeUserWithCodeHost(row.customer),
    product: serializeOrderProduct(row.product),
    product_price: serializePrice(row.price),
    discount: row.discount && serializeDiscountBase(row.discount),
    subscription: row.subscription && serializeOrderSubscription(row.subscription),
  };
}

/** An order as the portal shows it to its buyer. */
export function serializeCustomerOrder(row: CustomerOrderRow): CustomerOrder {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    amount: row.amount,
    tax_amount: row.taxAmount,
    currency: row.currency,
    billing_reason: row.billingReason,
    customer_id: row.customerId,
    product_id: row.productId,
    product_price_id: row.priceId,
    subscription_id: row.subscriptionId,
    checkout_id: row.checkoutId,
    user_id: row.customerId,
    product: serializeCustomerProduct(row.product),
    product_price: serializePrice(row.price),
    subscription: row.subscription && serializeCustomerOrderSubscription(row.subscription),
  };
}
