import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { KeyUpload, PoolKey, Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  type ListDefinition,
  likePattern,
  required,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { exportPoolKeys } from '@/lib/resources/pool-keys/contract';
import type { PoolKeySort } from '@/lib/resources/pool-keys/schema';

export type PoolKeyRow = PoolKey;
export type KeyUploadRow = KeyUpload;

const LIST: ListDefinition<PoolKeySort> = {
  table: 'pool_keys',
  sorts: { created_at: required(sql`t.created_at`), status: required(sql`t.status`) },
};

/** The keys of a benefit's pool. */
export function list(scope: Scope, benefitId: string, query: QueryOf<typeof exportPoolKeys>) {
  const conditions = [
    sql`t.benefit_id = ${benefitId}::uuid`,
    enumFilter('t.status', 'pool_key_status', query.status),
    shownFilter(query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, (ids) =>
    db(scope).poolKey.findMany({ where: { id: { in: ids } } }),
  );
}

/** Whole keys, and what is shown of them: whoever reads benefits must not find out the rest by trying. */
function shownFilter(query: string | undefined) {
  const wanted = query?.replace(/^\s*\*+-/, '').trim();
  if (!wanted) return undefined;
  const shown = sql`right(t.key, least(6, char_length(t.key) / 2))`;
  return sql`(t.key = ${wanted} OR lower(${shown}) LIKE lower(${likePattern(wanted)}))`;
}

export function createUpload(
  scope: Scope,
  data: Prisma.KeyUploadUncheckedCreateInput,
): Promise<KeyUploadRow> {
  return db(scope).keyUpload.create({ data });
}

/** Null when there is none in the scope. */
export function findUpload(scope: Scope, id: string): Promise<KeyUploadRow | null> {
  return db(scope).keyUpload.findFirst({ where: { id } });
}

/** One that runs, locked until the transaction ends; else null. */
export async function lockRunning(scope: Scope, id: string): Promise<KeyUploadRow | null> {
  const locked = await execute(
    scope,
    sql`SELECT t.id FROM key_uploads t
        WHERE ${tenant(scope, 't')} AND t.id = ${id}::uuid AND t.status = 'running' FOR UPDATE`,
  );
  return locked.length > 0 ? findUpload(scope, id) : null;
}

export async function saveUpload(
  scope: Scope,
  id: string,
  data: Prisma.KeyUploadUncheckedUpdateInput,
): Promise<void> {
  await db(scope).keyUpload.updateMany({ where: { id }, data });
}
