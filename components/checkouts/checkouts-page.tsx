'use client';

import { CHECKOUTS_PAGE, LABELS, LIST } from '@/components/checkouts/texts';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { choicesOf, type Filter } from '@/components/data-table/filters';
import { createdColumn } from '@/components/data-table/time-columns';
import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import { SALE_FILTERS } from '@/components/entities/sale-filters';
import { CHECKOUT_LINKS } from '@/components/entities/searchable-checkout-links';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { CurlButton } from '@/components/ui/curl-button';
import { Money } from '@/components/ui/money';
import { Time } from '@/components/ui/time';
import {
  countCheckouts,
  createCheckout,
  exportCheckouts,
  listCheckouts,
} from '@/lib/resources/checkouts/contract';
import type { Checkout } from '@/lib/resources/checkouts/schema';

const COLUMNS: readonly Column<Checkout>[] = [
  {
    id: 'email',
    width: 240,
    header: LABELS.email,
    cell: ({ customer_email }) =>
      customer_email ?? <span className="font-normal text-muted">{LIST.noEmail}</span>,
  },
  {
    id: 'name',
    header: LABELS.name,
    hidden: true,
    cell: ({ customer_name }) => customer_name ?? '—',
  },
  {
    id: 'product',
    width: 200,
    header: LABELS.product,
    mobile: 'sub',
    cell: ({ product }) => product.name,
  },
  {
    id: 'total',
    header: LABELS.total,
    align: 'end',
    cell: ({ total_amount, currency }) => <Money amount={total_amount} currency={currency} free />,
  },
  {
    id: 'status',
    width: 130,
    header: LABELS.status,
    mobile: 'end',
    cell: ({ status }) => <Badge status={CHECKOUT_STATUS[status]} />,
  },
  createdColumn({ width: 140, show: 'minute' }),
  {
    id: 'expires',
    width: 140,
    header: LABELS.expires,
    sort: 'expires_at',
    cell: ({ status, expires_at }) => (
      <Time
        value={status === 'open' || status === 'expired' ? expires_at : null}
        focusable={false}
        show="minute"
      />
    ),
  },
];

const STATUS = {
  kind: 'choice',
  param: 'status',
  label: LABELS.status,
  rare: true,
  options: choicesOf(CHECKOUT_STATUS),
} as const;

const FILTERS: readonly Filter[] = [
  SALE_FILTERS.product,
  SALE_FILTERS.customer,
  SALE_FILTERS.discount,
  {
    kind: 'time',
    label: LABELS.expires,
    after: 'expires_after',
    before: 'expires_before',
    isAhead: true,
    rare: true,
  },
  STATUS,
  {
    kind: 'entity',
    param: 'checkout_link_id',
    label: LABELS.checkoutLink,
    rare: true,
    entity: CHECKOUT_LINKS,
  },
];

const TABS = { filter: STATUS, counts: countCheckouts };

export function CheckoutsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const create = useCreateLink('checkouts', LIST.newCheckout, createCheckout);
  return (
    <ListPage title={CHECKOUTS_PAGE.checkouts} actions={create}>
      <DataTable
        operation={listCheckouts}
        noun={{ one: 'checkout', many: 'checkouts' }}
        routeQuery={{ organization_id: [id] }}
        columns={COLUMNS}
        filters={FILTERS}
        tabs={TABS}
        exportOperation={exportCheckouts}
        href={(checkout) => path(`checkouts/${checkout.id}`)}
        firstRun={{
          title: LIST.empty,
          text: LIST.emptyText,
          actions: (
            <>
              {create}
              <CurlButton
                operation={createCheckout}
                input={{ body: { payment_processor: 'stripe', product_id: '<product id>' } }}
              />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
