import { classes } from '@/components/ui/classes';
import { printMoney } from '@/lib/contract/money';

/** Minor units as text, in en-US whatever the browser speaks: `$1,234.50`; null is "—". */
export function formatMoney(
  amount: number | null | undefined,
  currency: string | null | undefined,
): string {
  if (amount === null || amount === undefined) return '—';
  return printMoney(amount, currency ?? 'usd');
}

const COUNTS = new Intl.NumberFormat('en-US');

/** A number as text: `100,000`. */
export function formatCount(count: number): string {
  return COUNTS.format(count);
}

/** "1 key", "3 keys", "1,200 subscriptions". */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** An amount; `interval` adds "/ month". */
export function Money({
  amount,
  currency,
  interval,
  className,
}: {
  amount: number | null | undefined;
  currency: string | null | undefined;
  interval?: string | null;
  className?: string;
}) {
  return (
    <span className={classes('whitespace-nowrap', className)}>
      {formatMoney(amount, currency)}
      {interval && <span className="text-muted"> / {interval}</span>}
    </span>
  );
}
