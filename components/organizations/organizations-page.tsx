'use client';

import { Plus } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ORGANIZATIONS } from '@/components/organizations/texts';
import { ListPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import { listOrganizations } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

const COLUMNS: readonly Column<Organization>[] = [
  { id: 'name', header: ORGANIZATIONS.name, sort: 'name', cell: ({ name }) => name },
  {
    id: 'slug',
    header: ORGANIZATIONS.slug,
    mobile: 'sub',
    cell: ({ slug }) => <span className="font-mono text-xs">{slug}</span>,
  },
  {
    id: 'created',
    header: ORGANIZATIONS.created,
    sort: 'created_at',
    sortFirst: 'desc',
    mobile: 'end',
    cell: ({ created_at }) => <Time value={created_at} focusable={false} />,
  },
];

export function OrganizationsPage() {
  return (
    <ListPage
      title={ORGANIZATIONS.title}
      actions={
        <LinkButton variant="primary" icon={Plus} href="/dashboard/new">
          {ORGANIZATIONS.create}
        </LinkButton>
      }
    >
      <DataTable
        operation={listOrganizations}
        noun={ORGANIZATIONS.noun}
        routeQuery={{}}
        columns={COLUMNS}
        href={({ slug }) => `/dashboard/${slug}`}
        firstRun={{
          title: ORGANIZATIONS.none,
          text: ORGANIZATIONS.whatFor,
          actions: (
            <LinkButton variant="primary" icon={Plus} href="/dashboard/new">
              {ORGANIZATIONS.create}
            </LinkButton>
          ),
        }}
      />
    </ListPage>
  );
}
