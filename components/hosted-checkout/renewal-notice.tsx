'use client';

import { useQuery } from '@tanstack/react-query';
import { subscriptionNotice } from '@/components/hosted-checkout/renewal';
import { intervalOf } from '@/components/purchase/summary';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { useTimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import { listCustomerSubscriptions } from '@/lib/resources/subscriptions/operations';

/**
 * What comes next of the bought subscription, as it is now. `token` is that of the customer session; once
 * that is over, what became of the subscription is not known here, and nothing is said.
 */
export function RenewalNotice({
  checkout,
  token,
  isMailed,
}: {
  checkout: CheckoutPublic;
  token: string;
  /** Mails of the seller reach buyers. */
  isMailed: boolean;
}) {
  const zone = useTimeZone();
  const isRecurring = intervalOf(checkout.product_price) !== null;
  const subscriptions = useQuery({
    ...query(listCustomerSubscriptions, { query: { limit: 100 } }, { token }),
    enabled: isRecurring,
  });
  if (!isRecurring || subscriptions.isError) return null;
  if (subscriptions.isPending) {
    return (
      <span className="flex h-6 items-center">
        <LoadingNote label="the next charge" />
        <Skeleton className="w-72 max-w-full" />
      </span>
    );
  }
  const bought = subscriptions.data.items.find(({ checkout_id }) => checkout_id === checkout.id);
  const notice = bought && subscriptionNotice(bought, checkout, { zone, isMailed });
  return notice ? <p className="text-muted">{notice}</p> : null;
}
