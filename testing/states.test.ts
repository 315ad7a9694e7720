import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { disconnect } from '@/lib/database/connection/client';
import { isChecksumOf, readMigrations } from '@/lib/database/migrations/files';
import { migrate } from '@/lib/database/migrations/migrate';
import { listLicenseKeys, validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { foldMetrics } from '@/lib/resources/metrics/jobs';
import { listOrders } from '@/lib/resources/orders/contract';
import { listProducts } from '@/lib/resources/products/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { env, provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { verifySecret } from '@/lib/runtime/installation/secret';
import { schemaDrift } from '@/scripts/schema-engine';
import { callApi } from '@/testing/call-api';
import { createDatabase, newPrefix } from '@/testing/database';
import { buyer, confirm, makeCheckout } from '@/testing/shop';
import { isSoak } from '@/testing/soak';
import {
  dumpRows,
  readState,
  restoreState,
  STATE_SECRET,
  type State,
  type StateTable,
  stateNames,
} from '@/testing/states';

// Databases of earlier versions are upgraded and sell (docs/decisions/migrations.md).

/** What is compared of a column's value, as COPY writes it. */
type Change = (value: string) => string;

/** Columns that a migration changes on purpose in rows that there are. */
const CHANGED_ON_PURPOSE: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  // 20261122040000: a session without use ends after 7 days.
  'public.sessions': { expires_at: () => '' },
  // 20261122091908: overdue periods move on without a charge, and a trial among them is then active.
  'public.subscriptions': {
    current_period_start: () => '',
    current_period_end: () => '',
    status: (status) => (status === 'trialing' ? 'active' : status),
  },
  // 20261127190000: prices get wider columns, which renews the products that they are of.
  'public.products': { document_version: () => '' },
  // 20261122165932: orders are counted by status.
  'public.list_deltas': { status: () => '' },
};

/** Tables that a migration empties on purpose: {@link sumsByDay} are the same once the background work has run. */
const MADE_ANEW: readonly string[] = [
  // 20261125071500: the sums by day have further kinds.
  'public.metric_zones',
  'public.metric_days',
];

const file = { url: env().DATABASE_URL ?? '', secret: env().APP_SECRET ?? '' };
afterEach(() => connectTo(file));

/** Has the API work on a database. */
async function connectTo({ url, secret }: { url: string; secret: string }): Promise<void> {
  await disconnect();
  provideSettings({ DATABASE_URL: url, DIRECT_DATABASE_URL: url, APP_SECRET: secret });
}

