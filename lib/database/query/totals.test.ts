import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { enumFilter, idFilter, type ListDefinition } from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { foldTotals } from '@/lib/database/query/totals';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import {
  makeCustomer,
  makeLicenseKey,
  makeOrder,
  makeProduct,
  makeSeller,
  makeSubscription,
} from '@/testing/factories';

// Totals that triggers maintain, against counting.

const STATUSES = ['active', 'canceled', 'trialing', 'past_due'] as const;
const SUBSCRIPTIONS: ListDefinition<never> = {
  table: 'subscriptions',
  sorts: {},
  totals: { 't.status': 'status', 't.product_id': 'reference', 't.discount_id': 'secondReference' },
};
const CUSTOMERS: ListDefinition<never> = {
  table: 'customers',
  where: sql`t.deleted_at IS NULL`,
  sorts: {},
  totals: {},
};

/** By which column each list stores its totals. */
const STORED_BY = {
  subscriptions: { status: 'status', item: 'product_id', discount: 'discount_id' },
  orders: { item: 'product_id', discount: 'discount_id' },
  checkouts: { status: 'status', item: 'product_id' },
  license_keys: { status: 'status', item: 'benefit_id' },
};

let organizationId: string;
let scope: Scope;
let products: Awaited<ReturnType<typeof makeProduct>>[];

beforeEach(async () => {
  organizationId = (await makeSeller()).organizationId;
  scope = systemScope(organizationId);
  products = await Promise.all([makeProduct(organizationId), makeProduct(organizationId)]);
});

async function totalOf(
  definition: ListDefinition<never>,
  condition?: ReturnType<typeof idFilter>,
): Promise<number> {
  const list = listing(scope, definition, { sorting: [] }, [condition], async () => []);
  return (await list.page({ page: 2, limit: 1 })).totalCount;
}

/** Every stored total of the organization's subscriptions is the number of rows that there are. */
async function expectExact() {
  const where = { organizationId };
  const rows = await db(null).subscription.findMany({ where });
  expect(await totalOf(SUBSCRIPTIONS)).toBe(rows.length);
  for (const { id } of products) {
    const ofProduct = rows.filter(({ productId }) => productId === id);
    expect(await totalOf(SUBSCRIPTIONS, idFilter('t.product_id', [id]))).toBe(ofProduct.length);
  }
  const stored = await db(null).$queryRaw<{ status: string; count: number }[]>`
    SELECT status, sum(count)::int AS count FROM (
      SELECT value AS status, count FROM list_totals
      WHERE organization_id = ${organizationId}::uuid AND list = 'subscriptions' AND dimension = 'status'
      UNION ALL
      SELECT status, count FROM list_deltas
      WHERE organization_id = ${organizationId}::uuid AND list = 'subscriptions'
    ) n GROUP BY 1 HAVING sum(count) <> 0 ORDER BY 1`;
  const counted = new Map<string, number>();
  for (const { status } of rows) counted.set(status, (counted.get(status) ?? 0) + 1);
  expect(new Map(stored.map(({ status, count }) => [status, count]))).toEqual(counted);
}

