import type { DateRange } from '@/components/charts/date-range';
import { isMoney } from '@/components/charts/figure-value';
import type { Column } from '@/lib/contract/contract';
import { csvHeader, csvRow } from '@/lib/contract/csv';
import { majorUnits } from '@/lib/contract/money';
import { printLocalTime } from '@/lib/contract/times';
import {
  FIGURE_NAMES,
  type Figure,
  type MetricPeriod,
  type MetricsResponse,
} from '@/lib/resources/metrics/schema';

/** An interval and the one of the period before that it is compared with. */
interface Row {
  period: MetricPeriod;
  before: MetricPeriod | undefined;
}

/**
 * The figures as CSV in the columns of other exports (docs/contract/lists.md#exports): when an interval starts, in UTC and in
 * the zone, and each figure, money in minor units and in units of the currency. With `before` each is followed by that of the period
 * before.
 */
export function csvOf(
  zone: string,
  { now, before }: { now: MetricsResponse; before: MetricsResponse | undefined },
): string {
  const columns: Column<Row>[] = [
    { header: 'timestamp', value: ({ period }) => period.timestamp },
    { header: 'timestamp_local', value: ({ period }) => printLocalTime(period.timestamp, zone) },
    { header: 'currency', value: () => now.currency },
    ...FIGURE_NAMES.flatMap((figure) => [
      ...figureColumns(figure, figure, now.currency, ({ period }) => period),
      ...(before
        ? figureColumns(figure, `previous_${figure}`, now.currency, (row) => row.before)
        : []),
    ]),
  ];
  const rows = now.periods.map((period, at): Row => ({ period, before: before?.periods[at] }));
  const general = columns as Column[];
  return csvHeader(general) + rows.map((row) => csvRow(general, row, zone)).join('');
}

function figureColumns(
  figure: Figure,
  header: string,
  currency: string,
  periodOf: (row: Row) => MetricPeriod | undefined,
): Column<Row>[] {
  const read = (row: Row) => periodOf(row)?.[figure];
  const decimal = (row: Row) => {
    const amount = read(row);
    return amount === undefined ? undefined : majorUnits(amount, currency);
  };
  const raw = { header, value: read };
  return isMoney(figure) ? [raw, { header: `${header}_decimal`, value: decimal }] : [raw];
}

/** `metrics-2026-10-24-2026-11-22.csv` */
export function fileNameOf({ start, end }: DateRange): string {
  return `metrics-${start}-${end}.csv`;
}
