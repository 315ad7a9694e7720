import { currencyStyle, currencySymbol, numberFormat } from '@/lib/contract/formats';

// The table of currencies (docs/contract/conventions.md#money): the only place that names one, and that knows how many
// decimal places its amounts have. It is Stripe's, which differs from that of `Intl` where Stripe does: HUF, IDR and ISK
// have two decimal places there.

/** The currency of an organization that names no other. */
export const DEFAULT_CURRENCY = 'usd';

const WITHOUT_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf';
const WITH_THREE = 'bhd jod kwd omr tnd';
const WHOLE_UNITS = 'isk ugx';

/** Least charges in minor units, of currencies whose least charge is more than one step; of these 50. */
const AT_LEAST_50 = 'ars aud brl cad chf cop eur idr ils inr jpy krw nzd php rub sgd usd zar';
const MINIMUMS: Readonly<Record<string, number>> = {
  aed: 200,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};

/** What is true of amounts in a currency; all but the decimal places are minor units. */
export interface CurrencyTerms {
  decimals: 0 | 2 | 3;
  /** Amounts are multiples of it. */
  step: number;
  /** The least and the most that is charged at once. */
  minimum: number;
  maximum: number;
}

/** The largest amount of any currency, in minor units. */
export const MAX_AMOUNT = 999_999_999_999;

/** The terms of a currency, by its code in lower case. */
export function currencyTerms(currency: string): CurrencyTerms {
  const decimals = WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE.includes(currency) ? 3 : 2;
  const step = decimals === 3 ? 10 : WHOLE_UNITS.includes(currency) ? 100 : 1;
  const most = currency === 'idr' ? MAX_AMOUNT : 99_999_999;
  return {
    decimals,
    step,
    minimum: MINIMUMS[currency] ?? (AT_LEAST_50.includes(currency) ? 50 : step),
    maximum: most - (most % step),
  };
}

/** Why an amount of minor units is no multiple of its currency's step; undefined where it is one. */
export function stepProblem(amount: number, currency: string): string | undefined {
  const { step } = currencyTerms(currency);
  return amount % step === 0 ? undefined : `Enter a multiple of ${step}.`;
}

/**
 * numerator / denominator in minor units, rounded to the currency's step, half up. The numerator is exact: products of
 * amounts can exceed what a double holds.
 */
export function roundedQuotient(numerator: bigint, denominator: bigint, currency: string): number {
  const step = BigInt(currencyTerms(currency).step);
  const unit = 2n * denominator * step;
  const shifted = 2n * numerator + denominator * step;
  const floor = shifted / unit - (shifted % unit < 0n ? 1n : 0n);
  return Number(floor * step);
}

/** Minor units as text, in en-US everywhere: `$1,234.50`, `−$7.99`. */
export function printMoney(amount: number, currency: string): string {
  const { decimals } = currencyTerms(currency);
  return numberFormat({
    ...currencyStyle(currency.toUpperCase()),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })(majorUnits(amount, currency));
}

/** Minor units as the axis of a chart shows them: `$1.2K`. */
export function printMoneyShort(amount: number, currency: string): string {
  return numberFormat({
    ...currencyStyle(currency.toUpperCase()),
    notation: 'compact',
    maximumFractionDigits: 1,
  })(majorUnits(amount, currency));
}

/** Minor units as people type them, with all decimal places of the currency: `19.50`. */
export function decimalAmount(amount: number, currency: string): string {
  return majorUnits(amount, currency).toFixed(currencyTerms(currency).decimals);
}

/** Typed digits as minor units, `19` and `5` are 1950 cents; null where the currency has fewer decimal places. */
export function minorUnits(whole: string, fraction: string, currency: string): number | null {
  return scaled(whole, fraction, currencyTerms(currency).decimals);
}

/** A decimal number without its point, as a multiple of the last of so many places; null where it has more. */
export function scaled(whole: string, fraction: string, places: number): number | null {
  return fraction.length > places ? null : Number(whole + fraction.padEnd(places, '0'));
}

/** Minor units as units of the currency: 123450 is 1234.5 dollars. */
export function majorUnits(amount: number, currency: string): number {
  return amount / 10 ** currencyTerms(currency).decimals;
}

/** What stands before the amounts of a currency: `$`, `€`, `CHF`. */
export function symbolOf(currency: string): string {
  return currencySymbol(currency.toUpperCase());
}
