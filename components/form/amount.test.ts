import { describe, expect, it } from 'vitest';
import { amountProblem, parseAmount, parseCount, parsePercent } from '@/components/form/amount';
import { int } from '@/lib/contract/fields';
import { decimalAmount } from '@/lib/contract/money';
import { problemsOf } from '@/lib/contract/problems';

describe('parseAmount', () => {
  it.each([
    ['20', 2000],
    ['19.99', 1999],
    ['19.9', 1990],
    ['19.', 1900],
    ['0.29', 29],
    ['$1,500.00', 150_000],
    ['1,234,567', 123_456_700],
    [' 12 ', 1200],
    // a comma as the decimal mark, which is not a hundred times as much
    ['5,50', 550],
    ['49,9', 4990],
    ['1500,00', 150_000],
  ])('reads %j', (typed, amount) => {
    expect(parseAmount(typed)).toBe(amount);
  });

  it.each(['', 'ten', '-5', '1.234,50', '12,34.50', '1,23,456', '1.999', '.', '1,', '5,5,5'])(
    'refuses %j',
    (typed) => {
      expect(parseAmount(typed)).toBeNull();
    },
  );
});

describe('an amount of another currency', () => {
  it.each([
    ['500', 'jpy', 500],
    ['1,500', 'jpy', 1500],
    ['19.5', 'jpy', null],
    ['5,50', 'jpy', null],
    ['19.5', 'kwd', 19_500],
    ['1.2345', 'kwd', null],
    ['€19.99', 'eur', 1999],
    ['CHF 20', 'chf', 2000],
    ['$20', 'eur', null],
  ])('%j in %s is %j', (typed, currency, amount) => {
    expect(parseAmount(typed, currency)).toBe(amount);
  });

  it.each([
    [500, 'jpy', '500'],
    [1950, 'usd', '19.50'],
    [19_500, 'kwd', '19.500'],
  ])('%i in %s is shown as %j', (amount, currency, typed) => {
    expect(decimalAmount(amount, currency)).toBe(typed);
    expect(parseAmount(typed, currency)).toBe(amount);
  });
});

describe('parsePercent', () => {
  it.each([
    ['25', 2500],
    ['12.5 %', 1250],
    ['12,5', 1250],
    ['0.01%', 1],
    ['0.001', null],
    ['%', null],
  ])('reads %j', (typed, basisPoints) => {
    expect(parsePercent(typed)).toBe(basisPoints);
  });
});

describe('parseCount', () => {
  it.each([
    ['3', 3],
    ['1,000', 1000],
    ['-1', -1],
  ])('reads %j', (typed, count) => {
    expect(parseCount(typed)).toBe(count);
  });

  it.each(['', '1,5', '1.5', '10,00', 'two'])('refuses %j', (typed) => {
    expect(parseCount(typed)).toBeNull();
  });
});

describe('amountProblem', () => {
  it('says the bounds of a refund in whole units', () => {
    const words = amountProblem(
      'Enter an amount from 1 to 1500, the most that can still be refunded.',
    );
    expect(words).toBe(
      'Enter an amount from $0.01 to $15.00, the most that can still be refunded.',
    );
  });

  it.each([
    ['isk', 'Enter a multiple of 100.', 'Enter a multiple of ISK 1.00.'],
    ['kwd', 'Enter a whole number.', 'Enter an amount, such as 19.990.'],
    ['jpy', 'Enter a whole number.', 'Enter an amount, such as 20.'],
    ['isk', 'Enter a whole number.', 'Enter an amount, such as 20.00.'],
  ])('in %s %j is %j', (currency, problem, words) => {
    expect(amountProblem(problem, currency)).toBe(words);
  });

  const price = int({ min: 50, max: 99_999_999 });
  it.each([
    [10, 'Enter an amount of at least $0.50.'],
    [100_000_000, 'Enter an amount of at most $999,999.99.'],
    ['1.234,50', 'Enter an amount, such as 19.99.'],
  ])('%j: %s', (value, words) => {
    const { error } = price.safeParse(value, { reportInput: true });
    expect(error && problemsOf(error, 'body').map(({ msg }) => amountProblem(msg))).toEqual([
      words,
    ]);
  });
});
