'use client';

import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { Frame } from '@/components/shell/frame';
import { MISSING } from '@/components/shell/texts';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';

/** The 404 page of an organization, with the navigation kept. */
export function NotFoundPage() {
  const { name } = useOrganization();
  const path = useOrganizationPath();
  return (
    <Frame>
      <PageTitle>{MISSING.notFoundTab}</PageTitle>
      <EmptyState
        isPage
        drawing="page"
        title={MISSING.notFound}
        actions={<LinkButton href={path()}>{MISSING.goTo(name)}</LinkButton>}
      >
        {MISSING.notFoundText}
      </EmptyState>
    </Frame>
  );
}
