import type { ChartData } from '@/components/charts/chart-data';
import type { DateRange } from '@/components/charts/date-range';
import { formatFigure, formatFigureShort } from '@/components/charts/figure-value';
import { periodTick, periodTitle, rangeTitle } from '@/components/charts/period-label';
import { CHART, FIGURE_LABELS } from '@/components/charts/texts';
import type { Figure, Interval, MetricsResponse } from '@/lib/resources/metrics/schema';

/** Figures that are what there is at a moment, or an average: their bars would not add up. */
const LINES: readonly Figure[] = [
  'average_order_value',
  'active_subscriptions',
  'paused_subscriptions',
  'monthly_recurring_revenue',
];

/** The chart of figures that have one unit; with `before` the first is compared with the period before. */
export function chartOf(
  figures: readonly [Figure, ...Figure[]],
  asked: DateRange & { interval: Interval; zone: string; today: string },
  { now, before }: { now: MetricsResponse; before?: MetricsResponse | undefined },
): ChartData {
  const [first] = figures;
  const { interval, zone } = asked;
  const last = now.periods.length - 1;
  // Hours are over before the page is read.
  const isRunning = interval !== 'hour' && asked.end >= asked.today;
  const titleOf = (timestamp: string, index: number) => {
    const title = periodTitle(timestamp, interval, zone);
    return isRunning && index === last ? CHART.soFar(title) : title;
  };
  return {
    points: now.periods.map(({ timestamp }, index) => ({
      tick: periodTick(timestamp, interval, zone),
      title: titleOf(timestamp, index),
    })),
    ...(isRunning && { running: last }),
    range: rangeTitle(asked),
    kind: LINES.includes(first) ? 'lines' : 'bars',
    series: figures.map((figure) => ({
      name: FIGURE_LABELS[figure],
      values: now.periods.map((period) => period[figure]),
      total: now.totals[figure],
    })),
    ...(before && {
      previous: {
        name: CHART.previous,
        values: now.periods.map((_, index) => before.periods[index]?.[first] ?? null),
        total: before.totals[first],
      },
    }),
    format: (value) => formatFigure(first, value, now.currency),
    formatShort: (value) => formatFigureShort(first, value, now.currency),
  };
}
