import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import {
  chargeImport,
  endImportSource,
  getImport,
  undoImport,
} from '@/lib/resources/imports/contract';
import { listLicenseKeys, validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { runDueSubscriptions } from '@/lib/workflows/renew-subscriptions';
import { callApi, refusal } from '@/testing/call-api';
import {
  makeBenefit,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
} from '@/testing/factories';
import { importAll, workImport } from '@/testing/imports';

const DAY = 86_400_000;
const KEY = '3f1c8f0e-1b1a-4b7e-9c5d-2a6f7e8d9c0b';
const KEY_PROPERTIES = { prefix: null, expires: null, activations: null, limit_usage: null };

let seller: Seller;
let productId: string;
beforeEach(async () => {
  seller = await makeSeller();
  const product = await makeProduct(seller.organizationId, { name: 'Plan' });
  productId = product.id;
  const benefit = await makeBenefit(seller.organizationId, {
    type: 'license_keys',
    description: 'Keys',
    properties: KEY_PROPERTIES,
  });
  await db(null).productBenefit.create({
    data: {
      organizationId: seller.organizationId,
      productId,
      benefitId: benefit.id,
      position: 0,
    },
  });
  await makeCustomer(seller.organizationId, { email: 'ada@example.com', name: 'Ada' });
});

const query = () => ({ query: { organization_id: [seller.organizationId] } });
const subscriptions = () => callApi(listSubscriptions, query(), { as: seller });
const keys = () => callApi(listLicenseKeys, query(), { as: seller });
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const row = (more: Record<string, string | number> = {}) => ({
  external_id: 'sub_1',
  status: 'active',
  customer_email: 'ada@example.com',
  product_id: productId,
  amount: 1500,
  currency: 'eur',
  recurring_interval: 'month',
  started_at: '2025-01-31T10:00:00Z',
  current_period_end: inDays(10),
  ...more,
});
const importSubscriptions = (...rows: ReturnType<typeof row>[]) =>
  importAll(seller, { kind: 'subscriptions', source: 'custom', rows });
const counts = async () => ({
  orders: await db(null).order.count({ where: { organizationId: seller.organizationId } }),
  attempts: await db(null).paymentAttempt.count({
    where: { organizationId: seller.organizationId },
  }),
});
/** Lets a year pass, and runs what is due. */
async function passYear() {
  const now = new Date(Date.now() + 365 * DAY);
  await db(null).testClock.create({ data: { organizationId: seller.organizationId, now } });
  await runDueSubscriptions(new Date());
}

describe('an imported subscription', () => {
  it('keeps its period, anchor and price, is held, and grants the benefits without mail or event', async () => {
    const end = '2099-02-28T10:00:00.000Z';
    const done = await importSubscriptions(row({ current_period_end: end }));
    expect(done).toMatchObject({
      status: 'done',
      created: 1,
      errors: [],
      held_count: 1,
      due: null,
    });
    const { items } = await subscriptions();
    expect(items).toMatchObject([
      {
        external_id: 'sub_1',
        status: 'active',
        is_held: true,
        import_hold: 'source',
        paused_at: null,
        amount: 1500,
        currency: 'eur',
        anchor_day: 31,
        current_period_end: end,
        started_at: '2025-01-31T10:00:00.000Z',
        price: { price_amount: 1500, price_currency: 'eur', is_archived: true },
      },
    ]);
    expect((await keys()).items).toHaveLength(1);
    await numbered();
    const { items: events } = await callApi(listEvents, query(), { as: seller });
    expect(events.map(({ type }) => type)).toEqual(['import.completed']);
    const mails = await db(null).mail.count({ where: { organizationId: seller.organizationId } });
    expect(mails).toBe(0);
  });

  it('charges nobody before its source has ended, in a year either', async () => {
    await importSubscriptions(row(), row({ external_id: 'sub_2', current_period_end: inDays(-3) }));
    await passYear();
    expect(await counts()).toEqual({ orders: 0, attempts: 0 });
    expect((await subscriptions()).items.map(({ is_held }) => is_held)).toEqual([true, true]);
  });

  it('renews once its source has ended, and past periods once their charge is approved', async () => {
    const { id } = await importSubscriptions(
      row(),
      row({ external_id: 'sub_2', current_period_end: inDays(-3), amount: 700 }),
    );
    const params = { id };
    const found = await callApi(getImport, { params }, { as: seller });
    expect(found.due).toEqual({ count: 1, amount: 700, currency: 'eur' });
    const early = await refusal(chargeImport, { params, body: {} }, { as: seller });
    expect(early.status).toBe(409);
    const ended = await callApi(endImportSource, { params, body: {} }, { as: seller });
    expect(ended).toMatchObject({ held_count: 0, due: { count: 1, amount: 700 } });
    await runDueSubscriptions(new Date());
    expect(await counts()).toEqual({ orders: 0, attempts: 0 });
    const charged = await callApi(chargeImport, { params, body: {} }, { as: seller });
    expect(charged.due).toBeNull();
    await runDueSubscriptions(new Date());
    expect((await counts()).attempts).toBe(1);
    const states = new Map((await subscriptions()).items.map((one) => [one.external_id, one]));
    expect(states.get('sub_1')).toMatchObject({ is_held: false, import_hold: null });
    const sub = await db(null).subscription.findFirst({
      where: { organizationId: seller.organizationId, externalId: 'sub_1' },
    });
    expect(sub?.nextActionAt).toEqual(sub?.currentPeriodEnd);
  });

  it('ends at its period end without a charge where it was canceled', async () => {
    await importSubscriptions(row({ cancel_at_period_end: 'true' }));
    await passYear();
    expect((await subscriptions()).items).toMatchObject([{ status: 'canceled', is_held: false }]);
    expect(await counts()).toEqual({ orders: 0, attempts: 0 });
  });

  it('is updated by a later file while it is held, and by no file after that', {
    tags: 'soak',
  }, async () => {
    const { id } = await importSubscriptions(row());
    const later = row({ current_period_end: '2099-03-01T00:00:00Z', amount: 1700 });
    expect(await importSubscriptions(later)).toMatchObject({ updated: 1, errors: [] });
    expect((await subscriptions()).items).toMatchObject([
      {
        amount: 1700,
        current_period_end: '2099-03-01T00:00:00.000Z',
        price: { price_amount: 1700 },
      },
    ]);
    await callApi(endImportSource, { params: { id }, body: {} }, { as: seller });
    expect(await importSubscriptions(row())).toMatchObject({ updated: 0, skipped: 1 });
  });

  it('is undone with all that was made for it', async () => {
    const tables = ['subscription', 'benefitGrant', 'licenseKey', 'price', 'externalId'] as const;
    const totals = async () => {
      const client = db(null) as unknown as Record<string, { count(of: object): Promise<number> }>;
      const where = { organizationId: seller.organizationId };
      return Promise.all(tables.map((table) => client[table]?.count({ where })));
    };
    const shown = async () => [
      (await subscriptions()).pagination.total_count,
      (await keys()).pagination.total_count,
    ];
    const before = [await totals(), await shown()];
    const { id } = await importSubscriptions(
      row(),
      row({ external_id: 'sub_2', status: 'canceled' }),
    );
    expect([await totals(), await shown()]).not.toEqual(before);
    await callApi(undoImport, { params: { id } }, { as: seller });
    expect(await workImport(seller, id)).toMatchObject({ status: 'undone', kept: 0 });
    expect([await totals(), await shown()]).toEqual(before);
  });

  it.each([
    [{ recurring_interval: 'week' }, 'recurring_interval', 'unknown_value'],
    [{ customer_email: 'who@example.com' }, 'customer_email', 'unknown_customer'],
    [{ product_id: newId() }, 'product_id', 'unknown_product'],
    [{ status: 'sleeping' }, 'status', 'unknown_value'],
    [{ current_period_end: '2026-02-31' }, 'current_period_end', 'invalid_time'],
    [{ amount: '12.5' }, 'amount', 'invalid_number'],
    [{ currency: 'xyz' }, 'currency', 'unknown_currency'],
    [{ metadata: '{' }, 'metadata', 'invalid_json'],
  ])('is none with %j', async (more, column, code) => {
    const done = await importSubscriptions(
      row(more as Record<string, string>),
      row({ external_id: '2' }),
    );
    expect(done.errors).toMatchObject([{ row: 1, column, code }]);
    expect(done).toMatchObject({ done: 2, created: 1 });
  });
});

describe('a license key of an imported purchase', () => {
  const keyRow = (more: Record<string, string>) => ({ external_id: 'k-1', key: KEY, ...more });
  const importKey = (more: Record<string, string>) =>
    importAll(seller, { kind: 'license_keys', source: 'custom', rows: [keyRow(more)] });

  it.each([
    ['subscription', { subscription_id: 'sub_1', customer_email: 'ada@example.com' }],
    ['customer and benefit', { customer_email: 'ada@example.com', benefit_id: 'Keys' }],
  ])(
    'is the key of its grant, named by %s, whichever comes first',
    { tags: 'soak' },
    async (_, named) => {
      const steps = [() => importSubscriptions(row()), () => importKey(named)];
      for (const order of [steps, [...steps].reverse()]) {
        const undone: string[] = [];
        for (const step of order) {
          const done = await step();
          expect(done.errors).toEqual([]);
          undone.unshift(done.id);
        }
        const { items } = await keys();
        expect(items).toMatchObject([{ key: KEY, external_id: 'k-1', status: 'granted' }]);
        const grant = await db(null).benefitGrant.findFirst({
          where: { organizationId: seller.organizationId },
          include: { licenseKey: true, subscription: true },
        });
        expect(grant).toMatchObject({
          licenseKey: { key: KEY },
          subscription: { externalId: 'sub_1' },
        });
        const body = { key: KEY, organization_id: seller.organizationId };
        expect(await callApi(validateLicenseKey, { body })).toMatchObject({ id: items[0]?.id });
        for (const id of undone) {
          await callApi(undoImport, { params: { id } }, { as: seller });
          expect(await workImport(seller, id)).toMatchObject({ status: 'undone', kept: 0 });
        }
        expect((await keys()).items).toEqual([]);
        expect((await subscriptions()).items).toEqual([]);
      }
    },
  );

  it('names an order, and is the key of its grant, whichever comes first', async () => {
    const once = await makeProduct(seller.organizationId, { price: { type: 'one_time' } });
    const link = await db(null).productBenefit.findFirstOrThrow({ where: { productId } });
    await db(null).productBenefit.create({ data: { ...link, productId: once.id } });
    const order = {
      external_id: 'ord-1',
      created_at: '2024-05-06T07:08:09Z',
      amount: 1000,
      customer_email: 'ada@example.com',
      product_id: once.id,
    };
    const importOrder = () =>
      importAll(seller, {
        kind: 'orders',
        source: 'custom',
        rows: [order, { ...order, external_id: 'ord-2' }],
      });
    const named = () => importKey({ order_id: 'ord-2', customer_email: 'ada@example.com' });
    for (const steps of [
      [importOrder, named],
      [named, importOrder],
    ]) {
      const undone: string[] = [];
      for (const step of steps) {
        const done = await step();
        expect(done.errors).toEqual([]);
        undone.unshift(done.id);
      }
      const grants = await db(null).benefitGrant.findMany({
        where: { organizationId: seller.organizationId },
        include: { licenseKey: true, order: true },
      });
      const byOrder = new Map(grants.map((grant) => [grant.order?.externalId, grant]));
      expect([...byOrder.keys()].sort()).toEqual(['ord-1', 'ord-2']);
      expect(byOrder.get('ord-2')).toMatchObject({
        subscriptionId: null,
        licenseKey: { key: KEY, externalId: 'k-1' },
      });
      expect(byOrder.get('ord-1')?.licenseKey?.key).not.toBe(KEY);
      expect((await keys()).items).toHaveLength(2);
      for (const id of undone) {
        await callApi(undoImport, { params: { id } }, { as: seller });
        expect(await workImport(seller, id)).toMatchObject({ status: 'undone', kept: 0 });
      }
      expect((await keys()).items).toEqual([]);
    }
  });

  it('takes no key that is in use', async () => {
    await importSubscriptions(row());
    const [own] = (await keys()).items;
    const body = { key: own?.key ?? '', organization_id: seller.organizationId };
    await callApi(validateLicenseKey, { body });
    const done = await importKey({ subscription_id: 'sub_1' });
    expect(done.errors).toMatchObject([{ row: 1, column: 'key', code: 'key_exists' }]);
    expect((await keys()).items).toMatchObject([{ key: own?.key }]);
  });
});

describe('an imported order', () => {
  it('counts on its own day, has no invoice, and grants what is sold once', async () => {
    const { id: onceId } = await makeProduct(seller.organizationId, {
      name: 'Once',
      price: { type: 'one_time' },
    });
    const [link] = await db(null).productBenefit.findMany({ where: { productId } });
    await db(null).productBenefit.create({
      data: { ...(link as NonNullable<typeof link>), productId: onceId },
    });
    const sale = {
      external_id: 'ch_1',
      created_at: '2024-05-06T07:08:09Z',
      amount: 1000,
      tax_amount: 190,
      currency: 'usd',
      customer_email: 'ada@example.com',
      product_name: 'Once',
      billing_address_country: 'Germany',
    };
    const done = await importAll(seller, {
      kind: 'orders',
      source: 'custom',
      rows: [sale, { ...sale, external_id: 'ch_2', status: 'refunded' }],
    });
    expect(done).toMatchObject({ created: 2, errors: [] });
    const { items } = await callApi(listOrders, query(), { as: seller });
    const order = items.find(({ external_id }) => external_id === 'ch_1');
    expect(order).toMatchObject({
      is_imported: true,
      invoice_number: null,
      amount: 1000,
      tax_amount: 190,
      status: 'paid',
      created_at: '2024-05-06T07:08:09.000Z',
      billing_address: { country: 'DE' },
    });
    const params = { id: order?.id ?? '' };
    expect((await refusal(getOrderInvoice, { params }, { as: seller })).status).toBe(404);
    const documents = { where: { organizationId: seller.organizationId } };
    expect(await db(null).document.count(documents)).toBe(0);
    expect((await keys()).items).toHaveLength(1);
    const figures = await callApi(
      getMetrics,
      {
        query: {
          organization_id: [seller.organizationId],
          start_date: '2024-05-06',
          end_date: '2024-05-06',
          interval: 'day',
        },
      },
      { as: seller },
    );
    expect(JSON.stringify(figures)).toContain('2000');
    await callApi(undoImport, { params: { id: done.id } }, { as: seller });
    expect(await workImport(seller, done.id)).toMatchObject({ status: 'undone', kept: 0 });
    expect((await callApi(listOrders, query(), { as: seller })).items).toEqual([]);
    expect((await keys()).items).toEqual([]);
  });

  it('of which a part was refunded grants what is sold once, and one that was refunded nothing', async () => {
    const once = await makeProduct(seller.organizationId, { price: { type: 'one_time' } });
    const link = await db(null).productBenefit.findFirstOrThrow({ where: { productId } });
    await db(null).productBenefit.create({ data: { ...link, productId: once.id } });
    const sale = {
      created_at: '2024-05-06T07:08:09Z',
      amount: 1000,
      customer_email: 'ada@example.com',
      product_id: once.id,
    };
    const rows = [
      { ...sale, external_id: 'part', refunded_amount: 400 },
      { ...sale, external_id: 'all', refunded_amount: 1000 },
    ];
    const done = await importAll(seller, { kind: 'orders', source: 'custom', rows });
    expect(done).toMatchObject({ created: 2, errors: [] });
    const grants = await db(null).benefitGrant.findMany({
      where: { organizationId: seller.organizationId },
      include: { order: true, licenseKey: true },
    });
    expect(grants).toMatchObject([
      {
        order: { externalId: 'part', status: 'partially_refunded' },
        licenseKey: { status: 'granted' },
      },
    ]);
  });
});
