import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import type { Price } from '@/lib/database/generated/client';
import { grantBenefits } from '@/lib/resources/benefit-grants/service';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { getSubscription } from '@/lib/resources/subscriptions/contract';
import { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';
import {
  cancelSubscriptionsOfCustomer,
  findFreeSubscription,
  startSubscription,
  upgradeSubscription,
} from '@/lib/resources/subscriptions/service';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import {
  makeCustomer,
  makeProduct,
  makeSale,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';

let seller: Seller;
let scope: Scope;
beforeAll(async () => {
  seller = await makeSeller();
  scope = systemScope(seller.organizationId);
});

const now = new Date('2025-01-31T08:00:00.000Z');
const get = (id: string) => callApi(getSubscription, { params: { id } }, { as: seller });
const kindsOf = async (objectId: string) =>
  (await db(null).event.findMany({ where: { objectId }, orderBy: { id: 'asc' } })).map(
    ({ kind }) => kind,
  );

/** Gives a product a benefit, and grants it for a subscription. */
async function grant(subscription: { id: string; customerId: string; productId: string }) {
  const { id: subscriptionId, customerId, productId } = subscription;
  const benefit = await callApi(
    createBenefit,
    { body: { type: 'custom', description: 'A letter', properties: { note: 'Hello' } } },
    { as: seller },
  );
  await callApi(
    updateProductBenefits,
    { params: { id: productId }, body: { benefits: [benefit.id] } },
    { as: seller },
  );
  const { organizationId } = seller;
  const source = { subscriptionId };
  await transaction(scope, (inner) =>
    grantBenefits(inner, { organizationId, customerId, productId, source, now }),
  );
}
const revokedAt = async (subscriptionId: string) =>
  (await db(null).benefitGrant.findMany({ where: { subscriptionId } })).map((row) => row.revokedAt);

const termsOf = (price: Price, at = now) => ({
  price,
  amount: price.amount,
  currency: price.currency,
  discount: null,
  periodAmount: price.amount ?? 0,
  orderId: null,
  paymentMethod: 'encrypted',
  paymentMethodDetails: null,
  billingName: 'Ada',
  billingAddress: null,
  billingTaxId: null,
  checkoutId: null,
  now: at,
});

/** Starts a subscription to a product's only price. */
async function start(given: Parameters<typeof makeProduct>[1] = {}) {
  const { organizationId } = seller;
  const product = await makeProduct(organizationId, given);
  const customer = await makeCustomer(organizationId);
  const price = product.prices[0] as Price;
  const row = await transaction(scope, (inner) =>
    startSubscription(inner, {
      ...termsOf(price),
      currency: price.amountType === 'free' ? null : price.currency,
      organizationId,
      customerId: customer.id,
      productId: product.id,
      metadata: { source: 'test' },
      customFieldData: { size: 'XL' },
    }),
  );
  return { row, product, customer };
}

describe('start', () => {
  it('is active at once, its first period from now', async () => {
    const { row, product, customer } = await start();
    expect(await get(row.id)).toMatchObject({
      created_at: now.toISOString(),
      modified_at: null,
      status: 'active',
      amount: 1000,
      currency: 'usd',
      recurring_interval: 'month',
      started_at: now.toISOString(),
      current_period_start: now.toISOString(),
      current_period_end: '2025-02-28T08:00:00.000Z',
      cancel_at_period_end: false,
      ended_at: null,
      customer_id: customer.id,
      user_id: customer.id,
      product_id: product.id,
      price_id: product.prices[0]?.id,
      discount_id: null,
      checkout_id: null,
      metadata: { source: 'test' },
      custom_field_data: { size: 'XL' },
    });
    expect(row).toMatchObject({ anchorDay: 31, paymentMethod: 'encrypted' });
    expect(await kindsOf(row.id)).toEqual(['subscription.created', 'subscription.active']);
  });

  it('is trialing where the price has a trial, which is not active yet', async () => {
    const { row } = await start({ price: { trialDays: 14, recurringInterval: 'year' } });
    expect(await get(row.id)).toMatchObject({
      status: 'trialing',
      recurring_interval: 'year',
      current_period_end: '2025-02-14T08:00:00.000Z',
    });
    expect(row.anchorDay).toBe(14);
    expect(await kindsOf(row.id)).toEqual(['subscription.created']);
  });

  it('has no amount where the price is free', async () => {
    const { row } = await start({ price: { amountType: 'free' } });
    expect(await get(row.id)).toMatchObject({ status: 'active', amount: null, currency: null });
  });

  it('records the object as the API shows it', async () => {
    const { row } = await start();
    const event = await db(null).event.findFirst({ where: { objectId: row.id } });
    expect(event?.snapshot).toEqual(await get(row.id));
  });

  it('refuses a one-time price and a foreign organization', async () => {
    await expect(start({ price: { type: 'one_time' } })).rejects.toThrow('recurring price');
    const other = systemScope((await makeSeller()).organizationId);
    const { organizationId } = seller;
    const { product, customer } = await makeSale(organizationId);
    const foreign = transaction(other, (inner) =>
      startSubscription(inner, {
        ...termsOf(product.prices[0] as Price),
        organizationId,
        customerId: customer.id,
        productId: product.id,
        metadata: {},
        customFieldData: {},
      }),
    );
    await expect(foreign).rejects.toThrow('organization of its scope');
  });
});

describe('upgrade', () => {
  const later = new Date('2025-03-10T10:00:00.000Z');
  const upgrade = (subscriptionId: string, price: Price) =>
    transaction(scope, (inner) =>
      upgradeSubscription(inner, { ...termsOf(price, later), subscriptionId }),
    );

  it('moves the same row to the bought price, with a new period', async () => {
    const { row, product } = await start({ price: { amountType: 'free' } });
    const bought = await db(null).price.create({
      data: {
        ...(product.prices[0] as Price),
        id: newId(),
        position: 1,
        amountType: 'fixed',
        amount: 4900,
        recurringInterval: 'year',
      },
    });
    await upgrade(row.id, bought);
    expect(await get(row.id)).toMatchObject({
      id: row.id,
      status: 'active',
      amount: 4900,
      currency: 'usd',
      recurring_interval: 'year',
      price_id: bought.id,
      started_at: now.toISOString(),
      current_period_start: later.toISOString(),
      current_period_end: '2026-03-10T10:00:00.000Z',
      modified_at: later.toISOString(),
      metadata: { source: 'test' },
    });
    expect((await kindsOf(row.id)).slice(2)).toEqual(['subscription.updated']);
  });

  it('takes the benefits of a product that is left', async () => {
    const { row } = await start({ price: { amountType: 'free' } });
    const other = await makeProduct(seller.organizationId);
    await grant(row);
    await upgrade(row.id, other.prices[0] as Price);
    expect((await get(row.id)).product_id).toBe(other.id);
    expect(await revokedAt(row.id)).toEqual([later]);
  });

  it('is not found in another organization', async () => {
    const foreign = await makeSeller();
    const { id } = await makeSubscription(
      foreign.organizationId,
      await makeSale(foreign.organizationId),
    );
    const product = await makeProduct(seller.organizationId);
    await expect(upgrade(id, product.prices[0] as Price)).rejects.toThrow('does not exist');
  });
});

describe('a free subscription', () => {
  it('is found while it lives, and only where its price is free', async () => {
    const { organizationId } = seller;
    const { product: paid, customer } = await makeSale(organizationId);
    const free = await makeProduct(organizationId, { price: { amountType: 'free' } });
    const found = async (product: typeof paid, status: SubscriptionStatus) => {
      const { id } = await makeSubscription(organizationId, { product, customer, status });
      return (await findFreeSubscription(scope, id))?.id === id;
    };
    expect(await found(free, 'active')).toBe(true);
    expect(await found(free, 'trialing')).toBe(true);
    for (const status of ['incomplete', 'past_due', 'canceled', 'unpaid'] as const) {
      expect(await found(free, status)).toBe(false);
    }
    expect(await found(paid, 'active')).toBe(false);
    const { id } = await makeSubscription(organizationId, { product: free, customer });
    const other = systemScope((await makeSeller()).organizationId);
    expect(await findFreeSubscription(other, id)).toBeNull();
  });

  it('is moved by one of two purchases that find it at once', async () => {
    const { row } = await start({ price: { amountType: 'free' } });
    const other = await makeProduct(seller.organizationId);
    const price = other.prices[0] as Price;
    const buy = () =>
      transaction(scope, async (inner) => {
        const free = await findFreeSubscription(inner, row.id);
        return free && upgradeSubscription(inner, { ...termsOf(price), subscriptionId: free.id });
      });
    const moved = await Promise.all([buy(), buy(), buy()]);
    expect(moved.filter((each) => each !== null)).toHaveLength(1);
    expect((await kindsOf(row.id)).filter((kind) => kind === 'subscription.updated')).toHaveLength(
      1,
    );
  });
});

describe('the end of a customer', () => {
  const cancel = (customerId: string) =>
    transaction(scope, (inner) => cancelSubscriptionsOfCustomer(inner, customerId, now));

  it('cancels at once what is not canceled, unpaid ones too, and nothing else', async () => {
    const { organizationId } = seller;
    const { product, customer } = await makeSale(organizationId);
    const stays = await makeSubscription(organizationId, {
      product,
      customer: await makeCustomer(organizationId),
    });
    const rows = await Promise.all(
      SubscriptionStatus.options.map((status) =>
        makeSubscription(organizationId, { product, customer, status, cancelAtPeriodEnd: true }),
      ),
    );
    await cancel(customer.id);
    for (const row of rows) {
      const ended = ['incomplete_expired', 'canceled'].includes(row.status);
      const had = ['trialing', 'active', 'past_due'].includes(row.status);
      expect(await get(row.id)).toMatchObject(
        ended
          ? { status: row.status, ended_at: null, modified_at: null }
          : { status: 'canceled', ended_at: now.toISOString(), cancel_at_period_end: false },
      );
      const kinds = ['subscription.updated', 'subscription.canceled'];
      expect(await kindsOf(row.id)).toEqual(
        ended ? [] : had ? [...kinds, 'subscription.revoked'] : kinds,
      );
    }
    expect((await get(stays.id)).status).toBe('active');
  });

  it('revokes its benefits, and happens once however often it is asked for', async () => {
    const { organizationId } = seller;
    const row = await makeSubscription(organizationId, await makeSale(organizationId));
    await grant(row);
    await Promise.all(Array.from({ length: 5 }, () => cancel(row.customerId)));
    expect(await kindsOf(row.id)).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'subscription.revoked',
    ]);
    expect(await revokedAt(row.id)).toEqual([now]);
  });
});
