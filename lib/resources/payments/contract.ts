import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { PAYMENT_SORTS, Payment, PaymentStatus } from '@/lib/resources/payments/schema';

export const listPayments = contract({
  tag: 'payments',
  id: 'payments:list',
  method: 'GET',
  path: '/v1/payments/',
  summary: 'List payments',
  description:
    'Every try to pay for a checkout or a renewal, with its outcome. `query` looks into the name and e-mail ' +
    'address of the buyer and the codes of a decline.',
  scopes: ['orders:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    checkout_id: many(Id),
    order_id: many(Id),
    subscription_id: many(Id),
    status: many(PaymentStatus),
    sorting: sorting(PAYMENT_SORTS, '-created_at'),
  }),
  response: page(Payment),
});

export const exportPayments = contract(
  exportOf(listPayments, [
    'id',
    'created_at',
    'modified_at',
    'status',
    'amount',
    'currency',
    'code',
    'decline_code',
    'checkout_id',
    'checkout.customer_name',
    'checkout.customer_email',
    'checkout.product_id',
    'subscription_id',
    'order_id',
  ]),
);
