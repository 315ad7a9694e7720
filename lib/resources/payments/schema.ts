import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { PurchasedProduct } from '@/lib/resources/benefit-grants/schema';
import { CheckoutStatus } from '@/lib/resources/checkouts/schema';
import { BillingReason } from '@/lib/resources/orders/schema';
import { PaymentMethodDetails } from '@/lib/resources/subscriptions/schema';

export const PaymentStatus = z
  .enum(['pending', 'requires_action', 'processing', 'succeeded', 'declined'])
  .meta({ id: 'PaymentStatus' });
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** The checkout of a payment, with a few fields. */
const PaymentCheckout = z
  .object({
    id: Id,
    created_at: Timestamp,
    status: CheckoutStatus,
    customer_id: Id.nullable(),
    customer_name: z.string().nullable(),
    customer_email: z.string().nullable(),
    product_id: Id,
    product_price_id: Id,
  })
  .meta({ id: 'PaymentCheckout', resource: 'checkouts' });

/** The order of a payment, with a few fields. */
export const PaymentOrder = z
  .object({
    id: Id,
    created_at: Timestamp,
    amount: z.int(),
    tax_amount: z.int(),
    currency: z.string(),
    billing_reason: BillingReason,
    customer_id: Id,
  })
  .meta({ id: 'PaymentOrder', resource: 'orders' });

/** An attempt to pay for a checkout, or for a renewal or change of a subscription; amounts are minor units. */
export const Payment = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable().meta({ description: 'When its outcome was known.' }),
    organization_id: Id,
    payment_processor: z.literal('stripe'),
    status: PaymentStatus,
    amount: z.int().meta({ description: '0 where the card was only set up for later charges.' }),
    currency: z.string(),
    code: z.string().nullable().meta({ description: 'Why it was declined.' }),
    decline_code: z.string().nullable().meta({ description: "The card issuer's own reason." }),
    fee_amount: z.int().nullable().meta({
      description: "The processor's fee, in `settlement_currency`; null until it is known.",
    }),
    net_amount: z.int().nullable().meta({
      description: 'What is left of it after the fee, in `settlement_currency`.',
    }),
    settlement_currency: z.string().nullable().meta({
      description: 'Of the balance that it was added to.',
    }),
    processor_url: z.string().nullable().meta({
      description: 'The payment in Stripe’s dashboard; null where Stripe did not take it.',
    }),
    payment_method: PaymentMethodDetails.nullable().meta({
      description: 'What was charged, or declined; null where the processor has not said so.',
    }),
    checkout_id: Id.nullable(),
    checkout: PaymentCheckout.nullable(),
    subscription_id: Id.nullable().meta({
      description:
        'Of a renewal, a retry or a change of price; null for the payment of a checkout.',
    }),
    order_id: Id.nullable(),
    order: PaymentOrder.nullable(),
  })
  .meta({ id: 'Payment', resource: 'payments' });
export type Payment = z.infer<typeof Payment>;

/** A payment attempt in the customer portal. */
export const CustomerPayment = Payment.pick({
  id: true,
  created_at: true,
  modified_at: true,
  status: true,
  amount: true,
  currency: true,
  code: true,
  decline_code: true,
  payment_method: true,
  checkout_id: true,
  subscription_id: true,
  order_id: true,
})
  .extend({
    product: PurchasedProduct.meta({
      description: 'Of the checkout, or of the subscription as it is now.',
    }),
  })
  .meta({ id: 'CustomerPayment', resource: 'payments' });
export type CustomerPayment = z.infer<typeof CustomerPayment>;

export const CUSTOMER_PAYMENT_SORTS = ['created_at', 'amount'] as const;

export const PAYMENT_SORTS = ['created_at', 'amount', 'status'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];
