import {
  type DateRange,
  daysIn,
  intervalFor,
  type OrganizationClock,
  type RangeName,
  rangeBefore,
  rangeNameOf,
  rangeOf,
  todayOf,
} from '@/components/charts/date-range';
import type { ContractInput } from '@/lib/contract/contract';
import { CURRENCIES } from '@/lib/contract/currencies';
import type { getMetrics } from '@/lib/resources/metrics/contract';
import {
  FIGURE_NAMES,
  type Figure,
  INTERVALS,
  type Interval,
} from '@/lib/resources/metrics/schema';

/** Parameters of the operation that narrow its figures. */
export const FILTER_PARAMS = ['product_id', 'product_price_type', 'customer_id'] as const;

const DATE = /^\d{4}-\d\d-\d\d$/;

type Query = NonNullable<ContractInput<typeof getMetrics>['query']>;

/** What the page shows, by its address. */
export interface MetricsView {
  /** Null where the address gives dates of its own. */
  name: RangeName | null;
  range: DateRange;
  interval: Interval;
  figure: Figure;
  now: { query: Query };
  /** The same for the period before; null where nothing is compared. */
  before: { query: Query } | null;
}

/**
 * Reads the address of the page: the parameters of the operation, `range` in place of dates, the chosen `figure`, and
 * `compare=none`. Dates without an interval get the one that shows them best.
 */
export function metricsViewOf(
  { id, ...clock }: OrganizationClock & { id: string },
  params: { get: (name: string) => string | null; getAll: (name: string) => string[] },
): MetricsView {
  const [start = '', end = ''] = [params.get('start_date') ?? '', params.get('end_date') ?? ''];
  const isCustom = DATE.test(start) && DATE.test(end);
  const name = isCustom ? null : rangeNameOf(params.get('range'));
  const range = name ? rangeOf(name, todayOf(clock)) : { start, end };
  const interval = INTERVALS.find((one) => one === params.get('interval')) ?? intervalFor(range);
  const filters = Object.fromEntries(
    FILTER_PARAMS.flatMap((param) => {
      const values = params.getAll(param);
      return values.length > 0 ? [[param, values]] : [];
    }),
  );
  const currency = CURRENCIES.find((one) => one === params.get('currency'));
  const ask = (dates: DateRange) => ({
    query: {
      start_date: dates.start,
      end_date: dates.end,
      interval,
      organization_id: [id],
      ...(currency && { currency }),
      ...filters,
    },
  });
  const isCompared = params.get('compare') !== 'none' && daysIn(range) > 0;
  return {
    name,
    range,
    interval,
    figure: FIGURE_NAMES.find((one) => one === params.get('figure')) ?? 'revenue',
    now: ask(range),
    before: isCompared ? ask(rangeBefore(range, name ?? undefined)) : null,
  };
}
