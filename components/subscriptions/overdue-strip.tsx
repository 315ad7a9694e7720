'use client';

import { CircleDollarSign, CreditCard, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isUnsettled, paymentReason } from '@/components/entities/payment-status';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import type { SubscriptionAction } from '@/components/subscriptions/actions';
import { dunningOf } from '@/components/subscriptions/dunning';
import { beforeDay, OVERDUE, OVERDUE_STRIP, onDay } from '@/components/subscriptions/texts';
import { usePayments } from '@/components/subscriptions/use-payments';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Disclosure } from '@/components/ui/disclosure';
import { ErrorNote } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { formatDate, formatDateTime, Time, useTimeZone } from '@/components/ui/time';
import type { Payment } from '@/lib/resources/payments/schema';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

interface Props {
  subscription: Subscription;
  blockedBy: (action: SubscriptionAction) => string | null;
  onAction: (action: SubscriptionAction) => void;
}

/** Above an overdue subscription: why it is not paid, what was tried, what comes next, and what helps. */
export function OverdueStrip({ subscription, blockedBy, onAction }: Props) {
  const payments = usePayments(subscription.id);
  const isPastDue = subscription.status === 'past_due';
  const Icon = isPastDue ? TriangleAlert : CircleDollarSign;
  const isPaying = payments.data?.items.some(isUnsettled) ?? false;
  return (
    <section
      aria-label={isPastDue ? OVERDUE.pastDue : OVERDUE.unpaid}
      className={classes(
        'flex flex-col gap-4 border-l-2 px-4 py-3',
        isPastDue ? 'border-warn bg-warn-fill' : 'border-bad bg-bad-fill',
      )}
    >
      <div className="flex gap-3">
        <Icon
          aria-hidden
          className={classes('mt-0.5 size-4 shrink-0', isPastDue ? 'text-warn' : 'text-bad')}
        />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          {payments.data ? (
            <Story subscription={subscription} payments={payments.data.items} />
          ) : payments.error ? (
            <ErrorNote
              title={OVERDUE.failed}
              error={payments.error}
              retrying={payments.isFetching}
              onRetry={() => void payments.refetch()}
            />
          ) : (
            <Skeleton
              className={classes('w-full max-w-prose', isPastDue ? 'h-45 sm:h-30' : 'h-24')}
            />
          )}
          {isPaying && <p role="status">{OVERDUE.processing}</p>}
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              icon={CreditCard}
              blockedBy={blockedBy('set_payment_method')}
              onClick={() => onAction('set_payment_method')}
            >
              {OVERDUE.useCard}
            </Button>
            <Button
              icon={RotateCw}
              blockedBy={blockedBy('retry')}
              onClick={() => onAction('retry')}
            >
              {OVERDUE.retry}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

function Story({
  subscription,
  payments,
}: {
  subscription: Subscription;
  payments: readonly Payment[];
}) {
  const zone = useTimeZone();
  const { status, current_period_end, ended_at } = subscription;
  const dunning = dunningOf(subscription, payments);
  const { tries } = dunning;
  const latest = tries.at(-1);
  const due = current_period_end ? formatDate(current_period_end, zone) : '';
  const reason = (latest && paymentReason(latest).toLowerCase()) || OVERDUE.declined;
  return (
    <>
      <div className="flex max-w-prose flex-col gap-1">
        <p className="font-semibold">{OVERDUE.title(reason, due)}</p>
        {status === 'past_due' ? (
          <WhatComes subscription={subscription} payments={payments} />
        ) : (
          <p>{OVERDUE.over(ended_at ? onDay(formatDate(ended_at, zone)) : '')}</p>
        )}
      </div>
      {tries.length > 0 && (
        <Disclosure label={OVERDUE_STRIP.attempts(tries.length)} className="w-fit">
          <ol className="mt-1 grid grid-cols-[auto_1fr] gap-x-4">
            {tries.map((payment) => (
              <li key={payment.id} className="contents">
                <time dateTime={payment.created_at}>
                  {formatDateTime(payment.created_at, zone)}
                </time>
                <span>{paymentReason(payment) || OVERDUE_STRIP.declined}</span>
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </>
  );
}

/** The next try, and what follows the last one. */
function WhatComes({
  subscription,
  payments,
}: {
  subscription: Subscription;
  payments: readonly Payment[];
}): ReactNode {
  const { subscription_settings } = useOrganization();
  const path = useOrganizationPath();
  const zone = useTimeZone();
  const { nextTryAt, isLastTry, lastTryAt } = dunningOf(subscription, payments);
  const last = isLastTry
    ? OVERDUE_STRIP.it
    : OVERDUE_STRIP.theLastRetry(lastTryAt ? onDay(formatDate(lastTryAt, zone)) : '');
  const end =
    subscription_settings.dunning_end === 'unpaid' ? OVERDUE.thenUnpaid : OVERDUE.thenCanceled;
  if (nextTryAt === null) {
    if (subscription.paused_at !== null) return <p>{OVERDUE.noTry}</p>;
    return <p>{OVERDUE.stopped(lastTryAt ? beforeDay(formatDate(lastTryAt, zone)) : '', end)}</p>;
  }
  return (
    <>
      <p>
        {isLastTry ? OVERDUE.lastTry : OVERDUE.nextTry} <Time value={nextTryAt} />,{' '}
        {formatDateTime(nextTryAt, zone)}. {OVERDUE.kept}
      </p>
      <p>
        {OVERDUE_STRIP.ifItFails(last, end)}{' '}
        <TextLink href={path('settings#failed-renewals')} className="whitespace-nowrap">
          {OVERDUE.change}
        </TextLink>
      </p>
    </>
  );
}
