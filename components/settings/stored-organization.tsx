'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOrganization } from '@/components/session/organization';
import { TableSkeleton } from '@/components/settings/settings-table';
import { STORED_ORGANIZATION } from '@/components/settings/texts';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { query } from '@/lib/client/queries';
import { getOrganization } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

/** The organization as it is stored, with its version, for forms that change it. */
export function StoredOrganization({
  children,
}: {
  children: (organization: Organization) => ReactNode;
}) {
  const { id } = useOrganization();
  const organization = useQuery(query(getOrganization, { params: { id } }));
  return (
    <QueryBoundary
      query={organization}
      what={STORED_ORGANIZATION.theSettings}
      skeleton={<TableSkeleton label={STORED_ORGANIZATION.theSettings} />}
    >
      {children}
    </QueryBoundary>
  );
}
