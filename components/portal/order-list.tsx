'use client';

import Link from 'next/link';
import { orderStatus, orderTotal } from '@/components/entities/order-status';
import { Loading } from '@/components/portal/loading';
import { useOwnPages, usePortalPath } from '@/components/portal/portal';
import { LINED, ROW_END, ROW_LINK, Rows } from '@/components/portal/rows';
import { HOME, NOUN, WHAT } from '@/components/portal/texts';
import { Badge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { listCustomerOrders } from '@/lib/resources/orders/operations';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

/** The orders of the customer, newest first; those of one subscription where one is given. */
export function OrderList({
  title = HOME.orders,
  noun = NOUN.orders,
  subscriptionId,
}: {
  title?: string;
  noun?: string;
  subscriptionId?: string;
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
            <Rows of={orders} noun={noun} rowClassName={LINED}>
              {(order) => (
                <Link href={path(`orders/${order.id}`)} className={ROW_LINK}>
                  <span className="flex min-w-0 flex-col">
                    <span className="text-accent underline decoration-line wrap-anywhere">
                      {subscriptionId === undefined ? order.product.name : day(order)}
                    </span>
                    <span className="text-sm text-muted">
                      {[...(subscriptionId === undefined ? [day(order)] : []), order.invoice_number]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                  </span>
                  <span className={ROW_END}>
                    <Badge status={orderStatus(order)} />
                    <Money amount={orderTotal(order)} currency={order.currency} free />
                  </span>
                </Link>
              )}
            </Rows>
          </Section>
        )
      }
    </Loading>
  );
}
