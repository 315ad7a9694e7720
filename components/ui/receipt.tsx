import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { formatMoney } from '@/components/ui/money';

/** A line of a receipt. */
export interface ReceiptLine {
  label: ReactNode;
  /** Minor units; null prints `note` or "—". */
  amount: number | null;
  /** Instead of the amount: "Calculated from address". */
  note?: string;
}

interface ReceiptProps {
  lines: readonly ReceiptLine[];
  total: ReceiptLine;
  currency: string | null;
  /** Larger, as on the buyer's pages. */
  large?: boolean;
}

/** A breakdown of money: label, dotted leader, amount on the right, double rule under the total. */
export function Receipt({ lines, total, currency, large = false }: ReceiptProps) {
  return (
    <dl className={classes('flex flex-col gap-1.5', large && 'text-base')}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and never move
        <Line key={index} line={line} currency={currency} />
      ))}
      <div className="mt-1 border-t border-ink pt-2">
        <Line line={total} currency={currency} strong />
        <div aria-hidden className="mt-2 h-[3px] border-y border-ink" />
      </div>
    </dl>
  );
}

function Line({
  line: { label, amount, note },
  currency,
  strong = false,
}: {
  line: ReceiptLine;
  currency: string | null;
  strong?: boolean;
}) {
  return (
    <div className={classes('flex items-baseline', strong && 'font-semibold')}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <div aria-hidden className="leader" />
      <dd className={classes('text-right', amount === null && 'text-muted')}>
        {amount === null ? (note ?? '—') : formatMoney(amount, currency)}
      </dd>
    </div>
  );
}
