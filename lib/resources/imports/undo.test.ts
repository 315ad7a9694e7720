import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import { updateCustomer } from '@/lib/resources/customers/contract';
import { USED_BY } from '@/lib/resources/import-changes/repository';
import type { ImportKind } from '@/lib/resources/import-formats/schema';
import { getImport, previewImport, undoImport } from '@/lib/resources/imports/contract';
import { purgeImports } from '@/lib/resources/imports/jobs';
import type { Import } from '@/lib/resources/imports/schema';
import { activateLicenseKey, listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { callApi, refusal } from '@/testing/call-api';
import {
  makeBenefit,
  makeCustomer,
  makeOrder,
  makeProduct,
  makeSeller,
  type Seller,
} from '@/testing/factories';
import { uploadFile, useTemporaryStorage } from '@/testing/files';
import { importAll, workImport } from '@/testing/imports';

const HOUR = 3_600_000;
const KEY = '80e15db5-c796-436b-850c-8f9c98a48abe';
const KEY_PROPERTIES = { prefix: null, expires: null, activations: null, limit_usage: null };

let seller: Seller;
beforeAll(async () => {
  await useTemporaryStorage();
});
beforeEach(async () => {
  seller = await makeSeller();
});

type Row = Record<string, string | number>;
async function take(kind: ImportKind, ...rows: Row[]): Promise<Import> {
  const done = await importAll(seller, { kind, source: 'custom', rows });
  expect(done).toMatchObject({ status: 'done', errors: [] });
  return done;
}
async function undo({ id }: Import): Promise<Import> {
  await callApi(undoImport, { params: { id } }, { as: seller });
  return workImport(seller, id);
}
const where = () => ({ where: { organizationId: seller.organizationId } });
const ada = { external_id: 'c-1', email: 'ada@example.com', name: 'Ada' };
const bo = { external_id: 'c-2', email: 'bo@example.com', name: 'Bo' };
const customers = async () => {
  const found = await db(null).customer.findMany({ ...where(), orderBy: { email: 'asc' } });
  return found.map(({ email, name, externalId }) => [email, name, externalId]);
};

describe('the time to undo an import', () => {
  const endedAgo = (id: string, ms: number) =>
    db(null).import.update({ where: { id }, data: { finishedAt: new Date(Date.now() - ms) } });

  it('is 24 real hours, whatever the clock of the organization says', async () => {
    const done = await take('customers', ada);
    const now = new Date(Date.now() + 300 * 24 * HOUR);
    await db(null).testClock.create({ data: { organizationId: seller.organizationId, now } });
    const { finishedAt } = await endedAgo(done.id, 24 * HOUR + 1000);
    const params = { id: done.id };
    const late = await refusal(undoImport, { params }, { as: seller });
    expect(late).toMatchObject({ status: 409, body: { error: 'Conflict' } });
    expect(await callApi(getImport, { params }, { as: seller })).toMatchObject({
      undo_until: new Date((finishedAt?.getTime() ?? 0) + 24 * HOUR).toISOString(),
    });
    expect(await customers()).toHaveLength(1);
    await endedAgo(done.id, 24 * HOUR - 60_000);
    expect(await undo(done)).toMatchObject({ status: 'undone', kept: 0 });
    expect(await customers()).toEqual([]);
  });

  it('is followed by the removal of what an undo needs, and of rows that were sent', async () => {
    const [old, young] = [await take('customers', ada), await take('customers', bo)];
    await endedAgo(old.id, 24 * HOUR + 1000);
    await purgeImports(new Date());
    const left = await db(null).importChange.findMany(where());
    expect(new Set(left.map(({ importId }) => importId))).toEqual(new Set([young.id]));
    const imports = await db(null).import.findMany({ ...where(), orderBy: { id: 'asc' } });
    expect(imports.map(({ id, sealedRows }) => [id, sealedRows !== null])).toEqual([
      [old.id, false],
      [young.id, true],
    ]);
    expect(await undo(young)).toMatchObject({ status: 'undone', kept: 0 });
  });
});

describe('undo keeps', () => {
  it('what somebody has changed since: what is new, and what was changed', async () => {
    await makeCustomer(seller.organizationId, { email: 'cy@example.com', name: 'Cy' });
    await makeCustomer(seller.organizationId, { email: 'di@example.com', name: 'Di' });
    const done = await take(
      'customers',
      ada,
      bo,
      { external_id: 'c-3', email: 'cy@example.com', name: 'Cyrus' },
      { external_id: 'c-4', email: 'di@example.com', name: 'Diana' },
    );
    for (const email of ['ada@example.com', 'cy@example.com']) {
      const { id } = await db(null).customer.findFirstOrThrow({
        where: { ...where().where, email },
      });
      const body = { metadata: { seen: 'yes' } };
      await callApi(updateCustomer, { params: { id }, body }, { as: seller });
    }
    expect(await undo(done)).toMatchObject({ status: 'undone', kept: 2 });
    expect(await customers()).toEqual([
      ['ada@example.com', 'Ada', 'c-1'],
      ['cy@example.com', 'Cyrus', 'c-3'],
      ['di@example.com', 'Di', null],
    ]);
    const names = await db(null).externalId.findMany({
      ...where(),
      orderBy: { externalId: 'asc' },
    });
    expect(names.map(({ externalId }) => externalId)).toEqual(['c-1', 'c-3']);
  });

  it('what is in use since', async () => {
    const done = await take('customers', ada, bo);
    const product = await makeProduct(seller.organizationId, { price: { type: 'one_time' } });
    const customer = await db(null).customer.findFirstOrThrow({
      where: { ...where().where, externalId: 'c-1' },
    });
    await makeOrder(seller.organizationId, { product, customer });
    expect(await undo(done)).toMatchObject({ status: 'undone', kept: 1 });
    expect(await customers()).toEqual([['ada@example.com', 'Ada', 'c-1']]);
    // It goes on being what the row is about.
    expect(await take('customers', ada)).toMatchObject({ skipped: 1, created: 0 });
  });

  it('a product whose prices somebody has changed since, or that was sold, with its prices', async () => {
    const plan = { price_amount: 900, recurring_interval: 'month' };
    const done = await take(
      'products',
      { ...plan, external_id: 'p-1', name: 'One' },
      { ...plan, external_id: 'p-2', name: 'Two' },
      { ...plan, external_id: 'p-3', name: 'Three' },
    );
    const named = (name: string) =>
      db(null).product.findFirstOrThrow({
        where: { ...where().where, name },
        include: { prices: true },
      });
    const [one, two] = [await named('One'), await named('Two')];
    const added = {
      type: 'recurring',
      amount_type: 'fixed',
      price_amount: 9000,
      recurring_interval: 'year',
    } as const;
    const prices = [{ id: one.prices[0]?.id ?? '' }, added];
    await callApi(updateProduct, { params: { id: one.id }, body: { prices } }, { as: seller });
    const customer = await makeCustomer(seller.organizationId);
    await makeOrder(seller.organizationId, { product: two, customer });
    expect(await undo(done)).toMatchObject({ status: 'undone', kept: 2 });
    const left = await db(null).product.findMany({
      ...where(),
      orderBy: { name: 'asc' },
      include: { prices: { orderBy: { position: 'asc' } } },
    });
    expect(left.map(({ name, prices }) => [name, prices.map(({ amount }) => amount)])).toEqual([
      ['One', [900, 9000]],
      ['Two', [900]],
    ]);
  });
});

describe('undo leaves nothing', () => {
  /** How many rows of an organization there are in every table that has some. */
  async function tables(): Promise<Record<string, number>> {
    const named = await execute<{ table: string }>(
      null,
      sql`SELECT c.table_name AS "table" FROM information_schema.columns c JOIN information_schema.tables t
            ON t.table_name = c.table_name AND t.table_schema = c.table_schema
          WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND t.table_type = 'BASE TABLE'
            AND c.table_name NOT IN ('imports', 'audit_log', 'events', 'event_counters', 'list_deltas', 'list_totals', 'files')
            AND c.table_name NOT LIKE 'request_logs%' ORDER BY 1`,
    );
    const counts: Record<string, number> = {};
    for (const { table } of named) {
      const [row] = await db(null).$queryRawUnsafe<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM "${table}" WHERE organization_id = '${seller.organizationId}'`,
      );
      if (row && row.count > 0) counts[table] = row.count;
    }
    return counts;
  }

  it('of products with prices and benefits, of discounts of products, and of keys with devices', {
    tags: 'soak',
  }, async () => {
    await makeBenefit(seller.organizationId, {
      type: 'license_keys',
      description: 'Keys',
      properties: KEY_PROPERTIES,
    });
    await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
    const before = await tables();
    const prices = [
      { type: 'recurring', amount_type: 'fixed', price_amount: 900, recurring_interval: 'month' },
      { type: 'recurring', amount_type: 'fixed', price_amount: 9000, recurring_interval: 'year' },
    ];
    const steps = [
      await take('products', {
        external_id: 'p-1',
        name: 'Plan',
        prices_json: JSON.stringify(prices),
        benefits: 'Keys',
      }),
      await take('discounts', {
        external_id: 'd-1',
        name: 'Spring',
        code: 'SPRING',
        type: 'percentage',
        basis_points: 1000,
        duration: 'once',
        products: 'p-1',
      }),
      await take('license_keys', {
        external_id: 'k-1',
        key: KEY,
        customer_email: 'ada@example.com',
        limit_activations: 3,
        activations: '[{"label": "Laptop"}, {"label": "Server"}]',
      }),
    ];
    expect(await tables()).toMatchObject({
      prices: 2,
      product_benefits: 1,
      discount_products: 1,
      license_keys: 1,
      license_activations: 2,
      external_ids: 3,
    });
    for (const done of steps.reverse()) {
      expect(await undo(done)).toMatchObject({ status: 'undone', kept: 0 });
    }
    expect(await tables()).toEqual(before);
  });

  it('but a key that was activated since, with its devices', async () => {
    await makeBenefit(seller.organizationId, { type: 'license_keys', properties: KEY_PROPERTIES });
    await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
    const done = await take('license_keys', {
      external_id: 'k-1',
      key: KEY,
      customer_email: 'ada@example.com',
      limit_activations: 3,
      activations: '[{"label": "Laptop"}]',
    });
    const body = { organization_id: seller.organizationId, key: KEY, label: 'Since' };
    await callApi(activateLicenseKey, { body });
    expect(await undo(done)).toMatchObject({ status: 'undone', kept: 1 });
    const query = { organization_id: [seller.organizationId] };
    const { items } = await callApi(listLicenseKeys, { query }, { as: seller });
    expect(items).toMatchObject([{ key: KEY, external_id: 'k-1' }]);
  });

  it('of orders in the figures', async () => {
    await makeProduct(seller.organizationId, { name: 'Once', price: { type: 'one_time' } });
    await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
    const query = {
      organization_id: [seller.organizationId],
      start_date: '2024-05-01',
      end_date: '2024-05-31',
      interval: 'day' as const,
    };
    const figures = () => callApi(getMetrics, { query }, { as: seller });
    const before = await figures();
    const order = { amount: 1000, customer_email: 'ada@example.com', product_name: 'Once' };
    const done = await take(
      'orders',
      { ...order, external_id: 'o-1', created_at: '2024-05-06T07:08:09Z' },
      { ...order, external_id: 'o-2', created_at: '2024-05-20T07:08:09Z', refunded_amount: 300 },
    );
    expect(await figures()).not.toEqual(before);
    expect(await undo(done)).toMatchObject({ status: 'undone', kept: 0 });
    expect(await figures()).toEqual(before);
  });
});

/** What goes along with what it refers to, and is of it alone. */
const GOES_ALONG = [
  'benefit_grants <- grant_effects.grant_id',
  'benefit_grants <- key_waits.grant_id',
  'customers <- customer_sessions.customer_id',
  'customers <- portal_links.customer_id',
  'discounts <- discount_products.discount_id',
  'license_keys <- former_license_keys.license_key_id',
  'license_keys <- pool_keys.license_key_id',
  'orders <- balance_transactions.order_id',
  'products <- benefit_rollouts.product_id',
  // Who adds one changes the product.
  'products <- prices.product_id',
  'products <- product_benefits.product_id',
  'products <- product_custom_fields.product_id',
  'products <- product_medias.product_id',
  'subscriptions <- subscription_history.subscription_id',
];

it('every reference of the database to what an undo deletes is named as a use, or goes along', async () => {
  const targets = [...Object.keys(USED_BY), 'license_activations'];
  const references = await execute<{ reference: string }>(
    null,
    sql`SELECT c.confrelid::regclass || ' <- ' || c.conrelid::regclass || '.' || a.attname AS reference
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
        WHERE c.contype = 'f' AND c.confrelid::regclass::text = ANY(${targets}::text[])`,
  );
  const uses = Object.entries(USED_BY).flatMap(([target, tables]) =>
    tables.map(([table, column]) => `${target} <- ${table}.${column}`),
  );
  // Kept without a reference, as its rows outlive their key.
  const others = ['license_keys <- lease_slots.license_key_id'];
  expect(new Set([...references.map(({ reference }) => reference), ...others])).toEqual(
    new Set([...uses, ...GOES_ALONG]),
  );
});

it('a preview shows the first 20 rows of a file, and which of our columns it has', async () => {
  const lines = Array.from({ length: 25 }, (_, place) => `${place},buyer-${place}@example.com`);
  const bytes = Buffer.from(['external_id,email', ...lines].join('\n'));
  const given = { service: 'import', name: 'rows.csv', mime_type: 'text/csv' } as const;
  const { id } = await uploadFile(seller, bytes, given);
  const query = { kind: 'customers', source: 'custom' } as const;
  const preview = await callApi(previewImport, { params: { id }, query }, { as: seller });
  expect(preview.columns).toEqual(['external_id', 'email']);
  expect(preview.rows).toEqual(lines.slice(0, 20).map((line) => line.split(',')));
  const column = (name: string) => preview.fields.find((field) => field.name === name);
  expect(column('email')).toMatchObject({ is_required: true, column: 'email' });
  expect(column('name')).toMatchObject({ is_required: false, column: null });
  // Of a source that needs more than the kind.
  const lemon = { kind: 'subscriptions', source: 'lemon_squeezy' } as const;
  const other = await callApi(previewImport, { params: { id }, query: lemon }, { as: seller });
  expect(other.fields.find(({ name }) => name === 'amount')).toMatchObject({ is_required: true });
});
