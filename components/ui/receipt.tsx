import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { formatMoney } from '@/components/ui/money';

/** A line of a receipt. */
export interface ReceiptLine {
  label: ReactNode;
  /** Below the label, such as the period that is paid for. */
  detail?: string | null;
  /** Minor units; null prints `note` or "—". */
  amount: number | null;
  /** Instead of the amount: "Calculated from address". */
  note?: ReactNode;
}

/** What the API says of an order's or a charge's lines, as lines of a receipt. */
export function receiptLines(
  lines: readonly { description: string; amount: number }[],
): ReceiptLine[] {
  return lines.map(({ description, amount }) => ({ label: description, amount }));
}

interface ReceiptProps {
  lines: readonly ReceiptLine[];
  total: ReceiptLine;
  /** Below the total: what was given back and is left, or what it was paid with. */
  after?: readonly ReceiptLine[] | undefined;
  currency: string | null;
  /** Larger, as on the buyer's pages. */
  large?: boolean;
}

/** A breakdown of money: label, dotted leader, amount on the right, double rule under the total. */
export function Receipt({ lines, total, after = [], currency, large = false }: ReceiptProps) {
  return (
    <dl className={classes('flex flex-col gap-1.5', large && 'text-base')}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and never move
        <Line key={index} line={line} currency={currency} />
      ))}
      <Line
        line={total}
        currency={currency}
        className="mt-1 border-t border-b-3 border-rule py-2 font-semibold [border-bottom-style:double]"
      />
      {after.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Line key={index} line={line} currency={currency} />
      ))}
    </dl>
  );
}

function Line({
  line: { label, detail, amount, note },
  currency,
  className,
}: {
  line: ReceiptLine;
  currency: string | null;
  className?: string;
}) {
  return (
    <div className={classes('flex items-baseline', className)}>
      <dt className="min-w-0 flex-1">
        <span className="leader">
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </span>
        {detail && <span className="block text-sm text-muted">{detail}</span>}
      </dt>
      <dd className={classes('text-right', amount === null && 'text-muted')}>
        {amount === null ? (note ?? '—') : formatMoney(amount, currency)}
      </dd>
    </div>
  );
}
