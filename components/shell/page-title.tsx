'use client';

import { useOrganizationName } from '@/components/session/organization';

/** What the tab is called: the page, whose it is, and the product. One stands in every page. */
export function PageTitle({ children }: { children: string }) {
  const organization = useOrganizationName();
  return <title>{[children, organization, 'Tilldesk'].filter(Boolean).join(' · ')}</title>;
}
