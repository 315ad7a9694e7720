'use client';

import { createContext, use } from 'react';

/** The organization of the page; null outside of organizations. */
export const OrganizationName = createContext<string | null>(null);

/** The title of the browser's tab: page, organization and product. Rendered once in every page. */
export function PageTitle({ children }: { children: string }) {
  const organization = use(OrganizationName);
  return <title>{[children, organization, 'Tilldesk'].filter(Boolean).join(' · ')}</title>;
}
