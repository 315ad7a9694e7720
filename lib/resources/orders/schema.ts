import { z } from 'zod';
import { Address, ExternalId, Id, Metadata, Timestamp } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { Customer, UserWithCodeHost } from '@/lib/resources/customers/schema';
import { DiscountBase } from '@/lib/resources/discounts/schema';
import { CustomerProduct, OrderProduct, ProductPrice } from '@/lib/resources/products/schema';
import {
  CustomerOrderSubscription,
  OrderSubscription,
  PaymentMethodDetails,
} from '@/lib/resources/subscriptions/schema';

export const BillingReason = z
  .enum(['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'])
  .meta({ id: 'OrderBillingReason' });
export type BillingReason = z.infer<typeof BillingReason>;

/** Paid also where nothing had to be paid. */
export const OrderStatus = z
  .enum(['paid', 'partially_refunded', 'refunded'])
  .meta({ id: 'OrderStatus' });
export type OrderStatus = z.infer<typeof OrderStatus>;

export const ProductPriceType = z.enum(['one_time', 'recurring']).meta({ id: 'ProductPriceType' });

/** What an order's amount is the sum of; amounts are minor units, negative where they reduce. */
export const OrderLine = z
  .object({
    description: z.string(),
    amount: z.int(),
    period_start: Timestamp.nullable(),
    period_end: Timestamp.nullable(),
  })
  .meta({ id: 'OrderLine' });
export type OrderLine = z.infer<typeof OrderLine>;

/** An order; amounts are minor units. */
export const Order = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    metadata: Metadata,
    custom_field_data: z.record(z.string(), z.unknown()),
    amount: z.int().meta({ description: 'After the discount, before tax.' }),
    tax_amount: z.int(),
    currency: z.string(),
    status: OrderStatus,
    refunded_amount: z
      .int()
      .meta({ description: 'The sum of its succeeded refunds, tax included.' }),
    billing_reason: BillingReason,
    lines: z.array(OrderLine).meta({ description: 'Their sum is `amount`.' }),
    invoice_number: z.string().nullable().meta({
      description:
        'Without gaps in each organization, in the order in which sales were completed; null where it was imported.',
    }),
    is_imported: z.boolean().meta({ description: 'Sold elsewhere: it has no invoice here.' }),
    external_id: ExternalId,
    billing_name: z.string().nullable().meta({
      description: 'As the buyer typed it in the checkout, like the address.',
    }),
    billing_address: Address.nullable(),
    customer_id: Id,
    product_id: Id,
    product_price_id: Id,
    discount_id: Id.nullable(),
    subscription_id: Id.nullable(),
    checkout_id: Id.nullable(),
    user_id: Id.meta({ description: 'The same as `customer_id`.' }),
    customer: Customer,
    user: UserWithCodeHost,
    product: OrderProduct,
    product_price: ProductPrice,
    discount: DiscountBase.nullable(),
    subscription: OrderSubscription.nullable(),
  })
  .meta({ id: 'Order', resource: 'orders' });
export type Order = z.infer<typeof Order>;

/** An order in the customer portal: without the seller's metadata. */
export const CustomerOrder = Order.pick({
  id: true,
  created_at: true,
  modified_at: true,
  amount: true,
  tax_amount: true,
  currency: true,
  status: true,
  refunded_amount: true,
  billing_reason: true,
  lines: true,
  invoice_number: true,
  customer_id: true,
  product_id: true,
  product_price_id: true,
  subscription_id: true,
  checkout_id: true,
  user_id: true,
  product_price: true,
})
  .extend({
    payment_method: PaymentMethodDetails.nullable().meta({
      description: 'What was charged; null where nothing was, or it is not known.',
    }),
    product: CustomerProduct,
    subscription: CustomerOrderSubscription.nullable(),
  })
  .meta({ id: 'CustomerOrder', resource: 'orders' });
export type CustomerOrder = z.infer<typeof CustomerOrder>;

export const OrderInvoice = z
  .object({
    url: secret(z.url()).meta({
      description:
        'A page to print; with `.pdf` appended, the same as a PDF. It needs no token, for an hour.',
    }),
  })
  .meta({ id: 'OrderInvoice' });
export type OrderInvoice = z.infer<typeof OrderInvoice>;

export const ORDER_SORTS = [
  'created_at',
  'amount',
  'customer',
  'product',
  'discount',
  'subscription',
] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export const CUSTOMER_ORDER_SORTS = [
  'created_at',
  'amount',
  'organization',
  'product',
  'subscription',
] as const;
export type CustomerOrderSort = (typeof CUSTOMER_ORDER_SORTS)[number];
