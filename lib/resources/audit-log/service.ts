import type { AuditedChange, AuditedExport } from '@/lib/api/audit';
import { organizationOf } from '@/lib/api/concurrency';
import { listAndExport } from '@/lib/api/list';
import type { QueryOf } from '@/lib/contract/contract';
import type { FactorChange } from '@/lib/contract/second-factors';
import { HOUR_MS } from '@/lib/contract/times';
import type { Scope } from '@/lib/database/connection/scope';
import { actorOf, withActors } from '@/lib/resources/actors/service';
import type { exportAuditLog } from '@/lib/resources/audit-log/contract';
import * as repository from '@/lib/resources/audit-log/repository';
import {
  actionOf,
  actionOfEvent,
  changesOf,
  givenOf,
  isAddition,
  kindOf,
  nameOf,
  schemaOf,
  type ToldEvent,
} from '@/lib/resources/audit-log/rules';
import { serializeAuditEntry } from '@/lib/resources/audit-log/serialize';
import { loggedAddress } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';

export const { listAll, exportAll } = listAndExport(
  (scope, query: QueryOf<typeof exportAuditLog>) =>
    repository.list(scope, query, (rows) => withActors(rows, 'actor')),
  serializeAuditEntry,
);

type Parts = Pick<
  repository.NewAuditRow,
  'organization_id' | 'action' | 'object_kind' | 'object_id' | 'object_name' | 'changes'
>;

function rowOf({ caller, requestId, ip, realTime }: Scope, parts: Parts): repository.NewAuditRow {
  return {
    ...parts,
    id: newId(),
    created_at: realTime.toISOString(),
    actor: actorOf(caller),
    request_id: requestId,
    client_address: loggedAddress(ip),
  };
}

/**
 * Keeps a change in its transaction (docs/contract/events.md#audit-log). Returns its organization; null for what is of
 * none, such as a personal token.
 */
export async function recordChange(scope: Scope, change: AuditedChange): Promise<string | null> {
  const { operation, params, body, before, answer } = change;
  const organizationId = organizationOfChange(scope, change);
  if ((body as { dry_run?: unknown } | undefined)?.dry_run === true) return organizationId;
  if (organizationId === null) return null;
  const isNew = before === null && operation.method === 'POST';
  const isGone = operation.response === undefined && operation.method === 'DELETE';
  const after = isNew ? givenOf(body, answer) : answer;
  const named = answer as { id?: string } | undefined;
  const about = Object.values(params).at(-1);
  const id = isNew && !isAddition(operation) ? (named?.id ?? about) : about;
  await repository.insert(scope, [
    rowOf(scope, {
      organization_id: organizationId,
      action: actionOf(operation),
      object_kind: kindOf(operation),
      object_id: id ?? named?.id ?? null,
      object_name: nameOf(answer, before, body),
      changes: isGone ? [] : changesOf(schemaOf(operation), before ?? {}, after ?? {}),
    }),
  ]);
  return organizationId;
}

/** A change that no operation makes: it is recorded where it is made. */
export interface OwnChange {
  organizationId: string;
  action: string;
  object: { kind: string; id: string; name: string | null };
  before: object;
  after: object;
}

/** Keeps changes that background work makes, or buyers, in their transaction (docs/contract/events.md#audit-log). */
export async function recordOwnChanges(scope: Scope, changes: readonly OwnChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ organizationId, action, object, before, after }) =>
    rowOf(scope, {
      organization_id: organizationId,
      action,
      object_kind: object.kind,
      object_id: object.id,
      object_name: object.name,
      changes: changesOf(undefined, before, after),
    }),
  );
  await repository.insert(scope, rows);
}

/** Keeps those of a transaction's events that tell a change which no operation keeps, one of each object. */
export async function recordEvents(scope: Scope, events: readonly ToldEvent[]): Promise<void> {
  const changes = new Map<string, OwnChange>();
  for (const event of events) {
    const { organizationId, objectId: id, snapshot: after, before = {} } = event;
    const action = actionOfEvent(event, scope.caller);
    if (action === null || changes.has(id)) continue;
    const object = { kind: action.split('.', 1)[0] ?? '', id, name: nameOf(after) };
    changes.set(id, { organizationId, action, object, before, after });
  }
  await recordOwnChanges(scope, [...changes.values()]);
}

