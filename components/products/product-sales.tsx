'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { hasSection } from '@/components/shell/entity-link';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** How often a product was sold, each number being the way to the list. */
export function ProductSales({
  product: { id, is_recurring },
}: {
  product: { id: string; is_recurring: boolean };
}) {
  const { id: organization } = useOrganization();
  const scope = { organization_id: [organization], product_id: [id], limit: 1 };
  const orders = useQuery(query(listOrders, { query: scope }));
  const subscriptions = useQuery({
    ...query(listSubscriptions, { query: scope }),
    enabled: is_recurring,
  });
  const checkouts = useQuery(query(listCheckouts, { query: scope }));
  return (
    <Section title="Sales">
      <ul className="-mt-2 flex flex-col">
        <Line section="orders" label="Orders" productId={id} asked={orders} />
        {is_recurring && (
          <Line
            section="subscriptions"
            label="Subscriptions"
            productId={id}
            asked={subscriptions}
          />
        )}
        <Line section="checkouts" label="Checkouts" productId={id} asked={checkouts} />
      </ul>
    </Section>
  );
}

interface Asked {
  isError: boolean;
  data: { pagination: { total_count: number } } | undefined;
}

function Line({
  section,
  label,
  productId,
  asked: { data, isError },
}: {
  section: string;
  label: string;
  productId: string;
  asked: Asked;
}) {
  const path = useOrganizationPath();
  const count = data ? (
    formatCount(data.pagination.total_count)
  ) : isError ? (
    <span className="text-muted">Could not load</span>
  ) : (
    <Skeleton className="w-8" />
  );
  const line = (
    <>
      <span>{label}</span>
      <span className="flex items-center gap-1">
        {count}
        {hasSection(section) && <ChevronRight aria-hidden className="size-4 text-muted" />}
      </span>
    </>
  );
  const look = 'flex min-h-10 items-center justify-between gap-4 coarse:min-h-11';
  return (
    <li className="border-b border-line last:border-b-0">
      {hasSection(section) ? (
        <Link
          href={path(`${section}?product_id=${productId}`)}
          prefetch={false}
          className={`${look} hover:bg-sunken`}
        >
          {line}
        </Link>
      ) : (
        <span className={look}>{line}</span>
      )}
    </li>
  );
}
