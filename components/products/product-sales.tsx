'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { earnedQuery, salesQueries } from '@/components/products/sales-queries';
import { PRODUCT_SALES } from '@/components/products/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { hasSection } from '@/components/shell/entity-link';
import { formatCount, formatMoney } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import type { Product } from '@/lib/resources/products/schema';

/** What a product earned and how often it was sold, each number being the way to its list or chart. */
export function ProductSales({
  product: { id, is_recurring, created_at },
}: {
  product: Pick<Product, 'id' | 'is_recurring' | 'created_at'>;
}) {
  const organization = useOrganization();
  const sales = salesQueries(organization.id, { id, is_recurring });
  const earned = earnedQuery(organization, { id, created_at });
  const revenue = useQuery(earned.query);
  const orders = useQuery(sales.orders);
  const subscriptions = useQuery(sales.subscriptions);
  const checkouts = useQuery(sales.checkouts);
  const search = `product_id=${id}`;
  return (
    <Section title={PRODUCT_SALES.sales}>
      <ul className="-mt-2 flex flex-col">
        <Line
          section="metrics"
          search={earned.search}
          label={PRODUCT_SALES.revenue}
          value={revenue.data && formatMoney(revenue.data.totals.revenue, revenue.data.currency)}
          isError={revenue.isError}
        />
        <Line section="orders" label={PRODUCT_SALES.orders} search={search} {...countOf(orders)} />
        {is_recurring && (
          <Line
            section="subscriptions"
            label={PRODUCT_SALES.subscriptions}
            search={search}
            {...countOf(subscriptions)}
          />
        )}
        <Line
          section="checkouts"
          label={PRODUCT_SALES.checkouts}
          search={search}
          {...countOf(checkouts)}
        />
      </ul>
    </Section>
  );
}

function countOf({ data, isError }: Pick<UseQueryResult<Counted>, 'data' | 'isError'>) {
  return { value: data && formatCount(data.pagination.total_count), isError };
}

interface Counted {
  pagination: { total_count: number };
}

function Line({
  section,
  search,
  label,
  value,
  isError,
}: {
  section: string;
  search: string;
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  isError: boolean;
}) {
  const path = useOrganizationPath();
  const shown =
    value ??
    (isError ? (
      <span className="text-muted">{PRODUCT_SALES.couldNotLoad}</span>
    ) : (
      <Skeleton className="w-8" />
    ));
  const line = (
    <>
      <span>{label}</span>
      <span className="flex items-center gap-1">
        {shown}
        {hasSection(section) && <ChevronRight aria-hidden className="size-4 text-muted" />}
      </span>
    </>
  );
  const look = 'flex min-h-10 items-center justify-between gap-4 coarse:min-h-11';
  return (
    <li className="border-b border-line last:border-b-0">
      {hasSection(section) ? (
        <Link
          href={path(`${section}?${search}`)}
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
