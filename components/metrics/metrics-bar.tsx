'use client';

import { X } from 'lucide-react';
import { daysIn } from '@/components/charts/date-range';
import type { PageSearch } from '@/components/charts/page-search';
import { RangeLinks } from '@/components/charts/range-links';
import { INTERVALS as INTERVAL_LABELS } from '@/components/charts/texts';
import { FilterButton } from '@/components/data-table/filter-bar';
import type { Filter } from '@/components/data-table/filters';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { CustomRange } from '@/components/metrics/custom-range';
import { FILTER_PARAMS, type MetricsView } from '@/components/metrics/metrics-queries';
import { METRICS, FILTERS as WORDS } from '@/components/metrics/texts';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { Option, Select } from '@/components/ui/input';
import { INTERVALS, type MetricsLimits } from '@/lib/resources/metrics/schema';

const FILTERS: readonly Exclude<Filter, { kind: 'time' }>[] = [
  { kind: 'entity', param: 'product_id', label: WORDS.product, entity: PRODUCTS },
  {
    kind: 'choice',
    param: 'product_price_type',
    label: WORDS.billing,
    single: true,
    options: [
      { value: 'recurring', label: WORDS.recurring },
      { value: 'one_time', label: WORDS.oneTime },
    ],
  },
  { kind: 'entity', param: 'customer_id', label: WORDS.customer, entity: CUSTOMERS },
];

/** What the figures are of: dates, interval, filters, and whether they are compared. */
export function MetricsBar({
  view,
  search,
  limits,
  currency,
}: {
  view: MetricsView;
  search: PageSearch;
  limits: MetricsLimits | undefined;
  /** Of the amounts that are shown. */
  currency: string;
}) {
  const { default_currency } = useOrganization();
  const currencies = [
    ...new Set([default_currency, currency, ...(limits?.currencies ?? [])]),
  ].sort();
  const days = daysIn(view.range);
  const filterSearch = {
    valueOf: (param: string) => search.get(param) ?? undefined,
    valuesOf: search.getAll,
    change: search.change,
  };
  const isFiltered = FILTER_PARAMS.some((param) => search.get(param));
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      <RangeLinks
        search={search}
        current={view.name}
        clears={['start_date', 'end_date', 'interval']}
      />
      <CustomRange view={view} search={search} limits={limits} />
      <Select
        className="w-26"
        aria-label={METRICS.interval}
        value={view.interval}
        onChange={({ target }) => search.change({ interval: target.value })}
      >
        {INTERVALS.toReversed().map((interval) => {
          const most = limits?.intervals[interval].max_days;
          const isTooLong = most !== undefined && days > most && interval !== view.interval;
          const label = INTERVAL_LABELS[interval];
          return (
            <option key={interval} value={interval} disabled={isTooLong}>
              {isTooLong ? METRICS.upTo(label, most) : label}
            </option>
          );
        })}
      </Select>
      <Option
        className="px-1"
        checked={view.before !== null}
        onChange={({ target }) => search.change({ compare: target.checked ? undefined : 'none' })}
      >
        {METRICS.compare}
      </Option>
      {currencies.length > 1 && (
        <Select
          className="w-22"
          aria-label={METRICS.currency}
          value={currency}
          onChange={({ target: { value } }) =>
            search.change({ currency: value === default_currency ? undefined : value })
          }
        >
          {currencies.map((one) => (
            <option key={one} value={one}>
              {one.toUpperCase()}
            </option>
          ))}
        </Select>
      )}
      {FILTERS.map((filter) => (
        <FilterButton key={filter.param} filter={filter} search={filterSearch} />
      ))}
      {isFiltered && (
        <Button
          variant="ghost"
          icon={X}
          onClick={() =>
            search.change(Object.fromEntries(FILTER_PARAMS.map((param) => [param, undefined])))
          }
        >
          {WORDS.clear}
        </Button>
      )}
    </div>
  );
}
