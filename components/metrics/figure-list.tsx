import { Change } from '@/components/charts/change';
import { FigureHelp } from '@/components/charts/figure-help';
import { FigureNumber } from '@/components/charts/figure-number';
import type { PageSearch } from '@/components/charts/page-search';
import { SearchLink } from '@/components/charts/search-link';
import { FIGURE_LABELS } from '@/components/charts/texts';
import { METRICS } from '@/components/metrics/texts';
import { classes } from '@/components/ui/classes';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { FIGURE_NAMES, type Figure, type MetricTotals } from '@/lib/resources/metrics/schema';

/** All figures of the range; each is the way to its chart. */
export function FigureList({
  current,
  now,
  before,
  currency,
  search,
  isStale,
}: {
  current: Figure;
  now: MetricTotals | undefined;
  before: MetricTotals | undefined;
  currency: string;
  search: PageSearch;
  isStale: boolean;
}) {
  return (
    <Section title={METRICS.figures}>
      <ul
        aria-busy={!now || isStale}
        className={classes('-mt-3 flex flex-col', isStale && 'bg-sunken')}
      >
        {FIGURE_NAMES.map((figure) => (
          <li
            key={figure}
            className={classes(
              'relative isolate flex items-center border-b border-line before:absolute before:-inset-x-3 before:inset-y-0 before:-z-10 last:border-b-0',
              figure === current ? 'before:bg-selected' : 'has-[a:hover]:before:bg-sunken',
            )}
          >
            <SearchLink
              search={search}
              to={{ figure }}
              aria-current={figure === current ? 'true' : undefined}
              className="-ml-3 grid min-h-8 flex-1 grid-cols-[minmax(0,1fr)_auto_4.5rem] items-center gap-x-3 py-1 pr-2 pl-3 -outline-offset-2 coarse:min-h-11"
            >
              <span className={figure === current ? 'font-medium' : 'text-muted'}>
                {FIGURE_LABELS[figure]}
              </span>
              <span className="text-right font-medium">
                {now ? (
                  <FigureNumber figure={figure} of={now} currency={currency} />
                ) : (
                  <Skeleton className="w-16" />
                )}
              </span>
              <span className="text-right text-xs">
                {now && before && (
                  <Change
                    isShort
                    figure={figure}
                    value={now[figure]}
                    before={before[figure]}
                    currency={currency}
                  />
                )}
              </span>
            </SearchLink>
            <FigureHelp figure={figure} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
