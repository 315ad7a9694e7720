'use client';

import Link from 'next/link';
import { useState } from 'react';
import { orderStatus, orderTotal } from '@/components/entities/order-status';
import { Loading } from '@/components/portal/loading';
import { useOwn, usePortalPath } from '@/components/portal/portal';
import { HOME, WHAT } from '@/components/portal/texts';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { listCustomerOrders } from '@/lib/resources/orders/operations';

const FIRST = 10;
const MOST = 100;

/** The orders of the customer, newest first; those of one subscription where one is given. */
export function OrderList({
  title = HOME.orders,
  subscriptionId,
}: {
  title?: string;
  subscriptionId?: string;
}) {
  const [limit, setLimit] = useState(FIRST);
  const path = usePortalPath();
  const zone = useTimeZone();
  const of = subscriptionId === undefined ? {} : { subscription_id: [subscriptionId] };
  const orders = useOwn(listCustomerOrders, { query: { ...of, limit } });
  return (
    <Loading of={orders} title={title} what={WHAT.orders}>
      {({ items, pagination }) =>
        items.length > 0 && (
          <Section title={title}>
            <ul className="flex flex-col">
              {items.map((order) => (
                <li key={order.id} className="border-b border-line last:border-b-0">
                  <Link
                    href={path(`orders/${order.id}`)}
                    className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control py-2 hover:bg-sunken"
                  >
                    <span className="flex min-w-0 flex-col">
                      <span className="text-accent underline decoration-line wrap-anywhere">
                        {order.product.name}
                      </span>
                      <span className="text-sm text-muted">
                        {formatDate(order.created_at, zone)}
                        {order.invoice_number && `, ${order.invoice_number}`}
                      </span>
                    </span>
                    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                      <Badge status={orderStatus(order)} />
                      <Money amount={orderTotal(order)} currency={order.currency} free />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            {pagination.total_count > limit && limit < MOST && (
              <div>
                <Button pending={orders.isFetching} onClick={() => setLimit(MOST)}>
                  {HOME.showAll}
                </Button>
              </div>
            )}
          </Section>
        )
      }
    </Loading>
  );
}
