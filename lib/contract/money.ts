import { currencyDigits, numberFormat } from '@/lib/contract/formats';

/** The currencies of prices (docs/contract/conventions.md#money); the only place that names one. */
export const CURRENCIES = ['usd'] as const;

/** The currency where nothing says another one. */
export const DEFAULT_CURRENCY = CURRENCIES[0];

/** Minor units as text, in en-US everywhere: `$1,234.50`. */
export function printMoney(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  return numberFormat({ style: 'currency', currency: code })(majorUnits(amount, code));
}

/** Minor units as units of the currency: 123450 is 1234.5 dollars. */
export function majorUnits(amount: number, currency: string): number {
  return amount / 10 ** currencyDigits(currency.toUpperCase());
}
