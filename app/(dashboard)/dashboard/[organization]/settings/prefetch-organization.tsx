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
      operation={getOrganization}
      handler={GET}
      params={params}
      inputFor={(id) => ({ params: { id } })}
    >
      {children}
    </PrefetchInOrganization>
  );
}
