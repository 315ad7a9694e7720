import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyTerms } from '@/lib/contract/money';
import {
  customPriceProblems,
  inferPriceKind,
  type PriceShape,
  planPrices,
  presetAmount,
  priceColumns,
  priceSetProblems,
} from '@/lib/resources/products/rules';
import type { PriceCreate, PriceUpdate } from '@/lib/resources/products/schema';
import { newId } from '@/lib/runtime/ids';

const { minimum: MIN_PRICE, maximum: MAX_PRICE } = currencyTerms('usd');
const amount = fc.integer({ min: MIN_PRICE, max: MAX_PRICE });
const bound = fc.option(amount, { nil: null });
const interval = fc.constantFrom('month', 'year');
const price_currency = fc.constant('usd');
const columnsOf = (given: PriceCreate) => priceColumns(given, 'usd');

const price: fc.Arbitrary<PriceCreate> = fc.oneof(
  fc.record({ type: fc.constant('one_time'), amount_type: fc.constant('free') }),
  fc.record({
    type: fc.constant('one_time'),
    amount_type: fc.constant('fixed'),
    price_currency,
    price_amount: amount,
  }),
  fc.record({
    type: fc.constant('one_time'),
    amount_type: fc.constant('custom'),
    price_currency,
    minimum_amount: bound,
    maximum_amount: bound,
    preset_amount: bound,
  }),
  fc.record({
    type: fc.constant('recurring'),
    amount_type: fc.constant('free'),
    recurring_interval: interval,
  }),
  fc.record({
    type: fc.constant('recurring'),
    amount_type: fc.constant('fixed'),
    price_currency,
    price_amount: amount,
    recurring_interval: interval,
    trial_days: fc.option(fc.integer({ min: 1, max: 730 }), { nil: null }),
  }),
);
const prices = fc.array(price, { minLength: 1, maxLength: 4 });

/** The rule of docs/contract/catalogue.md#kinds in other words. */
function mayStandTogether(set: readonly PriceShape[]): boolean {
  const kinds = set.map(({ type, amountType, recurringInterval }) =>
    [type, amountType, recurringInterval ?? ''].join(' '),
  );
  const [first = '', second = ''] = [...kinds].sort();
  if (kinds.length === 1) return true;
  return (
    kinds.length === 2 && first === 'recurring fixed month' && second === 'recurring fixed year'
  );
}

describe('the prices of a product', () => {
  it('may stand together exactly as the contract says', () => {
    fc.assert(
      fc.property(prices, (given) => {
        const set = given.map(columnsOf);
        const problems = priceSetProblems(set, set[0]?.type === 'recurring', 'usd');
        expect(problems.length === 0).toBe(mayStandTogether(set));
      }),
    );
  });

  it('are all of the product’s kind', () => {
    fc.assert(
      fc.property(price, (given) => {
        const problems = priceSetProblems([columnsOf(given)], given.type !== 'recurring', 'usd');
        expect(problems.map(({ path }) => path)).toEqual([[0, 'type']]);
      }),
    );
  });

  it('are at least one', () => {
    expect(priceSetProblems([], false, 'usd')).toHaveLength(1);
    expect(priceSetProblems([], true, 'usd')).toHaveLength(1);
  });
});

describe('prices in several currencies', () => {
  const monthly = (
    currency: string,
    recurringInterval: 'month' | 'year' = 'month',
  ): PriceShape => ({
    type: 'recurring',
    amountType: 'fixed',
    currency,
    recurringInterval,
  });
  const once = (currency: string, amountType: PriceShape['amountType'] = 'fixed'): PriceShape => ({
    type: 'one_time',
    amountType,
    currency,
    recurringInterval: null,
  });

  it.each<[string, boolean, PriceShape[], string[]]>([
    ['one set each', false, [once('usd'), once('eur')], []],
    ['one set each of two intervals', true, [...sets('usd', 'jpy')], []],
    ['without the default', false, [once('eur')], ['Add a price in USD, the default currency.']],
    [
      'of two kinds',
      false,
      [once('usd'), once('eur', 'custom')],
      ['Give EUR the same prices as USD.'],
    ],
    [
      'without one interval',
      true,
      [...sets('usd'), monthly('eur')],
      ['Give EUR the same prices as USD.'],
    ],
    [
      'with an interval more',
      true,
      [monthly('usd'), ...sets('eur')],
      ['Give EUR the same prices as USD.'],
    ],
    [
      'twice in one',
      false,
      [once('usd'), once('usd')],
      ['A one-time product has exactly one price in USD.'],
    ],
    [
      'free and another',
      false,
      [once('usd', 'free'), once('eur')],
      ['A free price must be the only price.'],
    ],
  ])('%s', (_, isRecurring, set, problems) => {
    expect(priceSetProblems(set, isRecurring, 'usd').map(({ msg }) => msg)).toEqual(problems);
  });

  function sets(...currencies: string[]): PriceShape[] {
    return currencies.flatMap((currency) => [monthly(currency), monthly(currency, 'year')]);
  }

  const fixed = (price_currency: string, price_amount = 20_000): PriceUpdate => ({
    type: 'one_time',
    amount_type: 'fixed',
    price_currency,
    price_amount,
  });

  it('come after those in the default currency', () => {
    const plan = planPrices([fixed('usd'), fixed('eur'), fixed('jpy')], 'eur');
    expect(plan.problems).toEqual([]);
    const added = plan.added.map(({ position, columns }) => [columns.currency, position]);
    expect(Object.fromEntries(added)).toEqual({ eur: 0, usd: 1, jpy: 2 });
  });

  it('are not presumed: a price in the currency of clients names the default', () => {
    const { problems } = planPrices([fixed('usd')], 'eur');
    expect(problems).toEqual([
      {
        path: [0, 'price_currency'],
        msg: "Name the currency of this price. This organization's default is eur.",
      },
    ]);
    const paths = (given: ReturnType<typeof planPrices>) => given.problems.map(({ path }) => path);
    expect(paths(planPrices([fixed('gbp')], 'eur'))).toEqual([[]]);
    const sold = ['eur', 'usd'].map((currency) => ({ id: newId(), ...once(currency) }));
    const again = [{ id: sold[0]?.id ?? '' }, fixed('usd')];
    expect(paths(planPrices(again, 'eur', sold, false))).toEqual([]);
  });
});

