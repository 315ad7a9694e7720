'use client';

import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';

/** The 404 page of an organization, with the navigation kept. */
export function NotFoundPage() {
  const { name } = useOrganization();
  const path = useOrganizationPath();
  return (
    <div className="p-4 md:p-6">
      <PageTitle>Not found</PageTitle>
      <EmptyState
        isPage
        title="This page does not exist."
        actions={<LinkButton href={path()}>Go to {name}</LinkButton>}
      >
        Check the address, or go back to where you came from.
      </EmptyState>
    </div>
  );
}
