import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { InvoicePage } from '@/components/invoices/invoice-page';
import { ApiError } from '@/lib/contract/errors';
import { openInvoice } from '@/lib/resources/orders/service';
import { realTime } from '@/lib/runtime/clock';

export const metadata: Metadata = {
  title: 'Invoice · Tilldesk',
  robots: 'noindex',
  // The address is a credential.
  referrer: 'no-referrer',
};

/** An order's invoice by its signed address: complete without a script, so that it prints at once. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invoice = await openInvoice(token, realTime()).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 410 ? null : notFound();
  });
  if (invoice) return <InvoicePage invoice={invoice} />;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 px-5 text-base">
      <h1 className="text-xl font-semibold tracking-tight">This link is over</h1>
      <p>Ask for the invoice again where you found it.</p>
    </main>
  );
}
