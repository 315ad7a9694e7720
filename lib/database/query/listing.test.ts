import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sorting } from '@/lib/contract/pagination';
import { db } from '@/lib/database/connection/client';
import { mintScope, type Scope, systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import {
  type Conditions,
  enumFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { CUSTOMER_NAME } from '@/lib/resources/customers/relations';
import { DISCOUNT_NAME } from '@/lib/resources/discounts/relations';
import { PRODUCT_NAME } from '@/lib/resources/products/relations';
import { newId } from '@/lib/runtime/ids';
import { makeSale, makeSeller, makeSubscription } from '@/testing/factories';
import { runs } from '@/testing/soak';

// Reading a whole list in small batches against reading it page by page.

const LIST: ListDefinition<
  'amount' | 'started_at' | 'status' | 'customer' | 'product' | 'discount' | 'interval'
> = {
  table: 'subscriptions',
  sorts: {
    amount: sql`CASE t.recurring_interval WHEN 'year' THEN t.amount ELSE t.amount * 12 END`,
    started_at: sql`t.started_at`,
    status: required(sql`t.status`),
    customer: CUSTOMER_NAME,
    product: PRODUCT_NAME,
    discount: DISCOUNT_NAME,
    interval: sql`t.recurring_interval::text COLLATE "C"`,
  },
  totals: { 't.status': 'status', 't.product_id': 'reference', 't.discount_id': 'secondReference' },
};
type Sort = keyof typeof LIST.sorts;
const BUYER = { column: 't.customer_id', table: 'customers', columns: ['name', 'email'] };
const ROWS = 40;
const STATUSES = ['active', 'canceled', 'incomplete', 'trialing'] as const;
const NAMES = [null, 'Ada', 'ada', 'O\'Neil, "Bo"', 'Zoë', '😀', '\\N', 'NULL'];

let scope: Scope;

beforeAll(async () => {
  const [one, two, other] = await Promise.all([makeSeller(), makeSeller(), makeSeller()]);
  const caller = { kind: 'system' } as const;
  scope = mintScope({ caller, organizationIds: [one.organizationId, two.organizationId] });
  // Names that are equal, in one organization and in both.
  const sold = await Promise.all(
    [...NAMES, ...NAMES].map(async (name, index) => {
      const { organizationId } = index % 3 === 0 ? two : one;
      const { product, customer } = await makeSale(organizationId);
      await db(scope).customer.update({ where: { id: customer.id }, data: { name } });
      await db(scope).product.update({ where: { id: product.id }, data: { name: name ?? 'None' } });
      const discount = { type: 'percentage', basisPoints: 1000, duration: 'once' } as const;
      const { id: discountId } = await db(scope).discount.create({
        data: { id: newId(), organizationId, name: name ?? 'none', ...discount },
      });
      return { product, customer, organizationId, discountId };
    }),
  );
  for (let index = 0; index < ROWS; index += 1) {
    const bought = sold[(index * 5) % sold.length];
    if (!bought) continue;
    const { organizationId, discountId, ...sale } = bought;
    await makeSubscription(organizationId, {
      ...sale,
      discountId: index % 4 === 0 ? null : discountId,
      status: STATUSES[index % STATUSES.length] ?? 'active',
      amount: index % 6 === 0 ? null : 100 * (index % 3),
      recurringInterval: index % 2 === 0 ? 'month' : 'year',
      startedAt: index % 5 === 0 ? null : new Date(Date.UTC(2026, 0, 1, 0, 0, 0, index % 4)),
    });
  }
  await makeSubscription(other.organizationId, await makeSale(other.organizationId));
});

function subscriptions(sorting: Sorting<Sort>[], conditions: Conditions = []) {
  const load = vi.fn((ids: string[]) =>
    db(scope).subscription.findMany({ where: { id: { in: ids } }, select: { id: true } }),
  );
  return { load, list: listing(scope, LIST, { sorting }, conditions, load) };
}

async function read(rows: AsyncIterable<{ id: string }[]>): Promise<string[][]> {
  const batches: string[][] = [];
  for await (const batch of rows) batches.push(batch.map(({ id }) => id));
  return batches;
}

const criterion = fc
  .tuple(fc.constantFrom(...(Object.keys(LIST.sorts) as Sort[])), fc.boolean())
  .map(([sort, descending]): Sorting<Sort> => (descending ? `-${sort}` : sort));

describe('page', () => {
  it('is the same whether rows are filtered and then sorted or read in index order, from either end', {
    tags: 'soak',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(criterion, { maxLength: 2 }),
        fc.integer({ min: 1, max: 9 }),
        fc.option(fc.subarray([...STATUSES], { minLength: 1 }), { nil: undefined }),
        fc.constantFrom(undefined, 'ada', 'buyer-', 'nobody'),
        fc.constantFrom(0, 1000),
        async (sorting, limit, statuses, query, far) => {
          const filter = enumFilter('t.status', 'subscription_status', statuses);
          const search = searchFilter([], query, {
            scope,
            table: 'subscriptions',
            tables: [BUYER],
          });
          const { list } = subscriptions(sorting, [filter, search]);
          const { rows, totalCount } = await list.page(
            { page: 1, limit: 100 },
            { filterThenSortMax: 1000 },
          );
          for (let page = 1; page <= Math.ceil(totalCount / limit) + 1; page += 1) {
            const wanted = rows.slice((page - 1) * limit, page * limit);
            expect(
              await list.page({ page, limit }, { filterThenSortMax: 0, skipGroupsFrom: far }),
            ).toMatchObject({
              rows: wanted,
              totalCount,
            });
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe('a page behind groups that are skipped', () => {
  it.each<Sorting<Sort>>(['product', '-product', 'discount', '-discount'])(
    'is the same by %s',
    async (sort) => {
      const { list } = subscriptions([sort]);
      const { rows, totalCount } = await list.page(
        { page: 1, limit: 100 },
        { filterThenSortMax: 1000 },
      );
      for (const limit of [1, 3, 7, ROWS]) {
        for (let page = 1; page <= Math.ceil(ROWS / limit) + 1; page += 1) {
          const wanted = rows.slice((page - 1) * limit, page * limit);
          const found = await list.page(
            { page, limit },
            { filterThenSortMax: 0, skipGroupsFrom: 0 },
          );
          expect(found).toMatchObject({ rows: wanted, totalCount });
        }
      }
    },
  );

  it('holds nothing of a row that is gone once its group is counted', async () => {
    const [organizationId = ''] = scope.organizationIds;
    const gone = { organizationId, list: 'subscriptions', count: 1 };
    const { number } = await db(scope).listDelta.create({ data: gone });
    const found = await Promise.all(
      (['product', '-product'] as const).map((sort) =>
        subscriptions([sort]).list.page(
          { page: ROWS + 1, limit: 1 },
          { filterThenSortMax: 0, skipGroupsFrom: 0 },
        ),
      ),
    );
    await db(scope).listDelta.delete({ where: { number } });
    expect(found).toMatchObject(Array(2).fill({ rows: [], totalCount: ROWS + 1 }));
  });
});

describe('all', () => {
  it('gives the rows of all pages in their order, whatever the size of its batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(criterion, { maxLength: 3 }),
        fc.integer({ min: 1, max: ROWS + 1 }),
        fc.integer({ min: 1, max: 12 }),
        async (sorting, ids, rows) => {
          const { list } = subscriptions(sorting);
          const page = await list.page({ page: 1, limit: 100 });
          expect(page.totalCount).toBe(ROWS);
          const batches = await read(list.all({ ids, rows }));
          expect(batches.flat()).toEqual(page.rows.map(({ id }) => id));
          expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(rows);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('keeps to the conditions of the list', async () => {
    const { list } = subscriptions(
      ['-amount'],
      [sql`(t.status = 'active' OR t.status = 'trialing')`],
    );
    const { rows, totalCount } = await list.page({ page: 1, limit: 100 });
    expect(totalCount).toBe(ROWS / 2);
    expect((await read(list.all({ ids: 3, rows: 2 }))).flat()).toEqual(rows.map(({ id }) => id));
  });

  it('reads a batch when it is wanted, and nothing after its reader has gone', async () => {
    const { list, load } = subscriptions(['started_at']);
    const rows = list.all({ ids: 10, rows: 4 });
    expect(load).not.toHaveBeenCalled();
    await rows.next();
    await rows.next();
    expect(load.mock.calls.map(([ids]) => ids.length)).toEqual([4, 4]);
    await rows.return(undefined);
    expect(await rows.next()).toMatchObject({ done: true });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('goes on from its cursor when the row there has been deleted', async () => {
    const { organizationId } = await makeSeller();
    const own = systemScope(organizationId);
    const sold = await makeSale(organizationId);
    for (let index = 0; index < 6; index += 1) await makeSubscription(organizationId, sold);
    const load = (ids: string[]) =>
      db(own).subscription.findMany({ where: { id: { in: ids } }, select: { id: true } });
    const list = listing(own, LIST, { sorting: ['customer'] }, [], load);
    const seen: string[] = [];
    for await (const rows of list.all({ ids: 2, rows: 2 })) {
      seen.push(...rows.map(({ id }) => id));
      const last = seen.at(-1) ?? '';
      await db(own).subscription.delete({ where: { id: last } });
    }
    expect(new Set(seen).size).toBe(6);
  });
});

describe('find', () => {
  it('gives a row that is in the list', async () => {
    const first = await subscriptions([], [sql`t.status = 'active'`]).list.page({
      page: 1,
      limit: 1,
    });
    const id = first.rows[0]?.id ?? '';
    expect(await subscriptions(['customer']).list.find(id)).toEqual({ id });
    expect(await subscriptions([], [sql`t.status = 'canceled'`]).list.find(id)).toBeNull();
    expect(await subscriptions([]).list.find(newId())).toBeNull();
  });
});

describe('a customer', () => {
  it('is given no list that is not made for customers', () => {
    const caller = {
      kind: 'customer',
      customerId: newId(),
      sessionId: newId(),
      checkoutId: null,
    } as const;
    const customer = mintScope({ caller, organizationIds: scope.organizationIds });
    const discounts: ListDefinition<never> = { table: 'discounts', sorts: {} };
    expect(() => listing(customer, discounts, { sorting: [] }, [], async () => [])).toThrow(
      'discounts are not for customers',
    );
  });
});
