import { formatCount, formatMoney } from '@/components/ui/money';
import { FIGURES, type Figure } from '@/lib/resources/metrics/schema';

/** Whether a figure is an amount in minor units. */
export function isMoney(figure: Figure): boolean {
  return FIGURES[figure][1] === 'currency';
}

/** A figure as text: money in dollars, a count with separators. */
export function formatFigure(figure: Figure, value: number): string {
  return isMoney(figure) ? formatMoney(value, null) : formatCount(value);
}

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const COUNTS = new Intl.NumberFormat('en-US', COMPACT);
const MONEY = new Intl.NumberFormat('en-US', { ...COMPACT, style: 'currency', currency: 'USD' });

/** A figure on the axis of a chart: `$1.2K`. */
export function formatFigureShort(figure: Figure, value: number): string {
  return isMoney(figure) ? MONEY.format(value / 100) : COUNTS.format(value);
}
