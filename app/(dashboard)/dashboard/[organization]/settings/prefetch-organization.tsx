import type { ReactNode } from 'react';
import { type OrganizationPageProps, PrefetchInOrganization } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/organizations/[id]/route';
import { getOrganization } from '@/lib/resources/organizations/contract';

/** Hydrates the organization with its version, for the forms that change it. */
export function PrefetchOrganization({
  params,
  children,
}: Pick<OrganizationPageProps, 'params'> & { children: ReactNode }) {
  return (
    <PrefetchInOrganization
      params={params}
      queriesFor={({ id }) => [
        { operation: getOrganization, handler: GET, input: { params: { id } } },
      ]}
    >
      {children}
    </PrefetchInOrganization>
  );
}
