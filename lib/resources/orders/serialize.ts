import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import { discountedBy, type PrintedLine } from '@/lib/resources/billing/rules';
import { serializeCustomer, serializeUserWithCodeHost } from '@/lib/resources/customers/serialize';
import { serializeDiscountBase } from '@/lib/resources/discounts/serialize';
import type { CustomerOrderRow, OrderRow } from '@/lib/resources/orders/repository';
import { CustomerOrder, Order } from '@/lib/resources/orders/schema';
import {
  serializeCustomerProduct,
  serializeOrderProduct,
  serializePrice,
} from '@/lib/resources/products/serialize';
import type { PaymentMethodDetails } from '@/lib/resources/subscriptions/schema';
import {
  serializeCustomerOrderSubscription,
  serializeOrderSubscription,
} from '@/lib/resources/subscriptions/serialize';

export type { OrderRow };

const orderScalars = scalarsOf('Order', Order);
const customerOrderScalars = scalarsOf('Order', CustomerOrder);

/** The parts of what an order comes to, in minor units. */
function amountsOf({ amount, taxAmount, lines }: Pick<OrderRow, 'amount' | 'taxAmount' | 'lines'>) {
  return {
    discount_amount: discountedBy(jsonColumn<PrintedLine[]>(lines)),
    subtotal_amount: amount,
    total_amount: amount + taxAmount,
  };
}

/** An order as the API prints it. */
export function serializeOrder(row: OrderRow): Order {
  const customer = serializeCustomer(row.customer);
  return withFields(orderScalars(row), {
    ...amountsOf(row),
    product_price_id: row.priceId,
    user_id: row.customerId,
    customer,
    user: serializeUserWithCodeHost(customer),
    product: serializeOrderProduct(row.product),
    product_price: serializePrice(row.price),
    discount: row.discount && serializeDiscountBase(row.discount),
    subscription: row.subscription && serializeOrderSubscription(row.subscription),
  });
}

/** An order in the customer portal. */
export function serializeCustomerOrder(row: CustomerOrderRow): CustomerOrder {
  return withFields(customerOrderScalars(row), {
    ...amountsOf(row),
    product_price_id: row.priceId,
    user_id: row.customerId,
    payment_method: jsonColumn<PaymentMethodDetails | null>(
      row.attempt?.paymentMethodDetails ?? null,
    ),
    product: serializeCustomerProduct(row.product),
    product_price: serializePrice(row.price),
    subscription: row.subscription && serializeCustomerOrderSubscription(row.subscription),
  });
}
