import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many, QueryBoolean, queryInt } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { OrderInvoice } from '@/lib/resources/orders/schema';
import {
  REFUND_SORTS,
  Refund,
  RefundCreate,
  RefundPreview,
  RefundReason,
  RefundStatus,
} from '@/lib/resources/refunds/schema';

const refunds = resource('refunds', Refund, { permissions: 'orders' });

export const listRefunds = refunds.list(
  {
    order_id: many(Id),
    customer_id: many(Id),
    subscription_id: many(Id),
    status: many(RefundStatus),
    reason: many(RefundReason),
    sorting: sorting(REFUND_SORTS, '-created_at'),
  },
  {
    description:
      'Sorts: `customer` by name, then email. `query` looks into the name and email address of the customer ' +
      'and into the comment, and finds credit note numbers, whole or by their last digits.',
  },
);

export const exportRefunds = exportOf(listRefunds, [
  'id',
  'created_at',
  'modified_at',
  'status',
  'amount',
  'currency',
  'reason',
  'comment',
  'credit_note_number',
  'revoke_benefits',
  'credit_taken',
  'order_id',
  'order_invoice_number',
  'subscription_id',
  'customer_id',
  'customer.name',
  'customer.email',
  'metadata',
]);

export const countRefunds = countsOf(listRefunds, ['status']);

export const createRefund = refunds.create(RefundCreate, {
  description:
    'Gives money of an order back. The answer is `pending` where the payment service tells the outcome later. An ' +
    'order without a payment is refused; a subscription is not ended, and loses the credit that came from the order ' +
    'where the refund reaches it. While a payment of the subscription is in progress it is refused.',
  errors: ['Conflict'],
  changes: ['orders', 'subscriptions', 'customers', 'benefits', 'license_keys'],
});

export const previewRefund = contract({
  tag: 'refunds',
  id: 'refunds:preview',
  method: 'GET',
  path: '/v1/orders/{id}/refund-preview',
  summary: 'Preview a refund of an order',
  description:
    'What a refund would do: the credit that it takes back, and the benefits that it revokes. By default one of all ' +
    'that is left.',
  permissions: ['orders:read'],
  params: IdParams,
  query: z.object({
    amount: queryInt({ min: 1 }).optional(),
    revoke_benefits: QueryBoolean.optional(),
  }),
  response: RefundPreview,
  errors: ['NotPermitted', 'Conflict'],
});

export const getRefund = refunds.get();

export const getCreditNote = contract({
  tag: 'refunds',
  id: 'refunds:credit_note',
  method: 'GET',
  path: '/v1/refunds/{id}/credit-note',
  summary: 'Get the credit note of a refund',
  description: 'Like the invoice of an order. A refund that has not succeeded has none: 404.',
  permissions: ['orders:read'],
  params: IdParams,
  response: OrderInvoice,
});
