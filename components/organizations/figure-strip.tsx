import Link from 'next/link';
import type { ReactNode } from 'react';
import { Change } from '@/components/charts/change';
import { FigureHelp } from '@/components/charts/figure-help';
import { FigureNumber } from '@/components/charts/figure-number';
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
  isStale,
  hrefOf,
}: {
  now: MetricTotals | undefined;
  before: MetricTotals | undefined;
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
          'grid grid-cols-2 border-t border-rule lg:grid-cols-5',
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
                <FigureNumber figure={figure} of={now} />
              ) : (
                <Skeleton className="my-1.5 h-5 w-28" />
              )
            }
            change={
              now && before ? (
                <Change figure={figure} value={now[figure]} before={before[figure]} />
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
    <div className="flex min-w-0 flex-col gap-1 border-b border-line py-4 pr-4 max-lg:first:col-span-2 max-lg:even:border-r max-lg:not-first:odd:pl-4 lg:not-first:border-l lg:not-first:pl-4">
      <dt className="text-muted">
        <FigureHelp figure={figure}>
          <Link href={href} prefetch={false} className="hover:text-ink hover:underline">
            {FIGURE_LABELS[figure]}
          </Link>
        </FigureHelp>
      </dt>
      <dd className="mt-auto text-lg font-semibold tracking-tight wrap-anywhere sm:text-xl 2xl:text-2xl">
        {value}
      </dd>
      <dd className="min-h-5 text-xs">{change}</dd>
    </div>
  );
}