function organizationOfChange(
  scope: Scope,
  { operation, params, body, before, answer }: AuditedChange,
) {
  for (const object of [answer, before]) {
    type Owned = { organization_id?: string | null };
    const { organization, ...own } = (object ?? {}) as Owned & { organization?: Owned };
    // A repository names it by the connection that it is of.
    const { organization_id = organization?.organization_id } = own;
    if (organization_id) return organization_id;
    // It says that it has none.
    if (organization_id === null) return null;
  }
  const isOrganization = operation.path.startsWith('/v1/organizations/');
  if (isOrganization && params.id !== undefined) return params.id;
  if (isOrganization || operation.id === 'invitations:accept') {
    return (answer as { id?: string } | undefined)?.id ?? null;
  }
  const named = scope.request?.organizationId;
  return named ?? organizationOf(scope, { params, query: {}, body }) ?? null;
}

/**
 * Keeps who exports which list before its rows are sent, and how many were at the end
 * (docs/contract/events.md#audit-log). Only where the database takes no writes at all an export goes on without.
 */
export async function recordExport(
  scope: Scope,
  { operation, organizationIds, rows }: AuditedExport,
): Promise<void> {
  const made = organizationIds.map((id) =>
    rowOf(scope, {
      organization_id: id,
      action: rows === null ? 'list.export_started' : 'list.exported',
      object_kind: operation.tag,
      object_id: null,
      object_name: operation.summary.replace(/^Export: list /, ''),
      changes:
        rows === null
          ? []
          : [{ field: 'rows', before: null, after: rowsOf(id, organizationIds, rows) }],
    }),
  );
  try {
    await repository.insert(null, made);
  } catch (error) {
    if ((error as { code?: unknown }).code !== READ_ONLY) throw error;
    log.warn({ err: error }, 'an export is not in the audit log');
  }
}

/** What PostgreSQL answers to a write where it only reads. */
const READ_ONLY = '25006';

/** How many rows are of an organization; null where that is not known. */
function rowsOf(
  id: string,
  { length }: readonly string[],
  rows: NonNullable<AuditedExport['rows']>,
): number | null {
  if (length === 1) return [...rows.values()].reduce((sum, count) => sum + count, 0);
  return rows.has(null) ? null : (rows.get(id) ?? 0);
}

/** A sign-in that has succeeded or was refused. */
export interface SignInAttempt {
  /** Whose account it is: its id, or the address that was given. */
  by: { email: string } | { userId: string };
  isRefused: boolean;
  requestId: string;
  ip: string | null;
  at: Date;
}

/** So many refused sign-ins of an address are kept in an hour: a flood of them costs nothing. */
const MAX_REFUSED = 20;
const MAX_ADDRESSES = 10_000;
let refused = { hour: 0, counts: new Map<string, number>() };

/**
 * Keeps the sign-in of a member in each of the organizations that he is in, before it is answered: a session whose token
 * nobody has been told is of no use.
 */
export async function recordSignIn(attempt: SignInAttempt): Promise<void> {
  const { by, isRefused, requestId, ip, at } = attempt;
  if (isRefused && !isWithinLimit('email' in by ? by.email : by.userId, at)) return;
  await repository.insertOfMember(null, by, {
    created_at: at.toISOString(),
    is_own: !isRefused,
    action: isRefused ? 'member.sign_in_refused' : 'member.signed_in',
    request_id: requestId,
    client_address: loggedAddress(ip),
  });
}

/** What a member changes of his own account. */
export type MemberAction =
  | `member.${FactorChange | 'account_deleted'}`
  | `oauth_app.${'created' | 'updated' | 'secret_rotated' | 'deleted' | 'allowed' | 'revoked'}`;

/** Keeps what a member has changed of his own account in each of his organizations, in the transaction of the change. */
export async function recordOfMember(
  scope: Scope,
  {
    userId,
    action,
    requestId,
    ip,
    at,
    object,
  }: Pick<SignInAttempt, 'ip' | 'at'> & {
    userId: string;
    /** Null where the operator has changed it. */
    requestId: string | null;
    action: MemberAction;
    /** What he has changed; left out, how he signs in. */
    object?: OwnChange['object'];
  },
): Promise<void> {
  await repository.insertOfMember(
    scope,
    { userId },
    {
      created_at: at.toISOString(),
      // The operator's commands are in no request.
      is_own: requestId !== null,
      action,
      object,
      request_id: requestId,
      client_address: loggedAddress(ip),
    },
  );
}

function isWithinLimit(address: string, at: Date): boolean {
  const hour = Math.floor(at.getTime() / HOUR_MS);
  if (refused.hour !== hour || refused.counts.size >= MAX_ADDRESSES) {
    refused = { hour, counts: new Map() };
  }
  const count = (refused.counts.get(address) ?? 0) + 1;
  refused.counts.set(address, count);
  return count <= MAX_REFUSED;
}
