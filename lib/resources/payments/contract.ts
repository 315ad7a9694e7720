import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { Id, many } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { PAYMENT_SORTS, Payment, PaymentStatus } from '@/lib/resources/payments/schema';

const payments = resource('payments', Payment, { scope: 'orders' });

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
  'checkout_id',
  'checkout.customer_name',
  'checkout.customer_email',
  'checkout.product_id',
  'order_id',
]);

export const countPayments = countsOf(listPayments, ['status']);
