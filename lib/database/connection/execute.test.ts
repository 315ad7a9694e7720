import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pool } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { type ListDefinition, required, textOrder } from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { insertRow, updateRow } from '@/lib/database/rows/write';
import { newId } from '@/lib/runtime/ids';
import { makeCustomer, makeSeller } from '@/testing/factories';
import { useNewDatabase } from '@/testing/worker-database';

// Which statements are prepared, after a client has sent as many other ones as it could.

const CUSTOMER = { model: 'Customer', table: 'customers' } as const satisfies RowMapping;
const LIST: ListDefinition<'created_at' | 'email' | 'name'> = {
  table: 'customers',
  where: sql`t.deleted_at IS NULL`,
  sorts: {
    created_at: required(sql`t.created_at`),
    email: required(textOrder('t.email')),
    name: textOrder('t.name'),
  },
  totals: {},
};
const CRITERIA = Object.keys(LIST.sorts).flatMap((sort) => [sort, `-${sort}`]) as (
  | keyof typeof LIST.sorts
  | `-${keyof typeof LIST.sorts}`
)[];

let scope: Scope;

// The database that test files share keeps every plan (testing/worker-database.ts), which is what is tried here.
beforeAll(useNewDatabase);
beforeEach(async () => {
  scope = systemScope((await makeSeller()).organizationId);
});

/** The names of the statements on customers that work sends; unnamed ones are undefined. */
async function namesOf(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
  const query = vi.spyOn(pool(), 'query');
  await work();
  const statements = query.mock.calls as unknown as [{ text: string; name?: string }][];
  query.mockRestore();
  return statements.filter(([{ text }]) => text.includes('customers')).map(([{ name }]) => name);
}

const page = (sorting: typeof CRITERIA, limit: number, number = 1) =>
  listing(scope, LIST, { sorting }, [], CUSTOMER).page({ page: number, limit });

describe('a page', () => {
  it('is prepared by any single sort, whatever combinations were asked for before', async () => {
    const pairs = CRITERIA.flatMap((first) => CRITERIA.map((second) => [first, second]));
    for (const sorting of pairs) {
      for (const limit of [1, 5, 10, 20, 25, 50, 100]) {
        expect(await namesOf(() => page(sorting, limit))).toEqual([undefined]);
      }
    }
    for (const criterion of CRITERIA) {
      const names = await namesOf(() => page([criterion], 25));
      expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
      expect(await namesOf(() => page([criterion], 25))).toEqual(names);
    }
  });

  it('beyond the first is one statement for every offset, of which PostgreSQL keeps the plan', async () => {
    const [organizationId = ''] = scope.organizationIds;
    await makeCustomer(organizationId);
    const at = (number: number) =>
      namesOf(() => page(['created_at'], 10, number)).then(([name]) => name);
    const name = await at(2);
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    for (let number = 3; number < 12; number += 1) expect(await at(number)).toBe(name);
    const { rows } = await pool().query<{ kept: boolean }>(
      'SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE name = $1',
      [name],
    );
    expect(rows).toEqual([{ kept: true }]);
  });

  it('is not prepared with a limit that nobody declared', async () => {
    expect(await namesOf(() => page(['name'], 17))).toEqual([undefined]);
  });
});

describe('a write', () => {
  const customer = () => {
    const [organizationId = ''] = scope.organizationIds;
    return { id: newId(), organizationId, email: `${newId()}@example.com` };
  };

  it('is prepared where the code fixes its fields, whatever else was written before', async () => {
    const { id } = await insertRow(scope, CUSTOMER, customer());
    const optional = {
      name: 'Ada',
      billingAddress: { country: 'DE' },
      taxId: 'DE1',
      taxIdType: 'eu_vat',
      metadata: { a: 1 },
      emailVerified: true,
      modifiedAt: new Date(),
    };
    const entries = Object.entries(optional);
    for (let subset = 1; subset < 2 ** entries.length; subset += 1) {
      const changes = Object.fromEntries(entries.filter((_, index) => subset & (1 << index)));
      expect(await namesOf(() => updateRow(scope, CUSTOMER, id, changes))).toEqual([undefined]);
    }
    const names = await namesOf(() => insertRow(scope, CUSTOMER, customer(), { prepared: true }));
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });
});

describe('a column that gets another type while nodes run', () => {
  const read = (within: Scope) =>
    listing(within, LIST, { sorting: ['created_at'] }, [], CUSTOMER).page({ page: 1, limit: 10 });
  const widen = (type: string) =>
    pool().query(`ALTER TABLE customers ALTER COLUMN tax_id_type TYPE ${type}`);

  beforeEach(async () => {
    await makeCustomer(scope.organizationIds[0] ?? '');
    for (let connection = 0; connection < 4; connection += 1) {
      await Promise.all([read(scope), read(scope), read(scope)]);
    }
  });

  it('is read by the statements that were prepared before', async () => {
    await widen('varchar');
    expect((await read(scope)).rows).toHaveLength(1);
    await widen('text');
    expect((await read(scope)).rows).toHaveLength(1);
  });

  it('is read in a transaction, which is run again', async () => {
    let runs = 0;
    const work = (within: Scope) => {
      runs += 1;
      return read(within);
    };
    await transaction(scope, work);
    await widen('varchar');
    runs = 0;
    expect((await transaction(scope, work)).rows).toHaveLength(1);
    expect(runs).toBe(2);
    await widen('text');
  });
});

it('reads bigint as a number', async () => {
  const rows = await execute(null, sql`SELECT 999999999999::bigint AS amount`);
  expect(rows).toEqual([{ amount: 999_999_999_999 }]);
});
