'use client';

import { type ReactNode, useId } from 'react';
import { orderStatus, orderTotal } from '@/components/entities/order-status';
import { PaymentMethod } from '@/components/entities/payment-method';
import { SubscriptionBadge } from '@/components/entities/subscription-badge';
import { CardBenefits } from '@/components/portal/card-benefits';
import { Loading } from '@/components/portal/loading';
import { useMayChange, useOwnPages, usePortalPath } from '@/components/portal/portal';
import { ProductAvatar } from '@/components/portal/product-avatar';
import { Rows } from '@/components/portal/rows';
import { HOME, NOUN, SUBSCRIPTION, WHAT } from '@/components/portal/texts';
import { isRunning, useNextCharge } from '@/components/portal/use-next-charge';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/link-button';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { listCustomerOrders } from '@/lib/resources/orders/operations';
import type { CustomerOrder } from '@/lib/resources/orders/schema';
import { listCustomerSubscriptions } from '@/lib/resources/subscriptions/operations';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/** How many cards are shown at first: each reads what it gave. */
const CARDS = 6;

/** Two cards beside each other where there is room; one alone takes the whole row. */
const GRID = 'grid! grid-cols-1 gap-4 lg:grid-cols-2 lg:*:only:col-span-2';

/** The subscriptions of the customer, a card each. */
export function Subscriptions() {
  const subscriptions = useOwnPages(listCustomerSubscriptions);
  return (
    <Loading of={subscriptions} title={HOME.subscriptions} what={WHAT.subscriptions}>
      {(rows) =>
        rows.length > 0 && (
          <Section title={HOME.subscriptions}>
            <Rows of={subscriptions} noun={NOUN.subscriptions} initial={CARDS} className={GRID}>
              {(subscription) => <SubscriptionCard subscription={subscription} />}
            </Rows>
          </Section>
        )
      }
    </Loading>
  );
}

/** What the customer bought once, a card each. */
export function OneTimePurchases() {
  const orders = useOwnPages(listCustomerOrders, { product_price_type: ['one_time'] });
  return (
    <Loading of={orders} title={HOME.oneTime} what={WHAT.purchases}>
      {(rows) =>
        rows.length > 0 && (
          <Section title={HOME.oneTime}>
            <Rows of={orders} noun={NOUN.purchases} initial={CARDS} className={GRID}>
              {(order) => <OrderCard order={order} />}
            </Rows>
          </Section>
        )
      }
    </Loading>
  );
}

function SubscriptionCard({ subscription }: { subscription: CustomerSubscription }) {
  const { id, product, amount, currency, recurring_interval, started_at } = subscription;
  const path = usePortalPath();
  const zone = useTimeZone();
  const since = started_at ? HOME.since(formatDate(started_at, zone)) : null;
  return (
    <Card
      product={product}
      href={path(`subscriptions/${id}`)}
      verb={HOME.manage}
      purchase={HOME.purchase(product.name, since)}
      badge={<SubscriptionBadge subscription={subscription} />}
      price={
        <Money
          amount={amount ?? 0}
          currency={currency}
          interval={amount === null ? null : recurring_interval}
          free
        />
      }
      since={since}
      when={<SubscriptionDates subscription={subscription} />}
    >
      <CardBenefits of={{ subscription_id: [id] }} product={product.name} />
    </Card>
  );
}

/** What happens next to a subscription, and which card a charge is on. */
function SubscriptionDates({ subscription }: { subscription: CustomerSubscription }) {
  const zone = useTimeZone();
  const mayChange = useMayChange();
  const { charge, isLoading } = useNextCharge(subscription);
  const { status, current_period_end, cancel_at_period_end, ended_at, paused_at, payment_method } =
    subscription;
  if (mayChange && isOverdue(subscription)) return <span className="text-warn">{HOME.failed}</span>;
  const end = current_period_end && formatDate(current_period_end, zone);
  const next = isLoading ? (
    <Skeleton className="h-5 w-48" />
  ) : ended_at ? (
    HOME.ended(formatDate(ended_at, zone))
  ) : paused_at ? (
    SUBSCRIPTION.paused
  ) : isRunning(subscription) && cancel_at_period_end && end ? (
    HOME.ends(end)
  ) : status === 'trialing' && end ? (
    HOME.trial(end, charge?.amount ?? null)
  ) : (
    charge && HOME.next(charge.amount, charge.day)
  );
  if (!payment_method || !(charge || isLoading)) return next;
  return (
    <span className="flex flex-col">
      <span>{next}</span>
      <PaymentMethod method={payment_method} />
    </span>
  );
}

function OrderCard({ order }: { order: CustomerOrder }) {
  const path = usePortalPath();
  const zone = useTimeZone();
  const { id, product, currency } = order;
  const bought = HOME.bought(formatDate(order.created_at, zone));
  return (
    <Card
      product={product}
      href={path(`orders/${id}`)}
      verb={HOME.viewOrder}
      purchase={HOME.purchase(product.name, bought)}
      badge={<Badge status={orderStatus(order)} />}
      price={<Money amount={orderTotal(order)} currency={currency} free />}
      when={bought}
    >
      <CardBenefits of={{ order_id: [id] }} product={product.name} />
    </Card>
  );
}

/** A purchase: what it is, what it costs and when, the way to all of it; below, what it gave. */
function Card({
  product,
  href,
  verb,
  purchase,
  badge,
  price,
  since,
  when,
  children,
}: {
  product: CustomerSubscription['product'];
  href: string;
  verb: string;
  /** What tells it from another purchase of the same product. */
  purchase: string;
  badge: ReactNode;
  price: ReactNode;
  /** The day of its start, where it goes on. */
  since?: string | null;
  when: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-3 rounded-dialog border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-x-4 gap-y-3 max-sm:flex-wrap">
        <ProductAvatar product={product} className="size-16 text-xl" />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={titleId} className="font-semibold wrap-anywhere">
              {product.name}
            </h3>
            {badge}
          </div>
          <p className="flex flex-wrap items-baseline gap-x-2">
            {price}
            {since && <span className="text-sm text-muted">{since}</span>}
          </p>
          <p className="text-sm text-muted">{when}</p>
        </div>
        <LinkButton
          href={href}
          aria-label={`${verb}: ${purchase}`}
          className="shrink-0 max-sm:w-full"
        >
          {verb}
        </LinkButton>
      </div>
      {children}
    </article>
  );
}
