import type { QueryOf } from '@/lib/contract/contract';
import { invalid } from '@/lib/contract/errors';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import type { getMetrics } from '@/lib/resources/metrics/contract';
import * as repository from '@/lib/resources/metrics/repository';
import { figuresOver, LIMITS, METRICS, rangeProblem } from '@/lib/resources/metrics/rules';
import type { MetricsLimits, MetricsResponse } from '@/lib/resources/metrics/schema';

const SEVERAL = 'UTC';

/** The figures of the scope's organizations (docs/contract/metrics.md#figures). Throws 422. */
export async function get(
  scope: Scope,
  query: QueryOf<typeof getMetrics>,
): Promise<MetricsResponse> {
  const { start_date: start, end_date: end, interval } = query;
  const problem = rangeProblem(start, end, interval);
  if (problem) throw invalid(problem);
  const types = new Set(query.product_price_type);
  const organizations = await organizationsOf(scope, query.organization_id);
  const currency = query.currency ?? (await currencyOf(scope, organizations.organizationIds));
  const { before, intervals } = await repository.sumsOf(scope, {
    ...organizations,
    currency,
    start,
    end,
    interval,
    productIds: query.product_id,
    isRecurring: types.size === 1 ? types.has('recurring') : undefined,
    customerIds: query.customer_id,
  });
  return { ...figuresOver(before, intervals), metrics: METRICS, currency };
}

/** Since when there are figures, and the longest ranges (docs/contract/metrics.md#limits). */
export async function getLimits(
  scope: Scope,
  named: readonly string[] | undefined,
): Promise<MetricsLimits> {
  const asked = await organizationsOf(scope, named);
  const [only, ...others] = asked.organizationIds;
  const today = only === undefined || others.length > 0 ? scope.realTime : clockOf(scope, only);
  const min_date = await repository.findFirstDate(scope, { ...asked, today });
  const currencies = await repository.findCurrencies(scope, asked.organizationIds);
  return { min_date, currencies, intervals: LIMITS };
}

/** The default currency of organizations; of several with different ones that of new organizations. */
async function currencyOf(scope: Scope, organizationIds: readonly string[]): Promise<string> {
  const [only, ...others] = await repository.findDefaultCurrencies(scope, organizationIds);
  return only === undefined || others.length > 0 ? DEFAULT_CURRENCY : only;
}

/** Those of the scope that are named, by default all, and their time zone (docs/contract/metrics.md#intervals). */
async function organizationsOf(scope: Scope, named: readonly string[] | undefined) {
  const { caller, organizationIds: all } = scope;
  const organizationIds = named ? all.filter((id) => named.includes(id)) : all;
  const [only, ...others] = caller.kind === 'organization' ? all : (named ?? []);
  const isOne = only !== undefined && others.length === 0;
  const zone = isOne ? await repository.findZone(scope, only) : undefined;
  return { organizationIds, zone: zone ?? SEVERAL };
}
