import { useMayChange, useOwn } from '@/components/portal/portal';
import { formatMoney } from '@/components/ui/money';
import { previewCustomerSubscription } from '@/lib/resources/subscriptions/operations';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/** The amount that a subscription is overdue with, as it is shown; null until it is known, or with nothing due. */
export function useDue(subscription: CustomerSubscription): string | null {
  const { id, currency } = subscription;
  const isDue = useMayChange() && isOverdue(subscription);
  const next = useOwn(previewCustomerSubscription, { params: { id } }, { enabled: isDue });
  return isDue && next.data ? formatMoney(next.data.next_charge_amount, currency) : null;
}
