import { taxIdLabel } from '@/components/customers/tax-id';
import { activeOf } from '@/components/customers/texts';
import { customerName } from '@/components/entities/customer-name';
import { presentation } from '@/components/resource/presentation';
import { created, updated } from '@/components/resource/times';
import { AddressLines } from '@/components/ui/address';
import { CopyButton } from '@/components/ui/copy-button';
import { formatCount, Money } from '@/components/ui/money';
import { countryName } from '@/lib/contract/addresses';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

/** What customers are called and how they are printed. */
export const CUSTOMER = presentation<CustomerWithTotals>()('customer', {
  name: customerName,
  subtitle: ({ name, email }) => name !== null && <Email email={email} />,
  fields: {
    name: {
      label: 'Name',
      column: { width: 157, sort: 'name', cell: customerName },
    },
    email: {
      label: 'Email',
      column: { width: 213, sort: 'email', mobile: 'sub', cell: ({ email }) => email },
      // With a name it is below the title.
      fact: ({ name, email }) => name === null && <Email email={email} />,
    },
    country: {
      label: 'Country',
      column: {
        width: 120,
        cell: ({ billing_address: address }) => (address ? countryName(address.country) : <None />),
      },
    },
    spent: {
      label: 'Spent',
      column: {
        width: 90,
        align: 'end',
        mobile: 'end',
        cell: ({ spent, currency }) => (
          <Money amount={spent} currency={currency} className={spent === 0 ? 'text-muted' : ''} />
        ),
      },
    },
    orders: {
      label: 'Orders',
      column: {
        width: 75,
        align: 'end',
        cell: ({ orders_count }) => <Count count={orders_count} />,
      },
    },
    subscriptions: {
      label: 'Subscriptions',
      column: {
        width: 120,
        align: 'end',
        cell: (customer) => activeOf(customer) ?? <None />,
      },
    },
    keys: {
      label: 'License keys',
      column: {
        width: 105,
        align: 'end',
        cell: ({ license_keys_count }) => <Count count={license_keys_count} />,
      },
    },
    email_verified: {
      label: 'Email verified',
      value: ({ email_verified }) => (email_verified ? 'Yes' : 'No'),
    },
    billing_address: {
      label: 'Billing address',
      value: ({ billing_address }) => billing_address && <AddressLines address={billing_address} />,
    },
    tax_id: { label: 'Tax ID', value: ({ tax_id }) => tax_id && taxIdLabel(tax_id) },
    created: created({ width: 115 }),
    modified: updated(),
  },
});

function Count({ count }: { count: number }) {
  return count === 0 ? <None /> : formatCount(count);
}

function None() {
  return <span className="text-muted">—</span>;
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
