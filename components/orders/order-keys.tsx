'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { LicenseKeyBadge } from '@/components/entities/license-key-badge';
import { CELL, ROW } from '@/components/entities/related-list';
import { ORDER_KEYS } from '@/components/orders/texts';
import { useOrganization } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { ErrorNote } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import type { Order } from '@/lib/resources/orders/schema';

const MOST = 100;

/** The license keys that an order gave, or its subscription. */
export function OrderKeys({ order }: { order: Order }) {
  const keys = useOrderKeys(order);
  if (keys.items?.length === 0) return null;
  return (
    <Section title={ORDER_KEYS.licenseKeys} className="no-print">
      {keys.error && <ErrorNote error={keys.error} />}
      {!keys.items && !keys.error && <Skeleton className="w-48" />}
      <ul className="-mt-3 flex flex-col">
        {keys.items?.map((key) => (
          <li key={key.id} className={ROW}>
            <span className="font-mono text-xs">
              <EntityLink section="license-keys" id={key.id}>
                {key.display_key}
              </EntityLink>
            </span>
            <span className={CELL.status}>
              <LicenseKeyBadge licenseKey={key} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The buyer's keys whose grants name the order or its subscription; `items` is undefined until they are known. */
function useOrderKeys({ id, customer_id, subscription_id }: Order) {
  const organization = useOrganization();
  const keys = useQuery(
    query(listLicenseKeys, {
      query: { organization_id: [organization.id], customer_id: [customer_id], limit: MOST },
    }),
  );
  const source = subscription_id ? { subscription_id: [subscription_id] } : { order_id: [id] };
  const benefits = [...new Set(keys.data?.items.map(({ benefit_id }) => benefit_id))];
  const grants = useQueries({
    queries: benefits.map((benefit) =>
      query(listBenefitGrants, { params: { id: benefit }, query: { ...source, limit: MOST } }),
    ),
  });
  // A deleted benefit has no grants any more.
  const failed = grants.find((grant) => grant.isError && grant.error.status !== 404);
  const error = keys.error ?? failed?.error;
  const isKnown = keys.data !== undefined && grants.every(({ isPending }) => !isPending);
  if (!isKnown) return { error, items: undefined };
  const granted = new Set(
    grants.flatMap(({ data }) =>
      (data?.items ?? []).flatMap(({ properties }) =>
        'license_key_id' in properties ? [properties.license_key_id] : [],
      ),
    ),
  );
  return { error, items: keys.data.items.filter((key) => granted.has(key.id)) };
}
