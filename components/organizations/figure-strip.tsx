import Link from 'next/link';
import type { ReactNode } from 'react';
import { Change } from '@/components/charts/change';
import { FigureHelp } from '@/components/charts/figure-help';
import { FigureNumber, KEY_FIGURE } from '@/components/charts/figure-number';
import { FIGURE_LABELS } from '@/components/charts/texts';
import { HOME } from '@/components/organizations/texts';
import { classes } from '@/components/ui/classes';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import type { Figure, MetricTotals } from '@/lib/resources/metrics/schema';

const SHOWN = [
  'revenue',
  'refunds',
  'orders',
  'active_subscriptions',
  'monthly_recurring_revenue',
] as const satisfies readonly Figure[];

/** The main figures and how they changed; their places while they load. */
export function FigureStrip({
  now,
  before,
  currency,
  isStale,
  hrefOf,
}: {
  now: MetricTotals | undefined;
  before: MetricTotals | undefined;
  currency: string;
  isStale: boolean;
  /** Where a figure is shown over time, or what it counts is listed. */
  hrefOf: (figure: Figure) => string;
}) {
  return (
    <>
      {!now && <LoadingNote label={HOME.figuresOf} />}
      <dl
        aria-busy={!now || isStale}
        className={classes(
          'grid border-t border-rule sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-[repeat(5,1fr)]',
          isStale && 'bg-sunken',
        )}
      >
        {SHOWN.map((figure) => (
          <FigureCell
            key={figure}
            figure={figure}
            href={hrefOf(figure)}
            value={
              now ? (
                <FigureNumber figure={figure} of={now} currency={currency} />
              ) : (
                <Skeleton className="my-1 h-6 w-28" />
              )
            }
            change={
              now && before ? (
                <Change
                  figure={figure}
                  value={now[figure]}
                  before={before[figure]}
                  currency={currency}
                />
              ) : (
                <Skeleton className="my-1 h-3 w-24" />
              )
            }
          />
        ))}
      </dl>
    </>
  );
}

/** A row on a phone, else a column: the first takes two of them where they are two or three. */
const CELL =
  'border-b border-line py-1.5 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-4 sm:flex sm:flex-col sm:gap-1 sm:py-4 sm:pr-4 sm:max-xl:first:col-span-2 sm:max-lg:not-first:odd:border-l sm:max-lg:not-first:odd:pl-4 lg:max-xl:even:border-l lg:max-xl:even:pl-4 lg:max-xl:last:border-l lg:max-xl:last:pl-4 xl:not-first:border-l xl:not-first:pl-4';

function FigureCell({
  figure,
  href,
  value,
  change,
}: {
  figure: Figure;
  href: string;
  value: ReactNode;
  change: ReactNode;
}) {
  return (
    <div className={CELL}>
      <dt className="text-muted sm:whitespace-nowrap">
        <FigureHelp figure={figure}>
          <Link href={href} prefetch={false} className="hover:text-ink hover:underline">
            {FIGURE_LABELS[figure]}
          </Link>
        </FigureHelp>
      </dt>
      <dd className={classes(KEY_FIGURE, 'max-sm:row-span-2 sm:mt-auto')}>{value}</dd>
      <dd className="min-h-5 text-xs">{change}</dd>
    </div>
  );
}
