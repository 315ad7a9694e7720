import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '@/lib/contract/currencies';
import {
  currencyTerms,
  decimalAmount,
  majorUnits,
  minorUnits,
  printMoney,
  printMoneyShort,
  roundedQuotient,
  stepProblem,
} from '@/lib/contract/money';

const currency = fc.constantFrom(...CURRENCIES);

describe('the table', () => {
  it('has every currency once, in lower case', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    expect(CURRENCIES.length).toBeGreaterThanOrEqual(135);
    for (const code of CURRENCIES) expect(code).toMatch(/^[a-z]{3}$/);
  });

  it.each([
    ['usd', { decimals: 2, step: 1, minimum: 50, maximum: 99_999_999 }],
    ['huf', { decimals: 2, step: 1, minimum: 17_500, maximum: 99_999_999 }],
    ['isk', { decimals: 2, step: 100, minimum: 100, maximum: 99_999_900 }],
    ['ugx', { decimals: 2, step: 100, minimum: 100, maximum: 99_999_900 }],
    ['kwd', { decimals: 3, step: 10, minimum: 10, maximum: 99_999_990 }],
    ['jpy', { decimals: 0, step: 1, minimum: 50, maximum: 99_999_999 }],
    ['idr', { decimals: 2, step: 1, minimum: 50, maximum: 999_999_999_999 }],
  ])('the terms of %s', (code, terms) => {
    expect(currencyTerms(code)).toEqual(terms);
  });

  it('has bounds that are charged: multiples of the step', () => {
    for (const code of CURRENCIES) {
      const { minimum, maximum } = currencyTerms(code);
      expect(minimum).toBeLessThan(maximum);
      for (const bound of [minimum, maximum]) expect(stepProblem(bound, code)).toBeUndefined();
    }
  });
});

it.each([
  ['huf', 149_950, 'HUF 1,499.50', '1499.50'],
  ['isk', 150_000, 'ISK 1,500.00', '1500.00'],
  ['ugx', 150_000, 'UGX 1,500.00', '1500.00'],
  ['kwd', 1250, 'KWD 1.250', '1.250'],
  ['jpy', 1500, '¥1,500', '1500'],
  ['idr', 999_999_999_999, 'IDR 9,999,999,999.99', '9999999999.99'],
  ['xcg', 100, 'XCG 1.00', '1.00'],
])(
  'an amount in %s is printed with the decimal places of the table',
  (code, amount, text, typed) => {
    expect(printMoney(amount, code)).toBe(text);
    expect(decimalAmount(amount, code)).toBe(typed);
  },
);

it('an axis shows units of the currency', () => {
  expect(printMoneyShort(1_200_000, 'kwd')).toBe('KWD 1.2K');
  expect(printMoneyShort(1200, 'jpy')).toBe('¥1.2K');
});

it('what is shown in a field and typed again is the same amount', () => {
  fc.assert(
    fc.property(currency, fc.integer({ min: 0, max: 999_999_999_999 }), (code, amount) => {
      const [whole = '', fraction = ''] = decimalAmount(amount, code).split('.');
      expect(minorUnits(whole, fraction, code)).toBe(amount);
      expect(Math.round(majorUnits(amount, code) * 10 ** currencyTerms(code).decimals)).toBe(
        amount,
      );
    }),
  );
});

describe('rounding', () => {
  const amount = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });
  const part = fc.integer({ min: 1, max: 40_000_000 });

  it.each([
    [125, 2, 'usd', 63],
    [-125, 2, 'usd', -62],
    [1250, 100, 'kwd', 10],
    [1500, 100, 'kwd', 20],
    [14_999, 1, 'isk', 15_000],
    [14_950, 1, 'isk', 15_000],
    [14_949, 1, 'isk', 14_900],
  ])('%i / %i in %s is %i', (numerator, denominator, code, rounded) => {
    expect(roundedQuotient(BigInt(numerator), BigInt(denominator), code)).toBe(rounded);
  });

  it('is to the nearest step, half up', () => {
    fc.assert(
      fc.property(amount, part, part, currency, (value, one, other, code) => {
        const [numerator, denominator] = [Math.min(one, other), Math.max(one, other)];
        const step = BigInt(currencyTerms(code).step);
        const exact = BigInt(value) * BigInt(numerator);
        const rounded = BigInt(roundedQuotient(exact, BigInt(denominator), code));
        expect(rounded % step).toBe(0n);
        // rounded − step/2 ≤ exact/denominator < rounded + step/2
        const twice = 2n * exact - 2n * rounded * BigInt(denominator);
        expect(twice >= -step * BigInt(denominator)).toBe(true);
        expect(twice < step * BigInt(denominator)).toBe(true);
      }),
    );
  });

  it('of a whole amount is the amount', () => {
    fc.assert(
      fc.property(amount, part, currency, (steps, denominator, code) => {
        const { step } = currencyTerms(code);
        const value = BigInt(steps) * BigInt(step);
        expect(roundedQuotient(value * BigInt(denominator), BigInt(denominator), code)).toBe(
          Number(value),
        );
      }),
    );
  });
});
