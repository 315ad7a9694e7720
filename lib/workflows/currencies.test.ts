import { beforeEach, describe, expect, it } from 'vitest';
import {
  createCheckout,
  getCheckout,
  updateCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { getCustomer, listCustomers } from '@/lib/resources/customers/contract';
import { createDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import { getMetrics, getMetricsLimits } from '@/lib/resources/metrics/contract';
import { foldMetrics } from '@/lib/resources/metrics/jobs';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';
import { createRefund } from '@/lib/resources/refunds/contract';
import {
  listSubscriptions,
  previewSubscription,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { confirm, makeProduct, refuseConfirm } from '@/testing/shop';
import { part } from '@/testing/soak';

// Prices, sales and discounts in several currencies (docs/contract/catalogue.md#currencies).

let as: Seller;
beforeEach(async () => {
  as = await makeSeller();
});

const price = (price_currency: string, price_amount: number, more: object = {}) => ({
  type: 'one_time' as const,
  amount_type: 'fixed' as const,
  price_currency,
  price_amount,
  ...more,
});
const monthly = (currency: string, amount: number, recurring_interval = 'month') =>
  price(currency, amount, { type: 'recurring', recurring_interval }) as never;

const sell = (product_id: string, more: object = {}) =>
  callApi(createCheckout, { body: { payment_processor: 'stripe', product_id, ...more } }, { as });
const setDefault = (default_currency: string) =>
  callApi(
    updateOrganization,
    { params: { id: as.organizationId }, body: { default_currency } },
    { as },
  );
const idIn = (product: Product, currency: string) =>
  product.prices.find((one) => 'price_currency' in one && one.price_currency === currency)?.id ??
  '';
const sold = async () =>
  (await callApi(listOrders, { query: { organization_id: [as.organizationId] } }, { as })).items;

describe('an amount that is typed is sent and shown', () => {
  const AMOUNTS = [
    ['huf', 149_950],
    ['isk', 150_000],
    ['ugx', 150_000],
    ['kwd', 1250],
    ['jpy', 1500],
    ['idr', 999_999_999_999],
  ] as const;
  it.each(part(AMOUNTS, 'amounts', 3))('in %s: %i', async (currency, amount) => {
    await setDefault(currency);
    const product = await makeProduct(as, [price(currency, amount)]);
    expect(product.prices).toMatchObject([{ price_currency: currency, price_amount: amount }]);
    const checkout = await sell(product.id);
    expect(checkout).toMatchObject({ currency, amount, total_amount: amount });
    await confirm(checkout);
    const [order] = await sold();
    expect(order).toMatchObject({ currency, amount, tax_amount: 0 });
    const refund = await callApi(
      createRefund,
      { body: { order_id: order?.id ?? '', reason: 'other' } },
      { as },
    );
    expect(refund).toMatchObject({ currency, amount, status: 'succeeded' });
  });

  it.each([
    ['huf', 17_499],
    ['isk', 150_050],
    ['ugx', 50],
    ['kwd', 1255],
    ['jpy', 49],
    ['jpy', 100_000_000],
    ['idr', 1_000_000_000_000],
  ])('and is refused in %s: %i', async (currency, amount) => {
    await setDefault(currency);
    const body = { name: 'A product', prices: [price(currency, amount)] };
    const failure = await refusal(createProduct, { body }, { as });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.prices.0.price_amount']);
  });
});

describe('the default currency', () => {
  it('is fixed after the first sale', async () => {
    expect((await setDefault('eur')).default_currency).toBe('eur');
    const product = await makeProduct(as, [price('eur', 2000)]);
    expect((await setDefault('eur')).default_currency).toBe('eur');
    await confirm(await sell(product.id));
    const change = { params: { id: as.organizationId }, body: { default_currency: 'usd' } };
    expect((await refusal(updateOrganization, change, { as })).status).toBe(409);
    expect((await setDefault('eur')).default_currency).toBe('eur');
  });

  it('is what every product has a price in', async () => {
    await setDefault('eur');
    const create = (prices: never[]) =>
      refusal(createProduct, { body: { name: 'A product', prices } }, { as });
    expect(places(await create([price('gbp', 2000)] as never[]))).toEqual(['body.prices']);
    const presumed = await create([{ price_amount: 2000 }] as never[]);
    expect(places(presumed)).toEqual(['body.prices.0.price_currency']);
    expect(JSON.stringify(presumed)).toContain('default is eur');
    expect(
      places(await create([monthly('eur', 100), monthly('eur', 900, 'year'), monthly('gbp', 100)])),
    ).toEqual(['body.prices']);
  });
});

describe('a checkout', () => {
  let product: Product;
  beforeEach(async () => {
    product = await makeProduct(as, [price('jpy', 3000), price('usd', 2000), price('kwd', 7000)]);
  });

  it('takes the default, the currency of the named price, or the one that is asked for', async () => {
    expect(product.prices.map((one) => 'price_currency' in one && one.price_currency)).toEqual([
      'usd',
      'jpy',
      'kwd',
    ]);
    expect(await sell(product.id)).toMatchObject({ currency: 'usd', amount: 2000 });
    const named = await sell(product.id, { product_price_id: idIn(product, 'jpy') });
    expect(named).toMatchObject({ currency: 'jpy', amount: 3000 });
    const asked = await sell(product.id, {
      product_price_id: idIn(product, 'jpy'),
      currency: 'kwd',
    });
    expect(asked).toMatchObject({
      currency: 'kwd',
      amount: 7000,
      product_price_id: idIn(product, 'kwd'),
    });
  });

  it.each(['eur', 'doge', 'USD'])('refuses %s', async (currency) => {
    const body = { payment_processor: 'stripe' as const, product_id: product.id, currency };
    const failure = await refusal(createCheckout, { body }, { as });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual(['body.currency']);
  });

  it('changes its currency while it is open, by its buyer too', async () => {
    const { id, client_secret } = await sell(product.id);
    const byBuyer = (body: object) =>
      callApi(updateCheckoutByClient, { params: { client_secret }, body });
    expect(await byBuyer({ currency: 'jpy' })).toMatchObject({ currency: 'jpy', amount: 3000 });
    expect(await byBuyer({ currency: null })).toMatchObject({ currency: 'jpy' });
    const bySeller = { params: { id }, body: { currency: 'kwd' } };
    expect(await callApi(updateCheckout, bySeller, { as })).toMatchObject({ amount: 7000 });
    const wrong = { params: { client_secret }, body: { currency: 'eur' } };
    expect(places(await refusal(updateCheckoutByClient, wrong))).toEqual(['body.currency']);
    await confirm({ client_secret });
    expect(await sold()).toMatchObject([{ currency: 'kwd', amount: 7000 }]);
  });

  it('leaves a chosen amount behind with its currency', async () => {
    const custom = (currency: string, minimum_amount: number) => ({
      amount_type: 'custom' as const,
      price_currency: currency,
      minimum_amount,
    });
    const offer = await makeProduct(as, [custom('usd', 500), custom('jpy', 800)]);
    const { client_secret } = await sell(offer.id, { amount: 700 });
    const change = (body: object) =>
      callApi(updateCheckoutByClient, { params: { client_secret }, body });
    expect(await change({ currency: 'jpy' })).toMatchObject({ currency: 'jpy', amount: 1000 });
    expect(await change({ amount: 900 })).toMatchObject({ amount: 900 });
    const less = { params: { client_secret }, body: { currency: 'usd', amount: 499 } };
    expect(places(await refusal(updateCheckoutByClient, less))).toEqual(['body.amount']);
  });
});

describe('a discount', () => {
  const create = (more: object) =>
    callApi(
      createDiscount,
      { body: { name: 'Less', duration: 'forever', ...more } as never },
      { as },
    );

  it('of an amount fits prices in its currency alone', async () => {
    const product = await makeProduct(as, [price('usd', 2000), price('eur', 1800)]);
    const { id } = await create({ type: 'fixed', amount: 500, currency: 'eur', code: 'EURO5' });
    const body = { payment_processor: 'stripe' as const, product_id: product.id, discount_id: id };
    expect(places(await refusal(createCheckout, { body }, { as }))).toEqual(['body.discount_id']);
    const checkout = await sell(product.id, { currency: 'eur', discount_id: id });
    expect(checkout).toMatchObject({ amount: 1800, total_amount: 1300 });
    const { client_secret } = checkout;
    const change = (body: object) =>
      callApi(updateCheckoutByClient, { params: { client_secret }, body });
    const inDollars = await change({ currency: 'usd' });
    expect(inDollars).toMatchObject({ total_amount: 2000, discount: null });
    expect(inDollars.has_discount_codes).toBe(false);
    const euro = await change({ currency: 'eur', discount_code: 'EURO5' });
    expect(euro).toMatchObject({ total_amount: 1300, has_discount_codes: true });
  });

  it('keeps its currency, whatever a client sends by default', async () => {
    const discount = await create({ type: 'fixed', amount: 500, currency: 'eur' });
    const body = { name: 'Still less', currency: 'usd' };
    const changed = await callApi(updateDiscount, { params: { id: discount.id }, body }, { as });
    expect(changed).toMatchObject({ name: 'Still less', currency: 'eur', amount: 500 });
  });

  it('leaves nothing, or at least what can be charged', async () => {
    const off = (basis_points: number) =>
      callApi(
        createDiscount,
        {
          body: {
            type: 'percentage',
            basis_points,
            duration: 'once',
            name: 'Off',
            code: `O${basis_points}`,
          },
        },
        { as },
      );
    const [most, all, half] = [await off(9800), await off(10_000), await off(5000)];
    const product = await makeProduct(as, [price('usd', 2000)]);
    const body = { payment_processor: 'stripe', product_id: product.id } as const;
    const failure = await refusal(
      createCheckout,
      { body: { ...body, discount_id: most.id } },
      { as },
    );
    expect([failure.status, places(failure)]).toEqual([422, ['body.discount_id']]);
    expect(failure.message).toContain('$0.40');
    const checkout = await sell(product.id, { discount_id: half.id });
    expect(checkout.total_amount).toBe(1000);
    const typed = {
      params: { client_secret: checkout.client_secret },
      body: { discount_code: most.code },
    };
    expect(places(await refusal(updateCheckoutByClient, typed, {}))).toEqual([
      'body.discount_code',
    ]);
    // What was lowered before its price was changed is refused once it is to be paid.
    await callApi(
      updateProduct,
      { params: { id: product.id }, body: { prices: [price('usd', 90), price('eur', 2000)] } },
      { as },
    );
    const { prices } = await callApi(getProduct, { params: { id: product.id } }, { as });
    const cheap = prices.find((one) => 'price_amount' in one && one.price_amount === 90);
    const moved = {
      params: { id: checkout.id },
      body: { product_price_id: cheap?.id ?? '' },
    };
    await callApi(updateCheckout, moved, { as });
    expect(places(await refuseConfirm(checkout))).toEqual(['body.discount_code']);
    const gift = await sell(product.id, { discount_id: all.id });
    expect(gift.total_amount).toBe(0);
    await confirm(gift);
  });

  it('takes off multiples of the step', async () => {
    const failure = await refusal(
      createDiscount,
      { body: { type: 'fixed', amount: 555, currency: 'kwd', name: 'Less', duration: 'once' } },
      { as },
    );
    expect(places(failure)).toEqual(['body.amount']);
    await setDefault('kwd');
    const product = await makeProduct(as, [price('kwd', 1990)]);
    const { id } = await create({ type: 'percentage', basis_points: 3333 });
    // 33.33 % of 1.990 is 0.663267.
    const checkout = await sell(product.id, { discount_id: id });
    expect(checkout).toMatchObject({ amount: 1990, subtotal_amount: 1330, total_amount: 1330 });
  });
});

describe('a subscription', () => {
  const all = async () =>
    (await callApi(listSubscriptions, { query: { organization_id: [as.organizationId] } }, { as }))
      .items;

  it('keeps its currency', async () => {
    const plan = await makeProduct(as, [monthly('usd', 1000), monthly('eur', 900)]);
    const more = await makeProduct(as, [monthly('usd', 3000), monthly('eur', 2700)]);
    await confirm(await sell(plan.id, { currency: 'eur' }));
    const [subscription] = await all();
    const id = subscription?.id ?? '';
    expect(subscription).toMatchObject({ currency: 'eur', amount: 900 });
    const change = (product_price_id: string) => ({ params: { id }, body: { product_price_id } });
    const dollars = await refusal(updateSubscription, change(idIn(more, 'usd')), { as });
    expect(places(dollars)).toEqual(['body.product_price_id']);
    const fixed = { type: 'fixed' as const, amount: 100, currency: 'usd' };
    const { id: discount_id } = await callApi(
      createDiscount,
      { body: { ...fixed, name: 'Less', duration: 'forever' } },
      { as },
    );
    const lowered = { params: { id }, body: { discount_id } };
    expect(places(await refusal(updateSubscription, lowered, { as }))).toEqual([
      'body.discount_id',
    ]);
    const euros = await callApi(updateSubscription, change(idIn(more, 'eur')), { as });
    expect(euros).toMatchObject({ currency: 'eur', amount: 2700 });
    for (const order of await sold()) expect(order.currency).toBe('eur');
  });

  it('is prorated in multiples of the step', async () => {
    await setDefault('kwd');
    const plan = await makeProduct(as, [monthly('kwd', 9990)]);
    const more = await makeProduct(as, [monthly('kwd', 29_990)]);
    await confirm(await sell(plan.id));
    const [subscription] = await all();
    const query = { product_price_id: idIn(more, 'kwd') };
    const { lines, amount_now } = await callApi(
      previewSubscription,
      { params: { id: subscription?.id ?? '' }, query },
      { as },
    );
    for (const { amount } of lines) expect(Math.abs(amount % 10)).toBe(0);
    expect(amount_now).toBe(lines.reduce((sum, { amount }) => sum + amount, 0));
  });
});

it('another product keeps what it is sold in when prices are replaced', async () => {
  const product = await makeProduct(as, [price('usd', 2000), price('eur', 1800)]);
  const kept = product.prices.map(({ id }) => ({ id }));
  const without = { params: { id: product.id }, body: { prices: [kept[1] as { id: string }] } };
  expect(places(await refusal(updateProduct, without, { as }))).toEqual(['body.prices']);
  const body = { prices: [...kept, price('chf', 1900)] };
  const changed = await callApi(updateProduct, { params: { id: product.id }, body }, { as });
  expect(changed.prices).toHaveLength(3);
  const checkout = await sell(product.id, { currency: 'chf' });
  const { id } = checkout;
  const again = { params: { id: product.id }, body: { prices: kept } };
  await callApi(updateProduct, again, { as });
  expect(await callApi(getCheckout, { params: { id } }, { as })).toMatchObject({ currency: 'chf' });
  expect(places(await refuseConfirm(checkout))).toEqual(['body.product_price_id']);
});

it('an order is its subtotal and its tax, and says what a discount took off', async () => {
  const off = { type: 'percentage', basis_points: 2500, duration: 'once', name: 'Off' } as const;
  const { id: discount_id } = await callApi(createDiscount, { body: off }, { as });
  // A product may be called like that.
  const product = await callApi(
    createProduct,
    { body: { name: 'Discount: a book', prices: [price('usd', 2000)] } },
    { as },
  );
  const checkout = await sell(product.id, { discount_id });
  expect(checkout).toMatchObject({ discount_amount: 500, subtotal_amount: 1500 });
  await confirm(checkout);
  await confirm(await sell(product.id));
  expect(await sold()).toMatchObject([
    { amount: 2000, discount_amount: 0, subtotal_amount: 2000, total_amount: 2000 },
    {
      amount: 1500,
      discount_amount: 500,
      subtotal_amount: 1500,
      tax_amount: 0,
      total_amount: 1500,
    },
  ]);
});

it('a customer has spent in one currency what was sold in it', async () => {
  const product = await makeProduct(as, [price('usd', 2000), price('eur', 1800)]);
  await confirm(await sell(product.id));
  await confirm(await sell(product.id, { currency: 'eur' }));
  const [order] = await sold();
  const params = { id: order?.customer_id ?? '' };
  const spent = async (query: { currency?: string }) => {
    const customer = await callApi(getCustomer, { params, query }, { as });
    return [customer.spent, customer.currency];
  };
  expect(await spent({})).toEqual([2000, 'usd']);
  expect(await spent({ currency: 'eur' })).toEqual([1800, 'eur']);
  expect(await spent({ currency: 'jpy' })).toEqual([0, 'jpy']);
  const doge = { params, query: { currency: 'doge' } };
  expect(places(await refusal(getCustomer, doge, { as }))).toEqual(['query.currency']);
});

describe('figures', () => {
  const day = new Date().toISOString().slice(0, 10);
  const ask = (more: object = {}) =>
    callApi(
      getMetrics,
      {
        query: {
          start_date: day,
          end_date: day,
          interval: 'day',
          organization_id: [as.organizationId],
          ...more,
        },
      },
      { as },
    );

  it('are those of one currency, before and after they are summed up', {
    tags: 'soak',
  }, async () => {
    const product = await makeProduct(as, [price('usd', 2000), price('jpy', 3000)]);
    const plan = await makeProduct(as, [monthly('usd', 1000), monthly('jpy', 900)]);
    await confirm(await sell(product.id));
    await confirm(await sell(product.id, { currency: 'jpy' }));
    await confirm(await sell(plan.id, { currency: 'jpy' }));
    const open = await sell(product.id);
    const moved = { params: { id: open.id }, body: { currency: 'jpy' } };
    await callApi(updateCheckout, moved, { as });
    const yen = { orders: 2, revenue: 3900, monthly_recurring_revenue: 900, checkouts: 3 };
    const dollars = { orders: 1, revenue: 2000, monthly_recurring_revenue: 0, checkouts: 1 };
    for (const isFolded of [false, true]) {
      if (isFolded) await foldMetrics();
      expect(await ask()).toMatchObject({ currency: 'usd', totals: dollars });
      expect(await ask({ currency: 'jpy' })).toMatchObject({ currency: 'jpy', totals: yen });
      expect((await ask({ currency: 'eur' })).totals).toMatchObject({ orders: 0, revenue: 0 });
    }
    const named = { query: { organization_id: [as.organizationId] } };
    const { currencies } = await callApi(getMetricsLimits, named, { as });
    expect(currencies).toEqual(['jpy', 'usd']);
    const spentIn = async (currency?: string) => {
      const query = { ...named.query, ...(currency && { currency }) };
      const { items } = await callApi(listCustomers, { query }, { as });
      return items.map((customer) => [customer.spent, customer.currency]);
    };
    expect(await spentIn()).toEqual([[2000, 'usd']]);
    expect(await spentIn('jpy')).toEqual([[3900, 'jpy']]);
  });

  it('are of the default currency where none is named', async () => {
    await setDefault('kwd');
    expect(await ask()).toMatchObject({ currency: 'kwd', totals: { orders: 0 } });
    const named = { query: { organization_id: [as.organizationId] } };
    expect((await callApi(getMetricsLimits, named, { as })).currencies).toEqual([]);
  });
});

it('a list sorts amounts by currency, then amount', async () => {
  const product = await makeProduct(as, [price('usd', 2000), price('jpy', 3000)]);
  const other = await makeProduct(as, [price('usd', 9000), price('jpy', 500)]);
  for (const { id } of [product, other]) {
    for (const currency of ['usd', 'jpy']) await confirm(await sell(id, { currency }));
  }
  const sorted = async (sorting: 'amount' | '-amount') => {
    const query = { organization_id: [as.organizationId], sorting: [sorting] };
    const { items } = await callApi(listOrders, { query }, { as });
    return items.map(({ currency, amount }) => `${currency} ${amount}`);
  };
  const upwards = ['jpy 500', 'jpy 3000', 'usd 2000', 'usd 9000'];
  expect(await sorted('amount')).toEqual(upwards);
  expect(await sorted('-amount')).toEqual(upwards.toReversed());
});
