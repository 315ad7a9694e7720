'use client';

import { Plus } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { choicesOf, type Filter } from '@/components/data-table/filters';
import { createdColumn } from '@/components/data-table/time-columns';
import { customerName } from '@/components/entities/customer-name';
import {
  BILLING_REASONS,
  ORDER_STATUS,
  orderStatus,
  orderTotal,
} from '@/components/entities/order-status';
import { SALE_FILTERS } from '@/components/entities/sale-filters';
import { SUBSCRIPTIONS } from '@/components/entities/searchable-subscriptions';
import { LABELS, LIST, ORDERS_PAGE } from '@/components/orders/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { CurlButton } from '@/components/ui/curl-button';
import { LinkButton } from '@/components/ui/link-button';
import { Money } from '@/components/ui/money';
import { countOrders, exportOrders, listOrders } from '@/lib/resources/orders/contract';
import type { Order } from '@/lib/resources/orders/schema';

const COLUMNS: readonly Column<Order>[] = [
  {
    id: 'customer',
    width: 170,
    header: LABELS.customer,
    sort: 'customer',
    cell: ({ customer }) => customerName(customer),
  },
  {
    id: 'email',
    width: 230,
    header: LABELS.email,
    cell: ({ customer }) => customer.email,
  },
  {
    id: 'product',
    width: 170,
    header: LABELS.product,
    sort: 'product',
    mobile: 'sub',
    cell: ({ product }) => product.name,
  },
  {
    id: 'total',
    width: 110,
    header: LABELS.total,
    sort: 'amount',
    sortFirst: 'desc',
    align: 'end',
    mobile: 'end',
    cell: (order) => <Total order={order} />,
  },
  {
    id: 'status',
    width: 140,
    header: LABELS.status,
    cell: (order) => <Badge status={orderStatus(order)} />,
  },
  {
    id: 'invoice',
    header: LABELS.invoice,
    hidden: true,
    cell: ({ invoice_number }) => invoice_number,
  },
  {
    id: 'reason',
    width: 140,
    header: LABELS.billingReason,
    hidden: true,
    cell: ({ billing_reason }) => BILLING_REASONS[billing_reason],
  },
  {
    id: 'discount',
    header: LABELS.discount,
    sort: 'discount',
    hidden: true,
    cell: ({ discount }) => discount?.name ?? '—',
  },
  createdColumn({ width: 140, show: 'minute' }),
];

/** On small screens, where there is no column for it, with the status of what was refunded. */
function Total({ order }: { order: Order }) {
  return (
    <span className="inline-flex items-center gap-2">
      {order.status !== 'paid' && (
        <span className="md:hidden">
          <Badge status={orderStatus(order)} />
        </span>
      )}
      <Money amount={orderTotal(order)} currency={order.currency} free />
    </span>
  );
}

const STATUS = {
  kind: 'choice',
  param: 'status',
  label: LABELS.status,
  rare: true,
  options: choicesOf(ORDER_STATUS),
} as const;

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'billing_reason',
    label: LABELS.billingReason,
    options: choicesOf(BILLING_REASONS),
  },
  SALE_FILTERS.product,
  {
    kind: 'choice',
    param: 'product_price_type',
    label: ORDERS_PAGE.type,
    rare: true,
    options: [
      { value: 'one_time', label: ORDERS_PAGE.oneTime },
      { value: 'recurring', label: ORDERS_PAGE.recurring },
    ],
  },
  SALE_FILTERS.customer,
  SALE_FILTERS.discount,
  {
    kind: 'entity',
    param: 'subscription_id',
    label: LABELS.subscription,
    entity: SUBSCRIPTIONS,
    rare: true,
  },
  STATUS,
];

const TABS = { filter: STATUS, counts: countOrders };

export function OrdersPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const routeQuery = { organization_id: [id] };
  return (
    <ListPage title={ORDERS_PAGE.orders}>
      <DataTable
        operation={listOrders}
        noun={{ one: 'order', many: 'orders' }}
        routeQuery={routeQuery}
        columns={COLUMNS}
        filters={FILTERS}
        tabs={TABS}
        exportOperation={exportOrders}
        sortLabels={{ subscription: LABELS.subscription }}
        href={(order) => path(`orders/${order.id}`)}
        firstRun={{
          title: LIST.empty,
          text: LIST.emptyText,
          actions: (
            <>
              <LinkButton variant="primary" icon={Plus} href={path('checkouts/new')}>
                {LIST.newCheckout}
              </LinkButton>
              <CurlButton operation={listOrders} input={{ query: routeQuery }} />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
