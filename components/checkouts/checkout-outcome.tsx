'use client';

import { useQuery } from '@tanstack/react-query';
import { CHECKOUT_OUTCOME, detail as texts } from '@/components/checkouts/texts';
import { orderStatus, orderTotal } from '@/components/entities/order-status';
import { SubscriptionBadge } from '@/components/entities/subscription-badge';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { Badge } from '@/components/ui/badge';
import { ErrorNote } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import type { Checkout } from '@/lib/resources/checkouts/schema';
import { listOrders } from '@/lib/resources/orders/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What a paid checkout led to: its order, which a trial has not yet, and its subscription. */
export function useOutcome(checkout: Checkout) {
  const { id: organization } = useOrganization();
  const path = useOrganizationPath();
  const { id, status, customer_id, product_id, product_price } = checkout;
  const organization_id = [organization];
  const isPaid = status === 'succeeded';
  const orders = useQuery({
    ...query(listOrders, {
      query: { organization_id, checkout_id: [id], sorting: ['created_at'], limit: 1 },
    }),
    enabled: isPaid,
  });
  const subscriptions = useQuery({
    ...query(listSubscriptions, {
      query: {
        organization_id,
        customer_id: customer_id ? [customer_id] : [],
        product_id: [product_id],
        limit: 25,
      },
    }),
    enabled: isPaid && customer_id !== null && product_price.type === 'recurring',
  });
  const order = orders.data?.items[0];
  const subscription = subscriptions.data?.items.find(({ checkout_id }) => checkout_id === id);
  return {
    order,
    subscription,
    isPending: orders.isPending || (subscriptions.isPending && subscriptions.isFetching),
    failed: [orders, subscriptions].find(({ error }) => error !== null),
    ...(order
      ? { href: path(`orders/${order.id}`), words: texts.openOrder }
      : subscription
        ? { href: path(`subscriptions/${subscription.id}`), words: texts.openSubscription }
        : { href: null, words: '' }),
  };
}

const ROW =
  'flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0';

/** Links to the order and the subscription of a paid checkout. */
export function CheckoutOutcome({ checkout }: { checkout: Checkout }) {
  const path = useOrganizationPath();
  const { order, subscription, isPending, failed } = useOutcome(checkout);
  if (checkout.status !== 'succeeded') return null;
  return (
    <Section title={CHECKOUT_OUTCOME.sold}>
      {failed && (
        <ErrorNote
          title={CHECKOUT_OUTCOME.couldNotLoadWhat}
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      {isPending && !failed && <Skeleton className="w-64" />}
      {!isPending && !failed && !order && !subscription && (
        <p className="text-muted">{CHECKOUT_OUTCOME.neitherOrderNorSubscription}</p>
      )}
      <ul className="-mt-2">
        {order && (
          <li className={ROW}>
            <TextLink href={path(`orders/${order.id}`)} prefetch={false}>
              {CHECKOUT_OUTCOME.order}
            </TextLink>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-muted">
              <Badge status={orderStatus(order)} />
              <Time value={order.created_at} />
            </span>
            <Money amount={orderTotal(order)} currency={order.currency} />
          </li>
        )}
        {subscription && (
          <li className={ROW}>
            <TextLink href={path(`subscriptions/${subscription.id}`)} prefetch={false}>
              {CHECKOUT_OUTCOME.subscription}
            </TextLink>
            <span className="min-w-0 flex-1">
              <SubscriptionBadge subscription={subscription} />
            </span>
            <Money
              amount={subscription.amount}
              currency={subscription.currency}
              interval={subscription.recurring_interval}
            />
          </li>
        )}
      </ul>
    </Section>
  );
}
