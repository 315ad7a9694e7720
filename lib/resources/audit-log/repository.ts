import type { QueryOf } from '@/lib/contract/contract';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { AuditEntry } from '@/lib/database/generated/client';
import {
  createdFilter,
  ID,
  idFilter,
  type ListDefinition,
  likePattern,
  required,
  textFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping } from '@/lib/database/rows/mapping';
import type { exportAuditLog } from '@/lib/resources/audit-log/contract';
import type { AuditSort } from '@/lib/resources/audit-log/schema';

export type AuditRow = AuditEntry;

const MAPPING = { model: 'AuditEntry', table: 'audit_log' } as const satisfies RowMapping;

const LIST: ListDefinition<AuditSort> = {
  table: 'audit_log',
  sorts: { created_at: required(sql`t.created_at`) },
};

/** The rows of the scope; `refine` is given those of a page. */
export function list(
  scope: Scope,
  query: QueryOf<typeof exportAuditLog>,
  refine: (rows: AuditRow[]) => Promise<AuditRow[]>,
) {
  const conditions = [
    textFilter('t.action', query.action),
    textFilter('t.object_kind', query.object_kind),
    idFilter('t.object_id', query.object_id),
    query.actor_id?.length ? sql`t.actor->>'id' = ANY(${[...query.actor_id]}::text[])` : undefined,
    textFilter('t.request_id', query.request_id),
    namedBy(query.query),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, MAPPING, refine);
}

/** A search: the whole id of a row, an object or a request, or a part of an object's name. */
function namedBy(query: string | undefined): Sql | undefined {
  const wanted = query?.trim();
  if (!wanted) return undefined;
  if (ID.test(wanted)) {
    return sql`(t.id = ${wanted}::uuid OR t.object_id = ${wanted}::uuid OR t.request_id = ${wanted}::text)`;
  }
  return sql`(t.request_id = ${wanted}::text OR lower(t.object_name) LIKE lower(${likePattern(wanted)}))`;
}

/** A row as JSON has it. */
export interface NewAuditRow {
  id: string;
  organization_id: string;
  created_at: string;
  actor: object;
  action: string;
  object_kind: string;
  object_id: string | null;
  object_name: string | null;
  changes: readonly object[];
  request_id: string | null;
  client_address: string | null;
}

/** Writes rows, in the scope's transaction where it has one; of organizations that exist. */
export async function insert(scope: Scope | null, rows: readonly NewAuditRow[]): Promise<void> {
  // What a text of the database cannot hold: JSON writes NUL and halves of pairs as escapes.
  const text = JSON.stringify(rows).replace(/\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd');
  await execute(
    scope,
    sql`INSERT INTO audit_log (id, organization_id, created_at, actor, action, object_kind, object_id, object_name,
          changes, request_id, client_address)
        SELECT r.id, r.organization_id, r.created_at, r.actor, r.action, r.object_kind, r.object_id, r.object_name,
          r.changes, r.request_id, r.client_address
        FROM json_to_recordset(${text}::json) AS r(id uuid, organization_id uuid, created_at timestamptz, actor jsonb,
          action text, object_kind text, object_id uuid, object_name text, changes jsonb, request_id text,
          client_address text)
        JOIN organizations o ON o.id = r.organization_id`,
    { prepared: true },
  );
}

/** Writes a row of a member in each of his organizations, by one statement: none where nobody is meant. */
export async function insertOfMember(
  scope: Scope | null,
  by: { email: string } | { userId: string },
  row: Pick<NewAuditRow, 'created_at' | 'action' | 'request_id' | 'client_address'> & {
    /** He has done it himself, as far as anybody knows. */
    is_own: boolean;
    /** What he has done it to; left out, himself. */
    object?: { kind: string; id: string; name: string | null } | undefined;
  },
): Promise<void> {
  const isUser = 'email' in by ? sql`u.email = ${by.email}::text` : sql`u.id = ${by.userId}::uuid`;
  const actor = row.is_own
    ? sql`jsonb_build_object('type', 'user', 'id', u.id)`
    : sql`jsonb_build_object('type', 'system')`;
  const { kind, id, name } = row.object ?? { kind: 'member', id: null, name: null };
  await execute(
    scope,
    sql`INSERT INTO audit_log (id, organization_id, created_at, actor, action, object_kind, object_id, object_name,
          changes, request_id, client_address)
        SELECT gen_random_uuid(), m.organization_id, ${row.created_at}::timestamptz, ${actor}, ${row.action}::text,
          ${kind}::text, coalesce(${id}::uuid, u.id), ${name}::text, '[]', ${row.request_id}::text,
          ${row.client_address}::text
        FROM users u JOIN memberships m ON m.user_id = u.id WHERE ${isUser}`,
    { prepared: true },
  );
}

/** Deletes rows that are older than a time, at most `limit`; returns how many. */
export async function purge(before: Date, limit: number): Promise<number> {
  const [row] = await execute<{ deleted: number }>(
    null,
    sql`SELECT purge_audit_log(${before.toISOString()}::timestamptz, ${limit}::int) AS deleted`,
  );
  return row?.deleted ?? 0;
}
