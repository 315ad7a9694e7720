import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES } from '@/lib/contract/currencies';
import { currencyTerms } from '@/lib/contract/money';
import {
  changeTerms,
  discountAmount,
  isRedeemable,
  limitProblems,
  type Terms,
} from '@/lib/resources/discounts/rules';

const fixed = (amount: number) => ({
  type: 'fixed' as const,
  amount,
  currency: 'usd',
  basisPoints: null,
});
const percentage = (basisPoints: number) => ({
  type: 'percentage' as const,
  amount: null,
  currency: null,
  basisPoints,
});
const price = fc.oneof(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 200 }));
const discount = fc.oneof(
  fc.integer({ min: 1, max: 2_147_483_647 }).map(fixed),
  fc.integer({ min: 1, max: 10_000 }).map(percentage),
);

test('a discount takes off whole units, never less than nothing and never more than the amount', () => {
  fc.assert(
    fc.property(discount, price, (discount, amount) => {
      const reduction = discountAmount(discount, amount, 'usd');
      expect(Number.isSafeInteger(reduction)).toBe(true);
      expect(reduction).toBeGreaterThanOrEqual(0);
      expect(reduction).toBeLessThanOrEqual(amount);
    }),
  );
});

test('a percentage is exact: half a unit is rounded up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), price, (basisPoints, amount) => {
      const exact = (BigInt(amount) * BigInt(basisPoints) + 5000n) / 10_000n;
      expect(discountAmount(percentage(basisPoints), amount, 'usd')).toBe(Number(exact));
    }),
  );
});

test('a larger price never gets a smaller discount', () => {
  fc.assert(
    fc.property(discount, price, price, (discount, one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(discountAmount(discount, low, 'usd')).toBeLessThanOrEqual(
        discountAmount(discount, high, 'usd'),
      );
    }),
  );
});

test.each([
  [fixed(500), 999, 500],
  [fixed(500), 499, 499],
  [percentage(10_000), 99_999_999, 99_999_999],
  [percentage(5000), 99_999_999, 50_000_000],
  [percentage(1), 5000, 1],
  [percentage(1), 4999, 0],
  [percentage(1250), 999, 125],
])('%o takes %i down by %i', (discount, amount, reduction) => {
  expect(discountAmount(discount, amount, 'usd')).toBe(reduction);
});

test('a fixed discount lowers prices in its own currency alone', () => {
  expect(discountAmount(fixed(500), 999, 'eur')).toBe(0);
  expect(discountAmount({ ...fixed(500), currency: 'eur' }, 999, 'eur')).toBe(500);
  expect(discountAmount(percentage(5000), 1000, 'eur')).toBe(500);
});

test('what is left of a price after a percentage is charged: a multiple of the step', () => {
  const currency = fc.constantFrom(...CURRENCIES);
  fc.assert(
    fc.property(
      currency,
      price,
      fc.integer({ min: 1, max: 10_000 }),
      (code, steps, basisPoints) => {
        const { step } = currencyTerms(code);
        const amount = steps * step;
        const reduction = discountAmount(percentage(basisPoints), amount, code);
        expect((amount - reduction) % step).toBe(0);
        expect(reduction).toBeLessThanOrEqual(amount);
        const exact = (amount * basisPoints) / 10_000;
        expect(Math.abs(reduction - exact)).toBeLessThanOrEqual(step / 2);
      },
    ),
  );
});

const at = (time: number) => new Date(time);
const open = { startsAt: null, endsAt: null, maxRedemptions: null, redemptionsCount: 0 };

test.each([
  [open, true],
  [{ ...open, startsAt: at(100) }, true],
  [{ ...open, startsAt: at(101) }, false],
  [{ ...open, endsAt: at(100) }, false],
  [{ ...open, endsAt: at(101) }, true],
  [{ ...open, maxRedemptions: 2, redemptionsCount: 1 }, true],
  [{ ...open, maxRedemptions: 2, redemptionsCount: 2 }, false],
])('%o is redeemable: %s', (limits, expected) => {
  expect(isRedeemable(limits, at(100))).toBe(expected);
});

test('an empty window and a cap below what was redeemed are both told', () => {
  const limits = { startsAt: at(5), endsAt: at(5), maxRedemptions: 1, redemptionsCount: 2 };
  expect(limitProblems(limits).map(({ loc }) => loc)).toEqual([
    ['body', 'ends_at'],
    ['body', 'max_redemptions'],
  ]);
  expect(limitProblems(limits)[1]?.msg).toBe('It has already been redeemed 2 times.');
  const once = { ...open, maxRedemptions: 0, redemptionsCount: 1 };
  expect(limitProblems(once)[0]?.msg).toBe('It has already been redeemed 1 time.');
});

const terms: fc.Arbitrary<Terms> = fc
  .tuple(discount, fc.constantFrom('once', 'forever', 'repeating'), fc.integer({ min: 1, max: 24 }))
  .map(([discount, duration, months]) => ({
    ...discount,
    currency: discount.type === 'fixed' ? 'usd' : null,
    duration,
    durationInMonths: duration === 'repeating' ? months : null,
  }));

const changes = fc.record(
  {
    type: fc.constantFrom('fixed', 'percentage', null),
    amount: fc.option(fc.integer({ min: 1, max: 1000 })),
    currency: fc.constantFrom('usd', null),
    basisPoints: fc.option(fc.integer({ min: 1, max: 10_000 })),
    duration: fc.constantFrom('once', 'forever', 'repeating', null),
    durationInMonths: fc.option(fc.integer({ min: 1, max: 24 })),
  },
  { requiredKeys: [] },
);

test('terms without a problem hold exactly what their type and duration have', () => {
  fc.assert(
    fc.property(terms, changes, fc.nat(1), (before, changes, redemptionsCount) => {
      const { terms: after, problems } = changeTerms({ ...before, redemptionsCount }, changes);
      if (problems.length > 0) return;
      expect(after.amount !== null && after.currency !== null).toBe(after.type === 'fixed');
      expect(after.basisPoints !== null).toBe(after.type === 'percentage');
      expect(after.durationInMonths !== null).toBe(after.duration === 'repeating');
      if (redemptionsCount > 0) {
        expect(discountAmount(after, 12_345, 'usd')).toBe(discountAmount(before, 12_345, 'usd'));
      }
    }),
  );
});
