import { beforeAll, expect, expectTypeOf, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import {
  type Customer,
  type LicenseKey,
  type Order,
  Prisma,
} from '@/lib/database/generated/client';
import { columnName, type RowMapping, type RowOf } from '@/lib/database/rows/mapping';
import { selectMany } from '@/lib/database/rows/rows';
import { fillTenant } from '@/testing/tenant';

const CUSTOMER = { model: 'Customer', table: 'customers', column: 'customer_id' } as const;
const ORDER = {
  model: 'Order',
  table: 'orders',
  relations: {
    customer: CUSTOMER,
    discount: { model: 'Discount', table: 'discounts', column: 'discount_id', optional: true },
    checkout: { model: 'Checkout', table: 'checkouts', column: 'checkout_id', optional: true },
  },
} as const satisfies RowMapping;
const GRANT = {
  model: 'BenefitGrant',
  table: 'benefit_grants',
  relations: { licenseKey: { model: 'LicenseKey', table: 'license_keys', referrer: 'grant_id' } },
} as const satisfies RowMapping;
const KEY = {
  model: 'LicenseKey',
  table: 'license_keys',
  relations: {
    _count: {
      counts: {
        activations: sql`(SELECT count(*)::int FROM license_activations a WHERE a.license_key_id = t.id)`,
      },
    },
  },
} as const satisfies RowMapping;

let scope: Scope;

beforeAll(async () => {
  scope = systemScope((await fillTenant('rows')).seller.organizationId);
});

it('finds every field of every model in the column of its name', async () => {
  const columns = await db(null).$queryRaw<{ model: string; name: string }[]>`
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

const READERS: [string, RowMapping, (scope: Scope) => Promise<{ id: string }[]>][] = [
  [
    'rows that columns refer to',
    ORDER,
    (scope) => {
      const include = { customer: true, discount: true, checkout: true };
      return db(scope).order.findMany({ include, ...byId });
    },
  ],
  [
    'rows that refer to it',
    GRANT,
    (scope) => db(scope).benefitGrant.findMany({ include: { licenseKey: true }, ...byId }),
  ],
  [
    'counts',
    KEY,
    (scope) => {
      const include = { _count: { select: { activations: true } } };
      return db(scope).licenseKey.findMany({ include, ...byId });
    },
  ],
];

it.each(READERS)('reads a row and %s as Prisma does', async (_, mapping, find) => {
  const rows = await find(scope);
  expect(rows.length).toBeGreaterThan(0);
  const ids = rows.map(({ id }) => id);
  expect(await selectMany(scope, mapping, ids)).toEqual(rows);
  expect(await transaction(scope, (inside) => selectMany(inside, mapping, ids))).toEqual(rows);
});

it('infers the type of its rows', () => {
  expectTypeOf<RowOf<typeof ORDER>['customer']>().toEqualTypeOf<Customer>();
  expectTypeOf<RowOf<typeof ORDER>['checkout']>().toBeNullable();
  expectTypeOf<RowOf<typeof ORDER>>().toExtend<Order>();
  expectTypeOf<RowOf<typeof GRANT>['licenseKey']>().toEqualTypeOf<LicenseKey | null>();
  expectTypeOf<RowOf<typeof KEY>['_count']['activations']>().toEqualTypeOf<number>();
});
