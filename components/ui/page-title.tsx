'use client';

import { createContext, use } from 'react';

/** Whose pages these are; null outside of every organization. */
export const OrganizationName = createContext<string | null>(null);

/** What the tab is called: the page, whose it is, and the product. One stands in every page. */
export function PageTitle({ children }: { children: string }) {
  const organization = use(OrganizationName);
  return <title>{[children, organization, 'Tilldesk'].filter(Boolean).join(' · ')}</title>;
}
