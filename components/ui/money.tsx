import { classes } from '@/components/ui/classes';
import { numberFormat } from '@/lib/contract/formats';
import { DEFAULT_CURRENCY, printMoney } from '@/lib/contract/money';

/** Minor units as text, in en-US whatever the browser speaks: `$1,234.50`; null is "—". */
export function formatMoney(
  amount: number | null | undefined,
  currency: string | null | undefined,
): string {
  if (amount === null || amount === undefined) return '—';
  return printMoney(amount, currency ?? DEFAULT_CURRENCY);
}

const COUNT = numberFormat({});

/** A number as text: `100,000`. */
export function formatCount(count: number): string {
  return COUNT(count);
}

/** "1 key", "3 keys", "1,200 subscriptions". */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** An amount; `interval` adds "/ month", `free` says so in place of 0. */
export function Money({
  amount,
  currency,
  interval,
  free = false,
  className,
}: {
  amount: number | null | undefined;
  currency: string | null | undefined;
  interval?: string | null;
  /** Where it is a price or a total: 0 is "Free". */
  free?: boolean;
  className?: string;
}) {
  if (free && amount === 0) return <span className={className}>Free</span>;
  return (
    <span className={classes('whitespace-nowrap', className)}>
      {formatMoney(amount, currency)}
      {interval && <span className="text-muted"> / {interval}</span>}
    </span>
  );
}
