'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { WhyNotContext } from '@/components/form/rights';
import { useLiveUpdates } from '@/components/session/use-live-updates';
import { whyNot } from '@/components/session/why-not';
import { OrganizationName } from '@/components/ui/page-title';
import { FrozenTime, TimeZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getMe } from '@/lib/resources/me/operations';
import type { Me } from '@/lib/resources/me/schema';

export type OrganizationOfCaller = Me['organizations'][number];

const Context = createContext<OrganizationOfCaller | null>(null);

/** Who is signed in, with the organizations and the role in each. */
export function useMe() {
  return useQuery({ ...query(getMe), staleTime: 60_000 });
}

export function OrganizationProvider({
  organization,
  children,
}: {
  organization: OrganizationOfCaller;
  children: ReactNode;
}) {
  useLiveUpdates(organization.id);
  return (
    <Context value={organization}>
      <WhyNotContext value={(right) => whyNot(organization.role, right)}>
        <OrganizationName value={organization.name}>
          <TimeZone zone={organization.timezone}>
            <FrozenTime now={organization.test_clock?.now ?? null}>{children}</FrozenTime>
          </TimeZone>
        </OrganizationName>
      </WhyNotContext>
    </Context>
  );
}

/** The organization of the route. */
export function useOrganization(): OrganizationOfCaller {
  const organization = use(Context);
  if (!organization) throw new Error('useOrganization belongs below /dashboard/{organization}');
  return organization;
}

/** The address of a page of the organization: `orders/018f…` → `/dashboard/acme/orders/018f…`. */
export function useOrganizationPath(): (path?: string) => string {
  const { slug } = useOrganization();
  return (path = '') => `/dashboard/${slug}${path === '' ? '' : `/${path}`}`;
}
