import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountsOf,
  type CheckoutState,
  decideChanges,
  type PriceTerms,
  paymentNeeds,
} from '@/lib/resources/checkouts/rules';

const price = (more: Partial<PriceTerms> = {}): PriceTerms => ({
  id: 'price',
  type: 'one_time',
  amountType: 'fixed',
  currency: 'usd',
  recurringInterval: null,
  amount: 2000,
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: null,
  trialDays: null,
  ...more,
});

const state = (more: Partial<CheckoutState> = {}): CheckoutState => ({
  customAmount: null,
  discountId: null,
  isDiscountFixed: false,
  allowDiscountCodes: true,
  isLinked: false,
  customerName: null,
  customerEmail: null,
  customerBillingAddress: null,
  customerTaxId: null,
  customFieldData: {},
  price: price(),
  prices: [price()],
  fields: [],
  ...more,
});

const fixedOff = (amount: number) => ({
  type: 'fixed' as const,
  amount,
  currency: 'usd',
  basisPoints: null,
});
const percentOff = (basisPoints: number) => ({
  type: 'percentage' as const,
  amount: null,
  currency: null,
  basisPoints,
});
const address = { line1: null, line2: null, postal_code: null, city: null, state: null };

describe('amounts', () => {
  it('never charge less than nothing nor more than the price', () => {
    const amount = fc.integer({ min: 50, max: 99_999_999 });
    const discount = fc.oneof(
      fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(fixedOff),
      fc.integer({ min: 1, max: 10_000 }).map(percentOff),
    );
    fc.assert(
      fc.property(amount, discount, (value, off) => {
        const amounts = amountsOf(price({ amount: value }), null, off);
        expect(amounts.amount).toBe(value);
        expect(amounts.subtotalAmount).toBeGreaterThanOrEqual(0);
        expect(amounts.subtotalAmount).toBeLessThanOrEqual(value);
        expect(amounts.totalAmount).toBe(amounts.subtotalAmount + amounts.taxAmount);
      }),
    );
  });

  it('round a percentage half up', () => {
    // 12.5 % of 1 004 is 125.5.
    expect(amountsOf(price({ amount: 1004 }), null, percentOff(1250)).subtotalAmount).toBe(878);
    expect(amountsOf(price({ amount: 1000 }), null, percentOff(10_000)).totalAmount).toBe(0);
    expect(amountsOf(price({ amount: 1000 }), null, fixedOff(5000)).totalAmount).toBe(0);
  });

  it('of a custom price are the chosen one, else the preset', () => {
    const custom = price({ amountType: 'custom', amount: null, presetAmount: 1000 });
    expect(amountsOf(custom, 750, null).totalAmount).toBe(750);
    expect(amountsOf(custom, null, null).totalAmount).toBe(1000);
    expect(amountsOf(custom, 750, percentOff(5000)).totalAmount).toBe(750);
  });
});

describe('payment needs', () => {
  it.each([
    ['a fixed one-time price', price(), 2000, { payment: true, setup: false, form: true }],
    [
      'a free one-time price',
      price({ amountType: 'free' }),
      0,
      { payment: false, setup: false, form: false },
    ],
    [
      'a recurring price',
      price({ type: 'recurring' }),
      2000,
      { payment: true, setup: true, form: true },
    ],
    [
      'a recurring price wholly discounted',
      price({ type: 'recurring' }),
      0,
      { payment: false, setup: true, form: true },
    ],
    [
      'a trial',
      price({ type: 'recurring', trialDays: 7 }),
      2000,
      { payment: false, setup: true, form: true },
    ],
    [
      'a free recurring price',
      price({ type: 'recurring', amountType: 'free' }),
      0,
      { payment: false, setup: false, form: false },
    ],
  ])('of %s', (_, terms, total, needs) => {
    expect(paymentNeeds(terms, total)).toEqual(needs);
  });
});

describe('decideChanges', () => {
  const places = (input: Parameters<typeof decideChanges>[1], on = state(), discount?: null) =>
    decideChanges(on, input, discount).problems.map(({ loc }) => loc.slice(1).join('.'));

  it('names every problem at once', () => {
    expect(
      places({ product_price_id: 'other', customer_tax_id: 'x', discount_id: 'd' }, state(), null),
    ).toEqual(['product_price_id', 'discount_id', 'customer_tax_id']);
  });

  it('keeps the email of a linked customer', () => {
    const { changes } = decideChanges(
      state({ isLinked: true }),
      { customer_email: 'x@example.com' },
      undefined,
    );
    expect(changes).not.toHaveProperty('customerEmail');
  });

  it('clears with null what can be cleared', () => {
    const on = state({ customerName: 'Bo', customerTaxId: 'DE123456789', discountId: 'd' });
    const input = {
      customer_name: null,
      customer_tax_id: null,
      discount_id: null,
      success_url: null,
    };
    expect(decideChanges(on, input, undefined).changes).toMatchObject({
      customerName: null,
      customerTaxId: null,
      discountId: null,
      successUrl: null,
    });
  });

  it('refuses a discount on free and custom prices, and codes where none are taken', () => {
    expect(
      places({ discount_code: 'X1Y' }, state({ price: price({ amountType: 'free' }) })),
    ).toEqual(['discount_code']);
    expect(places({ discount_code: 'X1Y' }, state({ allowDiscountCodes: false }))).toEqual([
      'discount_code',
    ]);
    expect(places({ discount_code: null }, state({ allowDiscountCodes: false }))).toEqual([]);
  });

  it('checks a tax id against the country that then holds', () => {
    const withTax = { customer_tax_id: 'DE123456789' };
    expect(places(withTax)).toEqual(['customer_tax_id']);
    expect(
      places(withTax, state({ customerBillingAddress: { ...address, country: 'DE' } })),
    ).toEqual([]);
    const known = state({
      customerTaxId: 'DE123456789',
      customerBillingAddress: { ...address, country: 'DE' },
    });
    expect(places({ customer_billing_address: { ...address, country: 'US' } }, known)).toEqual([
      'customer_tax_id',
    ]);
  });

  it('keeps a custom amount within its bounds', () => {
    const custom = state({
      price: price({ amountType: 'custom', amount: null, minimumAmount: 500, maximumAmount: 900 }),
    });
    expect(places({ amount: 499 }, custom)).toEqual(['amount']);
    expect(places({ amount: 901 }, custom)).toEqual(['amount']);
    expect(decideChanges(custom, { amount: 900 }, undefined).changes).toEqual({
      customAmount: 900,
    });
    expect(decideChanges(state(), { amount: 3 }, undefined).changes).toEqual({});
  });
});
