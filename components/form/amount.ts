import { formatMoney } from '@/components/ui/money';
import {
  currencyTerms,
  DEFAULT_CURRENCY,
  decimalAmount,
  minorUnits,
  scaled,
  symbolOf,
} from '@/lib/contract/money';

/**
 * Minor units of an amount as people type it: `20`, `19.5`, `$1,500.00`, and `19,50` where a comma is the decimal mark.
 * Null if it is ambiguous, no amount, or finer than the currency.
 */
export function parseAmount(typed: string, currency: string = DEFAULT_CURRENCY): number | null {
  const [whole, fraction] = decimalOf(typed.replaceAll(symbolOf(currency), '')) ?? [];
  return whole === undefined ? null : minorUnits(whole, fraction ?? '', currency);
}

/** Basis points of a percentage as people type it: `25`, `12.5`. Null for anything else. */
export function parsePercent(typed: string): number | null {
  const [whole, fraction] = decimalOf(typed.replace(/\s*%$/, '')) ?? [];
  return whole === undefined ? null : scaled(whole, fraction ?? '', 2);
}

/** The digits before and after the decimal mark. */
function decimalOf(typed: string): [whole: string, fraction: string] | null {
  const plain = typed.replace(/\s/g, '');
  const [, whole, fraction = ''] =
    /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/.exec(plain) ?? /^(\d+),(\d{1,2})$/.exec(plain) ?? [];
  return whole === undefined ? null : [whole.replaceAll(',', ''), fraction];
}

/** A whole number as people type it: `1000` or `1,000`. Null for anything else. */
export function parseCount(typed: string): number | null {
  return /^-?(\d+|\d{1,3}(,\d{3})+)$/.test(typed) ? Number(typed.replaceAll(',', '')) : null;
}

/** An amount that people know how to type by: `19.99`, and without decimal places `20`. */
function exampleOf(currency: string): number {
  const { decimals, step } = currencyTerms(currency);
  const units = 10 ** decimals;
  return step >= units ? 20 * units : 20 * units - step;
}

/** Rewrites a validation message about minor units for the decimal amounts that a seller types. */
export function amountProblem(problem: string, currency: string = DEFAULT_CURRENCY): string {
  const print = (minor: string) => formatMoney(Number(minor), currency);
  return problem
    .replace(
      /^Enter a whole number\.$/,
      `Enter an amount, such as ${decimalAmount(exampleOf(currency), currency)}.`,
    )
    .replace(
      /^Enter a whole number of (at least|at most) (\d+)\.$/,
      (_, bound: string, limit: string) => `Enter an amount of ${bound} ${print(limit)}.`,
    )
    .replace(
      /^Enter a multiple of (\d+)\.$/,
      (_, step: string) => `Enter a multiple of ${print(step)}.`,
    )
    .replace(
      /^Enter an amount from (\d+) to (\d+),/,
      (_, least: string, most: string) => `Enter an amount from ${print(least)} to ${print(most)},`,
    );
}
