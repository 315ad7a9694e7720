import { z } from 'zod';
import { Address, Timestamp } from '@/lib/contract/fields';
import { PaymentMethodDetails } from '@/lib/resources/subscriptions/schema';

export const DocumentKind = z.enum(['invoice', 'credit_note']);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** What a document prints, frozen when it is issued (docs/contract/orders.md#documents); amounts are minor units. */
export const DocumentContent = z.object({
  number: z.string(),
  order_id: z.string(),
  /** The invoice that a credit note corrects; null on an invoice. */
  invoice_number: z.string().nullable(),
  /** By the organization's clock. */
  issued_at: Timestamp,
  seller: z.object({
    name: z.string(),
    legal_name: z.string().nullable(),
    legal_address: Address.nullable(),
    tax_id: z.string().nullable(),
    email: z.string().nullable(),
    /** Of the logo; absent in documents from before it was printed. */
    avatar_url: z.string().nullable().default(null),
    timezone: z.string(),
    is_sandbox: z.boolean(),
  }),
  buyer: z.object({
    name: z.string().nullable(),
    email: z.string(),
    address: Address.nullable(),
    tax_id: z.string().nullable(),
  }),
  /** What was charged; null on credit notes, and absent in invoices from before it was printed. */
  payment_method: PaymentMethodDetails.nullable().default(null),
  product: z.string(),
  /** Their sum is `amount`. */
  lines: z.array(
    z.object({
      description: z.string(),
      amount: z.int(),
      period_start: Timestamp.nullable(),
      period_end: Timestamp.nullable(),
    }),
  ),
  /** Before tax. */
  amount: z.int(),
  tax_amount: z.int(),
  currency: z.string(),
});
export type DocumentContent = z.infer<typeof DocumentContent>;

/** An issued document. */
export interface IssuedDocument {
  kind: DocumentKind;
  content: DocumentContent;
}
