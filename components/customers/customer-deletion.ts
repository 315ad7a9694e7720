'use client';

import { useQuery } from '@tanstack/react-query';
import { CUSTOMER } from '@/components/customers/presentation';
import { DELETE, deletionEffects } from '@/components/customers/texts';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization } from '@/components/session/organization';
import type { ConfirmQuestion } from '@/components/ui/confirm-dialog';
import { query } from '@/lib/client/queries';
import { totalOf } from '@/lib/client/totals';
import { getCustomer } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { LIVING_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import { cancelSubscription, listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What the dialog says before a customer is deleted, which asks for the name and is not for everybody. */
export function useCustomerDeletion(customer: CustomerWithTotals): ConfirmQuestion {
  const endsNone = useWhyNot()(cancelSubscription);
  const ends = useEnds(customer.id);
  const isBlocked =
    (ends.counts ? ends.counts.subscriptions : customer.active_subscriptions_count) > 0 &&
    endsNone !== null;
  const words = ends.counts
    ? deletionEffects({ ...ends.counts, orders: customer.orders_count })
    : DELETE.unknown;
  return {
    effects: ends.isPending ? DELETE.counting : isBlocked ? DELETE.ownersOnly : words,
    loading: ends.isPending,
    ...(isBlocked ? { blockedBy: endsNone } : { typedName: CUSTOMER.name(customer) }),
  };
}

/** What a customer's deletion ends: what is not over yet (docs/contract/customers.md#deletion). */
function useEnds(customerId: string) {
  const { id } = useOrganization();
  const own = { organization_id: [id], customer_id: [customerId] };
  const subscriptions = useQuery(
    totalOf(listSubscriptions, {
      query: { ...own, status: [...LIVING_STATUSES] },
    }),
  );
  const keys = useQuery(
    totalOf(listLicenseKeys, { query: { ...own, status: ['granted', 'disabled'] } }),
  );
  const customer = useQuery({
    ...query(getCustomer, { params: { id: customerId } }),
    staleTime: 0,
  });
  const counts = subscriptions.isSuccess &&
    keys.isSuccess &&
    customer.isSuccess && {
      subscriptions: subscriptions.data,
      benefits: customer.data.granted_benefits_count,
      keys: keys.data,
    };
  return {
    counts,
    isPending: subscriptions.isLoading || keys.isLoading || customer.isFetching,
  };
}