describe('a custom price', () => {
  const bounds = fc.record({ minimum_amount: bound, maximum_amount: bound, preset_amount: bound });

  it('has minimum ≤ preset ≤ maximum, where they are given', () => {
    fc.assert(
      fc.property(bounds, (given) => {
        const { minimum_amount, preset_amount, maximum_amount } = given;
        const known = [minimum_amount, preset_amount, maximum_amount].filter((one) => one !== null);
        const ordered = known.every((one, index) => index === 0 || (known[index - 1] ?? 0) <= one);
        expect(customPriceProblems(given).length === 0).toBe(ordered);
      }),
    );
  });

  it('proposes what was given, else 10.00 or the bound next to it', () => {
    fc.assert(
      fc.property(bounds, (given) => {
        fc.pre(customPriceProblems(given).length === 0);
        const { minimum_amount, maximum_amount, preset_amount } = given;
        const least = minimum_amount ?? MIN_PRICE;
        const most = maximum_amount ?? MAX_PRICE;
        const proposed = presetAmount(given, 'usd');
        expect(proposed).toBeGreaterThanOrEqual(least);
        expect(proposed).toBeLessThanOrEqual(most);
        if (preset_amount !== null) expect(proposed).toBe(preset_amount);
        else if (least <= 1000 && most >= 1000) expect(proposed).toBe(1000);
        else expect([least, most]).toContain(proposed);
      }),
    );
  });
});

describe('a new price without its constants', () => {
  it('is of the kind that its other fields tell', () => {
    fc.assert(
      fc.property(price, (given) => {
        const { type, amount_type, ...rest } = given;
        expect(inferPriceKind(rest)).toEqual(given);
      }),
    );
  });

  it('keeps the constants that it has', () => {
    fc.assert(
      fc.property(price, (given) => {
        expect(inferPriceKind(given)).toEqual(given);
      }),
    );
  });

  it('stays as it is where it is no object', () => {
    for (const value of [null, 1, 'free', [], true]) expect(inferPriceKind(value)).toBe(value);
  });
});

describe('a new list of prices', () => {
  const live = fc
    .array(price, { maxLength: 2 })
    .map((rows) => rows.map((one) => ({ id: newId(), ...columnsOf(one) })));

  it('keeps, adds and archives: every live price is one of both, every item has its place', () => {
    const items = live.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.array(
          fc.oneof(
            price as fc.Arbitrary<PriceUpdate>,
            fc.constantFrom({ id: newId() }, ...rows.map(({ id }) => ({ id }))),
          ),
          { maxLength: 4 },
        ),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(items, ([rows, wanted, isRecurring]) => {
        const plan = planPrices(wanted, 'usd', rows, isRecurring);
        const kept = plan.kept.map(({ id }) => id);
        expect([...kept, ...plan.archived].sort()).toEqual(rows.map(({ id }) => id).sort());
        if (plan.problems.length > 0) return;
        const places = [...plan.added, ...plan.kept].map(({ position }) => position);
        expect(places.sort()).toEqual(wanted.map((_, index) => index));
        const after = [
          ...rows.filter(({ id }) => kept.includes(id)),
          ...plan.added.map(({ columns }) => columns),
        ];
        expect(mayStandTogether(after)).toBe(true);
        expect(after.every(({ type }) => type === (isRecurring ? 'recurring' : 'one_time'))).toBe(
          true,
        );
      }),
    );
  });

  it('says where a price is unknown, listed twice or out of bounds, all at once', () => {
    const id = newId();
    const old = { id, ...columnsOf({ type: 'one_time', amount_type: 'free' }) };
    const plan = planPrices(
      [
        { id: newId() },
        { id },
        { id },
        {
          type: 'one_time',
          amount_type: 'custom',
          price_currency: 'usd',
          minimum_amount: 900,
          preset_amount: 800,
        },
      ],
      'usd',
      [old],
      false,
    );
    expect(plan.problems.map(({ path }) => path)).toEqual([
      [0, 'id'],
      [2, 'id'],
      [3, 'preset_amount'],
      [],
    ]);
  });
});
