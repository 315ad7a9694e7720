'use client';

import { useQuery } from '@tanstack/react-query';
import { LicenseKeyBadge } from '@/components/entities/license-key-badge';
import { CUSTOMER_KEYS } from '@/components/orders/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { EntityLink, hasSection } from '@/components/shell/entity-link';
import { ErrorNote } from '@/components/ui/error-state';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { query } from '@/lib/client/queries';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';

const SHOWN = 5;

/** The license keys of a buyer: the first five, and the way to all of them. */
export function CustomerKeys({ customerId }: { customerId: string }) {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const keys = useQuery(
    query(listLicenseKeys, {
      query: { organization_id: [id], customer_id: [customerId], limit: SHOWN },
    }),
  );
  const total = keys.data?.pagination.total_count ?? 0;
  if (keys.data && total === 0) return null;
  return (
    <Section
      title={CUSTOMER_KEYS.licenseKeysOfThis}
      className="no-print"
      aside={
        total > SHOWN &&
        hasSection('license-keys') && (
          <TextLink href={path(`license-keys?customer_id=${customerId}`)}>
            All {formatCount(total)}
          </TextLink>
        )
      }
    >
      {keys.isError && <ErrorNote error={keys.error} />}
      {keys.isPending && <Skeleton className="w-48" />}
      <ul className="flex flex-col">
        {keys.data?.items.map((key) => (
          <li
            key={key.id}
            className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-b-0"
          >
            <span className="font-mono text-xs">
              <EntityLink section="license-keys" id={key.id}>
                {key.display_key}
              </EntityLink>
            </span>
            <LicenseKeyBadge licenseKey={key} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
