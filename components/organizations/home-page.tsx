'use client';

import { Checklist } from '@/components/organizations/checklist';
import { useOrganization } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';

/** The start page of an organization. */
export function HomePage() {
  const { name } = useOrganization();
  return (
    <ListPage title={name}>
      <Checklist />
    </ListPage>
  );
}
