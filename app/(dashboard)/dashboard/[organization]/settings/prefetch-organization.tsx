import type { ReactNode } from 'react';
import {
  type OrganizationPageProps,
  PrefetchInOrganization,
  type Query,
} from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/organizations/[id]/route';
import { getOrganization } from '@/lib/resources/organizations/contract';

/** Hydrates the organization with its version, for the forms that change it, and what else a page asks for. */
export function PrefetchOrganization({
  params,
  further = [],
  children,
}: Pick<OrganizationPageProps, 'params'> & {
  further?: readonly Query[];
  children: ReactNode;
}) {
  return (
    <PrefetchInOrganization
      params={params}
      queriesFor={({ id }) => [
        { operation: getOrganization, handler: GET, input: { params: { id } } },
        ...further,
      ]}
    >
      {children}
    </PrefetchInOrganization>
  );
}
