import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import type { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';
import { SOURCES } from '@/lib/resources/import-formats/sources/table';
import { makeBenefit, makeProduct, makeSeller, type Seller } from '@/testing/factories';
import { useTemporaryStorage } from '@/testing/files';
import { importFile } from '@/testing/imports';

const KEY_PROPERTIES = { prefix: null, expires: null, activations: null, limit_usage: null };

let seller: Seller;
beforeAll(async () => {
  await useTemporaryStorage();
});
beforeEach(async () => {
  seller = await makeSeller();
  await makeBenefit(seller.organizationId, {
    type: 'license_keys',
    description: 'Keys',
    properties: KEY_PROPERTIES,
  });
});

/** Imports a sample file twice, of which the second time changes nothing. */
async function take(source: ImportSource, kind: ImportKind, name: string) {
  const content = await readFile(`testing/imports/${source.replace('_', '-')}-${name}.csv`);
  const dry = await importFile(seller, content, { kind, source, dry_run: true });
  const done = await importFile(seller, content, { kind, source });
  const { created, updated, skipped, errors } = done;
  expect(errors).toEqual([]);
  expect(dry).toMatchObject({ status: 'ready', created, updated, skipped, errors });
  const again = await importFile(seller, content, { kind, source });
  expect(again).toMatchObject({ created: 0, updated: 0, errors: [] });
  return { created, updated, skipped };
}

const where = () => ({
  where: { organizationId: seller.organizationId },
  orderBy: { externalId: 'asc' } as const,
});
const customers = () => db(null).customer.findMany(where());
const products = () => db(null).product.findMany({ ...where(), include: { prices: true } });
const discounts = () => db(null).discount.findMany(where());
const keys = () => db(null).licenseKey.findMany({ ...where(), include: { activations: true } });
const subscriptions = () => db(null).subscription.findMany(where());
const orders = () => db(null).order.findMany(where());

it('names the date on which the columns of each source were read', () => {
  for (const { readAt, kinds } of Object.values(SOURCES)) {
    expect(readAt).toMatch(/^2026-11-\d\d$/);
    expect(Object.keys(kinds).length).toBeGreaterThan(2);
  }
});

describe('Stripe', () => {
  it('gives customers, products, discounts, subscriptions and orders', async () => {
    expect(await take('stripe', 'customers', 'customers')).toMatchObject({ created: 2 });
    expect(await customers()).toMatchObject([
      {
        externalId: 'cus_P1aaaaaaaaaaaa',
        name: 'Ada Lovelace',
        createdAt: new Date('2024-02-03T04:05Z'),
      },
      { externalId: 'cus_P2bbbbbbbbbbbb', name: 'Bo' },
    ]);
    expect(await take('stripe', 'products', 'prices')).toMatchObject({ created: 2 });
    expect(await products()).toMatchObject([
      {
        name: 'Quill Pro',
        isRecurring: true,
        prices: [{ amount: 2990, currency: 'usd', recurringInterval: 'month' }],
      },
      { name: 'Quill Once', isRecurring: false, prices: [{ amount: 9900, type: 'one_time' }] },
    ]);
    expect(await take('stripe', 'discounts', 'coupons')).toMatchObject({ created: 2 });
    expect(await discounts()).toMatchObject([
      { code: 'TENOFF', type: 'fixed', amount: 1000, durationInMonths: 3 },
      { code: 'WELCOME25', basisPoints: 2500, maxRedemptions: 100, redemptionsCount: 3 },
    ]);
    expect(await take('stripe', 'subscriptions', 'subscriptions')).toMatchObject({ created: 2 });
    expect(await subscriptions()).toMatchObject([
      {
        status: 'active',
        amount: 2990,
        importHold: 'source',
        currentPeriodEnd: new Date('2099-01-03T04:05Z'),
      },
      { status: 'canceled', importHold: null, endedAt: new Date('2024-05-04T05:06Z') },
    ]);
    expect(await take('stripe', 'orders', 'payments')).toEqual({
      created: 2,
      updated: 0,
      skipped: 1,
    });
    expect(await orders()).toMatchObject([
      { externalId: 'ch_1aaa', amount: 9900, status: 'paid', isImported: true },
      { externalId: 'ch_2bbb', refundedAmount: 9900, status: 'refunded' },
    ]);
  });
});

describe('Lemon Squeezy', () => {
  it('gives all kinds, and its keys are those of its subscriptions', async () => {
    await take('lemon_squeezy', 'customers', 'customers');
    await take('lemon_squeezy', 'products', 'products');
    const [product] = await products();
    expect(product).toMatchObject({ description: 'For teams', prices: [{ amount: 2990 }] });
    const benefit = await db(null).benefit.findFirstOrThrow({
      where: { organizationId: seller.organizationId },
    });
    await db(null).productBenefit.create({
      data: {
        organizationId: seller.organizationId,
        productId: product?.id ?? '',
        benefitId: benefit.id,
        position: 0,
      },
    });
    await take('lemon_squeezy', 'discounts', 'discounts');
    expect(await discounts()).toMatchObject([
      { code: '10PERC', basisPoints: 1000, maxRedemptions: null },
    ]);
    await take('lemon_squeezy', 'license_keys', 'license-keys');
    expect(await take('lemon_squeezy', 'subscriptions', 'subscriptions')).toMatchObject({
      created: 2,
    });
    expect(await subscriptions()).toMatchObject([
      { externalId: '3001', anchorDay: 31, cancelAtPeriodEnd: false },
      { externalId: '3002', status: 'active', cancelAtPeriodEnd: true },
    ]);
    expect(await keys()).toMatchObject([
      { key: '80e15db5-c796-436b-850c-8f9c98a48abe', limitActivations: 5, status: 'granted' },
      { key: '38b1460a-5104-4067-a91d-77b872934d51', status: 'disabled' },
    ]);
    expect((await take('lemon_squeezy', 'orders', 'orders')).skipped).toBe(1);
    expect(await orders()).toMatchObject([{ amount: 2990, taxAmount: 598, currency: 'usd' }]);
  });
});

describe('Gumroad', () => {
  it('gives customers, license keys and orders of one file', async () => {
    await makeProduct(seller.organizationId, {
      name: 'Quill Once',
      price: { type: 'one_time', amount: 1500 },
    });
    expect(await take('gumroad', 'customers', 'sales')).toEqual({
      created: 2,
      updated: 1,
      skipped: 1,
    });
    expect(await customers()).toMatchObject([
      { email: 'ada@example.com', billingAddress: { country: 'US', postal_code: '10001' } },
      { email: 'bo@example.com', name: '=Bo' },
    ]);
    expect(await take('gumroad', 'orders', 'sales')).toEqual({
      created: 3,
      updated: 0,
      skipped: 1,
    });
    expect(await orders()).toMatchObject([
      { amount: 1500, taxAmount: 150, createdAt: new Date('2024-02-03T04:05:06Z') },
      { refundedAmount: 1500, status: 'refunded' },
      { amount: 1500 },
    ]);
    expect(await take('gumroad', 'license_keys', 'sales')).toMatchObject({
      created: 2,
      skipped: 2,
    });
    expect(await keys()).toMatchObject([
      { key: '85DB562A-C11D4B06-A2335A6B-8C079166', usage: 2, status: 'granted' },
      { status: 'disabled' },
    ]);
  });
});

describe('Paddle', () => {
  it('gives customers, products, discounts, subscriptions and orders', async () => {
    await take('paddle', 'customers', 'customers');
    await take('paddle', 'products', 'products-prices');
    await take('paddle', 'discounts', 'discounts');
    await take('paddle', 'subscriptions', 'subscriptions');
    expect((await take('paddle', 'orders', 'transactions')).skipped).toBe(1);
    expect(await products()).toMatchObject([{ name: 'Quill Pro', prices: [{ amount: 3000 }] }]);
    expect(await discounts()).toMatchObject([
      { code: 'SPRING10', basisPoints: 1000, duration: 'repeating', durationInMonths: 3 },
    ]);
    expect(await subscriptions()).toMatchObject([
      {
        amount: 3000,
        cancelAtPeriodEnd: true,
        currentPeriodEnd: new Date('2099-01-03T04:05:06.123Z'),
      },
    ]);
    const [subscription] = await subscriptions();
    expect(await orders()).toMatchObject([
      {
        amount: 3000,
        taxAmount: 240,
        billingReason: 'subscription_cycle',
        subscriptionId: subscription?.id,
      },
    ]);
  });
});

describe('Keygen', () => {
  it('gives customers and license keys with their machines', async () => {
    await take('keygen', 'customers', 'users');
    await take('keygen', 'license_keys', 'licenses');
    expect(await keys()).toMatchObject([
      {
        key: 'ABCDEF-123456-GHIJKL-789012-V3',
        usage: 7,
        limitUsage: 100,
        limitActivations: 3,
        activations: [{ label: 'ada-mbp', meta: { fingerprint: '4c:ed:fb' } }],
      },
    ]);
  });
});
