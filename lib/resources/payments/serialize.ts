import { scalarsOf } from '@/lib/api/scalars';
import { timestamp, withFields } from '@/lib/contract/serialize';
import type { Prisma } from '@/lib/database/generated/client';
import { Payment, PaymentOrder } from '@/lib/resources/payments/schema';

/** The relations of a printed payment, with the printed columns alone. */
export const PAYMENT_INCLUDE = {
  checkout: {
    select: {
      id: true,
      organizationId: true,
      createdAt: true,
      expiresAt: true,
      status: true,
      customerId: true,
      customerName: true,
      customerEmail: true,
      productId: true,
      priceId: true,
    },
  },
  orders: true,
} as const satisfies Prisma.PaymentAttemptInclude;

export type PaymentRow = Prisma.PaymentAttemptGetPayload<{ include: typeof PAYMENT_INCLUDE }>;

const scalars = scalarsOf('PaymentAttempt', Payment);
const orderScalars = scalarsOf('Order', PaymentOrder);

/** A payment attempt as the API prints it: without the payment method and the buyer's input. */
export function serializePayment(row: PaymentRow): Payment {
  const { checkout } = row;
  const [order] = row.orders;
  return withFields(scalars(row), {
    modified_at: timestamp(row.settledAt),
    payment_processor: 'stripe' as const,
    checkout: checkout && {
      id: checkout.id,
      created_at: timestamp(checkout.createdAt),
      status: checkout.status,
      customer_id: checkout.customerId,
      customer_name: checkout.customerName,
      customer_email: checkout.customerEmail,
      product_id: checkout.productId,
      product_price_id: checkout.priceId,
    },
    subscription_id: row.subscriptionId,
    order_id: order?.id ?? null,
    order: order ? orderScalars(order) : null,
  });
}
