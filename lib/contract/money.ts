const FORMATS = new Map<string, Intl.NumberFormat>();

/** Minor units as text, in en-US everywhere: `$1,234.50`. */
export function printMoney(amount: number, currency: string): string {
  return formatOf(currency).format(majorUnits(amount, currency));
}

/** Minor units as units of the currency: 123450 is 1234.5 dollars. */
export function majorUnits(amount: number, currency: string): number {
  return amount / 10 ** (formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2);
}

function formatOf(currency: string): Intl.NumberFormat {
  const code = currency.toUpperCase();
  let format = FORMATS.get(code);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
    FORMATS.set(code, format);
  }
  return format;
}
