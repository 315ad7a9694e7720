const FORMATS = new Map<string, Intl.NumberFormat>();

/** Minor units as text, in en-US everywhere: `$1,234.50`. */
export function printMoney(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  let format = FORMATS.get(code);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
    FORMATS.set(code, format);
  }
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
