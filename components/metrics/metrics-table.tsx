import type { DateRange } from '@/components/charts/date-range';
import { FigureNumber } from '@/components/charts/figure-number';
import type { PageSearch } from '@/components/charts/page-search';
import { periodTitle } from '@/components/charts/period-label';
import { CHART, FIGURE_LABELS } from '@/components/charts/texts';
import { ViewLink } from '@/components/charts/view-link';
import { METRICS } from '@/components/metrics/texts';
import { classes } from '@/components/ui/classes';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import {
  FIGURE_NAMES,
  type Figure,
  type Interval,
  type MetricsResponse,
} from '@/lib/resources/metrics/schema';

/** The figures of the table's second view; the first has the others. All at once are wider than a screen. */
const OF_SUBSCRIPTIONS: ReadonlySet<Figure> = new Set([
  'new_subscriptions',
  'new_subscriptions_revenue',
  'renewed_subscriptions',
  'renewed_subscriptions_revenue',
  'ended_subscriptions',
  'active_subscriptions',
  'paused_subscriptions',
  'monthly_recurring_revenue',
]);

const CELL = 'border-b border-line py-1.5 pl-4 text-right';
const NAME =
  'sticky left-0 z-10 bg-background border-b border-line py-1.5 pr-4 text-left font-normal whitespace-nowrap';
/** The double rule above a total. */
const TOTAL = 'border-t-3 border-double border-t-rule border-b-0 font-medium';

/**
 * The figures of each interval, the latest first, and those of all of them: sales or subscriptions, as the address
 * says.
 */
export function MetricsTable({
  asked: { interval, zone },
  figures,
  search,
  isStale,
}: {
  asked: DateRange & { interval: Interval; zone: string };
  figures: MetricsResponse | undefined;
  search: PageSearch;
  isStale: boolean;
}) {
  const isSubscriptions = search.get('group') === 'subscriptions';
  const names = FIGURE_NAMES.filter((name) => OF_SUBSCRIPTIONS.has(name) === isSubscriptions);
  return (
    <Section
      title={METRICS.each}
      aside={
        <nav aria-label={METRICS.groups} className="flex gap-3">
          <ViewLink search={search} to={{ group: undefined }} isCurrent={!isSubscriptions}>
            {METRICS.sales}
          </ViewLink>
          <ViewLink search={search} to={{ group: 'subscriptions' }} isCurrent={isSubscriptions}>
            {METRICS.subscriptions}
          </ViewLink>
        </nav>
      }
    >
      {!figures && (
        <div aria-busy className="flex flex-col gap-4">
          <LoadingNote label={METRICS.what} />
          <Skeleton className="w-72 max-w-full" />
          <Skeleton className="w-64" />
        </div>
      )}
      {figures && (
        <section
          aria-label={METRICS.table}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
          tabIndex={0}
          className="fades-out -mt-3 overflow-x-auto"
        >
          <table
            aria-busy={isStale}
            className={classes('w-full border-separate border-spacing-0', isStale && 'bg-sunken')}
          >
            <thead>
              <tr className="text-muted">
                <th scope="col" className={classes(NAME, 'align-bottom text-xs')}>
                  {METRICS.period}
                </th>
                {names.map((figure) => (
                  <th
                    key={figure}
                    scope="col"
                    className={classes(CELL, 'align-bottom text-xs font-normal text-balance')}
                  >
                    {FIGURE_LABELS[figure]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {figures.periods.toReversed().map((period) => (
                <tr key={period.timestamp} className="group">
                  <th scope="row" className={NAME}>
                    {periodTitle(period.timestamp, interval, zone)}
                  </th>
                  {names.map((figure) => (
                    <td
                      key={figure}
                      className={classes(
                        CELL,
                        'whitespace-nowrap',
                        period[figure] === 0 && 'text-muted',
                      )}
                    >
                      <FigureNumber figure={figure} of={period} currency={figures.currency} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" className={classes(NAME, TOTAL)}>
                  {CHART.total}
                </th>
                {names.map((figure) => (
                  <td key={figure} className={classes(CELL, TOTAL, 'whitespace-nowrap')}>
                    <FigureNumber figure={figure} of={figures.totals} currency={figures.currency} />
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </section>
      )}
    </Section>
  );
}
