'use client';

import { TriangleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { PaymentMethod } from '@/components/entities/payment-method';
import { SubscriptionBadge } from '@/components/entities/subscription-badge';
import { Benefits } from '@/components/portal/benefits';
import { FailedPayments } from '@/components/portal/failed-payments';
import { Loading } from '@/components/portal/loading';
import { OrderList } from '@/components/portal/order-list';
import {
  useMayChange,
  useOwn,
  useOwnCommand,
  usePortalPath,
  useSeller,
} from '@/components/portal/portal';
import { PortalPage } from '@/components/portal/portal-page';
import { PurchaseTitle } from '@/components/portal/portal-title';
import { actionsOf } from '@/components/portal/subscription-actions';
import { NOUN, SUBSCRIPTION, WHAT } from '@/components/portal/texts';
import { useDue } from '@/components/portal/use-due';
import { isRunning, useNextCharge } from '@/components/portal/use-next-charge';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { dismissToasts, showErrorToast, showToast } from '@/components/ui/toast';
import {
  getCustomerSubscription,
  updateCustomerSubscription,
} from '@/lib/resources/subscriptions/operations';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

const CancelDialog = dynamic(() =>
  import('@/components/portal/cancel-dialog').then(({ CancelDialog }) => CancelDialog),
);
const PlanDialog = dynamic(() =>
  import('@/components/portal/plan-dialog').then(({ PlanDialog }) => PlanDialog),
);
const CardDialog = dynamic(() =>
  import('@/components/portal/card-dialog').then(({ CardDialog }) => CardDialog),
);
const DIALOGS = { cancel: CancelDialog, plan: PlanDialog, card: CardDialog };

/** A subscription: when it is charged, and what its customer can do about that. */
export function SubscriptionPage({ id }: { id: string }) {
  return (
    <PortalPage title={SUBSCRIPTION.orders}>
      <Subscription id={id} />
    </PortalPage>
  );
}

function Subscription({ id }: { id: string }) {
  const subscription = useOwn(getCustomerSubscription, { params: { id } });
  return (
    <Loading of={subscription} what={WHAT.subscription}>
      {(found) => (
        <>
          <Detail subscription={found} />
          <Benefits of={{ subscription_id: [id] }} />
          <OrderList title={SUBSCRIPTION.orders} noun={NOUN.payments} subscriptionId={id} />
          <FailedPayments subscriptionId={id} />
        </>
      )}
    </Loading>
  );
}

function Detail({ subscription }: { subscription: CustomerSubscription }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const { product, amount, currency, recurring_interval } = subscription;
  const mayChange = useMayChange();
  const { stripe } = useSeller();
  const path = usePortalPath();
  const actions = actionsOf(subscription);
  const Dialog = open && DIALOGS[open];
  const show = (dialog: keyof typeof DIALOGS) => {
    dismissToasts();
    setOpen(dialog);
  };
  /** Its page may load Stripe's script, which others may not, so that it is a document of its own. */
  const replaceMethod = () => {
    if (stripe) window.location.assign(path(`subscriptions/${subscription.id}/payment`));
    else show('card');
  };
  return (
    <>
      <PurchaseTitle product={product}>
        <SubscriptionBadge subscription={subscription} />
        <Money
          amount={amount ?? 0}
          currency={currency}
          interval={amount === null ? null : recurring_interval}
          free
        />
      </PurchaseTitle>
      <Overdue subscription={subscription} onPay={() => replaceMethod()} />
      <Terms subscription={subscription} />
      {mayChange && (
        <div className="flex flex-wrap gap-3">
          {actions.keep && <Keep subscription={subscription} />}
          {actions.plan && <Button onClick={() => show('plan')}>{SUBSCRIPTION.change}</Button>}
          {actions.card && !isOverdue(subscription) && (
            <Button onClick={() => replaceMethod()}>{SUBSCRIPTION.updateMethod}</Button>
          )}
          {actions.cancel && (
            <Button
              variant="ghost"
              className="first:-ml-3 max-sm:-ml-3"
              onClick={() => show('cancel')}
            >
              {SUBSCRIPTION.cancel}
            </Button>
          )}
        </div>
      )}
      {Dialog && <Dialog subscription={subscription} onClose={() => setOpen(null)} />}
    </>
  );
}

/** What is due, and the way to pay it. */
function Overdue({
  subscription,
  onPay,
}: {
  subscription: CustomerSubscription;
  onPay: () => void;
}) {
  const zone = useTimeZone();
  const mayChange = useMayChange();
  const due = useDue(subscription);
  // Nothing is tried while it is paused.
  if (!isOverdue(subscription) || subscription.paused_at !== null) return null;
  const { status, next_retry_at } = subscription;
  return (
    <div className="flex flex-col items-start gap-3 border-l-2 border-warn bg-warn-fill px-4 py-3 text-warn">
      <p className="flex gap-2.5">
        <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0" />
        <span>
          <strong className="font-semibold">
            {due && `${SUBSCRIPTION.due(due)} `}
            {next_retry_at
              ? SUBSCRIPTION.failedNext(formatDate(next_retry_at, zone))
              : SUBSCRIPTION.failed}
          </strong>{' '}
          {mayChange && (status === 'unpaid' ? SUBSCRIPTION.unpaidText : SUBSCRIPTION.failedText)}
        </span>
      </p>
      {mayChange && (
        <Button variant="primary" onClick={onPay}>
          {SUBSCRIPTION.updateMethod}
        </Button>
      )}
    </div>
  );
}

function Terms({ subscription }: { subscription: CustomerSubscription }) {
  const zone = useTimeZone();
  const { status, paused_at, cancel_at_period_end, current_period_end, started_at } = subscription;
  const { ended_at, payment_method: card, amount } = subscription;
  const { charge } = useNextCharge(subscription);
  const day = (value: string) => formatDate(value, zone);
  const ends = isRunning(subscription) && cancel_at_period_end;
  const facts: [name: string, value: ReactNode][] = [];
  if (charge) {
    const name = status === 'trialing' ? SUBSCRIPTION.first : SUBSCRIPTION.next;
    facts.push([name, SUBSCRIPTION.on(charge.amount, charge.day)]);
  }
  if (ends && current_period_end) {
    facts.push([SUBSCRIPTION.ends, day(current_period_end)]);
  }
  if (ended_at) facts.push([SUBSCRIPTION.ended, day(ended_at)]);
  if (started_at) facts.push([SUBSCRIPTION.started, day(started_at)]);
  if (amount !== null) {
    facts.push([
      SUBSCRIPTION.card,
      card ? <PaymentMethod key="card" method={card} /> : SUBSCRIPTION.noCard,
    ]);
  }
  return (
    <>
      {paused_at && <p className="text-muted">{SUBSCRIPTION.paused}</p>}
      {ends && current_period_end && (
        <p className="text-muted">{SUBSCRIPTION.endsText(day(current_period_end))}</p>
      )}
      <dl className="flex flex-wrap gap-x-10 gap-y-3 border-y border-line py-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Keep({ subscription: { id } }: { subscription: CustomerSubscription }) {
  const keep = useOwnCommand(updateCustomerSubscription);
  return (
    <Button
      variant="primary"
      pending={keep.isPending}
      onClick={async () => {
        try {
          await keep.mutateAsync({ params: { id }, body: { cancel_at_period_end: false } });
          showToast(SUBSCRIPTION.kept);
        } catch (error) {
          showErrorToast(SUBSCRIPTION.keep, error);
        }
      }}
    >
      {SUBSCRIPTION.keep}
    </Button>
  );
}
