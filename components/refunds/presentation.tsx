import { customerName } from '@/components/entities/customer-name';
import { refundName } from '@/components/entities/record-names';
import { REFUND_REASONS, REFUND_STATUS } from '@/components/entities/refund-status';
import { presentation } from '@/components/resource/presentation';
import { created } from '@/components/resource/times';
import { Badge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import type { Refund } from '@/lib/resources/refunds/schema';

/** What refunds are called and how they are printed in a list. */
export const REFUND = presentation<Refund>()('refund', {
  name: refundName,
  fields: {
    customer: {
      label: 'Customer',
      column: {
        width: 180,
        sort: 'customer',
        cell: ({ customer }) => customerName(customer),
      },
    },
    email: { label: 'Email', column: { hidden: true, cell: ({ customer }) => customer.email } },
    order: {
      label: 'Order',
      column: { width: 140, cell: ({ order_invoice_number }) => order_invoice_number },
    },
    amount: {
      label: 'Amount',
      column: {
        width: 100,
        sort: 'amount',
        sortFirst: 'desc',
        align: 'end',
        mobile: 'end',
        cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
    },
    status: {
      label: 'Status',
      column: {
        width: 120,
        mobile: 'sub',
        cell: ({ status }) => <Badge status={REFUND_STATUS[status]} />,
      },
    },
    reason: {
      label: 'Reason',
      column: { width: 170, cell: ({ reason }) => REFUND_REASONS[reason] },
    },
    'credit-note': {
      label: 'Credit note',
      column: { width: 150, cell: ({ credit_note_number }) => credit_note_number ?? '—' },
    },
    subscription: { label: 'Subscription' },
    created: created({ width: 140, show: 'minute' }),
  },
});
