import type { QueryOf } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { OAuthClient, Prisma } from '@/lib/database/generated/client';
import {
  createdFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
  textOrder,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { listOAuth2Clients } from '@/lib/resources/oauth-clients/contract';
import type { OAuthClientSort } from '@/lib/resources/oauth-clients/schema';

// An app belongs to the person who has made it, so the tenant predicate of `db` does not apply: every statement restricts
// its rows by {@link manageable}, or is about a row that was found or locked by it.

/** A client, with how many accounts have allowed it. */
export type ClientRow = OAuthClient & { usersCount: number };

/** The clients that a scope manages: those of its user, or the one whose registration token it shows. */
function manageable({ caller }: Scope): Sql {
  if (caller.kind === 'oauth_client') return sql`t.id = ${caller.clientId}::uuid`;
  // Organizations have no apps.
  return caller.kind === 'user' ? sql`t.user_id = ${caller.userId}::uuid` : sql`false`;
}

const LIST: ListDefinition<OAuthClientSort> = {
  table: 'oauth_clients',
  tenant: manageable,
  sorts: { created_at: required(sql`t.created_at`), client_name: textOrder('t.client_name') },
};

/** The clients that a scope manages, newest first. */
export function list(scope: Scope, query: QueryOf<typeof listOAuth2Clients>) {
  const conditions = [
    idFilter('t.id', query.id),
    searchFilter(['t.client_name'], query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, async (ids) => {
    const rows = await db(null).oAuthClient.findMany({ where: { id: { in: ids } } });
    return withUsers(scope, rows);
  });
}

/** A client that a scope manages; null where there is none. */
export async function find(scope: Scope, id: string): Promise<ClientRow | null> {
  const managed = sql`SELECT 1 FROM oauth_clients t WHERE t.id = ${id}::uuid AND ${manageable(scope)}`;
  if ((await execute(scope, managed)).length === 0) return null;
  const row = await db(scope).oAuthClient.findUnique({ where: { id } });
  return row && withUser(scope, row);
}

/** Locks a client that a scope manages until the transaction ends; whether there is one. */
export async function lock(scope: Scope, id: string): Promise<boolean> {
  const locked = sql`SELECT 1 FROM oauth_clients t WHERE t.id = ${id}::uuid AND ${manageable(scope)} FOR UPDATE`;
  return (await execute(scope, locked)).length > 0;
}

async function withUsers(scope: Scope, rows: OAuthClient[]): Promise<ClientRow[]> {
  const counts = await execute<{ client_id: string; users: number }>(
    scope,
    sql`SELECT client_id, count(DISTINCT user_id)::int AS users FROM oauth_grants
        WHERE client_id = ANY(${rows.map(({ id }) => id)}::uuid[]) GROUP BY client_id`,
  );
  const users = new Map(counts.map(({ client_id, users }) => [client_id, users]));
  return rows.map((row) => ({ ...row, usersCount: users.get(row.id) ?? 0 }));
}

async function withUser(scope: Scope, row: OAuthClient): Promise<ClientRow> {
  const [found] = await withUsers(scope, [row]);
  return found ?? { ...row, usersCount: 0 };
}

/** Any client, by its id. */
export function findAny(id: string): Promise<OAuthClient | null> {
  return db(null).oAuthClient.findUnique({ where: { id } });
}

/** How many clients a user has, who makes none meanwhile until the transaction ends. */
export async function lockCount(scope: Scope, userId: string): Promise<number> {
  await execute(scope, sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
  return db(scope).oAuthClient.count({ where: { userId } });
}

export async function create(
  scope: Scope,
  data: Prisma.OAuthClientUncheckedCreateInput,
): Promise<ClientRow> {
  return { ...(await db(scope).oAuthClient.create({ data })), usersCount: 0 };
}

/** Changes a client that is locked. */
export async function update(
  scope: Scope,
  id: string,
  data: Prisma.OAuthClientUncheckedUpdateInput,
): Promise<ClientRow> {
  const row = await db(scope).oAuthClient.update({ where: { id }, data });
  return withUser(scope, row);
}

/** Deletes a client that is locked, with what it was allowed. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await db(scope).oAuthClient.delete({ where: { id } });
}

/** Deletes the clients of a person, with what they were allowed. */
export async function removeAllOf(scope: Scope, userId: string): Promise<void> {
  await db(scope).oAuthClient.deleteMany({ where: { userId } });
}
