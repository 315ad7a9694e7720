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
        title="There is no page here."
        actions={<LinkButton href={path()}>Home of {name}</LinkButton>}
      >
        The address may be incomplete, or what it led to is gone.
      </EmptyState>
    </div>
  );
}
