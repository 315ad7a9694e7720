import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { Id, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { endpoints } from '@/lib/resources/payments/operations';
import {
  CUSTOMER_PAYMENT_SORTS,
  CustomerPayment,
  PAYMENT_SORTS,
  Payment,
  PaymentStatus,
} from '@/lib/resources/payments/schema';

const payments = resource('payments', Payment, { permissions: 'orders' });

export const listPayments = payments.list(
  {
    checkout_id: many(Id),
    order_id: many(Id),
    subscription_id: many(Id),
    customer_id: many(Id),
    status: many(PaymentStatus),
    sorting: sorting(PAYMENT_SORTS, '-created_at'),
  },
  {
    description:
      'Every try to pay for a checkout or a subscription, with its outcome. `query` looks into the name and email ' +
      'address of the buyer and the codes of a decline.',
  },
);

export const exportPayments = exportOf(listPayments, [
  'id',
  'created_at',
  'modified_at',
  'status',
  'amount',
  'currency',
  'code',
  'decline_code',
  'payment_method.type',
  'payment_method.brand',
  'payment_method.last4',
  'checkout_id',
  'checkout.customer_name',
  'checkout.customer_email',
  'checkout.product_id',
  'order_id',
  'fee_amount',
  'net_amount',
  'settlement_currency',
  'processor_url',
]);

export const countPayments = countsOf(listPayments, ['status']);

export const listCustomerPayments = contract({
  ...endpoints.listCustomerPayments,
  summary: 'List the payments of the customer',
  description:
    'Every try to pay for a checkout or a subscription of the customer, declined ones with their code. A ' +
    'session that is bound to a checkout sees the payments of that checkout alone.',
  query: listQuery({
    organization_id: OrganizationFilter,
    checkout_id: many(Id),
    subscription_id: many(Id),
    status: many(PaymentStatus),
    sorting: sorting(CUSTOMER_PAYMENT_SORTS, '-created_at'),
  }),
  response: page(CustomerPayment),
});
