'use client';

import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import Link from 'next/link';
import { orderTotal } from '@/components/entities/order-status';
import { latestOrdersOf, SHOWN } from '@/components/organizations/latest-orders-input';
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

const LINE =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem_7rem]';

/** The five sales that came last, and how many there are in all. */
export function useLatestOrders() {
  const { id } = useOrganization();
  return useQuery(query(listOrders, latestOrdersOf(id)));
}

/** What sold last, and the way to all of it. */
export function LatestOrders({ orders }: { orders: ReturnType<typeof useLatestOrders> }) {
  const path = useOrganizationPath();
  const total = orders.data?.pagination.total_count ?? 0;
  return (
    <Section
      title="Latest orders"
      aside={total > SHOWN && <TextLink href={path('orders')}>All {formatCount(total)}</TextLink>}
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
          <ReceiptText aria-hidden className="size-4" /> Your first sale lands here.
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
        className={`${LINE} min-h-10 py-2 hover:bg-sunken max-sm:min-h-14`}
      >
        <span className="truncate font-medium">{order.customer.name ?? order.customer.email}</span>
        <span className="truncate text-muted max-sm:order-1">{order.product.name}</span>
        <span className="text-right">
          <Money amount={orderTotal(order)} currency={order.currency} />
        </span>
        <span className="text-right text-muted max-sm:order-2">
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
          className={`${LINE} min-h-10 border-b border-line py-2 last:border-b-0 max-sm:min-h-14`}
        >
          <Skeleton className="w-32" />
          <Skeleton className="w-32 max-sm:order-1" />
          <Skeleton className="w-16 justify-self-end" />
          <Skeleton className="w-20 justify-self-end max-sm:order-2" />
        </div>
      ))}
    </div>
  );
}
