import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, timestamp, withFields } from '@/lib/contract/serialize';
import type { Prisma } from '@/lib/database/generated/client';
import type { PaymentMode } from '@/lib/resources/payment-connections/schema';
import { dashboardUrl } from '@/lib/resources/payments/rules';
import { CustomerPayment, Payment, PaymentOrder } from '@/lib/resources/payments/schema';
import type { PaymentMethodDetails } from '@/lib/resources/subscriptions/schema';

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
  balance: true,
} as const satisfies Prisma.PaymentAttemptInclude;

export type PaymentRow = Prisma.PaymentAttemptGetPayload<{ include: typeof PAYMENT_INCLUDE }> & {
  /** Of the account that takes it; null for another processor. */
  mode: PaymentMode | null;
};

const PRODUCT_NAME = { select: { product: { select: { id: true, name: true } } } } as const;

/** The relations of a payment in the customer portal. */
export const CUSTOMER_PAYMENT_INCLUDE = {
  checkout: PRODUCT_NAME,
  subscription: PRODUCT_NAME,
  orders: { select: { id: true } },
} as const satisfies Prisma.PaymentAttemptInclude;

export type CustomerPaymentRow = Prisma.PaymentAttemptGetPayload<{
  include: typeof CUSTOMER_PAYMENT_INCLUDE;
}>;

const scalars = scalarsOf('PaymentAttempt', Payment);
const customerScalars = scalarsOf('PaymentAttempt', CustomerPayment);
const orderScalars = scalarsOf('Order', PaymentOrder);

/** A payment attempt as the API prints it: without the processor's reference to the method and the buyer's input. */
export function serializePayment(row: PaymentRow): Payment {
  const { checkout, balance } = row;
  const [order] = row.orders;
  return withFields(scalars(row), {
    modified_at: timestamp(row.settledAt),
    payment_processor: 'stripe' as const,
    fee_amount: balance?.fee ?? null,
    net_amount: balance?.net ?? null,
    settlement_currency: balance?.currency ?? null,
    processor_url: dashboardUrl(row.processorReference, row.mode),
    payment_method: jsonColumn<PaymentMethodDetails | null>(row.paymentMethodDetails),
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

/** A payment attempt in the customer portal. */
export function serializeCustomerPayment(row: CustomerPaymentRow): CustomerPayment {
  const sold = row.checkout ?? row.subscription;
  if (!sold) throw new Error('A payment is of a checkout or of a subscription');
  return withFields(customerScalars(row), {
    modified_at: timestamp(row.settledAt),
    payment_method: jsonColumn<PaymentMethodDetails | null>(row.paymentMethodDetails),
    subscription_id: row.subscriptionId,
    order_id: row.orders[0]?.id ?? null,
    product: sold.product,
  });
}
