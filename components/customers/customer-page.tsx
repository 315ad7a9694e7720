'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { CustomerActions } from '@/components/customers/customer-actions';
import { CustomerSales } from '@/components/customers/customer-sales';
import { taxIdLabel } from '@/components/customers/tax-id';
import { activeOf, DETAIL, LIST } from '@/components/customers/texts';
import { MetadataForm } from '@/components/form/metadata-form';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { AddressLines } from '@/components/ui/address';
import { CopyButton } from '@/components/ui/copy-button';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { formatCount, formatMoney } from '@/components/ui/money';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

export function CustomerPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const customer = useQuery(query(getCustomer, { params: { id } }));
  return (
    <DetailPage
      crumbs={[{ label: LIST.title, href: path('customers') }]}
      current={customer.data ? (customer.data.name ?? customer.data.email) : shortId(id)}
    >
      <QueryBoundary query={customer} what={DETAIL.what}>
        {(found) => <CustomerDetail customer={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function CustomerDetail({ customer }: { customer: CustomerWithTotals }) {
  const { id, name, email } = customer;
  return (
    <>
      <DetailHeader
        title={name ?? email}
        subtitle={
          <>
            {name !== null && <Email email={email} />}
            <IdChip id={id} />
          </>
        }
        actions={<CustomerActions customer={customer} />}
      />
      <Totals customer={customer} />
      <DetailColumns
        main={<CustomerSales customerId={id} />}
        side={
          <>
            <CustomerFacts customer={customer} />
            <Section title={DETAIL.metadata}>
              <MetadataForm object={customer} update={updateCustomer} read={getCustomer} />
            </Section>
          </>
        }
      />
      <JsonView value={customer} />
    </>
  );
}

/** The figures of what was sold; each leads to the list that it counts. */
function Totals({ customer }: { customer: CustomerWithTotals }) {
  const path = useOrganizationPath();
  const { id, spent, orders_count, license_keys_count } = customer;
  const figures = [
    { label: LIST.spent, value: formatMoney(spent, 'usd'), section: null },
    { label: LIST.orders, value: formatCount(orders_count), section: 'orders' },
    { label: LIST.subscriptions, value: activeOf(customer) ?? '0', section: 'subscriptions' },
    { label: LIST.keys, value: formatCount(license_keys_count), section: 'license-keys' },
  ];
  return (
    <dl
      aria-label={DETAIL.totals}
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

function CustomerFacts({ customer }: { customer: CustomerWithTotals }) {
  const { name, email, email_verified, billing_address, tax_id, created_at, modified_at } =
    customer;
  return (
    <Section title={DETAIL.customer}>
      <Facts
        facts={[
          // With a name it is below the title.
          name === null && [LIST.email, <Email key="email" email={email} />],
          [DETAIL.verified, email_verified ? DETAIL.yes : DETAIL.no],
          [
            DETAIL.address,
            billing_address && <AddressLines key="address" address={billing_address} />,
          ],
          [DETAIL.taxId, tax_id && taxIdLabel(tax_id)],
          [LIST.created, <Time key="created" value={created_at} show="datetime" />],
          modified_at !== null && [
            LIST.updated,
            <Time key="modified" value={modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}

function Email({ email }: { email: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-0.5">
      <a
        href={`mailto:${email}`}
        className="min-w-0 truncate underline decoration-line hover:decoration-current"
      >
        {email}
      </a>
      <CopyButton value={email} label="Copy the email" />
    </span>
  );
}
