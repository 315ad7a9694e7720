'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { salesQueries } from '@/components/products/sales-queries';
import { PRODUCT_SALES } from '@/components/products/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { hasSection } from '@/components/shell/entity-link';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';

/** How often a product was sold, each number being the way to the list. */
export function ProductSales({
  product: { id, is_recurring },
}: {
  product: { id: string; is_recurring: boolean };
}) {
  const { id: organization } = useOrganization();
  const sales = salesQueries(organization, { id, is_recurring });
  const orders = useQuery(sales.orders);
  const subscriptions = useQuery(sales.subscriptions);
  const checkouts = useQuery(sales.checkouts);
  return (
    <Section title={PRODUCT_SALES.sales}>
      <ul className="-mt-2 flex flex-col">
        <Line section="orders" label={PRODUCT_SALES.orders} productId={id} asked={orders} />
        {is_recurring && (
          <Line
            section="subscriptions"
            label={PRODUCT_SALES.subscriptions}
            productId={id}
            asked={subscriptions}
          />
        )}
        <Line
          section="checkouts"
          label={PRODUCT_SALES.checkouts}
          productId={id}
          asked={checkouts}
        />
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
    <span className="text-muted">{PRODUCT_SALES.couldNotLoad}</span>
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
