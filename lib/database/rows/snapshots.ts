import type * as runtime from '@prisma/client/runtime/client';
import { LRUCache } from 'lru-cache';
import { db, tenant } from '@/lib/database/connection/client';
import { selectCells } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';

// Snapshots: rows with everything that is shown with them, cached by version. Triggers change a row's
// document_version in the transaction that changes any part of it, so a cached version is never stale: every
// statement that reads a row reads its version as well.

/** What a snapshot is made of: a table with document_version, and what Prisma includes. */
export interface SnapshotDefinition {
  model: Prisma.ModelName;
  table: string;
  include: object;
  /** The bytes of a snapshot of the row `alias`, rather too many than too few. */
  bytes: (alias: string) => Sql;
}

/** The rows of a snapshot: its model with what is included. */
export type SnapshotRow<Definition extends SnapshotDefinition> = runtime.Types.Result.GetResult<
  Prisma.TypeMap['model'][Definition['model']]['payload'],
  { include: Definition['include'] }
>;

type Row = { id: string; organizationId: string };

export interface SnapshotKey {
  id: string;
  version: string;
}

/** How many snapshots a process caches, and how many bytes of JSON they may have together and each. */
const CACHED = { max: 2000, maxSize: 32 * 1024 ** 2, maxEntrySize: 256 * 1024 } as const;
const cache = new LRUCache<string, Row>(CACHED);

/** The bytes of those snapshots that are not cached, by id. */
export async function bytesOfMissing(
  scope: Scope,
  { table, bytes }: SnapshotDefinition,
  keys: readonly SnapshotKey[],
): Promise<ReadonlyMap<string, number>> {
  const missing = keys.filter(({ id, version }) => !cache.has(`${id} ${version}`));
  if (missing.length === 0) return new Map();
  const ids = [...new Set(missing.map(({ id }) => id))];
  const found = await selectCells(
    scope,
    sql`SELECT t.id, ${bytes('t')} FROM ${raw(table)} t WHERE t.id = ANY(${ids}::uuid[])`,
    { prepared: true },
  );
  return new Map(found.map(([id, size]) => [String(id), Number(size)]));
}

/**
 * Snapshots by id and version; those that are not cached are loaded together. They are shared, and frozen. Undefined
 * where the scope has no such row, or no longer.
 */
export async function snapshotsOf(
  scope: Scope,
  definition: SnapshotDefinition,
  keys: readonly SnapshotKey[],
): Promise<(Row | undefined)[]> {
  const found = new Map<string, Row>();
  const missing = new Map<string, string>();
  for (const { id, version } of keys) {
    if (found.has(id)) continue;
    const row = cache.get(`${id} ${version}`);
    // The cache holds the rows of all tenants; a row of another one is looked for in the database, in the scope.
    if (row && scope.organizationIds.includes(row.organizationId)) found.set(id, row);
    else missing.set(id, version);
  }
  if (missing.size > 0) {
    for (const row of await load(scope, definition, missing)) found.set(row.id, row);
  }
  return keys.map(({ id }) => found.get(id));
}

/**
 * The version of a snapshot's row: it changes with anything that the snapshot shows, and with the server. A number of
 * document_version identifies content on one server only: a primary that lost its last transactions, and the replica
 * that takes its place, use their numbers again. Behind a pooler no connection breaks then, so every statement asks
 * when the server was started.
 */
export function snapshotVersion(alias: string): Sql {
  return raw(`(SELECT pg_postmaster_start_time()::text) || ' ' || ${alias}.document_version`);
}

/** The present snapshot of a row, which is shared and frozen; null where the scope has none. */
export async function findSnapshot<Definition extends SnapshotDefinition>(
  scope: Scope,
  definition: Definition,
  id: string,
): Promise<SnapshotRow<Definition> | null> {
  const [found] = await selectCells(
    scope,
    sql`SELECT ${snapshotVersion('t')} FROM ${raw(definition.table)} t
        WHERE t.id = ${id}::uuid AND ${tenant(scope, 't')}`,
    { prepared: true },
  );
  if (!found) return null;
  const [row] = await snapshotsOf(scope, definition, [{ id, version: String(found[0]) }]);
  return (row as SnapshotRow<Definition> | undefined) ?? null;
}

async function load(
  scope: Scope,
  { model, table, include, bytes }: SnapshotDefinition,
  versions: ReadonlyMap<string, string>,
): Promise<Row[]> {
  const ids = [...versions.keys()];
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  const delegates = db(scope) as unknown as Record<
    string,
    { findMany(query: object): Promise<Row[]> }
  >;
  const rows = (await delegates[name]?.findMany({ where: { id: { in: ids } }, include })) ?? [];
  // Prisma reads a row and its parts by several statements: one that changed meanwhile is not cached.
  const after = await selectCells(
    scope,
    sql`SELECT t.id, ${snapshotVersion('t')}, ${bytes('t')} FROM ${raw(table)} t
        WHERE t.id = ANY(${ids}::uuid[])`,
  );
  const now = new Map(after.map(([id, version, size]) => [id, { version, size: Number(size) }]));
  for (const row of rows) {
    const version = versions.get(row.id);
    const found = now.get(row.id);
    if (found && version === found.version) {
      cache.set(`${row.id} ${version}`, Object.freeze(row), { size: found.size });
    }
  }
  return rows;
}
