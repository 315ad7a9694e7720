'use client';

import { Plus } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ListPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import { exportOrganizations, listOrganizations } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

const COLUMNS: readonly Column<Organization>[] = [
  { id: 'name', header: 'Name', sort: 'name', cell: ({ name }) => name },
  {
    id: 'slug',
    header: 'Slug',
    mobile: 'sub',
    cell: ({ slug }) => <span className="font-mono text-xs">{slug}</span>,
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created_at',
    sortFirst: 'desc',
    mobile: 'end',
    cell: ({ created_at }) => <Time value={created_at} focusable={false} />,
  },
];

export function OrganizationsPage() {
  return (
    <ListPage
      title="Organizations"
      actions={
        <LinkButton variant="primary" icon={Plus} href="/dashboard/new">
          New organization
        </LinkButton>
      }
    >
      <DataTable
        operation={listOrganizations}
        noun={{ one: 'organization', many: 'organizations' }}
        scope={{}}
        columns={COLUMNS}
        exportOperation={exportOrganizations}
        href={({ slug }) => `/dashboard/${slug}`}
        firstRun={{
          title: 'No organization yet. Create one.',
          text: 'It holds your products, your buyers and your money.',
          actions: (
            <LinkButton variant="primary" icon={Plus} href="/dashboard/new">
              New organization
            </LinkButton>
          ),
        }}
      />
    </ListPage>
  );
}
