import { formatFigure } from '@/components/charts/figure-value';
import { pausedAmong } from '@/components/entities/active-subscriptions';
import type { Figure, MetricTotals } from '@/lib/resources/metrics/schema';

/** The look of a key figure, which is one line however long it is. */
export const KEY_FIGURE = 'text-figure font-medium whitespace-nowrap';

/** A figure of an interval; beside active subscriptions how many of them are paused: `3, 1 paused`. */
export function FigureNumber({
  figure,
  of,
  currency,
}: {
  figure: Figure;
  of: MetricTotals;
  currency: string;
}) {
  const paused = figure === 'active_subscriptions' ? of.paused_subscriptions : 0;
  return (
    <>
      {formatFigure(figure, of[figure], currency)}
      {paused > 0 && (
        <span className="text-sm font-normal tracking-normal text-muted">
          , {pausedAmong(paused)}
        </span>
      )}
    </>
  );
}
