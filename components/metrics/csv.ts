import type { DateRange } from '@/components/charts/date-range';
import { dayOf, minuteOf } from '@/components/ui/zoned';
import type { Column } from '@/lib/contract/contract';
import { csvHeader, csvRow } from '@/lib/contract/csv';
import {
  FIGURE_NAMES,
  FIGURES,
  type Figure,
  type Interval,
  type MetricPeriod,
  type MetricsResponse,
} from '@/lib/resources/metrics/schema';

interface Asked extends DateRange {
  interval: Interval;
  zone: string;
}

/** An interval and the one of the period before that it is compared with. */
interface Row {
  period: MetricPeriod;
  before: MetricPeriod | undefined;
}

/**
 * The figures as CSV: when an interval starts, by the clocks of the zone and in UTC, then each figure, money in dollars.
 * With `before` each is followed by that of the period before.
 */
export function csvOf(
  { interval, zone }: Asked,
  { now, before }: { now: MetricsResponse; before: MetricsResponse | undefined },
): string {
  const startOf = ({ timestamp }: MetricPeriod) =>
    interval === 'hour' ? minuteOf(timestamp, zone).replace('T', ' ') : dayOf(timestamp, zone);
  const columns: Column<Row>[] = [
    { header: interval, value: ({ period }) => startOf(period) },
    { header: 'timestamp', value: ({ period }) => period.timestamp },
    ...FIGURE_NAMES.flatMap((figure) => {
      const [own, earlier] = columnsOf(figure);
      return before ? [own, earlier] : [own];
    }),
  ];
  const rows = now.periods.map((period, at): Row => ({ period, before: before?.periods[at] }));
  const general = columns as Column[];
  return csvHeader(general) + rows.map((row) => csvRow(general, row)).join('');
}

function columnsOf(figure: Figure): [own: Column<Row>, earlier: Column<Row>] {
  const isMoney = FIGURES[figure][1] === 'currency';
  const header = isMoney ? `${figure}_usd` : figure;
  const read = (period: MetricPeriod | undefined) =>
    period && (isMoney ? period[figure] / 100 : period[figure]);
  return [
    { header, value: ({ period }) => read(period) },
    { header: `previous_${header}`, value: ({ before }) => read(before) },
  ];
}

/** `metrics-2026-10-24-2026-11-22.csv` */
export function fileNameOf({ start, end }: DateRange): string {
  return `metrics-${start}-${end}.csv`;
}
