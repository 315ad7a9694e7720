import { beforeAll, expect, it } from 'vitest';
import { db, prisma } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { Prisma } from '@/lib/database/generated/client';
import { columnName } from '@/lib/database/rows/mapping';
import * as grants from '@/lib/resources/benefit-grants/repository';
import * as checkouts from '@/lib/resources/checkouts/repository';
import { CHECKOUT_INCLUDE } from '@/lib/resources/checkouts/serialize';
import * as customers from '@/lib/resources/customers/repository';
import * as licenseKeys from '@/lib/resources/license-keys/repository';
import { LICENSE_KEY_INCLUDE } from '@/lib/resources/license-keys/serialize';
import * as orders from '@/lib/resources/orders/repository';
import { ORDER_INCLUDE } from '@/lib/resources/orders/serialize';
import { PRODUCT_INCLUDE } from '@/lib/resources/products/relations';
import * as subscriptions from '@/lib/resources/subscriptions/repository';
import { SUBSCRIPTION_INCLUDE } from '@/lib/resources/subscriptions/serialize';
import { fillTenant } from '@/testing/tenant';

// Rows that are read by hand-written statements against the same rows as Prisma reads them.

let scope: Scope;

beforeAll(async () => {
  scope = systemScope((await fillTenant('rows')).seller.organizationId);
}, 60_000);

it('finds every field of every model in the column of its name', async () => {
  const columns = await prisma().$queryRaw<{ model: string; name: string }[]>`
    SELECT table_name AS model, column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema()`;
  const known = new Map<string, Set<string>>();
  for (const { model, name } of columns) {
    known.set(model, (known.get(model) ?? new Set()).add(name));
  }
  const tables = [...known.values()];
  const enumerations = Prisma as unknown as Record<string, Record<string, string>>;
  for (const model of Object.values(Prisma.ModelName)) {
    const names = Object.keys(enumerations[`${model}ScalarFieldEnum`] ?? {}).map(columnName);
    expect(names.length, model).toBeGreaterThan(0);
    const isThere = tables.some((table) => names.every((name) => table.has(name)));
    expect(isThere, `${model}: ${names}`).toBe(true);
  }
});

const byId = { orderBy: { id: 'asc' } } as const;
const idOf = ({ id }: { id: string }) => id;

const RESOURCES: [string, (scope: Scope) => Promise<[own: unknown[], prisma: unknown[]]>][] = [
  [
    'orders',
    async (scope) => {
      // Every product comes whole, as it is kept ready.
      const include = { ...ORDER_INCLUDE, product: { include: PRODUCT_INCLUDE } };
      const rows = await db(scope).order.findMany({ include, ...byId });
      return [await inTurn(rows.map(idOf), (id) => orders.find(scope, id)), rows];
    },
  ],
  [
    'subscriptions',
    async (scope) => {
      const include = SUBSCRIPTION_INCLUDE;
      const rows = await db(scope).subscription.findMany({ include, ...byId });
      return [await inTurn(rows.map(idOf), (id) => subscriptions.find(scope, id)), rows];
    },
  ],
  [
    'checkouts',
    async (scope) => {
      const rows = await db(scope).checkout.findMany({ include: CHECKOUT_INCLUDE, ...byId });
      return [await inTurn(rows.map(idOf), (id) => checkouts.find(scope, id)), rows];
    },
  ],
  [
    'benefit grants',
    async (scope) => {
      const include = { benefit: true, licenseKey: true };
      const rows = await db(scope).benefitGrant.findMany({ include, ...byId });
      return [await grants.load(scope, rows.map(idOf)), rows];
    },
  ],
  [
    'license keys',
    async (scope) => {
      const include = LICENSE_KEY_INCLUDE;
      const rows = await db(scope).licenseKey.findMany({ include, ...byId });
      const { page } = licenseKeys.list(scope, { sorting: [] });
      return [(await page({ page: 1, limit: 100 })).rows, rows];
    },
  ],
  [
    'customers',
    async (scope) => {
      const rows = await db(scope).customer.findMany({ where: { deletedAt: null }, ...byId });
      const { page } = customers.list(scope, { sorting: [] });
      return [(await page({ page: 1, limit: 100 })).rows, rows];
    },
  ],
];

it.each(RESOURCES)('reads %s as Prisma does, in a transaction and outside', async (_, read) => {
  const [own, rows] = await read(scope);
  expect(rows.length).toBeGreaterThan(0);
  expect(own).toEqual(rows);
  const [within] = await transaction(scope, read);
  expect(within).toEqual(rows);
});

/** One after the other: a transaction has one connection. */
async function inTurn<Row>(ids: readonly string[], find: (id: string) => Promise<Row>) {
  const rows: Row[] = [];
  for (const id of ids) rows.push(await find(id));
  return rows;
}
