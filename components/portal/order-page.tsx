'use client';

import { ExternalLink } from 'lucide-react';
import { orderStatus, orderTotal } from '@/components/entities/order-status';
import { PaymentMethod } from '@/components/entities/payment-method';
import { Benefits } from '@/components/portal/benefits';
import { Loading } from '@/components/portal/loading';
import { useOwn, usePortalPath } from '@/components/portal/portal';
import { PortalPage } from '@/components/portal/portal-page';
import { PurchaseTitle } from '@/components/portal/portal-title';
import { ORDER, WHAT } from '@/components/portal/texts';
import { Badge } from '@/components/ui/badge';
import { buttonClasses } from '@/components/ui/button-classes';
import { LinkButton } from '@/components/ui/link-button';
import { Receipt, receiptLines } from '@/components/ui/receipt';
import { Slip, TABLE } from '@/components/ui/slip';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { getCustomerOrder, getCustomerOrderInvoice } from '@/lib/resources/orders/operations';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

/** An order with its receipt, its invoice, and what it gave. */
export function OrderPage({ id }: { id: string }) {
  return (
    <PortalPage title={ORDER.title(null)}>
      <Order id={id} />
    </PortalPage>
  );
}

function Order({ id }: { id: string }) {
  const order = useOwn(getCustomerOrder, { params: { id } });
  return (
    <Loading of={order} what={WHAT.order}>
      {(found) => <OrderDetail order={found} />}
    </Loading>
  );
}

function OrderDetail({ order }: { order: CustomerOrder }) {
  const path = usePortalPath();
  const zone = useTimeZone();
  const { id, product, lines, tax_amount, currency, refunded_amount, payment_method } = order;
  const enabled = order.invoice_number !== null;
  const invoice = useOwn(getCustomerOrderInvoice, { params: { id } }, { enabled });
  return (
    <>
      <PurchaseTitle product={product}>
        <Badge status={orderStatus(order)} />
        {order.invoice_number && (
          <span className="text-muted">{ORDER.title(order.invoice_number)}</span>
        )}
        <span className="text-muted">{formatDate(order.created_at, zone)}</span>
      </PurchaseTitle>
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className={`flex flex-col gap-5 rounded-dialog p-4 sm:p-6 ${TABLE}`}>
          <Slip className="px-5 pt-5 pb-4 sm:px-6">
            <Receipt
              large
              lines={[
                ...receiptLines(lines),
                ...(tax_amount > 0 ? [{ label: ORDER.tax, amount: tax_amount }] : []),
              ]}
              total={{ label: ORDER.paid, amount: orderTotal(order) }}
              after={[
                ...(refunded_amount > 0
                  ? [{ label: ORDER.refunded, amount: -refunded_amount }]
                  : []),
                ...(payment_method
                  ? [
                      {
                        label: ORDER.paidWith,
                        amount: null,
                        note: <PaymentMethod method={payment_method} />,
                      },
                    ]
                  : []),
              ]}
              currency={currency}
            />
          </Slip>
          <div className="flex flex-wrap gap-3">
            {invoice.data && (
              <a
                href={invoice.data.url}
                target="_blank"
                rel="noopener"
                className={buttonClasses({})}
              >
                {ORDER.invoice}
                <ExternalLink aria-hidden className="size-3.5 shrink-0" />
              </a>
            )}
            {order.subscription_id && (
              <LinkButton href={path(`subscriptions/${order.subscription_id}`)}>
                {ORDER.manage}
              </LinkButton>
            )}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Benefits
            of={
              order.subscription_id
                ? { subscription_id: [order.subscription_id] }
                : { order_id: [order.id] }
            }
          />
        </div>
      </div>
    </>
  );
}
