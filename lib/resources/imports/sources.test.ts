import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import type { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';
import { PLACES } from '@/lib/resources/import-formats/sources/places';
import { SOURCES } from '@/lib/resources/import-formats/sources/table';
import {
  makeBenefit,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
} from '@/testing/factories';
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

it('names where and on which day the columns of each kind of each source were read, as the contract does', async () => {
  const contract = await readFile('docs/contract/imports.md', 'utf8');
  const lines = contract.split('\n');
  for (const [source, { kinds }] of Object.entries(SOURCES)) {
    if (source === 'custom') continue;
    const places = PLACES[source as ImportSource];
    expect(Object.keys(places).sort()).toEqual(Object.keys(kinds).sort());
    for (const [kind, { where, basis, readAt }] of Object.entries(places)) {
      expect(readAt).toMatch(/^2026-11-\d\d$/);
      if (basis === 'api') expect(where).toMatch(/^https:\/\//);
      const told = lines.find(
        (line) => line.includes(`| \`${source}\``) && line.includes(`\`${kind}\``),
      );
      expect(told, `${source} ${kind}`).toContain(where);
      expect(told, `${source} ${kind}`).toContain(readAt);
      expect(told, `${source} ${kind}`).toContain(basis === 'api' ? 'API' : 'files');
    }
  }
});

describe('Stripe', () => {
  it('gives customers, products, discounts, subscriptions and orders', {
    tags: 'soak',
  }, async () => {
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
  it('gives all kinds, and its keys are those of its subscriptions', { tags: 'soak' }, async () => {
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

it.each([
  ['lemon_squeezy', 'subscriptions', 'unit_price'],
  ['gumroad', 'subscribers', 'price'],
] as const)(
  'a subscription of %s that has no price is an error, and not free',
  { tags: 'soak' },
  async (source, name, column) => {
    const product = await makeProduct(seller.organizationId, { name: 'Quill Pro' });
    for (const email of ['ada@example.com', 'bo@example.com']) {
      await makeCustomer(seller.organizationId, { email });
    }
    const content = await readFile(
      `testing/imports/${source.replace('_', '-')}-${name}.csv`,
      'utf8',
    );
    const [header = '', first = '', second = ''] = content.split('\n');
    const place = header.split(',').indexOf(column);
    const without = (line: string) => line.split(',').with(place, '').join(',');
    const body = { kind: 'subscriptions', source } as const;
    // The row alone, where its cell is empty.
    const some = await importFile(seller, [header, without(first), second].join('\n'), body);
    expect(some.errors).toMatchObject([{ row: 1, column, code: 'missing' }]);
    expect(some).toMatchObject({ done: 2, created: 1 });
    // The whole file, where the objects are as the source has them.
    const dropped = [header, first, second].map((line) =>
      line.split(',').toSpliced(place, 1).join(','),
    );
    const none = await importFile(seller, dropped.join('\n'), body);
    expect(none).toMatchObject({
      status: 'failed',
      errors: [{ row: 0, column, code: 'missing_column' }],
    });
    // What is free says so.
    const free = first.split(',').with(place, '0').join(',');
    expect(await importFile(seller, [header, free].join('\n'), body)).toMatchObject({
      created: 1,
      errors: [],
    });
    const [stored] = await subscriptions();
    expect(stored).toMatchObject({ amount: null, productId: product.id });
  },
);

it('an order of Lemon Squeezy is called by its number where the file has nothing else', async () => {
  await makeProduct(seller.organizationId, { name: 'Quill', price: { type: 'one_time' } });
  await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
  const file =
    'Order,Created,Total,Product,Email,Status\n1042,2024-02-03,29.00,Quill,ada@example.com,paid\n';
  const done = await importFile(seller, file, { kind: 'orders', source: 'lemon_squeezy' });
  expect(done).toMatchObject({ created: 1, errors: [] });
  expect(await orders()).toMatchObject([{ externalId: '1042', amount: 2900 }]);
});

describe('Gumroad', () => {
  it('gives memberships of its API', { tags: 'soak' }, async () => {
    await makeProduct(seller.organizationId, { name: 'Quill Pro' });
    for (const email of ['ada@example.com', 'bo@example.com']) {
      await makeCustomer(seller.organizationId, { email });
    }
    expect(await take('gumroad', 'subscriptions', 'subscribers')).toMatchObject({ created: 2 });
    expect(await subscriptions()).toMatchObject([
      {
        externalId: 'sub-1aaa==',
        amount: 2900,
        recurringInterval: 'month',
        cancelAtPeriodEnd: false,
      },
      {
        externalId: 'sub-2bbb==',
        amount: 29_000,
        recurringInterval: 'year',
        cancelAtPeriodEnd: true,
      },
    ]);
  });

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
  it('gives customers, products, discounts, subscriptions and orders', {
    tags: 'soak',
  }, async () => {
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
  it('gives customers and license keys with their machines', { tags: 'soak' }, async () => {
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
