'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentsOf } from '@/components/entities/payment-attempts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { type HistoryEntry, historyOf } from '@/components/subscriptions/history';
import { SUBSCRIPTION_HISTORY } from '@/components/subscriptions/texts';
import { MOST, usePayments } from '@/components/subscriptions/use-payments';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { Time, useTimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listOrders } from '@/lib/resources/orders/contract';
import { getSubscriptionHistory } from '@/lib/resources/subscriptions/contract';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

const SHOWN = 8;

/** What happened to a subscription: orders, payment attempts and changes, newest first. */
export function SubscriptionHistory({ subscription }: { subscription: Subscription }) {
  const { id: organization } = useOrganization();
  const path = useOrganizationPath();
  const zone = useTimeZone();
  const [isWhole, setWhole] = useState(false);
  const { id, checkout_id } = subscription;
  const orders = useQuery(
    query(listOrders, {
      query: { organization_id: [organization], subscription_id: [id], limit: MOST },
    }),
  );
  const payments = usePayments(id);
  // The first order was paid in its checkout: only the card of that is read from it, so nothing waits for it.
  const bought = useQuery({
    ...paymentsOf({ checkout_id: checkout_id === null ? [] : [checkout_id] }),
    enabled: checkout_id !== null,
  });
  const changes = useQuery(query(getSubscriptionHistory, { params: { id } }));
  const count = orders.data?.pagination.total_count ?? 0;
  const isLoaded =
    orders.data !== undefined && payments.data !== undefined && changes.data !== undefined;
  const entries = isLoaded
    ? historyOf(
        subscription,
        {
          orders: orders.data.items,
          payments: payments.data.items,
          bought: bought.data?.items ?? [],
          changes: changes.data.items,
        },
        zone,
      )
    : [];
  return (
    <Section
      title={SUBSCRIPTION_HISTORY.history}
      aside={
        count > 1 && (
          <TextLink href={path(`orders?subscription_id=${id}`)}>
            {SUBSCRIPTION_HISTORY.allOrders(count)}
          </TextLink>
        )
      }
    >
      {[
        { read: orders, failed: SUBSCRIPTION_HISTORY.ordersFailed },
        { read: payments, failed: SUBSCRIPTION_HISTORY.paymentsFailed },
        { read: changes, failed: SUBSCRIPTION_HISTORY.changesFailed },
      ].map(
        ({ read, failed }) =>
          read.error && (
            <ErrorNote
              key={failed}
              title={failed}
              error={read.error}
              retrying={read.isFetching}
              onRetry={() => void read.refetch()}
            />
          ),
      )}
      {(orders.isPending || payments.isPending || changes.isPending) && (
        <Skeleton className="h-24 w-full" />
      )}
      {isLoaded && count === 0 && (
        <p className="text-muted">{SUBSCRIPTION_HISTORY.nothingHasBeenCharged}</p>
      )}
      {entries.length > 0 && (
        <ol className="-mt-2 flex flex-col">
          {entries.slice(0, isWhole ? undefined : SHOWN).map((entry) => (
            <Entry key={entry.id} entry={entry} currency={subscription.currency} />
          ))}
        </ol>
      )}
      {entries.length > SHOWN && !isWhole && (
        <Button size="small" className="self-start" onClick={() => setWhole(true)}>
          {SUBSCRIPTION_HISTORY.showAll(entries.length)}
        </Button>
      )}
    </Section>
  );
}

function Entry({
  entry: { at, icon: Icon, title, detail, amount, orderId, isFailure = false },
  currency,
}: {
  entry: HistoryEntry;
  currency: string | null;
}) {
  const path = useOrganizationPath();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-2 last:border-b-0">
      <Icon
        aria-hidden
        className={classes('mt-0.5 size-4 shrink-0', isFailure ? 'text-bad' : 'text-muted')}
      />
      <span className="flex min-w-0 flex-col">
        {orderId ? (
          <TextLink href={path(`orders/${orderId}`)} className="w-fit">
            {title}
          </TextLink>
        ) : (
          <span className={isFailure ? 'text-bad' : undefined}>{title}</span>
        )}
        {detail && <span className="text-xs text-muted wrap-anywhere">{detail}</span>}
      </span>
      <span className="flex flex-col items-end">
        {amount !== undefined && (
          <Money
            amount={amount}
            currency={currency}
            className={isFailure ? 'text-muted line-through' : ''}
          />
        )}
        <span className="text-xs text-muted">
          <Time value={at} show="datetime" />
        </span>
      </span>
    </li>
  );
}
