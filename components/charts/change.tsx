import { ArrowDown, ArrowUp } from 'lucide-react';
import { formatChange, formatFigure, isBetter } from '@/components/charts/figure-value';
import { CHANGE } from '@/components/charts/texts';
import { classes } from '@/components/ui/classes';
import type { Figure } from '@/lib/resources/metrics/schema';

/** How a figure differs from the period before: its direction, by how much, and from what unless it `isShort`. */
export function Change({
  figure,
  value,
  before,
  currency,
  isShort = false,
}: {
  figure: Figure;
  value: number;
  before: number;
  currency: string;
  isShort?: boolean;
}) {
  if (value === before) {
    return (
      <span className="text-muted">
        <span className={isShort ? 'sr-only' : undefined}>{CHANGE.same}</span>
        {isShort && <span aria-hidden>—</span>}
      </span>
    );
  }
  const isUp = value > before;
  const Icon = isUp ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span
        className={classes(
          'inline-flex items-center gap-0.5 font-medium',
          isBetter(figure, value, before) ? 'text-ok' : 'text-bad',
        )}
      >
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{isUp ? CHANGE.up : CHANGE.down}</span>
        {formatChange(value, before) ?? (isShort && before === 0 && CHANGE.fresh)}
      </span>
      {!isShort && (
        <span className="text-muted">{CHANGE.from(formatFigure(figure, before, currency))}</span>
      )}
    </span>
  );
}
