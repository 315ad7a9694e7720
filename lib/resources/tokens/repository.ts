import type { QueryOf } from '@/lib/contract/contract';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Token } from '@/lib/database/generated/client';
import {
  afterFilter,
  beforeFilter,
  createdFilter,
  enumFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { crud } from '@/lib/database/rows/crud';
import type { exportTokens } from '@/lib/resources/tokens/contract';
import type { TokenSort } from '@/lib/resources/tokens/schema';

export type TokenRow = Token;

// A token belongs to a user or to an organization, so the tenant predicate of `db` does not apply: every
// statement restricts its rows by {@link manageable}.

/** The scope's tokens: the caller's personal ones and those of its organizations. */
function manageable(scope: Scope): Sql {
  const { caller } = scope;
  const parts = [tenant(scope, 't')];
  if (caller.kind === 'user') parts.push(sql`t.user_id = ${caller.userId}::uuid`);
  return sql`(${join(parts, ' OR ')})`;
}

const LIST: ListDefinition<TokenSort> = {
  table: 'tokens',
  tenant: manageable,
  sorts: {
    created_at: required(sql`t.created_at`),
    name: textOrder('t.name'),
    expires_at: sql`t.expires_at`,
    last_used_at: sql`t.last_used_at`,
  },
};

/** The tokens that the scope manages. */
export function list(scope: Scope, query: QueryOf<typeof exportTokens>) {
  const conditions = [
    query.organization_id && tenant(scope, 't', query.organization_id),
    enumFilter('t.kind', 'token_kind', query.kind),
    afterFilter('t.expires_at', query.expires_after),
    beforeFilter('t.expires_at', query.expires_before),
    searchFilter(['t.name', 't.hint'], query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, (ids) =>
    db(scope).token.findMany({ where: { id: { in: ids } } }),
  );
}

export const { create } = crud('Token');

/** Where the credentials of sellers are kept. */
const CREDENTIALS = { session: raw('sessions'), token: raw('tokens') };

/**
 * Whether the caller's session or token still exists. Where it does, a change that ends all credentials of the account
 * waits for the transaction's end; where such a change was first, it has none.
 */
export async function holdCredential(scope: Scope): Promise<boolean> {
  const { caller } = scope;
  if (caller.kind === 'organization') {
    const locked = sql`SELECT 1 FROM tokens WHERE id = ${caller.tokenId}::uuid FOR KEY SHARE`;
    return (await execute(scope, locked)).length > 0;
  }
  if (caller.kind !== 'user' || caller.credentialId === undefined) return true;
  const { userId, credentialId, via } = caller;
  await execute(scope, sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`);
  const found = sql`SELECT 1 FROM ${CREDENTIALS[via]}
    WHERE id = ${credentialId}::uuid AND user_id = ${userId}::uuid`;
  return (await execute(scope, found)).length > 0;
}

/** The personal tokens of a user that have not expired, newest first, at most `limit`. */
export function listPersonal(userId: string, now: Date, limit: number): Promise<TokenRow[]> {
  return db(null).token.findMany({
    where: { userId, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}

/** Deletes the personal tokens of a user but some; how many of them had not expired. */
export async function removePersonal(
  scope: Scope,
  userId: string,
  kept: string[],
  now: Date,
): Promise<number> {
  const where = { userId, id: { notIn: kept } };
  await db(scope).token.deleteMany({ where: { ...where, expiresAt: { lte: now } } });
  return (await db(scope).token.deleteMany({ where })).count;
}

/** Deletes a token that the scope manages; false when there is none. */
export async function remove(scope: Scope, id: string): Promise<boolean> {
  const removed = await execute(
    scope,
    sql`DELETE FROM tokens t WHERE t.id = ${id}::uuid AND ${manageable(scope)} RETURNING t.id`,
  );
  return removed.length === 1;
}

/** A token that the scope manages; null where there is none. */
export async function find(scope: Scope, id: string): Promise<TokenRow | null> {
  const found = sql`SELECT 1 FROM tokens t WHERE t.id = ${id}::uuid AND ${manageable(scope)}`;
  if ((await execute(scope, found)).length === 0) return null;
  return db(scope).token.findUnique({ where: { id } });
}

/** What a token that the scope manages has read since a time, the newest hour first. */
export function listUsage(id: string, since: Date) {
  return db(null).tokenUsage.findMany({
    where: { tokenId: id, hour: { gte: since } },
    orderBy: [{ hour: 'desc' }, { count: 'desc' }, { operation: 'asc' }],
  });
}

/** Adds reads to those of their hours, where the token still exists. */
export async function addUsage(
  rows: readonly { token_id: string; hour: string; operation: string; count: number }[],
): Promise<void> {
  await execute(
    null,
    sql`INSERT INTO token_usage (token_id, hour, operation, count)
        SELECT t.id, r.hour, r.operation, r.count
        FROM json_to_recordset(${JSON.stringify(rows)}::json)
          AS r(token_id uuid, hour timestamptz, operation text, count int)
        JOIN tokens t ON t.id = r.token_id
        ORDER BY t.id, r.hour, r.operation
        ON CONFLICT (token_id, hour, operation) DO UPDATE SET count = token_usage.count + excluded.count`,
    { prepared: true },
  );
}

/** Deletes what was counted before a time. */
export async function removeUsage(before: Date): Promise<void> {
  await db(null).tokenUsage.deleteMany({ where: { hour: { lt: before } } });
}
