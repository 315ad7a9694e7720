'use client';

import Link from 'next/link';
import { orderStatus, orderTotal } from '@/components/entities/order-status';
import { PaymentMethod } from '@/components/entities/payment-method';
import { Loading } from '@/components/portal/loading';
import { useOwn, useOwnPages, usePortalPath } from '@/components/portal/portal';
import { LINED, ROW, ROW_AMOUNT, ROW_DETAILS, ROW_STATUS, Rows } from '@/components/portal/rows';
import { HOME, NOUN, ORDER, WHAT } from '@/components/portal/texts';
import { Badge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { getCustomerOrderInvoice, listCustomerOrders } from '@/lib/resources/orders/operations';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

/** The orders of the customer, newest first; those of one subscription where one is given. */
export function OrderList({
  title = HOME.orders,
  noun = NOUN.orders,
  subscriptionId,
  initial,
}: {
  title?: string;
  noun?: string;
  subscriptionId?: string;
  /** How many of them are shown at first: each shown one asks for the address of its invoice. */
  initial?: number;
}) {
  const path = usePortalPath();
  const zone = useTimeZone();
  const day = ({ created_at }: CustomerOrder) => formatDate(created_at, zone);
  const orders = useOwnPages(
    listCustomerOrders,
    subscriptionId === undefined ? {} : { subscription_id: [subscriptionId] },
  );
  return (
    <Loading of={orders} title={title} what={WHAT.orders}>
      {(rows) =>
        rows.length > 0 && (
          <Section title={title}>
            <Rows of={orders} noun={noun} initial={initial} rowClassName={LINED}>
              {(order) => (
                <div className={ROW}>
                  <span className="min-w-0">
                    <Link
                      href={path(`orders/${order.id}`)}
                      className="inline-flex min-h-6 items-center text-accent underline decoration-line wrap-anywhere hover:decoration-current coarse:min-h-11"
                    >
                      {subscriptionId === undefined ? order.product.name : day(order)}
                    </Link>
                  </span>
                  <span className={ROW_DETAILS}>
                    {subscriptionId === undefined && <span>{day(order)}</span>}
                    <span className="lg:col-start-2">
                      <InvoiceLink order={order} />
                    </span>
                    {order.payment_method && <PaymentMethod method={order.payment_method} />}
                  </span>
                  <span className={ROW_STATUS}>
                    <Badge status={orderStatus(order)} />
                  </span>
                  <span className={ROW_AMOUNT}>
                    <Money amount={orderTotal(order)} currency={order.currency} free />
                  </span>
                </div>
              )}
            </Rows>
          </Section>
        )
      }
    </Loading>
  );
}

/** The invoice of an order, named by its number; its address is open to whom has it for an hour. */
function InvoiceLink({ order: { id, invoice_number } }: { order: CustomerOrder }) {
  const enabled = invoice_number !== null;
  const invoice = useOwn(getCustomerOrderInvoice, { params: { id } }, { enabled });
  if (!enabled) return null;
  const name = ORDER.invoiceOf(invoice_number);
  return invoice.data ? (
    <a
      href={invoice.data.url}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-6 items-center underline decoration-line hover:text-ink hover:decoration-current coarse:min-h-11"
    >
      {name}
    </a>
  ) : (
    name
  );
}
