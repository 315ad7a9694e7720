'use client';

import { nextCharge } from '@/components/subscriptions/next-charge';
import { Receipt, type ReceiptLine } from '@/components/ui/receipt';
import { Section } from '@/components/ui/section';
import { formatDate, useTimeZone } from '@/components/ui/time';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** What the next renewal will be, or why there is none. */
export function NextReceipt({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const charge = nextCharge(subscription);
  const isOwed = subscription.status === 'past_due';
  if (!charge) {
    return (
      <Section title="Next receipt">
        <p className="text-muted">{reasonOf(subscription, zone)}</p>
      </Section>
    );
  }
  const { product, discount, recurring_interval, currency } = subscription;
  const lines: ReceiptLine[] = [
    { label: `${product.name}, 1 ${recurring_interval}`, amount: charge.amount },
  ];
  if (discount && charge.reduction !== null) {
    lines.push({ label: `Discount ${discount.code ?? discount.name}`, amount: -charge.reduction });
  }
  lines.push({ label: 'Tax', amount: null, note: 'Not collected' });
  const day = formatDate(charge.at, zone);
  return (
    <Section title={isOwed ? 'Unpaid receipt' : 'Next receipt'}>
      <Receipt
        lines={lines}
        total={{ label: `${isOwed ? 'Was due' : 'Due'} ${day}`, amount: charge.total }}
        currency={currency}
      />
      {discount && charge.reduction === null && (
        <p className="text-xs text-muted">
          The discount {discount.name} is used up: it does not reach this renewal.
        </p>
      )}
    </Section>
  );
}

function reasonOf({ status, amount, cancel_at_period_end, ...rest }: Subscription, zone: string) {
  const day = (value: string | null) => (value ? ` on ${formatDate(value, zone)}` : '');
  if (status === 'incomplete') return 'Nothing is charged until the first payment succeeds.';
  if (status === 'incomplete_expired') return 'None: the first payment never came.';
  if (status === 'canceled' || status === 'unpaid') {
    return `None: the subscription ended${day(rest.ended_at)}.`;
  }
  if (cancel_at_period_end) return `None: the subscription ends${day(rest.current_period_end)}.`;
  if (amount === null) return 'None: the price is free.';
  return 'None is planned.';
}
