'use client';

import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { orderTotal } from '@/components/entities/order-status';
import { useWhyNot } from '@/components/form/rights';
import { firstOrdersOf, latestOrdersOf, SHOWN } from '@/components/organizations/home-queries';
import { LATEST_ORDERS } from '@/components/organizations/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ErrorState } from '@/components/ui/error-state';
import { formatCount, Money } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listOrders } from '@/lib/resources/orders/contract';
import type { Order } from '@/lib/resources/orders/schema';
import { updateOrganization } from '@/lib/resources/organizations/contract';

const LINE =
  'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 py-2';

const FIRST_SALE_MS = 5000;

/** The five sales that came last, and how many there are in all. */
export function useLatestOrders() {
  const { id } = useOrganization();
  return useQuery({
    ...query(listOrders, latestOrdersOf(id)),
    // The first sale is waited for; later rows do not move by themselves.
    refetchInterval: ({ state }) => state.data?.pagination.total_count === 0 && FIRST_SALE_MS,
  });
}

/**
 * The first order that money was paid for, where nobody had seen it when the page was opened; undefined for whoever may
 * not note that. One that was refunded is not shown.
 */
export function useFirstSale(latest: ReturnType<typeof useLatestOrders>): Order | undefined {
  const { id, is_first_sale_seen } = useOrganization();
  const whyNot = useWhyNot();
  const [isUnseen] = useState(!is_first_sale_seen && whyNot(updateOrganization) === null);
  const { items = [], pagination } = latest.data ?? {};
  const hasMore = (pagination?.total_count ?? 0) > SHOWN;
  const first = useQuery({
    ...query(listOrders, firstOrdersOf(id)),
    enabled: isUnseen && hasMore,
  });
  if (!isUnseen) return undefined;
  const isPaid = (order: Order) => orderTotal(order) > 0;
  const sale = hasMore ? first.data?.items.find(isPaid) : items.findLast(isPaid);
  return sale?.status === 'paid' ? sale : undefined;
}

/** What sold last, and the way to all of it. */
export function LatestOrders({ orders }: { orders: ReturnType<typeof useLatestOrders> }) {
  const path = useOrganizationPath();
  const total = orders.data?.pagination.total_count ?? 0;
  return (
    <Section
      title={LATEST_ORDERS.title}
      aside={
        total > SHOWN && (
          <TextLink href={path('orders')}>{LATEST_ORDERS.all(formatCount(total))}</TextLink>
        )
      }
    >
      {orders.isError && !orders.data && (
        <ErrorState
          what="orders"
          error={orders.error}
          onRetry={() => void orders.refetch()}
          retrying={orders.isFetching}
        />
      )}
      {orders.isPending && <Loading />}
      {orders.data && total === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <ReceiptText aria-hidden className="size-4" /> {LATEST_ORDERS.none}
        </p>
      )}
      {orders.data && total > 0 && (
        <ul className="-mt-3 flex flex-col">
          {orders.data.items.map((order) => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Line({ order }: { order: Order }) {
  const path = useOrganizationPath();
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        href={path(`orders/${order.id}`)}
        prefetch={false}
        className={`${LINE} -mx-3 rounded-control px-3 hover:bg-sunken`}
      >
        <span className="truncate font-medium">{order.customer.name ?? order.customer.email}</span>
        <span className="text-right">
          <Money free amount={orderTotal(order)} currency={order.currency} />
        </span>
        <span className="truncate text-muted">{order.product.name}</span>
        <span className="text-right text-muted">
          <Time value={order.created_at} focusable={false} />
        </span>
      </Link>
    </li>
  );
}

function Loading() {
  return (
    <div aria-busy className="-mt-3 flex flex-col">
      <LoadingNote label="orders" />
      {Array.from({ length: SHOWN }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={index}
          className={`${LINE} border-b border-line last:border-b-0`}
        >
          <Skeleton className="w-32" />
          <Skeleton className="w-16 justify-self-end" />
          <Skeleton className="w-32" />
          <Skeleton className="w-20 justify-self-end" />
        </div>
      ))}
    </div>
  );
}
