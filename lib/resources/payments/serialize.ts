import { timestamp } from '@/lib/contract/serialize';
import type { Prisma } from '@/lib/database/generated/client';
import type { Payment } from '@/lib/resources/payments/schema';

/** What a printed payment is made of: no more of the checkout and its order than is shown. */
export const PAYMENT_INCLUDE = {
  checkout: {
    select: {
      id: true,
      createdAt: true,
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

/** An attempt as the API prints it: nothing of the payment method, nor of what the buyer sent. */
export function serializePayment(row: PaymentRow): Payment {
  const { checkout } = row;
  const [order] = row.orders;
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.settledAt),
    organization_id: row.organizationId,
    payment_processor: 'stripe',
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    code: row.code,
    decline_code: row.declineCode,
    checkout_id: row.checkoutId,
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
    order: order
      ? {
          id: order.id,
          created_at: timestamp(order.createdAt),
          amount: order.amount,
          tax_amount: order.taxAmount,
          currency: order.currency,
          billing_reason: order.billingReason,
          customer_id: order.customerId,
        }
      : null,
  };
}
