import { z } from 'zod';
import { Address, Id, Metadata, Timestamp } from '@/lib/api/fields';
import { Customer, UserWithCodeHost } from '@/lib/customers/schema';
import { DiscountBase } from '@/lib/discounts/schema';
import { OrderProduct, ProductPrice } from '@/lib/products/schema';
import { OrderSubscription } from '@/lib/subscriptions/schema';

export const BillingReason = z
  .enum(['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'])
  .meta({ id: 'OrderBillingReason' });
export type BillingReason = z.infer<typeof BillingReason>;

export const ProductPriceType = z.enum(['one_time', 'recurring']).meta({ id: 'ProductPriceType' });

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
    billing_reason: BillingReason,
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
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

export const ORDER_SORTS = [
  'created_at',
  'amount',
  'customer',
  'product',
  'discount',
  'subscription',
] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
