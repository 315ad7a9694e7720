import { formatCount, formatMoney } from '@/components/ui/money';
import { numberFormat } from '@/lib/contract/formats';
import { printMoneyShort } from '@/lib/contract/money';
import { FIGURES, type Figure } from '@/lib/resources/metrics/schema';

/** Whether a figure is an amount in minor units. */
export function isMoney(figure: Figure): boolean {
  return FIGURES[figure][1] === 'currency';
}

const WORSE_UP: readonly Figure[] = [
  'refunds',
  'ended_subscriptions',
  'paused_subscriptions',
  'fees',
];

/** Whether a change of a figure is for the better. */
export function isBetter(figure: Figure, value: number, before: number): boolean {
  return value > before !== WORSE_UP.includes(figure);
}

/** A figure as text: money in a currency, a count with separators. */
export function formatFigure(figure: Figure, value: number, currency: string): string {
  return isMoney(figure) ? formatMoney(value, currency) : formatCount(value);
}

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const COUNTS = numberFormat(COMPACT);

/** A figure on the axis of a chart: `$1.2K`. */
export function formatFigureShort(figure: Figure, value: number, currency: string): string {
  return isMoney(figure) ? printMoneyShort(value, currency) : COUNTS(value);
}

const PERCENT = numberFormat({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
/** The largest change that is read as a share of what was before, 1 being all of it. */
const LARGEST_SHARE = 10;

/**
 * By how much a value differs from the one before, without its direction: `16.7%`, and beyond 1,000% how many times
 * it is: `16×`. Null where neither says anything: from nothing, and to a large loss.
 */
export function formatChange(value: number, before: number): string | null {
  if (before <= 0) return null;
  const share = Math.abs(value - before) / before;
  if (share <= LARGEST_SHARE) return PERCENT(share);
  return value > 0 ? `${formatCount(Math.round(value / before))}×` : null;
}
