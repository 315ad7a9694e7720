'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { createdColumn } from '@/components/data-table/time-columns';
import {
  REFUND_REASON_OPTIONS,
  REFUND_REASONS,
  REFUND_STATUS,
} from '@/components/entities/refund-status';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { SUBSCRIPTIONS } from '@/components/entities/searchable-subscriptions';
import { LIST, REFUNDS_PAGE } from '@/components/refunds/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { CurlButton } from '@/components/ui/curl-button';
import { LinkButton } from '@/components/ui/link-button';
import { Money } from '@/components/ui/money';
import { exportRefunds, listRefunds } from '@/lib/resources/refunds/contract';
import type { Refund } from '@/lib/resources/refunds/schema';

const COLUMNS: readonly Column<Refund>[] = [
  {
    id: 'customer',
    width: 180,
    header: REFUNDS_PAGE.customer,
    sort: 'customer',
    cell: ({ customer }) => customer.name ?? customer.email,
  },
  { id: 'email', header: REFUNDS_PAGE.email, hidden: true, cell: ({ customer }) => customer.email },
  {
    id: 'order',
    width: 150,
    header: REFUNDS_PAGE.order,
    cell: ({ order_invoice_number }) => order_invoice_number,
  },
  {
    id: 'amount',
    width: 100,
    header: REFUNDS_PAGE.amount,
    sort: 'amount',
    sortFirst: 'desc',
    align: 'end',
    mobile: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: 'status',
    width: 120,
    header: REFUNDS_PAGE.status,
    mobile: 'sub',
    cell: ({ status }) => <Badge status={REFUND_STATUS[status]} />,
  },
  {
    id: 'reason',
    width: 190,
    header: REFUNDS_PAGE.reason,
    cell: ({ reason }) => REFUND_REASONS[reason],
  },
  {
    id: 'credit-note',
    width: 150,
    header: REFUNDS_PAGE.creditNote,
    cell: ({ credit_note_number }) => credit_note_number ?? '—',
  },
  createdColumn({ header: REFUNDS_PAGE.created, width: 140, show: 'minute' }),
];

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'status',
    label: REFUNDS_PAGE.status,
    options: Object.entries(REFUND_STATUS).map(([value, { label }]) => ({ value, label })),
  },
  { kind: 'choice', param: 'reason', label: REFUNDS_PAGE.reason, options: REFUND_REASON_OPTIONS },
  { kind: 'entity', param: 'customer_id', label: REFUNDS_PAGE.customer, entity: CUSTOMERS },
  {
    kind: 'entity',
    param: 'subscription_id',
    label: REFUNDS_PAGE.subscription,
    entity: SUBSCRIPTIONS,
  },
];

export function RefundsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const scope = { organization_id: [id] };
  return (
    <ListPage title={REFUNDS_PAGE.refunds}>
      <DataTable
        operation={listRefunds}
        noun={{ one: 'refund', many: 'refunds' }}
        scope={scope}
        columns={COLUMNS}
        filters={FILTERS}
        exportOperation={exportRefunds}
        href={(refund) => path(`refunds/${refund.id}`)}
        firstRun={{
          title: LIST.empty,
          text: LIST.emptyText,
          actions: (
            <>
              <LinkButton href={path('orders')}>{LIST.goToOrders}</LinkButton>
              <CurlButton operation={listRefunds} input={{ query: scope }} />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
