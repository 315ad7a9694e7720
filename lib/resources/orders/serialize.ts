import { memoized } from '@/lib/api/memoize';
import type { Address } from '@/lib/contract/fields';
import { metadata, stored, timestamp } from '@/lib/contract/serialize';
import { serializeCustomer, serializeUserWithCodeHost } from '@/lib/resources/customers/serialize';
import { serializeDiscountBase } from '@/lib/resources/discounts/serialize';
import type { CustomerOrderRow, InvoiceRow, OrderRow } from '@/lib/resources/orders/repository';
import { discountTaken } from '@/lib/resources/orders/rules';
import type { CustomerOrder, Order, OrderLine } from '@/lib/resources/orders/schema';
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
export const serializeOrder = memoized(
  (row: OrderRow): Order => ({
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    metadata: metadata(row.metadata),
    custom_field_data: stored<Record<string, unknown>>(row.customFieldData),
    amount: row.amount,
    tax_amount: row.taxAmount,
    currency: row.currency,
    billing_reason: row.billingReason,
    lines: stored<OrderLine[]>(row.lines),
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
  }),
);

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
    lines: stored<OrderLine[]>(row.lines),
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

/** An invoice as its page shows it; amounts are minor units of `currency`. */
export interface Invoice {
  orderId: string;
  createdAt: string;
  isSandbox: boolean;
  seller: { name: string; company: string | null; email: string | null; timezone: string };
  buyer: { name: string | null; email: string; address: Address | null; taxId: string | null };
  product: string;
  /** What the product costs for; null where it is bought once. */
  interval: 'month' | 'year' | null;
  /** Before the discount. */
  listedAmount: number;
  discount: { name: string; amount: number } | null;
  taxAmount: number;
  totalAmount: number;
  currency: string;
}

/** An order as its invoice. The buyer is who he said he is in the checkout. */
export function serializeInvoice(row: InvoiceRow): Invoice {
  const { checkout, customer, price, discount } = row;
  const { organization } = row.product;
  const taken = discountTaken({
    amount: row.amount,
    hasDiscount: discount !== null,
    askedAmount: checkout?.amount ?? price.amount,
  });
  return {
    orderId: row.id,
    createdAt: timestamp(row.createdAt),
    isSandbox: organization.isSandbox,
    seller: {
      name: organization.name,
      company: organization.company,
      email: organization.email,
      timezone: organization.timezone,
    },
    buyer: {
      name: row.billingName,
      email: checkout?.customerEmail ?? customer.email,
      address: stored<Address | null>(row.billingAddress),
      taxId: row.billingTaxId,
    },
    product: row.product.name,
    interval: price.recurringInterval,
    listedAmount: row.amount + taken,
    discount: discount && taken > 0 ? { name: discount.name, amount: taken } : null,
    taxAmount: row.taxAmount,
    totalAmount: row.amount + row.taxAmount,
    currency: row.currency,
  };
}
