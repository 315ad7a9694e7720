import { classes } from '@/components/ui/classes';

const FORMATS = new Map<string, Intl.NumberFormat>();

/** Minor units as text, in en-US whatever the browser speaks: `$1,234.50`; null is "—". */
export function formatMoney(
  amount: number | null | undefined,
  currency: string | null | undefined,
): string {
  if (amount === null || amount === undefined) return '—';
  const code = (currency ?? 'usd').toUpperCase();
  let format = FORMATS.get(code);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
    FORMATS.set(code, format);
  }
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
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
