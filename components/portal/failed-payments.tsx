'use client';

import { PaymentMethod } from '@/components/entities/payment-method';
import { Loading } from '@/components/portal/loading';
import { useOwnPages } from '@/components/portal/portal';
import { LINED, ROW, ROW_AMOUNT, ROW_DETAILS, Rows } from '@/components/portal/rows';
import { HOME, NOUN, WHAT } from '@/components/portal/texts';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { listCustomerPayments } from '@/lib/resources/payments/operations';
import { reasonOf } from '@/lib/resources/payments/rules';

/** The declined payments of the customer and why, newest first; those of one subscription where one is given. */
export function FailedPayments({
  subscriptionId,
  initial,
}: {
  subscriptionId?: string;
  initial?: number;
}) {
  const zone = useTimeZone();
  const payments = useOwnPages(listCustomerPayments, {
    status: ['declined'],
    ...(subscriptionId !== undefined && { subscription_id: [subscriptionId] }),
  });
  // Most have none, so nothing keeps a place for them.
  if (payments.isLoading) return null;
  return (
    <Loading of={payments} title={HOME.failedPayments} what={WHAT.failedPayments}>
      {(rows) =>
        rows.length > 0 && (
          <Section title={HOME.failedPayments}>
            <Rows of={payments} noun={NOUN.failedPayments} initial={initial} rowClassName={LINED}>
              {({ product, created_at, amount, currency, payment_method, ...declined }) => {
                const day = formatDate(created_at, zone);
                const reason = reasonOf(declined.decline_code ?? declined.code);
                return (
                  <div className={ROW}>
                    <span className="min-w-0 wrap-anywhere">
                      {subscriptionId === undefined ? product.name : day}
                    </span>
                    <span className={ROW_DETAILS}>
                      {subscriptionId === undefined && <span>{day}</span>}
                      <span className="lg:col-start-2">{reason}</span>
                      {payment_method && <PaymentMethod method={payment_method} />}
                    </span>
                    <span className={ROW_AMOUNT}>
                      <Money amount={amount} currency={currency} />
                    </span>
                  </div>
                );
              }}
            </Rows>
          </Section>
        )
      }
    </Loading>
  );
}