describe('stored totals', () => {
  it('are exact after parallel creates, transitions, deletes and roll-backs, folded or not', async () => {
    const customer = await makeCustomer(organizationId);
    const pick = <T>(values: readonly T[], index: number) => values[index % values.length] as T;
    const writer = async (index: number) => {
      const product = pick(products, index);
      const made = await makeSubscription(organizationId, { product, customer });
      const isRolledBack = index % 5 === 0;
      await transaction(scope, async ({ transaction: client }) => {
        const where = { id: made.id };
        const [status, next] = [pick(STATUSES, index), pick(products, index + 1)];
        await client?.subscription.update({ where, data: { status, productId: next.id } });
        if (index % 3 === 0) await client?.subscription.delete({ where });
        if (isRolledBack) throw new Error('rolled back');
      }).catch((error: Error) => expect(error.message).toBe('rolled back'));
      if (index % 7 === 0) await foldTotals();
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => writer(index)));
    await expectExact();
    await Promise.all([foldTotals(), foldTotals()]);
    expect(await db(null).listDelta.count()).toBe(0);
    await expectExact();
    await db(null).subscription.updateMany({
      where: { organizationId, status: { not: 'canceled' } },
      data: { status: 'canceled' },
    });
    await db(null).subscription.deleteMany({ where: { productId: products[0]?.id ?? '' } });
    await expectExact();
  });

  it('count what is in the list alone: deleted customers are not', async () => {
    const made = await Promise.all([1, 2, 3].map(() => makeCustomer(organizationId)));
    expect(await totalOf(CUSTOMERS)).toBe(3);
    const where = { id: made[0]?.id ?? '' };
    await db(null).customer.update({ where, data: { deletedAt: new Date() } });
    expect(await totalOf(CUSTOMERS)).toBe(2);
    await db(null).customer.update({ where, data: { name: 'Nobody' } });
    expect(await totalOf(CUSTOMERS)).toBe(2);
  });

  it('of every list are what counting says, by everything that they are stored by', async () => {
    const [first, second] = products;
    if (!first || !second) throw new Error('no products');
    const customer = await makeCustomer(organizationId);
    const discountId = (
      await db(null).discount.create({
        data: {
          id: newId(),
          organizationId,
          name: 'Spring',
          type: 'fixed',
          amount: 100,
          currency: 'usd',
          duration: 'once',
        },
      })
    ).id;
    await Promise.all(
      [first, second, first].map(async (product, nth) => {
        await makeSubscription(organizationId, { product, customer, discountId });
        await makeOrder(organizationId, { product, customer, ...(nth > 0 && { discountId }) });
        await makeLicenseKey(organizationId, { customerId: customer.id });
        await db(null).checkout.create({
          data: {
            id: newId(),
            organizationId,
            productId: product.id,
            priceId: product.prices[0]?.id ?? '',
            clientSecret: newId(),
            expiresAt: new Date(),
          },
        });
      }),
    );
    await foldTotals();
    const where = { organizationId };
    const of = { organizationId, productId: first.id };
    const move = { productId: second.id };
    await db(null).order.updateMany({ where: of, data: { ...move, discountId } });
    await db(null).checkout.updateMany({ where: of, data: { ...move, status: 'expired' } });
    const [key] = await db(null).licenseKey.findMany({ where });
    await db(null).licenseKey.update({
      where: { id: key?.id ?? '' },
      data: { status: 'disabled' },
    });
    await db(null).licenseKey.deleteMany({ where: { id: { not: key?.id ?? '' } } });
    for (const [list, by] of Object.entries(STORED_BY)) {
      for (const [dimension, column] of Object.entries(by)) {
        const stored = await db(null).$queryRawUnsafe(
          `SELECT value, sum(count)::int AS count FROM (
             SELECT value, count FROM list_totals WHERE organization_id = $1::uuid AND list = $2 AND dimension = $3
             UNION ALL
             SELECT ${dimension === 'status' ? 'status' : `${dimension}_id::text`}, count FROM list_deltas
             WHERE organization_id = $1::uuid AND list = $2) n
           WHERE value IS NOT NULL GROUP BY 1 HAVING sum(count) <> 0 ORDER BY 1`,
          organizationId,
          list,
          dimension,
        );
        const counted = await db(null).$queryRawUnsafe(
          `SELECT ${column}::text AS value, count(*)::int AS count FROM ${list}
           WHERE organization_id = $1::uuid AND ${column} IS NOT NULL GROUP BY 1 ORDER BY 1`,
          organizationId,
        );
        expect([list, dimension, stored]).toEqual([list, dimension, counted]);
      }
    }
  });

  it('are stored for one more list by a line of its migration', async () => {
    const run = (statement: string) => db(null).$executeRawUnsafe(statement);
    await run(
      'CREATE TABLE notes (id uuid DEFAULT gen_random_uuid(), organization_id uuid, status text, is_hidden boolean)',
    );
    await run(
      `INSERT INTO notes (organization_id, status, is_hidden) VALUES ('${organizationId}', 'new', false)`,
    );
    await run(
      `SELECT count_list('notes', 'r.status', 'NULL::uuid', 'NULL::uuid', 'NOT r.is_hidden')`,
    );
    const notes: ListDefinition<never> = {
      table: 'notes',
      sorts: {},
      totals: { 't.status': 'status' },
    };
    const counts = async () => [
      await totalOf(notes),
      await totalOf(notes, enumFilter('t.status', 'text', ['new'])),
    ];
    expect(await counts()).toEqual([1, 1]);
    await run(
      `INSERT INTO notes (organization_id, status, is_hidden) VALUES ('${organizationId}', 'old', false), ('${organizationId}', 'new', true)`,
    );
    expect(await counts()).toEqual([2, 1]);
    await run("UPDATE notes SET status = 'new', is_hidden = false");
    await foldTotals();
    expect(await counts()).toEqual([3, 3]);
    await run('DELETE FROM notes');
    expect(await counts()).toEqual([0, 0]);
    await run('DROP TABLE notes');
  });

  it('make no writer of an organization wait for another', async () => {
    const connect = async () => {
      const client = new pg.Client({ connectionString: env().DATABASE_URL });
      await client.connect();
      await client.query("SET lock_timeout = '100ms'; BEGIN");
      return client;
    };
    const [one, other] = await Promise.all([connect(), connect()]);
    const insert = (client: pg.Client) =>
      client.query('INSERT INTO customers (id, organization_id, email) VALUES ($1, $2, $3)', [
        newId(),
        organizationId,
        `${newId()}@example.com`,
      ]);
    await insert(one);
    await insert(other);
    // Nobody sees what is not committed, and folding waits for nobody.
    expect(await totalOf(CUSTOMERS)).toBe(0);
    await foldTotals();
    await other.query('COMMIT');
    expect(await totalOf(CUSTOMERS)).toBe(1);
    await one.query('ROLLBACK');
    expect(await totalOf(CUSTOMERS)).toBe(1);
    await Promise.all([one.end(), other.end()]);
  });
});
