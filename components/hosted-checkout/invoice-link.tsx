'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { viewInvoice } from '@/components/hosted-checkout/confirmation-texts';
import { query } from '@/lib/client/queries';
import { getCustomerOrderInvoice } from '@/lib/resources/orders/operations';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

/** The way to the invoice of an order, which is open to its link for an hour. */
export function InvoiceLink({
  order: { id, invoice_number },
  token,
}: {
  order: CustomerOrder;
  token: string;
}) {
  const { data } = useQuery(query(getCustomerOrderInvoice, { params: { id } }, { token }));
  if (!data) return null;
  return (
    <p>
      <a
        href={data.url}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
      >
        {viewInvoice(invoice_number)}
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      </a>
    </p>
  );
}
