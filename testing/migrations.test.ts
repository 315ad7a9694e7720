import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { MIGRATIONS_FOLDER, readMigrations } from '@/lib/database/migrations/files';
import { migrate } from '@/lib/database/migrations/migrate';
import { newId } from '@/lib/runtime/ids';
import { createDatabase, newPrefix } from '@/testing/database';

// What migrations do with existing rows. Those that have landed are never edited: their tests belong to the soak.
// @module-tag soak

/** Applies the migrations that come before one of them. */
async function migrateUntil(url: string, name: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-migrations-'));
  for (const migration of await readMigrations()) {
    if (migration.name >= name) continue;
    const from = path.join(MIGRATIONS_FOLDER, migration.name);
    await cp(from, path.join(folder, migration.name), { recursive: true });
  }
  await migrate(url, folder);
  await rm(folder, { recursive: true });
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A database as it was before a migration; `upgrade` brings it up to date, or to before a later one. */
async function databaseBefore(name: string) {
  const { url: server, prefix } = inject('template');
  const url = await createDatabase(server, `${prefix}${newPrefix()}`);
  await migrateUntil(url, name);
  return {
    url,
    client: await connect(url),
    upgrade: () => migrate(url),
    upgradeUntil: (later: string) => migrateUntil(url, later),
  };
}

const inserter = (client: pg.Client) => (table: string, columns: string, values: unknown[]) =>
  client.query(
    `INSERT INTO ${table} (${columns}) VALUES (${values.map((_, index) => `$${index + 1}`)})`,
    values,
  );

/** An organization that sells a monthly plan. */
async function insertShop(
  insert: ReturnType<typeof inserter>,
  { organization, product, price }: Record<'organization' | 'product' | 'price', unknown>,
  slug = 'shop',
) {
  await insert('organizations', 'id, name, slug', [organization, 'Shop', slug]);
  const plan = [product, organization, 'Plan', true];
  await insert('products', 'id, organization_id, name, is_recurring', plan);
  await insert(
    'prices',
    'id, organization_id, product_id, position, type, amount_type, amount, recurring_interval',
    [price, organization, product, 0, 'recurring', 'fixed', 1000, 'month'],
  );
}

const ADDRESS = { country: 'DE', city: 'Berlin' };
const OTHER_ADDRESS = { country: 'FR', city: 'Paris' };

test('existing sales are billed to whom their checkout names, else to the customer', async () => {
  const { client, upgrade } = await databaseBefore('20261122050000');
  try {
    const [organization, product, price, customer, checkout] = Array.from({ length: 5 }, newId);
    const ids = { bought: newId(), renewed: newId(), subscribed: newId(), imported: newId() };
    const sale = [organization, customer, product, price];
    const insert = inserter(client);
    await insertShop(insert, { organization, product, price });
    await insert(
      'customers',
      'id, organization_id, email, name, billing_address, tax_id, tax_id_type',
      [customer, organization, 'vic@example.com', 'Vic', OTHER_ADDRESS, 'FR12345678901', 'eu_vat'],
    );
    await insert(
      'checkouts',
      'id, organization_id, client_secret, expires_at, product_id, price_id, status, is_customer_linked, customer_name, customer_billing_address, customer_tax_id',
      [
        checkout,
        organization,
        'td_c_x',
        new Date(),
        product,
        price,
        'succeeded',
        true,
        'Typed',
        ADDRESS,
        'DE123456789',
      ],
    );
    const orders =
      'id, organization_id, customer_id, product_id, price_id, checkout_id, billing_address, amount, tax_amount, currency, billing_reason';
    const paid = [1000, 0, 'usd', 'subscription_create'];
    await insert('orders', orders, [ids.bought, ...sale, checkout, ADDRESS, ...paid]);
    await insert('orders', orders, [ids.renewed, ...sale, null, null, ...paid]);
    const subscriptions =
      'id, organization_id, customer_id, product_id, price_id, checkout_id, status, recurring_interval, current_period_start, anchor_day';
    const period = ['active', 'month', new Date(), 1];
    await insert('subscriptions', subscriptions, [ids.subscribed, ...sale, checkout, ...period]);
    await insert('subscriptions', subscriptions, [ids.imported, ...sale, null, ...period]);
    await insert('events', 'id, organization_id, kind, object_id, snapshot, actor', [
      newId(),
      organization,
      'checkout.created',
      checkout,
      { client_secret: 'td_c_x' },
      {},
    ]);

    expect(await upgrade()).toContain('20261122050100_billing_as_typed');

    const billed = async (table: string) => {
      const { rows } = await client.query(
        `SELECT id, billing_name, billing_address, billing_tax_id FROM ${table}`,
      );
      return Object.fromEntries(rows.map(({ id, ...billing }) => [id, billing]));
    };
    const typed = {
      billing_name: 'Typed',
      billing_address: ADDRESS,
      billing_tax_id: 'DE123456789',
    };
    const known = {
      billing_name: 'Vic',
      billing_address: OTHER_ADDRESS,
      billing_tax_id: 'FR12345678901',
    };
    expect(await billed('orders')).toEqual({ [ids.bought]: typed, [ids.renewed]: known });
    expect(await billed('subscriptions')).toEqual({
      [ids.subscribed]: typed,
      [ids.imported]: known,
    });
    const { rows: made } = await client.query('SELECT maker_may_open_sessions FROM checkouts');
    expect(made).toEqual([{ maker_may_open_sessions: false }]);
    const { rows: cursors } = await client.query(
      "SELECT value FROM installation WHERE key = 'event_redaction_cursor'",
    );
    expect(cursors).toHaveLength(1);
  } finally {
    await client.end();
  }
});

test('existing events are numbered in the order of their transactions, in each organization', async () => {
  const { url, client, upgrade } = await databaseBefore('20261126211500');
  try {
    const insert = inserter(client);
    const shops = [newId(), newId()];
    for (const [place, organization] of shops.entries()) {
      const shop = { organization, product: newId(), price: newId() };
      await insertShop(insert, shop, `shop-${place}`);
    }
    const [shop, other] = shops;
    const customer = newId();
    const [first, second] = [await connect(url), await connect(url)];
    const write = async (by: pg.Client, organization: string | undefined, kind: string) => {
      await inserter(by)('events', 'id, organization_id, kind, object_id, snapshot, actor', [
        newId(),
        organization,
        kind,
        newId(),
        { customer_id: customer },
        {},
      ]);
    };
    for (const by of [first, second]) await by.query('BEGIN');
    await write(first, shop, 'first.one');
    await write(second, shop, 'second.one');
    await write(second, other, 'second.other');
    await write(first, shop, 'first.two');
    for (const by of [second, first]) await by.query('COMMIT');
    await Promise.all([first.end(), second.end()]);

    expect(await upgrade()).toContain('20261126211501_number_stored_events');

    const { rows } = await client.query(
      'SELECT organization_id, number, kind, customer_id FROM events ORDER BY organization_id, number',
    );
    const of = (id: string | undefined) =>
      rows
        .filter(({ organization_id }) => organization_id === id)
        .map((row) => [row.number, row.kind]);
    expect(of(shop)).toEqual([
      [1, 'first.one'],
      [2, 'first.two'],
      [3, 'second.one'],
    ]);
    expect(of(other)).toEqual([[1, 'second.other']]);
    expect(rows.every((row) => row.customer_id === customer)).toBe(true);
    await write(client, shop, 'later');
    await client.query('SELECT number_events($1, 10)', [shop]);
    const { rows: later } = await client.query("SELECT number FROM events WHERE kind = 'later'");
    expect(later).toEqual([{ number: 4 }]);
  } finally {
    await client.end();
  }
});

test('a new installation has no events to redact', async () => {
  const { client, upgrade } = await databaseBefore('20261122050000');
  try {
    await upgrade();
    const { rowCount } = await client.query(
      "SELECT FROM installation WHERE key = 'event_redaction_cursor'",
    );
    expect(rowCount).toBe(0);
  } finally {
    await client.end();
  }
});

test('sales from before get their invoices, numbered in each organization by time, and so do those of older nodes', async () => {
  const backfill = '20261122170036_issue_invoices';
  const { url, client, upgrade, upgradeUntil } = await databaseBefore(
    '20261122170035_add_invoices',
  );
  const other = await connect(url);
  try {
    const insert = inserter(client);
    const makeShop = async (slug: string) => {
      const [organization = '', product, price, customer] = Array.from({ length: 4 }, newId);
      await insert('organizations', 'id, name, slug, company, timezone', [
        organization,
        slug,
        slug,
        `${slug} Ltd`,
        'Asia/Tokyo',
      ]);
      await insert('products', 'id, organization_id, name, is_recurring, is_archived', [
        product,
        organization,
        'Pen',
        false,
        true,
      ]);
      await insert(
        'prices',
        'id, organization_id, product_id, position, type, amount_type, amount',
        [price, organization, product, 0, 'one_time', 'fixed', 1000],
      );
      await insert('customers', 'id, organization_id, email, name, deleted_at', [
        customer,
        organization,
        'vic@example.com',
        'Vic',
        new Date(),
      ]);
      const sell = async (day: number, lines: object[] = []) => {
        const id = newId();
        await insert(
          'orders',
          'id, organization_id, customer_id, product_id, price_id, created_at, lines, amount, tax_amount, currency, billing_reason, billing_name, billing_tax_id',
          [
            ...[id, organization, customer, product, price, new Date(Date.UTC(2026, 0, day, 20))],
            ...[JSON.stringify(lines), 1000, 0, 'usd', 'purchase', 'Typed', 'DE123456789'],
          ],
        );
        return id;
      };
      const giveBack = async (order: string, day: number) => {
        const id = newId();
        await insert(
          'refunds',
          'id, organization_id, order_id, customer_id, status, settled_at, amount, currency, reason, revoke_benefits',
          [
            ...[id, organization, order, customer, 'succeeded', new Date(Date.UTC(2026, 1, day))],
            ...[300, 'usd', 'other', false],
          ],
        );
        return id;
      };
      return { sell, giveBack };
    };
    const [pens, ab] = [await makeShop('pen-shop-berlin'), await makeShop('a--')];
    const [second, first, only] = [await pens.sell(9), await pens.sell(3), await ab.sell(5)];
    const period = { period_start: null, period_end: null };
    const lines = [
      { description: 'Pen', amount: 1200, ...period },
      { description: 'Discount: Launch', amount: -200, ...period },
    ];
    const third = await pens.sell(10, lines);
    const [late, early] = [await pens.giveBack(third, 9), await pens.giveBack(first, 2)];

    // Sales go on before and while the invoices of those that there are are issued, and take later numbers.
    await upgradeUntil(backfill);
    const between = await pens.sell(1);
    await other.query('BEGIN');
    await other.query(
      await readFile(path.join(MIGRATIONS_FOLDER, backfill, 'migration.sql'), 'utf8'),
    );
    await client.query("SET lock_timeout = '5s'");
    const meanwhile = await pens.sell(2);
    await other.query('ROLLBACK');
    expect(await upgrade()).toContain(backfill);

    const numbers = async () => {
      const { rows } = await client.query(
        `SELECT o.id, o.invoice_number, d.content ->> 'number' AS printed FROM orders o JOIN documents d USING (id)`,
      );
      expect(rows.filter((row) => row.invoice_number !== row.printed)).toEqual([]);
      return Object.fromEntries(rows.map(({ id, invoice_number }) => [id, invoice_number]));
    };
    const issued = {
      [first]: 'PENSHOPB-000001',
      [second]: 'PENSHOPB-000002',
      [third]: 'PENSHOPB-000003',
      [between]: 'PENSHOPB-000004',
      [meanwhile]: 'PENSHOPB-000005',
      [only]: 'INV-000001',
    };
    expect(await numbers()).toEqual(issued);
    const contentOf = async (id: string) =>
      (await client.query('SELECT content FROM documents WHERE id = $1', [id])).rows[0]?.content;
    expect(await contentOf(first)).toEqual({
      number: 'PENSHOPB-000001',
      order_id: first,
      invoice_number: null,
      issued_at: '2026-01-03T20:00:00.000Z',
      seller: {
        name: 'pen-shop-berlin',
        legal_name: 'pen-shop-berlin Ltd',
        legal_address: null,
        tax_id: null,
        email: null,
        timezone: 'Asia/Tokyo',
        is_sandbox: true,
      },
      buyer: { name: 'Typed', email: 'vic@example.com', address: null, tax_id: 'DE123456789' },
      product: 'Pen',
      lines: [{ description: 'Pen', amount: 1000, ...period }],
      amount: 1000,
      tax_amount: 0,
      currency: 'usd',
    });
    expect((await contentOf(third)).lines).toEqual(lines);

    expect(await contentOf(late)).toMatchObject({
      number: 'PENSHOPB-CN-000002',
      invoice_number: 'PENSHOPB-000003',
      issued_at: '2026-02-09T00:00:00.000Z',
      buyer: { name: 'Typed' },
      lines: [{ description: 'Refund: Pen', amount: 300 }],
    });

    // A node of the version before inserts as it did; the numbers go on.
    const later = await pens.sell(11);
    expect(await numbers()).toEqual({ ...issued, [later]: 'PENSHOPB-000006' });
    const refunded = await pens.giveBack(later, 12);
    const notes = await client.query('SELECT id, credit_note_number FROM refunds');
    expect(Object.fromEntries(notes.rows.map((row) => [row.id, row.credit_note_number]))).toEqual({
      [early]: 'PENSHOPB-CN-000001',
      [late]: 'PENSHOPB-CN-000002',
      [refunded]: 'PENSHOPB-CN-000003',
    });
    await insert('organizations', 'id, name, slug', [newId(), 'Late', 'late-shop']);
    const { rows } = await client.query(
      "SELECT invoice_prefix FROM organizations WHERE slug = 'late-shop'",
    );
    expect(rows).toEqual([{ invoice_prefix: 'LATESHOP' }]);
  } finally {
    await other.end();
    await client.end();
  }
});

test('orders from before are counted as paid, whether their totals are folded or not', async () => {
  const { client, upgrade } = await databaseBefore('20261122165932_refunds');
  try {
    const [organization, product, price, customer] = Array.from({ length: 4 }, newId);
    const insert = inserter(client);
    await insertShop(insert, { organization, product, price });
    const email = 'vic@example.com';
    await insert('customers', 'id, organization_id, email', [customer, organization, email]);
    const sell = () =>
      insert(
        'orders',
        'id, organization_id, customer_id, product_id, price_id, amount, tax_amount, currency, billing_reason',
        [newId(), organization, customer, product, price, 1000, 0, 'usd', 'subscription_create'],
      );
    await sell();
    await sell();
    await client.query(
      `WITH d AS (DELETE FROM list_deltas WHERE list = 'orders' RETURNING *)
       INSERT INTO list_totals (organization_id, list, dimension, value, count)
       SELECT organization_id, list, 'all', '', sum(count) FROM d GROUP BY 1, 2`,
    );
    await sell();

    await upgrade();

    await sell();
    await client.query("UPDATE orders SET refunded_amount = 1000, status = 'refunded'");
    const { rows } = await client.query(
      `SELECT value, sum(count)::int AS count FROM (
         SELECT value, count FROM list_totals WHERE list = 'orders' AND dimension = 'status'
         UNION ALL SELECT status, count FROM list_deltas WHERE list = 'orders'
       ) n GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { value: 'paid', count: 0 },
      { value: 'refunded', count: 4 },
    ]);
  } finally {
    await client.end();
  }
});

test('subscriptions from before have the history that figures of the past are made of', async () => {
  const { client, upgrade } = await databaseBefore('20261122091908');
  try {
    const [organization = '', product, price, customer, discount] = Array.from(
      { length: 5 },
      newId,
    );
    const insert = inserter(client);
    await insertShop(insert, { organization, product, price });
    const email = 'vic@example.com';
    await insert('customers', 'id, organization_id, email', [customer, organization, email]);
    await insert('discounts', 'id, organization_id, type, duration, basis_points, name', [
      discount,
      organization,
      'percentage',
      'forever',
      2500,
      'A quarter',
    ]);
    const subscribe = (status: string, at: string, ended: string | null, off: unknown = null) =>
      insert(
        'subscriptions',
        `id, organization_id, customer_id, product_id, price_id, status, amount, recurring_interval,
         current_period_start, current_period_end, anchor_day, created_at, started_at, ended_at, discount_id`,
        [
          newId(),
          organization,
          customer,
          product,
          price,
          status,
          1000,
          'month',
          at,
          '2099-01-01',
          1,
          at,
          at,
          ended,
          off,
        ],
      );
    await subscribe('active', '2025-01-01T00:00Z', null, discount);
    await subscribe('canceled', '2025-02-01T00:00Z', '2025-04-01T00:00Z');

    await upgrade();

    const { rows } = await client.query(
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, kind, sum(count)::int AS count,
         sum(amount)::int AS amount FROM metric_entries GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(rows).toEqual([
      { month: '2025-01', kind: 'start', count: 1, amount: 0 },
      { month: '2025-01', kind: 'stock', count: 1, amount: 750 },
      { month: '2025-02', kind: 'start', count: 1, amount: 0 },
      { month: '2025-02', kind: 'stock', count: 1, amount: 1000 },
      { month: '2025-04', kind: 'end', count: 1, amount: 0 },
      { month: '2025-04', kind: 'stock', count: -1, amount: -1000 },
    ]);
  } finally {
    await client.end();
  }
});

test('credit and periods from before know the orders that paid for them, and trials who had them', async () => {
  const { client, upgrade } = await databaseBefore('20261123212000');
  try {
    const [organization, product, price] = Array.from({ length: 3 }, newId);
    const insert = inserter(client);
    await insertShop(insert, { organization, product, price });
    const day = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
    /** A subscription of 30 days, of which 20 are left, with its orders, oldest first. */
    const subscribe = async (
      email: string,
      state: { credit?: number; periodAmount: number; pending?: number[]; status?: string },
      orders: { amount: number; refunded?: number }[],
    ) => {
      const [id, customer] = [newId(), newId()];
      const { credit = 0, periodAmount, pending = [], status = 'active' } = state;
      await insert('customers', 'id, organization_id, email', [customer, organization, email]);
      const lines = pending.map((amount) => ({ description: 'Waits', amount }));
      await insert(
        'subscriptions',
        'id, organization_id, customer_id, product_id, price_id, status, recurring_interval, anchor_day, current_period_start, current_period_end, created_at, credit, period_amount, pending_lines',
        [
          ...[id, organization, customer, product, price, status, 'month', 1, day(-10), day(20)],
          ...[day(-40), credit, periodAmount, JSON.stringify(lines)],
        ],
      );
      const ids: string[] = [];
      for (const [nth, { amount, refunded = 0 }] of orders.entries()) {
        ids.push(newId());
        const is = refunded === 0 ? 'paid' : refunded < amount ? 'partially_refunded' : 'refunded';
        await insert(
          'orders',
          'id, organization_id, customer_id, product_id, price_id, subscription_id, created_at, amount, tax_amount, currency, billing_reason, refunded_amount, status',
          [
            ...[ids[nth], organization, customer, product, price, id, day(nth - 40), amount],
            ...[0, 'usd', 'subscription_cycle', refunded, is],
          ],
        );
      }
      return { id, ids };
    };
    const fundsOf = async ({ id }: { id: string }) => {
      const { rows } = await client.query('SELECT funds FROM subscriptions WHERE id = $1', [id]);
      return rows[0]?.funds;
    };
    const changed = await subscribe('a@example.com', { credit: 700, periodAmount: 300 }, [
      { amount: 500 },
      { amount: 1200, refunded: 100 },
      { amount: 0 },
    ]);
    const upgraded = await subscribe('b@example.com', { periodAmount: 600 }, [
      { amount: 300 },
      { amount: 150 },
    ]);
    const waiting = await subscribe('c@example.com', { periodAmount: 90, pending: [-300, 100] }, [
      { amount: 900 },
    ]);
    const twice = await subscribe('d@example.com', { credit: 1000, periodAmount: 0 }, [
      { amount: 1000, refunded: 1000 },
    ]);
    const over = await subscribe('e@example.com', { periodAmount: 900, status: 'canceled' }, [
      { amount: 900 },
    ]);
    const tried = await subscribe('Tried@Example.com', { periodAmount: 0, status: 'trialing' }, []);
    const paused = await subscribe('p@example.com', { periodAmount: 900 }, [{ amount: 900 }]);
    for (const [at, is_paused] of [
      [-8, true],
      [-5, false],
      [-4, true],
      [-3, false],
    ] as const) {
      await insert(
        'subscription_history',
        'organization_id, subscription_id, changed_at, status, product_id, price_id, amount, recurring_interval, is_paused',
        [organization, paused.id, day(at), 'active', product, price, 900, 'month', is_paused],
      );
    }
    await upgrade();
    expect(await fundsOf(changed)).toEqual({
      credit: [{ orderId: changed.ids[1], amount: 700 }],
      waiting: [],
      period: [{ orderId: changed.ids[1], amount: 200 }],
    });
    expect(await fundsOf(upgraded)).toEqual({
      credit: [],
      waiting: [],
      period: [
        { orderId: upgraded.ids[0], amount: 250 },
        { orderId: upgraded.ids[1], amount: 150 },
      ],
    });
    expect(await fundsOf(waiting)).toEqual({
      credit: [],
      waiting: [{ orderId: waiting.ids[0], amount: 200 }],
      period: [{ orderId: waiting.ids[0], amount: 60 }],
    });
    expect((await fundsOf(twice)).credit).toEqual([{ orderId: null, amount: 1000 }]);
    expect(await fundsOf(over)).toEqual({ credit: [], waiting: [], period: [] });
    const { rows: counted } = await client.query(
      'SELECT prorated_from - current_period_start AS paused FROM subscriptions WHERE id = $1',
      [paused.id],
    );
    expect(counted[0]?.paused).toMatchObject({ days: 4 });
    const { rows: trials } = await client.query(
      "SELECT product_id, customer_id, email_digest = encode(sha256('tried@example.com'), 'hex') AS is_theirs FROM trials",
    );
    const { rows: triers } = await client.query(
      'SELECT customer_id FROM subscriptions WHERE id = $1',
      [tried.id],
    );
    expect(trials).toEqual([{ product_id: product, ...triers[0], is_theirs: true }]);
  } finally {
    await client.end();
  }
});

test('names from before lose the white space around them, as those of requests do', async () => {
  const { client, upgrade } = await databaseBefore('20261125080000');
  try {
    const [organization, product, clean, benefit, customer, nameless] = Array.from(
      { length: 6 },
      newId,
    );
    const insert = inserter(client);
    await insert('organizations', 'id, name, slug', [organization, ' Quill & Ink\u00a0', 'quill']);
    const columns = 'id, organization_id, name, is_recurring';
    await insert('products', columns, [product, organization, '\u3000Copperplate  Font\n', false]);
    await insert('products', columns, [clean, organization, 'Roman Capitals', false]);
    const files = [benefit, organization, 'custom', ' The files\t', {}];
    await insert('benefits', 'id, organization_id, type, description, properties', files);
    const people = 'id, organization_id, email, name';
    await insert('customers', people, [customer, organization, 'vic@example.com', 'Vic ']);
    await insert('customers', people, [nameless, organization, 'bo@example.com', null]);
    const versions = async () =>
      (await client.query('SELECT id, xmin FROM products WHERE id = $1', [clean])).rows;
    const before = await versions();

    expect(await upgrade()).toContain('20261125080000_trim_names');

    const namesIn = async (table: string, column = 'name') =>
      (await client.query(`SELECT ${column} AS name FROM ${table} ORDER BY id`)).rows.map(
        ({ name }) => name,
      );
    expect(await namesIn('organizations')).toEqual(['Quill & Ink']);
    expect(await namesIn('products')).toEqual(['Copperplate  Font', 'Roman Capitals']);
    expect(await namesIn('benefits', 'description')).toEqual(['The files']);
    expect(await namesIn('customers')).toEqual(['Vic', null]);
    expect(await versions()).toEqual(before);
  } finally {
    await client.end();
  }
});

test('renewals that their discount did not lower name none, as far as their lines tell', async () => {
  const { client, upgrade } = await databaseBefore('20261125071500');
  try {
    const [organization, product, price, customer, discount] = Array.from({ length: 5 }, newId);
    const insert = inserter(client);
    await insertShop(insert, { organization, product, price });
    await insert('customers', 'id, organization_id, email', [customer, organization, 'a@b.test']);
    await insert(
      'discounts',
      'id, organization_id, name, type, basis_points, duration, duration_in_months',
      [discount, organization, 'Launch', 'percentage', 2500, 'repeating', 3],
    );
    const order = async (billing_reason: string, ...lines: [string, number, string?][]) => {
      const id = newId();
      const printed = lines.map(([description, amount, period_start = null]) => ({
        ...{ description, amount, period_start, period_end: period_start },
      }));
      await insert(
        'orders',
        'id, organization_id, customer_id, product_id, price_id, discount_id, created_at, amount, tax_amount, currency, billing_reason, lines',
        [
          ...[id, organization, customer, product, price, discount, new Date(), 1000],
          ...[0, 'usd', billing_reason, JSON.stringify(printed)],
        ],
      );
      return id;
    };
    const at = '2026-03-01T00:00:00.000Z';
    const lowered = [
      await order('subscription_cycle', ['Plan', 1000, at], ['Discount: Launch', -250, at]),
      await order('purchase', ['Plan', 1000], ['Discount: Launch', -250]),
    ];
    const unknown = [
      await order('subscription_cycle', ['Plan', 1000]),
      await order('subscription_cycle', ['Remaining time on Plan', 75, at], ['Plan', 1000, at]),
      await order('subscription_update', ['Unused time on Plan', -5, at], ['Plan', 1000, at]),
    ];
    await order('subscription_cycle', ['Plan', 1000, at]);
    await order('subscription_cycle', ['Plan', 1000, at], ['Credit used', -200]);

    await upgrade();

    const of = 'FROM orders WHERE discount_id = $1';
    const { rows: named } = await client.query(`SELECT id ${of}`, [discount]);
    expect(named.map(({ id }) => id).sort()).toEqual([...lowered, ...unknown].sort());
  } finally {
    await client.end();
  }
});

test('whoever has sold before the dashboard showed first sales has seen theirs', async () => {
  const { client, upgrade } = await databaseBefore('20261126182647_first_sale_seen');
  try {
    const insert = inserter(client);
    const sellFor = async (slug: string, amounts: number[]) => {
      const [organization, product, price, customer] = Array.from({ length: 4 }, newId);
      await insertShop(insert, { organization, product, price }, slug);
      const buyer = [customer, organization, 'vic@example.com'];
      await insert('customers', 'id, organization_id, email', buyer);
      for (const amount of amounts) {
        await insert(
          'orders',
          'id, organization_id, customer_id, product_id, price_id, amount, tax_amount, currency, billing_reason',
          [newId(), organization, customer, product, price, amount, 0, 'usd', 'purchase'],
        );
      }
    };
    await sellFor('sold', [0, 1000]);
    await sellFor('gave', [0]);
    await sellFor('opened', []);

    await upgrade();

    const seen = 'SELECT slug FROM organizations WHERE is_first_sale_seen';
    expect((await client.query(seen)).rows).toEqual([{ slug: 'sold' }]);
  } finally {
    await client.end();
  }
});

/** What meets a deadlock is run again by nodes, too. */
async function unlessDeadlock(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (error.code !== '40P01') throw error;
  });
}

test('amounts become bigint, whatever is sold meanwhile', async () => {
  const { url, client, upgrade } = await databaseBefore('20261127190000_widen_amounts');
  const seller = await connect(url);
  try {
    const [organization, product, price, customer] = Array.from({ length: 4 }, newId);
    const insert = inserter(client);
    await insertShop(insert, { organization, product, price });
    const buyer = [customer, organization, 'vic@example.com'];
    await insert('customers', 'id, organization_id, email', buyer);
    const sell = (by: pg.Client, from: number, to: number) =>
      by.query(
        `INSERT INTO orders (id, organization_id, customer_id, product_id, price_id, amount, tax_amount, currency,
           billing_reason)
         SELECT gen_random_uuid(), $1, $2, $3, $4, n, 0, 'usd', 'purchase' FROM generate_series($5::int, $6::int) n`,
        [organization, customer, product, price, from, to],
      );
    await sell(client, 1, 5000);

    // A node of the version before sells and refunds until the upgrade is over, its columns among them.
    let isOver = false;
    let sold = 5000;
    const selling = (async () => {
      while (!isOver) {
        await unlessDeadlock(sell(seller, sold + 1, sold + 1).then(() => (sold += 1)));
        await unlessDeadlock(
          seller.query(
            `UPDATE orders SET refunded_amount = amount, status = 'refunded'
             WHERE id = (SELECT id FROM orders WHERE status = 'paid' ORDER BY random() LIMIT 1)`,
          ),
        );
      }
    })();
    await upgrade();
    isOver = true;
    await selling;

    const { rows } = await client.query(
      `SELECT count(*)::int AS orders, sum(amount)::float8 AS amount, pg_typeof(min(amount))::text AS type,
         bool_and(refunded_amount = CASE status WHEN 'refunded' THEN amount ELSE 0 END) AS whole
       FROM orders`,
    );
    const amount = (sold * (sold + 1)) / 2;
    expect(rows).toEqual([{ orders: sold, amount, type: 'bigint', whole: true }]);
    const { rows: left } = await client.query(
      `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
         AND (column_name LIKE '%\\_wide' OR data_type = 'integer' AND column_name IN ('amount', 'credit', 'carried'))`,
    );
    expect(left).toEqual([]);
    await client.query('UPDATE prices SET amount = 999999999999');
    await expect(client.query('UPDATE prices SET amount = 1000000000000')).rejects.toThrow(
      'prices_amount',
    );
    await expect(client.query('UPDATE orders SET amount = NULL')).rejects.toThrow('not-null');
  } finally {
    await Promise.all([client.end(), seller.end()]);
  }
});

test('a backfill of amounts that was stopped goes on', async () => {
  const { client, upgrade, upgradeUntil } = await databaseBefore('20261127190000_widen_amounts');
  try {
    const [organization, product, price] = Array.from({ length: 3 }, newId);
    await insertShop(inserter(client), { organization, product, price });
    await upgradeUntil('20261127190001_widen_amounts_of_rows');
    const wide = async () => (await client.query('SELECT amount, amount_wide FROM prices')).rows;
    expect(await wide()).toEqual([{ amount: 1000, amount_wide: null }]);
    await client.query('UPDATE prices SET amount = 1200');
    expect(await wide()).toEqual([{ amount: 1200, amount_wide: '1200' }]);
    await client.query('CALL widen_amounts(1)');
    await upgrade();
    expect((await client.query('SELECT amount FROM prices')).rows).toEqual([{ amount: '1200' }]);
  } finally {
    await client.end();
  }
});
