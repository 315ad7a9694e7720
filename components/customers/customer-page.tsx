'use client';

import Link from 'next/link';
import { useCustomerDeletion } from '@/components/customers/customer-deletion';
import { CustomerSales } from '@/components/customers/customer-sales';
import { PortalLink } from '@/components/customers/portal-link';
import { CUSTOMER } from '@/components/customers/presentation';
import { activeOf } from '@/components/customers/texts';
import { MetadataPart } from '@/components/form/metadata-form';
import { detailPage, EditAndDelete } from '@/components/resource/detail-page';
import { useOrganizationPath } from '@/components/session/organization';
import { formatCount, formatMoney } from '@/components/ui/money';
import { deleteCustomer, getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

const OPERATIONS = { read: getCustomer, update: updateCustomer, remove: deleteCustomer };

export const CustomerPage = detailPage(CUSTOMER, OPERATIONS, {
  top: (customer) => <Totals customer={customer} />,
  main: ({ id }) => <CustomerSales customerId={id} />,
  side: (customer) => <MetadataPart object={customer} update={updateCustomer} read={getCustomer} />,
  actions: (customer, remove) => (
    <>
      <PortalLink customer={customer} />
      <EditAndDelete of={CUSTOMER} operations={OPERATIONS} id={customer.id} onDelete={remove} />
    </>
  ),
  useDeletion: useCustomerDeletion,
});

/** The figures of what was sold; each leads to the list that it counts. */
function Totals({ customer }: { customer: CustomerWithTotals }) {
  const path = useOrganizationPath();
  const { id, spent, currency, orders_count, license_keys_count } = customer;
  const { labels } = CUSTOMER;
  const figures = [
    { label: labels.spent, value: formatMoney(spent, currency), section: null },
    { label: labels.orders, value: formatCount(orders_count), section: 'orders' },
    { label: labels.subscriptions, value: activeOf(customer) ?? '0', section: 'subscriptions' },
    { label: labels.keys, value: formatCount(license_keys_count), section: 'license-keys' },
  ];
  return (
    <dl
      aria-label="Totals"
      className="grid grid-cols-2 gap-y-4 border-y border-line py-3 sm:grid-cols-4"
    >
      {figures.map(({ label, value, section }) => (
        <div
          key={label}
          className="flex flex-col gap-0.5 border-line px-4 first:pl-0 max-sm:odd:pl-0 max-sm:even:border-l sm:not-first:border-l"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-lg font-semibold">
            {section === null || value === '0' ? (
              value
            ) : (
              <Link
                href={path(`${section}?customer_id=${id}`)}
                prefetch={false}
                className="underline decoration-line hover:decoration-current"
              >
                {value}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
