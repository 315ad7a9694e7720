import { currencyDigits, currencySymbol, numberFormat } from '@/lib/contract/formats';

/** The currencies of prices (docs/contract/conventions.md#money); the only place that names one. */
export const CURRENCIES = ['usd'] as const;

/** The currency where nothing says another one. */
export const DEFAULT_CURRENCY = CURRENCIES[0];

/** Minor units as text, in en-US everywhere: `$1,234.50`, `−$7.99`. */
export function printMoney(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  return numberFormat({ style: 'currency', currency: code })(majorUnits(amount, code));
}

/** Minor units as people type them, with all decimal places of the currency: `19.50`. */
export function decimalAmount(amount: number, currency: string): string {
  return majorUnits(amount, currency).toFixed(currencyDigits(currency.toUpperCase()));
}

/** Typed digits as minor units, `19` and `5` are 1950 cents; null where the currency has fewer decimal places. */
export function minorUnits(whole: string, fraction: string, currency: string): number | null {
  return scaled(whole, fraction, currencyDigits(currency.toUpperCase()));
}

/** A decimal number without its point, as a multiple of the last of so many places; null where it has more. */
export function scaled(whole: string, fraction: string, places: number): number | null {
  return fraction.length > places ? null : Number(whole + fraction.padEnd(places, '0'));
}

/** Minor units as units of the currency: 123450 is 1234.5 dollars. */
export function majorUnits(amount: number, currency: string): number {
  return amount / 10 ** currencyDigits(currency.toUpperCase());
}

/** What stands before the amounts of a currency: `$`, `€`, `CHF`. */
export function symbolOf(currency: string): string {
  return currencySymbol(currency.toUpperCase());
}
