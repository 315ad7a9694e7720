import { formatCount, formatMoney } from '@/components/ui/money';
import { FIGURES, type Figure } from '@/lib/resources/metrics/schema';

/** A figure as text: money in dollars, a count with separators. */
export function formatFigure(figure: Figure, value: number): string {
  return FIGURES[figure][1] === 'currency' ? formatMoney(value, null) : formatCount(value);
}
