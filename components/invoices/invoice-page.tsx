import type { ReactNode } from 'react';
import { AddressLines } from '@/components/ui/address';
import { Receipt } from '@/components/ui/receipt';
import type { Invoice } from '@/lib/resources/orders/serialize';

/** An invoice, the same on screen and on paper. */
export function InvoicePage({ invoice }: { invoice: Invoice }) {
  const { seller, buyer, product, interval, discount, taxAmount, currency } = invoice;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: seller.timezone });
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-col gap-10 px-5 py-12 text-base print:p-0">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-2xl font-semibold tracking-tight">Invoice</h1>
        <p className="text-muted">
          <time dateTime={invoice.createdAt}>{date.format(new Date(invoice.createdAt))}</time>
        </p>
      </header>
      <div className="grid gap-8 sm:grid-cols-2">
        <Party title="From" name={seller.company ?? seller.name} email={seller.email}>
          {seller.company && seller.company !== seller.name && <span>{seller.name}</span>}
        </Party>
        <Party title="To" name={buyer.name} email={buyer.email}>
          {buyer.address && <AddressLines address={buyer.address} />}
          {buyer.taxId && <span>Tax id {buyer.taxId}</span>}
        </Party>
      </div>
      <Receipt
        large
        currency={currency}
        lines={[
          {
            label: interval ? `${product}, one ${interval}` : product,
            amount: invoice.listedAmount,
          },
          ...(discount ? [{ label: discount.name, amount: -discount.amount }] : []),
          { label: 'Tax', amount: taxAmount || null, note: 'Not collected' },
        ]}
        total={{
          label: invoice.totalAmount > 0 ? 'Total, paid' : 'Total',
          amount: invoice.totalAmount,
        }}
      />
      <footer className="flex flex-col gap-1 border-t border-line pt-4 text-sm text-muted">
        {taxAmount === 0 && <p>Prices are without tax. Tax is not collected.</p>}
        <p>
          Order <span className="font-mono text-xs">{invoice.orderId}</span>
        </p>
        {invoice.isSandbox && <p>Sandbox: no real money has moved.</p>}
      </footer>
    </main>
  );
}

function Party({
  title,
  name,
  email,
  children,
}: {
  title: string;
  name: string | null;
  email: string | null;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col wrap-anywhere">
      <h2 className="text-sm text-muted">{title}</h2>
      {name && <strong className="font-semibold">{name}</strong>}
      {children}
      {email && <span>{email}</span>}
    </section>
  );
}
