import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { disconnect } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import { findSnapshot } from '@/lib/database/rows/snapshots';
import { PRODUCT_SNAPSHOT } from '@/lib/resources/products/relations';
import { env } from '@/lib/runtime/env';
import { makeSale, makeSeller, makeSubscription } from '@/testing/factories';

const CUSTOMER = {
  model: 'Customer',
  table: 'customers',
  relations: {},
} as const satisfies RowMapping;
const REFERENCE = { model: 'Customer', table: 'customers', column: 'customer_id' } as const;
const WITH_CUSTOMER = {
  model: 'Subscription',
  table: 'subscriptions',
  relations: { customer: REFERENCE },
} as const satisfies RowMapping;
const WITH_BUYER = {
  model: 'Subscription',
  table: 'subscriptions',
  relations: { buyer: REFERENCE },
} as const satisfies RowMapping;

let scope: Scope;
let ids: { subscription: string; customer: string; product: string };

beforeAll(async () => {
  const { organizationId } = await makeSeller();
  scope = systemScope(organizationId);
  const sold = await makeSale(organizationId);
  const { id } = await makeSubscription(organizationId, sold);
  ids = { subscription: id, customer: sold.customer.id, product: sold.product.id };
});

it('gives a cached row only to the mapping that it was read with', async () => {
  const withCustomer = await selectRow(scope, WITH_CUSTOMER, ids.subscription);
  const withBuyer = await selectRow(scope, WITH_BUYER, ids.subscription);
  expect(withCustomer).toMatchObject({ customer: { id: ids.customer } });
  expect(withBuyer).toMatchObject({ buyer: { id: ids.customer } });
  expect(withBuyer).not.toHaveProperty('customer');
  expect(await selectRow(scope, WITH_CUSTOMER, ids.subscription)).toBe(withCustomer);
  expect(await selectRow(scope, WITH_BUYER, ids.subscription)).toBe(withBuyer);
});

describe('where another server answers on the same connections', () => {
  // A function that stands before PostgreSQL's own says when the server has started.
  const server = async (statements: string) => {
    const client = new pg.Client({ connectionString: env().DATABASE_URL });
    await client.connect();
    await client.query(statements).finally(() => client.end());
  };

  it('reads rows and product snapshots anew', async () => {
    await server(`
      CREATE TABLE public.server_start AS SELECT '2026-01-01Z'::timestamptz AS at;
      CREATE FUNCTION public.pg_postmaster_start_time() RETURNS timestamptz LANGUAGE sql STABLE
        AS 'SELECT at FROM public.server_start';
      DO $$ BEGIN EXECUTE format(
        'ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
    await disconnect();
    const read = () =>
      Promise.all([
        selectRow(scope, CUSTOMER, ids.customer),
        findSnapshot(scope, PRODUCT_SNAPSHOT, ids.product),
      ]);
    const before = await read();
    const again = await read();
    await server("UPDATE public.server_start SET at = '2026-01-02Z'");
    const after = await read();
    for (const [index, row] of before.entries()) {
      expect(again[index]).toBe(row);
      expect(after[index]).not.toBe(row);
      expect(after[index]).toEqual(row);
    }
  });
});
