import {
  intervalFor,
  type OrganizationClock,
  type RangeName,
  rangeBefore,
  rangeOf,
  todayOf,
} from '@/components/charts/date-range';
import type { ContractInput } from '@/lib/contract/contract';
import type { listCheckouts } from '@/lib/resources/checkouts/contract';
import type { getMetrics } from '@/lib/resources/metrics/contract';
import type { listOrders } from '@/lib/resources/orders/contract';
import type { listProducts } from '@/lib/resources/products/contract';
import type { listTokens } from '@/lib/resources/tokens/contract';

// What Home asks for at first, on the server as in the browser.

/** How many of the latest orders Home shows. */
export const SHOWN = 5;

export function latestOrdersOf(organizationId: string): ContractInput<typeof listOrders> {
  return { query: { organization_id: [organizationId], sorting: ['-created_at'], limit: SHOWN } };
}

/** The first orders, among which is the first sale, unless as many were free. */
export function firstOrdersOf(organizationId: string): ContractInput<typeof listOrders> {
  return { query: { organization_id: [organizationId], sorting: ['created_at'], limit: 10 } };
}

type MetricsQuery = NonNullable<ContractInput<typeof getMetrics>['query']>;

/** The figures of a range that ends today, and those of the period before. */
export function figuresOf(
  { id, ...clock }: OrganizationClock & { id: string },
  name: RangeName,
): Record<'now' | 'before', { query: MetricsQuery }> {
  const range = rangeOf(name, todayOf(clock));
  const ask = ({ start, end }: typeof range) => ({
    query: {
      start_date: start,
      end_date: end,
      interval: intervalFor(range),
      organization_id: [id],
    },
  });
  return { now: ask(range), before: ask(rangeBefore(range, name)) };
}

/** Counts that say which of a seller's first steps are done. */
export function firstStepsOf(organizationId: string): {
  products: ContractInput<typeof listProducts>;
  checkouts: ContractInput<typeof listCheckouts>;
  tokens: ContractInput<typeof listTokens>;
} {
  const own = { query: { organization_id: [organizationId], limit: 1 } };
  const paid = { query: { ...own.query, status: ['succeeded' as const] } };
  return { products: own, checkouts: paid, tokens: own };
}
