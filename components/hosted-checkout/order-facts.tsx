'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { PaymentMethod } from '@/components/entities/payment-method';
import {
  INVOICE,
  ORDER_NUMBER,
  PAYMENT_METHOD,
  VIEW_INVOICE,
} from '@/components/hosted-checkout/texts';
import { query } from '@/lib/client/queries';
import { getCustomerOrderInvoice } from '@/lib/resources/orders/operations';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

/** The number of an order, what was charged, and the way to its invoice, which is open to its link for an hour. */
export function OrderFacts({
  order: { id, invoice_number, payment_method },
  token,
}: {
  order: CustomerOrder;
  token: string;
}) {
  const { data: invoice } = useQuery(query(getCustomerOrderInvoice, { params: { id } }, { token }));
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 border-y border-line py-3">
      <div>
        <dt className="text-sm text-muted">{ORDER_NUMBER}</dt>
        <dd className="font-medium">{invoice_number}</dd>
      </div>
      {payment_method && (
        <div>
          <dt className="text-sm text-muted">{PAYMENT_METHOD}</dt>
          <dd className="font-medium">
            <PaymentMethod method={payment_method} />
          </dd>
        </div>
      )}
      {invoice && (
        <div>
          <dt className="text-sm text-muted">{INVOICE}</dt>
          <dd>
            <a
              href={invoice.url}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
            >
              {VIEW_INVOICE}
              <ExternalLink aria-hidden className="size-3.5 shrink-0" />
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}
