import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, sql } from '@/lib/database/connection/sql';
import type { Change, TableName } from '@/lib/resources/import-objects/service';

/** The import that has made changes. */
export interface ChangedImport {
  id: string;
  organizationId: string;
}

/** Keeps changes, numbered from `first` on. */
export async function add(
  scope: Scope,
  { id: importId, organizationId }: ChangedImport,
  first: number,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await execute(
    scope,
    sql`INSERT INTO import_changes (import_id, organization_id, number, table_name, object_id, before, modified_at)
        SELECT ${importId}::uuid, ${organizationId}::uuid, ${first}::int + c.place::int - 1, c.table_name, c.object_id,
          c.before::json, c.modified_at
        FROM unnest(${changes.map(({ table }) => table)}::text[], ${changes.map(({ objectId }) => objectId)}::uuid[],
          ${changes.map(({ before }) => before && JSON.stringify(before))}::text[],
          ${changes.map(({ modifiedAt }) => modifiedAt?.toISOString() ?? null)}::timestamptz[])
          WITH ORDINALITY c (table_name, object_id, before, modified_at, place) RETURNING 1 AS one`,
  );
}

/** A change with its number. */
export interface KeptChange extends Change {
  number: number;
}

/** The last changes of an import that are not undone yet, the last one first. */
export async function findLast(
  scope: Scope,
  importId: string,
  limit: number,
): Promise<KeptChange[]> {
  return execute<KeptChange>(
    scope,
    sql`SELECT t.number, t.table_name AS "table", t.object_id AS "objectId", t.before, t.modified_at AS "modifiedAt"
        FROM import_changes t WHERE ${tenant(scope, 't')} AND t.import_id = ${importId}::uuid
        ORDER BY t.number DESC LIMIT ${limit}::int`,
  );
}

export async function forget(scope: Scope, importId: string, fromNumber: number): Promise<void> {
  await db(scope).importChange.deleteMany({ where: { importId, number: { gte: fromNumber } } });
}

/** What refers to rows of a table, whose deletion it would hinder, or would be deleted with them unasked. */
export const USED_BY: Partial<
  Record<TableName, readonly (readonly [table: string, column: string])[]>
> = {
  customers: [
    ['checkouts', 'customer_id'],
    ['subscriptions', 'customer_id'],
    ['orders', 'customer_id'],
    ['refunds', 'customer_id'],
    ['benefit_grants', 'customer_id'],
    ['license_keys', 'customer_id'],
    ['advertisements', 'customer_id'],
    ['linked_accounts', 'customer_id'],
  ],
  products: [
    ['checkouts', 'product_id'],
    ['checkout_links', 'product_id'],
    ['subscriptions', 'product_id'],
    ['orders', 'product_id'],
    ['discount_products', 'product_id'],
    ['trials', 'product_id'],
  ],
  prices: [
    ['checkouts', 'price_id'],
    ['checkout_links', 'product_price_id'],
    ['subscriptions', 'price_id'],
    ['subscriptions', 'pending_price_id'],
    ['orders', 'price_id'],
  ],
  discounts: [
    ['checkouts', 'discount_id'],
    ['checkout_links', 'discount_id'],
    ['subscriptions', 'discount_id'],
    ['orders', 'discount_id'],
  ],
  subscriptions: [
    ['checkouts', 'subscription_id'],
    ['orders', 'subscription_id'],
    ['refunds', 'subscription_id'],
    ['payment_attempts', 'subscription_id'],
    ['benefit_grants', 'subscription_id'],
  ],
  orders: [
    ['refunds', 'order_id'],
    ['benefit_grants', 'order_id'],
  ],
  benefit_grants: [
    ['license_keys', 'grant_id'],
    ['advertisements', 'grant_id'],
  ],
  license_keys: [
    ['license_activations', 'license_key_id'],
    ['lease_slots', 'license_key_id'],
  ],
};

/** Deletes new rows of a table that nobody has changed since and nothing refers to; returns the ids of those deleted. */
export async function deleteUnused(
  scope: Scope,
  table: TableName,
  changes: readonly Change[],
): Promise<string[]> {
  const uses = (USED_BY[table] ?? []).map(
    ([other, column]) =>
      sql`NOT EXISTS (SELECT FROM ${raw(other)} u WHERE u.${raw(column)} = t.id)`,
  );
  // What was given outside is taken back there, which its deletion would not do.
  const outside =
    table === 'benefit_grants'
      ? [
          sql`NOT EXISTS (SELECT FROM grant_effects e WHERE e.grant_id = t.id AND e.access_id IS NOT NULL)`,
        ]
      : [];
  const rows = await execute<{ id: string }>(
    scope,
    sql`DELETE FROM ${raw(table)} t
        USING unnest(${changes.map(({ objectId }) => objectId)}::uuid[],
          ${changes.map(({ modifiedAt }) => modifiedAt?.toISOString() ?? null)}::timestamptz[]) c (id, modified_at)
        WHERE ${tenant(scope, 't')} AND t.id = c.id AND t.modified_at IS NOT DISTINCT FROM c.modified_at
          ${uses.length + outside.length > 0 ? sql`AND ${join([...uses, ...outside], ' AND ')}` : raw('')}
        RETURNING t.id`,
  );
  return rows.map(({ id }) => id);
}

/** Gives a row its old values back, unless somebody has changed it since; returns whether it has them. */
export async function restore(
  scope: Scope,
  { table, objectId, before, modifiedAt }: Change,
): Promise<boolean> {
  const columns = Object.keys(before ?? {}).map((name) => raw(`"${name.replaceAll('"', '')}"`));
  if (columns.length === 0) return true;
  const values = join(columns.map((column) => sql`${column} = o.${column}`));
  const restored = await execute(
    scope,
    sql`UPDATE ${raw(table)} t SET ${values}
        FROM json_populate_record(NULL::${raw(table)}, ${JSON.stringify(before)}::json) o
        WHERE ${tenant(scope, 't')} AND t.id = ${objectId}::uuid
          AND t.modified_at IS NOT DISTINCT FROM ${modifiedAt?.toISOString() ?? null}::timestamptz
        RETURNING 1 AS one`,
  );
  return restored.length > 0;
}

/** The keys that were made for grants, and that nobody has changed or used, as {@link deleteUnused} takes them. */
export async function keysMadeFor(scope: Scope, grantIds: readonly string[]): Promise<Change[]> {
  const rows = await db(scope).licenseKey.findMany({
    where: {
      grantId: { in: [...grantIds] },
      externalId: null,
      modifiedAt: null,
      validations: 0,
      usage: 0,
    },
    select: { id: true },
  });
  return rows.map(({ id: objectId }) => ({
    table: 'license_keys',
    objectId,
    before: null,
    modifiedAt: null,
  }));
}

/** Removes the changes of imports that ended before a time: background work. */
export async function purge(before: Date): Promise<void> {
  await execute(
    null,
    sql`DELETE FROM import_changes c USING imports t
        WHERE t.id = c.import_id AND t.finished_at < ${before.toISOString()}::timestamptz RETURNING 1 AS one`,
  );
}
