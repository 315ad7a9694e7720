import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BilledDiscount,
  isReducing,
  settleLines,
  sumOf,
  unusedPart,
} from '@/lib/resources/billing/rules';

const at = (time: string) => new Date(`${time}Z`);
const line = (amount: number) => ({
  description: 'A line',
  amount,
  periodStart: null,
  periodEnd: null,
});

const half: BilledDiscount = {
  id: 'd',
  name: 'Half',
  type: 'percentage',
  amount: null,
  currency: null,
  basisPoints: 5000,
  duration: 'once',
  durationInMonths: null,
  firstUsedAt: null,
};

describe('isReducing', () => {
  it('once: the first order alone', () => {
    expect(isReducing(half, at('2026-01-31T10:00:00'))).toBe(true);
    const used = { ...half, firstUsedAt: at('2026-01-31T10:00:00') };
    expect(isReducing(used, at('2026-01-31T10:00:01'))).toBe(false);
  });

  it('repeating: from the first order up to so many months later, that moment excluded', () => {
    const repeating = { ...half, duration: 'repeating' as const, durationInMonths: 1 };
    const used = { ...repeating, firstUsedAt: at('2026-01-31T10:00:00') };
    expect(isReducing(repeating, at('2030-01-01T00:00:00'))).toBe(true);
    expect(isReducing(used, at('2026-02-28T09:59:59'))).toBe(true);
    expect(isReducing(used, at('2026-02-28T10:00:00'))).toBe(false);
  });

  it('forever: always', () => {
    const forever = {
      ...half,
      duration: 'forever' as const,
      firstUsedAt: at('2020-01-01T00:00:00'),
    };
    expect(isReducing(forever, at('2090-01-01T00:00:00'))).toBe(true);
  });
});

describe('unusedPart', () => {
  const period = { start: at('2026-04-01T00:00:00'), end: at('2026-05-01T00:00:00') };

  it('is amount × seconds left / seconds of the period, half up', () => {
    expect(unusedPart(2000, period, at('2026-04-16T00:00:00'), 'usd')).toBe(1000);
    expect(unusedPart(1, period, at('2026-04-16T00:00:00'), 'usd')).toBe(1);
    expect(unusedPart(1, period, at('2026-04-16T00:00:01'), 'usd')).toBe(0);
    expect(unusedPart(99_999_999, period, period.start, 'usd')).toBe(99_999_999);
    expect(unusedPart(2000, period, period.end, 'usd')).toBe(0);
    expect(unusedPart(2000, period, at('2026-06-01T00:00:00'), 'usd')).toBe(0);
  });

  it('never exceeds the amount and never grows with time', () => {
    const seconds = 30 * 24 * 60 * 60;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.tuple(fc.nat(seconds), fc.nat(seconds)),
        (amount, times) => {
          const [early = 0, late = 0] = times.toSorted((a, b) => a - b);
          const part = (passed: number) =>
            unusedPart(amount, period, new Date(period.start.getTime() + passed * 1000), 'usd');
          expect(part(early)).toBeLessThanOrEqual(amount);
          expect(part(late)).toBeLessThanOrEqual(part(early));
        },
      ),
    );
  });
});

it('a part of a period in KWD is a multiple of 10, which is 0.010', () => {
  const period = { start: at('2026-04-01T00:00:00'), end: at('2026-05-01T00:00:00') };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.nat(2_592_000), (steps, passed) => {
      const moment = new Date(period.start.getTime() + passed * 1000);
      const part = unusedPart(steps * 10, period, moment, 'kwd');
      expect(part % 10).toBe(0);
      expect(Math.abs(part - (steps * 10 * (2_592_000 - passed)) / 2_592_000)).toBeLessThanOrEqual(
        5,
      );
    }),
  );
});

describe('settleLines', () => {
  it('books a negative sum as credit', () => {
    const settled = settleLines([line(-700), line(200)], { credit: 30, carried: 0 }, 'usd');
    expect(settled.amount).toBe(0);
    expect(settled).toMatchObject({ creditUsed: 0, creditBooked: 500, carried: 0 });
    expect(settled.lines.at(-1)?.amount).toBe(500);
  });

  it('uses credit up before anything is charged', () => {
    const settled = settleLines([line(1000)], { credit: 300, carried: 0 }, 'usd');
    expect(settled.amount).toBe(700);
    expect(settled).toMatchObject({ creditUsed: 300, creditBooked: 0, carried: 0 });
  });

  it.each([1, 49])('carries %i to the next charge', (amount) => {
    const first = settleLines([line(amount)], { credit: 0, carried: 0 }, 'usd');
    expect(first).toMatchObject({ amount: 0, carried: amount });
    const next = { credit: 0, carried: first.carried };
    expect(settleLines([line(1000)], next, 'usd').amount).toBe(1000 + amount);
  });

  it('charges 50', () => {
    expect(settleLines([line(50)], { credit: 0, carried: 0 }, 'usd').amount).toBe(50);
  });

  it.each([
    ['jpy', 49, 0],
    ['jpy', 50, 50],
    ['huf', 17_499, 0],
    ['bhd', 10, 10],
  ])('in %s %i is charged as %i', (currency, sum, amount) => {
    const settled = settleLines([line(sum)], { credit: 0, carried: 0 }, currency);
    expect(settled).toMatchObject({ amount, carried: sum - amount });
  });

  it('keeps every sum: lines add up to the amount, and nothing owed is lost or doubled', () => {
    const amounts = fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 6 });
    const balances = fc.record({ credit: fc.nat(2000), carried: fc.nat(49) });
    fc.assert(
      fc.property(amounts, balances, (charged, before) => {
        const { lines, amount, ...settled } = settleLines(charged.map(line), before, 'usd');
        const credit = before.credit - settled.creditUsed + settled.creditBooked;
        const after = { credit, carried: settled.carried };
        expect(sumOf(lines)).toBe(amount);
        expect(amount === 0 || amount >= 50).toBe(true);
        expect(Math.min(after.credit, after.carried)).toBeGreaterThanOrEqual(0);
        expect(after.carried).toBeLessThan(50);
        const owed = sumOf(charged.map(line)) + before.carried - before.credit;
        expect(amount + after.carried - after.credit).toBe(owed);
      }),
    );
  });
});
