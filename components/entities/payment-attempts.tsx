'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PaymentMethod } from '@/components/entities/payment-method';
import { paymentReason, paymentStatus } from '@/components/entities/payment-status';
import { CELL, ROW } from '@/components/entities/related-list';
import { PAYMENT_ATTEMPTS } from '@/components/entities/texts';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { formatMoney, Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { OutsideLink } from '@/components/ui/text-link';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listPayments } from '@/lib/resources/payments/contract';
import type { Payment } from '@/lib/resources/payments/schema';

const SHOWN = 5;

/** The tries to pay for a checkout or an order, or those of a customer. */
export function paymentsOf(
  sale: { checkout_id: string[] } | { order_id: string[] } | { customer_id: string[] },
) {
  return query(listPayments, { query: { ...sale, limit: 100 } });
}

/** Every try to pay, newest first, with the reason of those that failed. */
export function PaymentAttempts({
  sale,
  empty,
}: {
  sale: Parameters<typeof paymentsOf>[0];
  /** Shown where nobody has tried. */
  empty: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const payments = useQuery(paymentsOf(sale));
  return (
    <Section title={PAYMENT_ATTEMPTS.paymentAttempts}>
      {payments.isPending && <Skeleton className="h-10" />}
      {payments.error && (
        <ErrorState
          what={PAYMENT_ATTEMPTS.theAttempts}
          error={payments.error}
          retrying={payments.isFetching}
          onRetry={() => void payments.refetch()}
        />
      )}
      {payments.data?.items.length === 0 && <p className="text-muted">{empty}</p>}
      {payments.data && payments.data.items.length > 0 && (
        <ul className="-mt-3">
          {payments.data.items.slice(0, isWhole ? undefined : SHOWN).map((payment) => (
            <li key={payment.id} className={ROW}>
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                {payment.payment_method && <PaymentMethod method={payment.payment_method} />}
                <span className="text-muted">{paymentReason(payment)}</span>
                <Booked payment={payment} />
              </span>
              <span className={CELL.status}>
                <Badge status={paymentStatus(payment)} />
              </span>
              <span className={CELL.amount}>
                <Money amount={payment.amount} currency={payment.currency} />
              </span>
              <span className={CELL.time}>
                <Time value={payment.created_at} show="minute" />
              </span>
            </li>
          ))}
        </ul>
      )}
      {payments.data && payments.data.items.length > SHOWN && !isWhole && (
        <Button size="small" className="self-start" onClick={() => setWhole(true)}>
          {PAYMENT_ATTEMPTS.showAll(payments.data.items.length)}
        </Button>
      )}
    </Section>
  );
}

/** What a payment came to on the seller's balance, and where that is found. */
function Booked({
  payment: { fee_amount, net_amount, settlement_currency: currency, processor_url },
}: {
  payment: Payment;
}) {
  return (
    <>
      {fee_amount !== null && net_amount !== null && currency !== null && (
        <span className="text-muted">
          {PAYMENT_ATTEMPTS.fee(
            formatMoney(fee_amount, currency),
            formatMoney(net_amount, currency),
          )}
        </span>
      )}
      {processor_url !== null && (
        <OutsideLink href={processor_url} className="print:hidden">
          {PAYMENT_ATTEMPTS.viewInStripe}
        </OutsideLink>
      )}
    </>
  );
}
