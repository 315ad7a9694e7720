// npm run bench:search: a search over an organization with 100,000 records of each kind, beside one prepared look-up
// by the primary key for each kind, and beside an organization with a thousand of each. Prints a table and writes it
// into docs/performance.md; --quick takes a hundredth and writes nothing.

import { parseArgs } from 'node:util';
import { findPostmaster, type Measured, median, sample, withDatabase } from '@/bench/in-process';
import { conditions, table, writeReport } from '@/bench/report';
import { fillWithSales } from '@/demo/scale/fill';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { raw, sql } from '@/lib/database/connection/sql';
import { searchRecords } from '@/lib/resources/search/contract';
import { callApi } from '@/testing/call-api';
import { makeOrganization, makeToken, makeUser } from '@/testing/factories';

const { quick = false } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const SIZES = quick ? [100, 1000] : [1000, 100_000];
const ROUNDS = quick ? 1 : 3;
const REQUESTS = quick ? 10 : 30;
const TABLES = [
  'customers',
  'products',
  'orders',
  'subscriptions',
  'checkouts',
  'discounts',
  'license_keys',
  'benefits',
];

interface Shop {
  token: string;
  /** The id of a record of each kind, in the order of {@link TABLES}. */
  ids: string[];
  email: string;
  name: string;
  key: string;
}

const QUERIES: Record<string, (shop: Shop) => string> = {
  'a whole email': ({ email }) => email,
  'a whole name': ({ name }) => name,
  'the first 5 characters of a name': ({ name }) => name.slice(0, 5),
  'the last 8 characters of an id': ({ ids }) => ids[2]?.slice(-8) ?? '',
  'a whole license key': ({ key }) => key,
  'a text of every customer': () => '@example.com',
  'a text of every product': () => 'guide',
  'one character': () => 'f',
  'a text of nothing': () => 'qwxyz',
};

await withDatabase(async () => {
  const text = await measure();
  console.log(`\n${text}`);
  if (!quick) writeReport('search', text);
});

/** An organization with at least so many records of each kind. */
async function makeShop(userId: string, size: number, now: Date): Promise<Shop> {
  const { id: organizationId } = await makeOrganization(userId);
  // Not every sale comes with a license key.
  await fillWithSales({ organizationId, subscriptions: Math.ceil(1.7 * size), now });
  // Sales have few products, discounts and benefits.
  const row = sql`gen_random_uuid(), ${organizationId}::uuid, now() - n * interval '1 minute'`;
  const numbers = sql`generate_series(1, ${size}::int) n`;
  await db(null)
    .$executeRaw`INSERT INTO products (id, organization_id, created_at, name, is_recurring)
    SELECT ${row}, 'Field guide ' || n, false FROM ${numbers}`;
  await db(null)
    .$executeRaw`INSERT INTO benefits (id, organization_id, created_at, description, type)
    SELECT ${row}, 'Reading room ' || n, 'custom' FROM ${numbers}`;
  await db(null)
    .$executeRaw`INSERT INTO discounts (id, organization_id, created_at, name, code, type, duration, basis_points)
    SELECT ${row}, 'Spring offer ' || n, 'SPRING' || n, 'percentage', 'once', 1000 FROM ${numbers}`;
  await db(null).$executeRaw`VACUUM ANALYZE`;
  const ids = TABLES.map(async (name) => {
    const [found] = await db(null).$queryRaw<{ id: string; count: bigint }[]>`
      SELECT (array_agg(id ORDER BY id))[count(*) / 2] AS id, count(*) FROM ${raw(name)}
      WHERE organization_id = ${organizationId}::uuid`;
    console.log(`${found?.count} ${name}`);
    return found?.id ?? '';
  });
  const key = await db(null).licenseKey.findFirstOrThrow({
    where: { organizationId },
    include: { customer: true },
    orderBy: { id: 'asc' },
  });
  const { email, name } = key.customer;
  const token = await makeToken({ organizationId });
  return { token, ids: await Promise.all(ids), email, name: name ?? '', key: key.key };
}

/** What a look-up for each kind costs at least: one row of each by its id. */
async function lookUp({ ids }: Shop): Promise<void> {
  for (const [nth, name] of TABLES.entries()) {
    await execute(
      null,
      sql`SELECT t.id, t.created_at FROM ${raw(name)} t WHERE t.id = ${ids[nth]}::uuid`,
      { prepared: true },
    );
  }
}

async function measure(): Promise<string> {
  const now = new Date();
  const user = await makeUser();
  const shops: Shop[] = [];
  for (const [nth, size] of SIZES.entries()) {
    // Ids follow from the moment.
    shops.push(await makeShop(user.id, size, new Date(now.getTime() - nth)));
  }
  const given = { postmaster: await findPostmaster(), requests: REQUESTS };
  const rows: string[][] = [];
  for (const [name, queryOf] of Object.entries(QUERIES)) {
    const samples: Measured[][] = [[], [], []];
    // In turn, so that what else the machine does meets all of them.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [nth, shop] of shops.entries()) {
        const query = { query: queryOf(shop) };
        samples[nth]?.push(
          await sample(given, () => callApi(searchRecords, { query }, { as: shop })),
        );
      }
      const [, large] = shops;
      if (large) samples[2]?.push(await sample(given, () => lookUp(large)));
    }
    const [small = 0, large = 0, least = 0] = samples.map((all) =>
      median(all.map(({ cpuMs }) => cpuMs)),
    );
    const time = median(samples[1]?.map(({ medianMs }) => medianMs) ?? []);
    rows.push([
      name,
      time.toFixed(1),
      large.toFixed(1),
      least.toFixed(1),
      `${(large / least).toFixed(1)} ×`,
      `${(large / small).toFixed(1)} ×`,
    ]);
    console.log(rows.at(-1)?.join('  '));
  }
  const [small, large] = SIZES.map((size) => size.toLocaleString('en-US'));
  const head = ['', 'ms', 'cpu, ms', 'look-ups, ms', 'cpu, beside them', `beside ${small} of each`];
  return `${conditions()}, embedded PostgreSQL 18, all on the same cores, which other work shared; at least ${large}
records of each kind, the median of ${ROUNDS} rounds of ${REQUESTS} requests in one process, without HTTP. Look-ups are one
prepared statement for each of the eight kinds, of one row by its primary key.

${table(head, rows)}`;
}
