'use client';

import { activeOf, LIST } from '@/components/customers/texts';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { createdColumn, updatedColumn } from '@/components/data-table/time-columns';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { countryName } from '@/components/ui/address';
import { CurlButton } from '@/components/ui/curl-button';
import { formatCount, Money } from '@/components/ui/money';
import { createCustomer, exportCustomers, listCustomers } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

const COLUMNS: readonly Column<CustomerWithTotals>[] = [
  {
    id: 'name',
    header: LIST.name,
    width: 180,
    sort: 'name',
    cell: ({ name, email }) => name ?? email,
  },
  {
    id: 'email',
    header: LIST.email,
    width: 200,
    sort: 'email',
    mobile: 'sub',
    cell: ({ email }) => email,
  },
  {
    id: 'country',
    header: LIST.country,
    width: 120,
    cell: ({ billing_address: address }) => (address ? countryName(address.country) : <None />),
  },
  {
    id: 'spent',
    header: LIST.spent,
    width: 90,
    align: 'end',
    mobile: 'end',
    cell: ({ spent }) => (
      <Money amount={spent} currency="usd" className={spent === 0 ? 'text-muted' : ''} />
    ),
  },
  {
    id: 'orders',
    header: LIST.orders,
    width: 75,
    align: 'end',
    cell: ({ orders_count }) => <Count count={orders_count} />,
  },
  {
    id: 'subscriptions',
    header: LIST.subscriptions,
    width: 160,
    align: 'end',
    cell: (customer) => activeOf(customer) ?? <None />,
  },
  {
    id: 'keys',
    header: LIST.keys,
    width: 105,
    align: 'end',
    cell: ({ license_keys_count }) => <Count count={license_keys_count} />,
  },
  createdColumn({ header: LIST.created, width: 115 }),
  updatedColumn({ header: LIST.updated }),
];

function Count({ count }: { count: number }) {
  return count === 0 ? <None /> : formatCount(count);
}

function None() {
  return <span className="text-muted">—</span>;
}

export function CustomersPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const create = useCreateLink('customers', LIST.new);
  return (
    <ListPage title={LIST.title} actions={create}>
      <DataTable
        operation={listCustomers}
        noun={{ one: 'customer', many: 'customers' }}
        scope={{ organization_id: [id] }}
        columns={COLUMNS}
        href={(customer) => path(`customers/${customer.id}`)}
        editHref={(customer) => path(`customers/${customer.id}/edit`)}
        exportOperation={exportCustomers}
        firstRun={{
          ...LIST.firstRun,
          actions: (
            <>
              {create}
              <CurlButton
                operation={createCustomer}
                input={{ body: { email: 'ada@example.com', name: 'Ada', organization_id: id } }}
              />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
