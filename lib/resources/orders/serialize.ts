import { memoized } from '@/lib/api/memoize';
import { scalarsOf } from '@/lib/api/scalars';
import type { Address } from '@/lib/contract/fields';
import { jsonColumn, timestamp, withFields } from '@/lib/contract/serialize';
import { serializeCustomer, serializeUserWithCodeHost } from '@/lib/resources/customers/serialize';
import { serializeDiscountBase } from '@/lib/resources/discounts/serialize';
import type { CustomerOrderRow, InvoiceRow, OrderRow } from '@/lib/resources/orders/repository';
import { discountTaken } from '@/lib/resources/orders/rules';
import { CustomerOrder, Order } from '@/lib/resources/orders/schema';
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

const orderScalars = scalarsOf('Order', Order);
const customerOrderScalars = scalarsOf('Order', CustomerOrder);

/** An order as the API prints it. */
export const serializeOrder = memoized(
  (row: OrderRow): Order =>
    withFields(orderScalars(row), {
      product_price_id: row.priceId,
      user_id: row.customerId,
      customer: serializeCustomer(row.customer),
      user: serializeUserWithCodeHost(row.customer),
      product: serializeOrderProduct(row.product),
      product_price: serializePrice(row.price),
      discount: row.discount && serializeDiscountBase(row.discount),
      subscription: row.subscription && serializeOrderSubscription(row.subscription),
    }),
);

/** An order in the customer portal. */
export function serializeCustomerOrder(row: CustomerOrderRow): CustomerOrder {
  return withFields(customerOrderScalars(row), {
    product_price_id: row.priceId,
    user_id: row.customerId,
    product: serializeCustomerProduct(row.product),
    product_price: serializePrice(row.price),
    subscription: row.subscription && serializeCustomerOrderSubscription(row.subscription),
  });
}

/** An invoice page; amounts are minor units of `currency`. */
export interface Invoice {
  orderId: string;
  createdAt: string;
  isSandbox: boolean;
  seller: { name: string; company: string | null; email: string | null; timezone: string };
  buyer: { name: string | null; email: string; address: Address | null; taxId: string | null };
  product: string;
  /** The billing interval; null for a one-time purchase. */
  interval: 'month' | 'year' | null;
  /** Before the discount. */
  listedAmount: number;
  discount: { name: string; amount: number } | null;
  taxAmount: number;
  totalAmount: number;
  currency: string;
}

/** An order as an invoice. Name and address of the buyer are those that were typed in the checkout. */
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
      address: jsonColumn<Address | null>(row.billingAddress),
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
