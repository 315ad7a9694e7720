import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { AnyContract } from '@/lib/contract/contract';
import { sortCriteria } from '@/lib/contract/search';
import { db, pool } from '@/lib/database/connection/client';
import { contracts } from '@/lib/resources/registry';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { sendRaw } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { useNewDatabase } from '@/testing/worker-database';

// Every sort and every filter of a large list has its index: the statements of the list are recorded,
// those of sorts explained, and the columns of filters looked up in the catalogue. A list is large where
// its total is stored.

/** Sorts and filters without an index of their own, and why they need none. */
const WITHOUT_INDEX: Record<string, Record<string, string>> = {
  'checkouts:custom:list': {
    '-expires_at':
      'read backwards by the index of expires_at; few rows of one moment are sorted by id',
    product_price_id: 'is sent together with product_id, whose index leaves few other rows',
  },
  'license_keys:list': {
    at_limit: 'compares with the activations of a key, which are counted in another table',
  },
  'orders:list': {
    product_price_type: 'has two values, each of which many orders have: an index would not help',
  },
  'subscriptions:list': {
    cancel_at_period_end:
      'has two values; Home sends it with current_period_end_before, whose index leaves few other rows',
    paused: 'has two values; subscriptions_paused_idx has the paused ones alone',
  },
  'customers:list': {
    '-email':
      'read backwards by the index of email, which is unique: there are no ties to sort by id',
  },
};

interface Plan {
  'Node Type': string;
  Plans?: Plan[];
}

interface Statement {
  text: string;
  values: unknown[];
}

const lists = contracts.filter(
  ({ auth, method, query, path }) =>
    auth === 'seller' && method === 'GET' && query && 'page' in query.shape && !path.includes('{'),
);

let seller: Seller;
let planner: pg.Client;
let large: Set<string>;

beforeAll(async () => {
  await useNewDatabase();
  seller = await makeSeller();
  const tables = await db(null).$queryRaw<{ name: string }[]>`
    SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'count_inserted'`;
  large = new Set(tables.map(({ name }) => name));
  planner = new pg.Client({ connectionString: env().DATABASE_URL });
  await planner.connect();
  // The tables are empty: what the planner still reads or sorts as a whole, it has no index for.
  await planner.query(
    'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off',
  );
});
afterAll(() => planner.end());

/** How the statements of a list name its table. */
const LIST_TABLE = /"(\w+)" t\s/;

/** The statements on its table that a request of the list sends. */
async function statementsOf(operation: AnyContract, search: string): Promise<Statement[]> {
  const recorded = vi.spyOn(pool(), 'query');
  try {
    const required = operation.tag === 'advertisements' ? `benefit_id=${newId()}&` : '';
    const response = await sendRaw(operation, { search: required + search }, { as: seller });
    expect(response.status, `${operation.id}?${search}`).toBe(200);
    return recorded.mock.calls
      .map(([statement]) => statement as unknown as Statement)
      .filter(({ text }) => LIST_TABLE.test(text));
  } finally {
    recorded.mockRestore();
  }
}

async function tableOf(operation: AnyContract): Promise<string> {
  const [statement] = await statementsOf(operation, '');
  return LIST_TABLE.exec(statement?.text ?? '')?.[1] ?? '';
}

/** Whether a statement reads a whole table, or sorts rows that no LIMIT below has made few. */
async function readsAll({ text, values }: Statement): Promise<boolean> {
  const { rows } = await planner.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan).some((node) => {
    const kind = node['Node Type'];
    const isBounded = nodesOf(node).some((below) => below['Node Type'] === 'Limit');
    return kind === 'Seq Scan' || (kind.includes('Sort') && !isBounded);
  });
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Stores that the seller's list has many rows, so that pages are read in the order of an index. */
async function storeTotal(table: string): Promise<void> {
  await db(null).$executeRaw`
    INSERT INTO list_totals (organization_id, list, dimension, value, count)
    VALUES (${seller.organizationId}::uuid, ${table}, 'all', '', 100000)`;
}

/** The columns of a table by which an index finds rows: a first column, or the one after organization_id. */
async function indexedColumns(table: string): Promise<Set<string>> {
  const rows = await db(null).$queryRaw<{ first: string; second: string | null }[]>`
    SELECT pg_get_indexdef(indexrelid, 1, true) AS first, pg_get_indexdef(indexrelid, 2, true) AS second
    FROM pg_index WHERE indrelid = ${table}::regclass AND indpred IS NULL`;
  return new Set(
    rows.map(({ first, second }) => (first === 'organization_id' ? second : first) ?? ''),
  );
}

function columnsNamedIn(statements: readonly Statement[]): string[] {
  return statements.flatMap(({ text }) =>
    [...text.matchAll(/\bt\.(\w+)/g)].map(([, name = '']) => name),
  );
}

it('looks at every large list', async () => {
  const tables: string[] = [];
  for (const list of lists) tables.push(await tableOf(list));
  expect([...large].filter((table) => !tables.includes(table))).toEqual([]);
});

describe.each(lists)('$id', (operation) => {
  const excepted = Object.keys(WITHOUT_INDEX[operation.id] ?? {});

  it('has an index for each sort, in both directions', async () => {
    const table = await tableOf(operation);
    if (!large.has(table)) return;
    await storeTotal(table);
    const criteria = operation.query ? sortCriteria(operation.query) : [];
    const unindexed: string[] = [];
    for (const sorting of criteria.flatMap((criterion) => [criterion, `-${criterion}`])) {
      const statements = await statementsOf(operation, `sorting=${sorting}`);
      const page = statements.find(({ text }) => text.includes('LIMIT'));
      if (!page) throw new Error(`No page was read by ${sorting}`);
      if (await readsAll(page)) unindexed.push(sorting);
    }
    expect(unindexed).toEqual(excepted.filter((name) => criteria.includes(name.replace('-', ''))));
  });

  it('has an index for each filter', async () => {
    const table = await tableOf(operation);
    if (!large.has(table)) return;
    const indexed = await indexedColumns(table);
    // A currency says what is summed up, and narrows nothing.
    const others = ['page', 'limit', 'sorting', 'query', 'organization_id', 'currency'];
    const filters = Object.keys(operation.query?.shape ?? {}).filter(
      (name) => !others.includes(name),
    );
    const unindexed: string[] = [];
    for (const name of filters) {
      // The second filter rules the stored totals out: the rows are counted, which names the columns.
      const second = name.startsWith('created_')
        ? ''
        : `&created_before=${new Date().toISOString()}`;
      const search = `${name}=${sampleOf(operation, name)}${second}`;
      const columns = columnsNamedIn(await statementsOf(operation, search));
      const common = ['organization_id', 'deleted_at', ...(second ? ['created_at'] : [])];
      const own = columns.filter((column) => !common.includes(column));
      expect(own, name).not.toEqual([]);
      if (own.some((column) => !indexed.has(column))) unindexed.push(name);
    }
    expect(unindexed).toEqual(excepted.filter((name) => filters.includes(name)));
  });
});

/** A value that a parameter takes. */
function sampleOf({ query }: AnyContract, name: string): string {
  const field = z.object({ [name]: query?.shape[name] as z.ZodType });
  const schema = JSON.stringify(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }));
  const named = /"enum":\["(\w+)"/.exec(schema)?.[1];
  const candidates = [...(named ? [named] : []), newId(), 'true', new Date().toISOString(), 'A-1'];
  const taken = candidates.find((value) =>
    [value, [value]].some((given) => query?.safeParse({ [name]: given }).success),
  );
  if (taken === undefined) throw new Error(`There is no value of ${name}`);
  return taken;
}
