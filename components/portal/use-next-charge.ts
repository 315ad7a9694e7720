import { useMayChange, useOwn } from '@/components/portal/portal';
import { formatMoney } from '@/components/ui/money';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { ACTIVE_STATUSES, isOneOf } from '@/lib/resources/subscription-statuses/rules';
import { previewCustomerSubscription } from '@/lib/resources/subscriptions/operations';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/** Whether a subscription is going on: neither ended nor paused. */
export function isRunning({ status, paused_at }: CustomerSubscription): boolean {
  return isOneOf(ACTIVE_STATUSES, status) && paused_at === null;
}

/** What a subscription charges next and when, as both are shown; null where nothing is, or until it is known. */
export function useNextCharge(subscription: CustomerSubscription) {
  const { id, cancel_at_period_end, amount, currency, import_hold } = subscription;
  const zone = useTimeZone();
  const renews =
    isRunning(subscription) && !cancel_at_period_end && import_hold === null && amount !== null;
  const enabled = useMayChange() && renews;
  const { data, isLoading } = useOwn(previewCustomerSubscription, { params: { id } }, { enabled });
  const charge =
    enabled && data?.next_charge_at
      ? {
          amount: formatMoney(data.next_charge_amount, currency),
          day: formatDate(data.next_charge_at, zone),
        }
      : null;
  return { charge, isLoading };
}
