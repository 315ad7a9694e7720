import pg from 'pg';
import { expect, it } from 'vitest';
import { disconnect } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { findSnapshot } from '@/lib/database/rows/snapshots';
import { PRODUCT_SNAPSHOT } from '@/lib/resources/products/relations';
import { env } from '@/lib/runtime/env';
import { makeProduct, makeSeller } from '@/testing/factories';

/** Runs statements past the product's pool. */
async function server(statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

it('reads snapshots anew where another server answers on the same connections', async () => {
  const { organizationId } = await makeSeller();
  const scope = systemScope(organizationId);
  const { id } = await makeProduct(organizationId);
  // A function that stands before PostgreSQL's own says when the server has started.
  await server(`
    CREATE TABLE public.server_start AS SELECT '2026-01-01Z'::timestamptz AS at;
    CREATE FUNCTION public.pg_postmaster_start_time() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT at FROM public.server_start';
    DO $$ BEGIN EXECUTE format(
      'ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
  await disconnect();
  const read = () => findSnapshot(scope, PRODUCT_SNAPSHOT, id);
  const before = await read();
  expect(await read()).toBe(before);
  await server("UPDATE public.server_start SET at = '2026-01-02Z'");
  const after = await read();
  expect(after).not.toBe(before);
  expect(after).toEqual(before);
});
