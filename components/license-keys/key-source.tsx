'use client';

import { useQuery } from '@tanstack/react-query';
import { SubscriptionLink } from '@/components/entities/named-link';
import { SubscriptionBadge } from '@/components/entities/subscription-badge';
import { query } from '@/lib/client/queries';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';
import { getSubscription } from '@/lib/resources/subscriptions/operations';

/** The grant that a key was issued for, which names its subscription or its order. */
export function useGrantOf({ id, benefit_id, customer_id }: LicenseKey) {
  const grants = useQuery(
    query(listBenefitGrants, {
      params: { id: benefit_id },
      query: { customer_id: [customer_id], limit: 100 },
    }),
  );
  const grant = grants.data?.items.find(
    ({ properties }) => 'license_key_id' in properties && properties.license_key_id === id,
  );
  return { grant, isPending: grants.isPending };
}

/** "Valid while active": the subscription that a key lives with. */
export function KeySubscription({ id }: { id: string }) {
  const { data } = useQuery(query(getSubscription, { params: { id } }));
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SubscriptionLink id={id} />
      {data && <SubscriptionBadge subscription={data} />}
    </span>
  );
}
