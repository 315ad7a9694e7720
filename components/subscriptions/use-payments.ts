import { useQuery } from '@tanstack/react-query';
import { isUnsettled } from '@/components/entities/payment-status';
import { query } from '@/lib/client/queries';
import { listPayments } from '@/lib/resources/payments/contract';

/** The API's largest page. */
export const MOST = 100;
const POLL_MS = 5000;

/** The latest attempts to charge a subscription; read again and again while the outcome of one is open. */
export function usePayments(subscriptionId: string) {
  return useQuery({
    ...query(listPayments, { query: { subscription_id: [subscriptionId], limit: MOST } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnsettled) ? POLL_MS : false),
  });
}
