'use client';

import { usePreview } from '@/components/subscriptions/effects';
import { CHARGE, NEXT_RECEIPT, onDay } from '@/components/subscriptions/texts';
import { ErrorNote } from '@/components/ui/error-state';
import { Receipt, receiptLines } from '@/components/ui/receipt';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** What the next charge will be, as the API plans it, or why there is none. */
export function NextReceipt({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const reason = reasonOf(subscription, zone);
  return (
    <Section title={isOverdue(subscription) ? CHARGE.overdue : CHARGE.upcoming}>
      {reason ? <p className="text-muted">{reason}</p> : <Planned subscription={subscription} />}
    </Section>
  );
}

function Planned({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const { currency, discount, status, cancel_at_period_end } = subscription;
  const preview = usePreview(subscription, {});
  const { data } = preview;
  if (!data) {
    return preview.error ? (
      <ErrorNote
        title={CHARGE.failed}
        error={preview.error}
        retrying={preview.isFetching}
        onRetry={() => void preview.refetch()}
      />
    ) : (
      <div className="flex flex-col gap-3">
        <LoadingNote label={CHARGE.loading} />
        <Skeleton className="w-full" />
        <Skeleton className="w-full" />
        <Skeleton className="w-full" />
      </div>
    );
  }
  if (cancel_at_period_end && data.next_charge_at === null) {
    const day = data.ends_at ? onDay(formatDate(data.ends_at, zone)) : '';
    return <p className="text-muted">{CHARGE.noneAfterEnd(day)}</p>;
  }
  const day = data.next_charge_at ? ` ${formatDate(data.next_charge_at, zone)}` : '';
  return (
    <>
      <Receipt
        lines={receiptLines(data.lines)}
        total={{
          label: (status === 'past_due' ? CHARGE.nextTry : CHARGE.due)(day),
          amount: data.next_charge_amount,
        }}
        currency={currency ?? DEFAULT_CURRENCY}
      />
      {cancel_at_period_end ? (
        <p className="text-xs text-muted">{CHARGE.lastCharge}</p>
      ) : (
        discount &&
        !data.lines.some(({ description }) => description.startsWith(NEXT_RECEIPT.discount)) && (
          <p className="text-xs text-muted">{CHARGE.discountUsed(discount.name)}</p>
        )
      )}
    </>
  );
}

/** Why no charge is planned; null where one is. */
function reasonOf(subscription: Subscription, zone: string): string | null {
  const { status, amount, pending_price_id, paused_at, cancel_at_period_end } = subscription;
  const { ended_at } = subscription;
  const day = (value: string | null) => (value ? onDay(formatDate(value, zone)) : '');
  if (status === 'incomplete') return CHARGE.incomplete;
  if (status === 'incomplete_expired') return CHARGE.neverPaid;
  if (status === 'canceled') {
    return CHARGE.ended(day(ended_at));
  }
  if (paused_at) return CHARGE.paused(formatDate(paused_at, zone));
  if (cancel_at_period_end) return null;
  return amount === null && pending_price_id === null ? CHARGE.free : null;
}
