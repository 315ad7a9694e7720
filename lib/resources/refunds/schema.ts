import { z } from 'zod';
import { Id, int, Metadata, MetadataInput, Timestamp, text } from '@/lib/contract/fields';
import { Customer } from '@/lib/resources/customers/schema';

/** `succeeded` and `failed` are final. */
export const RefundStatus = z.enum(['pending', 'succeeded', 'failed']).meta({ id: 'RefundStatus' });
export type RefundStatus = z.infer<typeof RefundStatus>;

export const RefundReason = z
  .enum(['customer_request', 'duplicate', 'fraudulent', 'service_disruption', 'other'])
  .meta({ id: 'RefundReason' });
export type RefundReason = z.infer<typeof RefundReason>;

/** Money of an order that is given back; `amount` is minor units, tax included. */
export const Refund = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable().meta({ description: 'When its outcome was known.' }),
    status: RefundStatus,
    amount: z.int(),
    currency: z.string(),
    reason: RefundReason,
    comment: z.string().nullable(),
    revoke_benefits: z.boolean(),
    credit_taken: z.int().meta({
      description:
        "What it has taken off the subscription's credit, in minor units: credit that came from this order.",
    }),
    credit_note_number: z.string().nullable().meta({
      description: 'From when it has succeeded; without gaps in each organization.',
    }),
    metadata: Metadata,
    order_id: Id,
    order_invoice_number: z
      .string()
      .nullable()
      .meta({ description: "The number of the order's invoice." }),
    subscription_id: Id.nullable(),
    customer_id: Id,
    customer: Customer,
    organization_id: Id,
  })
  .meta({ id: 'Refund', resource: 'refunds' });
export type Refund = z.infer<typeof Refund>;

export const RefundCreate = z
  .object({
    order_id: Id,
    amount: int({ min: 1 }).nullish().meta({
      description: 'Minor units, tax included; all that is left of the order by default.',
    }),
    reason: RefundReason,
    comment: text({ max: 500 }).nullish(),
    revoke_benefits: z
      .boolean()
      .nullish()
      .meta({
        description:
          "Revokes the order's benefits once the refund has succeeded. By default only where it refunds all " +
          'that is left of a one-time purchase.',
      }),
    metadata: MetadataInput.nullish(),
  })
  .meta({ id: 'RefundCreate' });
export type RefundCreate = z.infer<typeof RefundCreate>;

/** What a refund would do, in numbers; amounts are minor units. */
export const RefundPreview = z
  .object({
    order_id: Id,
    amount: z.int(),
    currency: z.string(),
    revoke_benefits: z.boolean(),
    credit_taken: z.int().meta({
      description:
        "What it takes off the subscription's credit, and of what a change of the price gives back at the next charge.",
    }),
    credit_after: z.int().meta({ description: "The subscription's credit once it has succeeded." }),
    benefits_revoked: z.int(),
    keys_revoked: z.int(),
  })
  .meta({ id: 'RefundPreview' });
export type RefundPreview = z.infer<typeof RefundPreview>;

export const REFUND_SORTS = ['created_at', 'amount', 'customer'] as const;
export type RefundSort = (typeof REFUND_SORTS)[number];
