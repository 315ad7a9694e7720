'use client';

import { Plus } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { PAUSED, pausedAmong } from '@/components/entities/active-subscriptions';
import { customerName } from '@/components/entities/customer-name';
import { SALE_FILTERS } from '@/components/entities/sale-filters';
import { SubscriptionBadge } from '@/components/entities/subscription-badge';
import { SUBSCRIPTION_STATUS } from '@/components/entities/subscription-status';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { nextEvent } from '@/components/subscriptions/life-cycle';
import { LABELS, LIST, SUBSCRIPTIONS_PAGE } from '@/components/subscriptions/list-texts';
import { CurlButton } from '@/components/ui/curl-button';
import { LinkButton } from '@/components/ui/link-button';
import { Money } from '@/components/ui/money';
import { Time } from '@/components/ui/time';
import { createProduct } from '@/lib/resources/products/operations';
import {
  countSubscriptions,
  exportSubscriptions,
  listSubscriptions,
} from '@/lib/resources/subscriptions/contract';
import type { Subscription, SubscriptionStatus } from '@/lib/resources/subscriptions/schema';

const COLUMNS: readonly Column<Subscription>[] = [
  {
    id: 'customer',
    width: 172,
    header: LABELS.customer,
    sort: 'customer',
    cell: ({ customer }) => customerName(customer),
  },
  {
    id: 'email',
    header: LABELS.email,
    hidden: true,
    cell: ({ customer }) => customer.email,
  },
  {
    id: 'product',
    width: 172,
    header: LABELS.product,
    sort: 'product',
    mobile: 'sub',
    cell: ({ product }) => product.name,
  },
  {
    id: 'status',
    width: 196,
    header: LABELS.status,
    sort: 'status',
    mobile: 'sub-end',
    cell: (subscription) => <SubscriptionBadge subscription={subscription} />,
  },
  {
    id: 'amount',
    width: 140,
    header: LABELS.amount,
    sort: 'amount',
    sortFirst: 'desc',
    align: 'end',
    mobile: 'end',
    cell: ({ amount, currency, recurring_interval }) => (
      <Money amount={amount ?? 0} currency={currency} interval={recurring_interval} free />
    ),
  },
  {
    id: 'discount',
    header: LABELS.discount,
    sort: 'discount',
    hidden: true,
    cell: ({ discount }) => discount?.name ?? '—',
  },
  {
    id: 'started',
    width: 110,
    header: LABELS.started,
    sort: 'started_at',
    sortFirst: 'desc',
    cell: ({ started_at }) => <Time value={started_at} focusable={false} />,
  },
  {
    id: 'turn',
    width: 190,
    header: SUBSCRIPTIONS_PAGE.renewsOrEnds,
    sort: 'current_period_end',
    cell: (subscription) => <NextEvent subscription={subscription} />,
  },
  {
    id: 'created',
    header: LABELS.created,
    hidden: true,
    cell: ({ created_at }) => <Time value={created_at} focusable={false} />,
  },
];

function NextEvent({ subscription }: { subscription: Subscription }) {
  const event = nextEvent(subscription);
  if (!event) return <span className="text-muted">{LIST.notStarted}</span>;
  return (
    <>
      <span className="text-muted">{event.label}</span> <Time value={event.at} focusable={false} />
    </>
  );
}

/** In the order of the tabs: what runs, what needs somebody, what is over. */
const STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
] as const satisfies readonly SubscriptionStatus[];

const STATUS = {
  kind: 'choice',
  param: 'status',
  label: LABELS.status,
  rare: true,
  options: STATUSES.map((value) => ({ value, label: SUBSCRIPTION_STATUS[value].label })),
} as const;

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'active',
    label: LIST.access,
    single: true,
    options: [
      { value: 'true', label: LIST.hasAccess },
      { value: 'false', label: LIST.hasNoAccess },
    ],
  },
  SALE_FILTERS.product,
  SALE_FILTERS.customer,
  SALE_FILTERS.discount,
  {
    kind: 'choice',
    param: 'cancel_at_period_end',
    label: SUBSCRIPTIONS_PAGE.ending,
    single: true,
    rare: true,
    options: [
      { value: 'true', label: SUBSCRIPTIONS_PAGE.cancelsAtPeriodEnd },
      { value: 'false', label: SUBSCRIPTIONS_PAGE.renews },
    ],
  },
  {
    kind: 'choice',
    param: 'paused',
    label: SUBSCRIPTIONS_PAGE.pause,
    single: true,
    rare: true,
    options: [
      { value: 'true', label: SUBSCRIPTIONS_PAGE.paused },
      { value: 'false', label: SUBSCRIPTIONS_PAGE.notPaused },
    ],
  },
  {
    kind: 'time',
    label: SUBSCRIPTIONS_PAGE.renewsOrEnds,
    before: 'current_period_end_before',
    rare: true,
  },
  STATUS,
];

const TABS = {
  filter: STATUS,
  counts: countSubscriptions,
  part: { search: PAUSED, words: pausedAmong },
};

export function SubscriptionsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const whyNot = useWhyNot();
  const routeQuery = { organization_id: [id] };
  return (
    <ListPage title={SUBSCRIPTIONS_PAGE.subscriptions}>
      <DataTable
        operation={listSubscriptions}
        exportOperation={exportSubscriptions}
        noun={{ one: 'subscription', many: 'subscriptions' }}
        routeQuery={routeQuery}
        columns={COLUMNS}
        filters={FILTERS}
        tabs={TABS}
        href={(subscription) => path(`subscriptions/${subscription.id}`)}
        firstRun={{
          title: LIST.empty,
          text: LIST.emptyText,
          actions: (
            <>
              <LinkButton
                variant="primary"
                icon={Plus}
                href={path('products/new')}
                blockedBy={whyNot(createProduct)}
              >
                {LIST.newProduct}
              </LinkButton>
              <CurlButton operation={listSubscriptions} input={{ query: routeQuery }} />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
