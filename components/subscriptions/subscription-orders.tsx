'use client';

import { useQuery } from '@tanstack/react-query';
import { BILLING_REASONS, orderTotal } from '@/components/entities/order-status';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ErrorNote } from '@/components/ui/error-state';
import { formatCount, Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listOrders } from '@/lib/resources/orders/contract';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

const SHOWN = 5;

/** What a subscription has charged so far: the latest five orders, and the way to all of them. */
export function SubscriptionOrders({ subscription }: { subscription: Subscription }) {
  const { id: organization } = useOrganization();
  const path = useOrganizationPath();
  const zone = useTimeZone();
  const orders = useQuery(
    query(listOrders, {
      query: { organization_id: [organization], subscription_id: [subscription.id], limit: SHOWN },
    }),
  );
  const total = orders.data?.pagination.total_count ?? 0;
  return (
    <Section
      title="Orders"
      aside={
        total > SHOWN && (
          <TextLink href={path(`orders?subscription_id=${subscription.id}`)} prefetch={false}>
            All {formatCount(total)}
          </TextLink>
        )
      }
    >
      {orders.isError && <ErrorNote error={orders.error} />}
      {orders.isPending && <Skeleton className="w-64" />}
      {orders.data && total === 0 && <p className="text-muted">Nothing has been charged yet.</p>}
      {total > 0 && (
        <ul className="-mt-2 flex flex-col">
          {orders.data?.items.map((order) => (
            <li
              key={order.id}
              className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-baseline gap-4 border-b border-line py-2 last:border-b-0"
            >
              <TextLink href={path(`orders/${order.id}`)} prefetch={false}>
                {formatDate(order.created_at, zone)}
              </TextLink>
              <span className="truncate text-muted">{BILLING_REASONS[order.billing_reason]}</span>
              <Money amount={orderTotal(order)} currency={order.currency} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
