'use client';

import Link from 'next/link';
import { SubscriptionBadge } from '@/components/entities/subscription-badge';
import { Loading } from '@/components/portal/loading';
import { useMayChange, useOwnPages, usePortalPath } from '@/components/portal/portal';
import { LINED, ROW_END, ROW_LINK, Rows } from '@/components/portal/rows';
import { HOME, NOUN, WHAT } from '@/components/portal/texts';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { listCustomerSubscriptions } from '@/lib/resources/subscriptions/operations';
import { isOverdue } from '@/lib/resources/subscriptions/rules';

/** The subscriptions of the customer; a row leads to all of one. */
export function SubscriptionList() {
  const path = usePortalPath();
  const mayChange = useMayChange();
  const subscriptions = useOwnPages(listCustomerSubscriptions);
  return (
    <Loading of={subscriptions} title={HOME.subscriptions} what={WHAT.subscriptions}>
      {(rows) =>
        rows.length > 0 && (
          <Section title={HOME.subscriptions}>
            <Rows of={subscriptions} noun={NOUN.subscriptions} rowClassName={LINED}>
              {(subscription) => (
                <Link href={path(`subscriptions/${subscription.id}`)} className={ROW_LINK}>
                  <span className="flex min-w-0 flex-col">
                    <span className="font-medium text-accent underline decoration-line wrap-anywhere">
                      {subscription.product.name}
                    </span>
                    {mayChange && isOverdue(subscription) && (
                      <span className="text-sm text-warn">{HOME.failed}</span>
                    )}
                  </span>
                  <span className={ROW_END}>
                    <SubscriptionBadge subscription={subscription} />
                    <Money
                      amount={subscription.amount ?? 0}
                      currency={subscription.currency}
                      interval={
                        subscription.amount === null ? null : subscription.recurring_interval
                      }
                      free
                    />
                  </span>
                </Link>
              )}
            </Rows>
          </Section>
        )
      }
    </Loading>
  );
}