async function restored(state: State): Promise<string> {
  const { url: server, prefix } = inject('template');
  const url = await createDatabase(server, `${prefix}${newPrefix()}`);
  await restoreState(url, state);
  return url;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The rows of a state that a database lacks, apart from columns that are changed on purpose. */
async function missingRows(client: pg.Client, table: StateTable): Promise<string[]> {
  const changed = CHANGED_ON_PURPOSE[table.name] ?? {};
  const kept = (value: string, index: number) =>
    changed[table.columns[index] ?? '']?.(value) ?? value;
  const lines = (rows: string) =>
    rows
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t').map(kept).join('\t'));
  const present = new Set(lines(await dumpRows(client, table)));
  return lines(table.rows).filter((line) => !present.has(line));
}

/** The definitions of what Prisma's schema does not describe: functions, triggers, checks and indexes. */
async function definitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
       AND NOT EXISTS (SELECT FROM pg_depend d
         WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`,
  );
  return rows.map(({ definition }) => definition).sort();
}

/** The sums of the figures by day, and what is still to be added to them; none before there were figures. */
async function sumsByDay(client: pg.Client, state: State): Promise<string[]> {
  if (!state.tables.some(({ name }) => name === 'public.metric_days')) return [];
  const { rows } = await client.query<{ sums: string }>(
    `SELECT concat_ws(' ', organization_id, zone, product_id, day, kind, sum(count), sum(amount)) AS sums
     FROM (
       SELECT organization_id, zone, product_id, day, kind, count, amount FROM metric_days
       UNION ALL
       SELECT organization_id, zone, p.id, (at AT TIME ZONE zone)::date, kind, count, amount
       FROM metric_deltas d JOIN metric_zones USING (organization_id)
       CROSS JOIN LATERAL (VALUES (d.product_id), (uuid '00000000-0000-0000-0000-000000000000')) p (id)
     ) s GROUP BY organization_id, zone, product_id, day, kind`,
  );
  return rows.map(({ sums }) => sums);
}

/** Buys the plan that the seller of the state has sold before. */
async function sellOnce(as: { token: string }) {
  const { items } = await callApi(listProducts, { query: { query: 'Quill Pro' } }, { as });
  const product = items.find(({ name }) => name === 'Quill Pro');
  expect(product).toBeDefined();
  const of = { query: { product_id: [product?.id ?? ''] } };
  const keysOf = { query: { benefit_id: product?.benefits.map(({ id }) => id) ?? [] } };
  const count = async () => ({
    orders: (await callApi(listOrders, of, { as })).pagination.total_count,
    subscriptions: (await callApi(listSubscriptions, of, { as })).pagination.total_count,
    keys: (await callApi(listLicenseKeys, keysOf, { as })).pagination.total_count,
  });
  const before = await count();
  const checkout = await makeCheckout(as, product?.id ?? '');
  const email = `${newId()}@example.com`;
  expect(await confirm(checkout, buyer({ customer_email: email }))).toMatchObject({
    status: 'confirmed',
    total_amount: 1500,
  });
  expect(await count()).toEqual({
    orders: before.orders + 1,
    subscriptions: before.subscriptions + 1,
    keys: before.keys + 1,
  });
  const { items: keys } = await callApi(listLicenseKeys, keysOf, { as });
  expect(keys.map(({ customer }) => customer.email)).toContain(email);
  return keys;
}

test('the states are of texts that have not changed since', async () => {
  const present = new Map((await readMigrations()).map((one) => [one.name, one]));
  for (const name of await stateNames()) {
    const table = (await readState(name)).tables.find((one) =>
      one.name.endsWith('._prisma_migrations'),
    );
    const at = (column: string) => table?.columns.indexOf(column) ?? -1;
    const entries = table?.rows.trim().split('\n') ?? [];
    expect(entries.length).toBeGreaterThan(0);
    for (const values of entries.map((line) => line.split('\t'))) {
      const migration = present.get(values[at('migration_name')] ?? '');
      expect(
        migration && isChecksumOf(migration, values[at('checksum')] ?? ''),
        values.join(' '),
      ).toBe(true);
    }
  }
});

/** The states; without a soak only the last that has landed. */
async function triedStates(): Promise<string[]> {
  const names = await stateNames();
  if (isSoak) return names;
  const states = await Promise.all(names.map(readState));
  const sizes = states.map(({ tables }) => {
    const migrations = tables.find(({ name }) => name.endsWith('._prisma_migrations'));
    return migrations?.rows.trim().split('\n').length ?? 0;
  });
  return [names[sizes.indexOf(Math.max(...sizes))] ?? ''];
}

describe.each(await triedStates())('the database of %s', (name) => {
  test('is upgraded to what a new one is, keeps its rows, and sells', async () => {
    const state = await readState(name);
    const url = await restored(state);
    const sums = await withClient(url, (client) => sumsByDay(client, state));
    await migrate(url);
    expect(await schemaDrift(url)).toBe('');
    const fresh = await withClient(file.url, definitions);
    expect(fresh).not.toEqual([]);
    await withClient(url, async (client) => {
      expect(await definitions(client)).toEqual(fresh);
      for (const table of state.tables.filter(({ name }) => !MADE_ANEW.includes(name))) {
        expect(await missingRows(client, table), table.name).toEqual([]);
      }
      // 20261127180001: a grant of an ads benefit has its campaign.
      const { rows: withoutCampaign } = await client.query(`
        SELECT g.id FROM benefit_grants g JOIN benefits b ON b.id = g.benefit_id AND b.type = 'ads'
        LEFT JOIN advertisements a ON a.grant_id = g.id
          AND a.id::text = g.properties ->> 'advertisement_campaign_id' WHERE a.id IS NULL`);
      expect(withoutCampaign).toEqual([]);
    });
    await verifySecret(url, STATE_SECRET);
    await connectTo({ url, secret: STATE_SECRET });
    await foldMetrics();
    const sumsNow = new Set(await withClient(url, (client) => sumsByDay(client, state)));
    expect(sums.filter((sum) => !sumsNow.has(sum))).toEqual([]);
    const keys = await sellOnce({ token: state.token });
    for (const { key, organization_id } of keys) {
      expect(await callApi(validateLicenseKey, { body: { key, organization_id } })).toMatchObject({
        status: 'granted',
      });
    }
    expect(await migrate(url)).toEqual([]);
  });
});
