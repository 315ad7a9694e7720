import { LRUCache } from 'lru-cache';
import { db, tenant } from '@/lib/database/connection/client';
import { read } from '@/lib/database/connection/read';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import { snapshotVersion } from '@/lib/database/rows/version';

// Rows with all that hangs on them, kept by version. Triggers give a row another document_version in
// the transaction that changes any part of it, so what is kept here under a version is never stale:
// a statement that reads a row reads its version as well.

/** What a document is made of: a table with document_version, and what Prisma includes. */
export interface Document {
  model: Prisma.ModelName;
  table: string;
  include: object;
}

type Row = { id: string; organizationId: string };

export interface DocumentKey {
  id: string;
  version: string;
}

const MAX_CACHED = 2000;
const cache = new LRUCache<string, Row>({ max: MAX_CACHED });

/** Documents by id and version, those that are not kept loaded at once. They are shared: read only. */
export async function documentsOf(
  scope: Scope,
  document: Document,
  keys: readonly DocumentKey[],
): Promise<Row[]> {
  const found = new Map<string, Row>();
  const missing = new Map<string, string>();
  for (const { id, version } of keys) {
    if (found.has(id)) continue;
    const row = cache.get(`${id} ${version}`);
    // What is kept is kept for every tenant: each sees its own, and the database decides on the rest.
    if (row && scope.organizationIds.includes(row.organizationId)) found.set(id, row);
    else missing.set(id, version);
  }
  if (missing.size > 0) {
    for (const row of await load(scope, document, missing)) found.set(row.id, row);
  }
  return keys.map(({ id }) => {
    const row = found.get(id);
    if (!row) throw new Error(`${document.table} has no row ${id} in the scope`);
    return row;
  });
}

/** A document, which is shared: read only; null where the scope has none. */
export async function findDocument(
  scope: Scope,
  document: Document,
  id: string,
): Promise<Row | null> {
  const [found] = await read(
    scope,
    sql`SELECT ${snapshotVersion('t')} FROM ${raw(document.table)} t
        WHERE t.id = ${id}::uuid AND ${tenant(scope, 't')}`,
    { prepared: 'always' },
  );
  if (!found) return null;
  const [row] = await documentsOf(scope, document, [{ id, version: String(found[0]) }]);
  return row ?? null;
}

async function load(
  scope: Scope,
  { model, table, include }: Document,
  versions: ReadonlyMap<string, string>,
): Promise<Row[]> {
  const ids = [...versions.keys()];
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  const delegates = db(scope) as unknown as Record<
    string,
    { findMany(query: object): Promise<Row[]> }
  >;
  const rows = (await delegates[name]?.findMany({ where: { id: { in: ids } }, include })) ?? [];
  // A row is several statements: what has changed since its version was read is not kept.
  const after = await read(
    scope,
    sql`SELECT t.id, ${snapshotVersion('t')} FROM ${raw(table)} t WHERE t.id = ANY(${ids}::uuid[])`,
  );
  const versionsAfter = new Map(after.map(([id, version]) => [id, version]));
  for (const row of rows) {
    const version = versions.get(row.id);
    if (version === versionsAfter.get(row.id))
      cache.set(`${row.id} ${version}`, Object.freeze(row));
  }
  return rows;
}
