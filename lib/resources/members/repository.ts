import type { QueryOf } from '@/lib/contract/contract';
import type { Role } from '@/lib/contract/permissions';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, type Sql, sql } from '@/lib/database/connection/sql';
import type { Invitation, Membership, User } from '@/lib/database/generated/client';
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
import { type Fields, insertRow } from '@/lib/database/rows/write';
import type { exportInvitations, exportMembers } from '@/lib/resources/members/contract';
import type { InvitationSort, MemberSort } from '@/lib/resources/members/schema';

/** The members of one of the scope's organizations. */
export function listMembers(
  scope: Scope,
  organizationId: string,
  request: QueryOf<typeof exportMembers>,
) {
  const { created_after, created_before, role } = request;
  const membership = join(
    [
      sql`m.user_id = t.id AND ${tenant(scope, 'm', [organizationId])}`,
      enumFilter('m.role', 'role', role),
      created_after === undefined ? undefined : sql`m.created_at >= ${created_after}::timestamptz`,
      created_before === undefined ? undefined : sql`m.created_at < ${created_before}::timestamptz`,
    ].filter((condition) => condition !== undefined),
    ' AND ',
  );
  const joined = sql`JOIN memberships m ON ${membership}`;
  const definition: ListDefinition<MemberSort> = {
    table: 'users',
    tenant: () => sql`EXISTS (SELECT 1 FROM memberships m WHERE ${membership})`,
    sorts: {
      created_at: { by: sql`m.created_at`, join: joined },
      name: textOrder('t.name'),
      email: textOrder('t.email'),
      role: { by: sql`m.role`, join: joined },
    },
  };
  const conditions = [searchFilter(['t.name', 't.email'], request.query)];
  return listing(scope, definition, request, conditions, async (ids) => {
    const rows = await db(scope).membership.findMany({
      where: { organizationId, userId: { in: ids } },
      include: { user: true },
    });
    return rows.map((row) => ({ ...row, id: row.userId }));
  });
}

/** A member; null when the scope's organization has none with this user. */
export function findMember(
  scope: Scope,
  organizationId: string,
  userId: string,
): Promise<(Membership & { user: User }) | null> {
  return db(scope).membership.findFirst({
    where: { organizationId, userId },
    include: { user: true },
  });
}

/** Whether the account with this address, in lower case, is a member. */
export async function isMember(scope: Scope, organizationId: string, email: string) {
  const found = await db(scope).membership.findFirst({
    where: { organizationId, user: { email } },
    select: { userId: true },
  });
  return found !== null;
}

/**
 * The role of a member (null where there is none) and the number of owners, all of whom are locked with the member
 * until the transaction ends, so that concurrent changes never leave an organization without an owner.
 */
export async function lockRoles(
  scope: Scope,
  organizationId: string,
  userId: string,
): Promise<{ role: Role | null; owners: number }> {
  const rows = await execute<{ user_id: string; role: Role }>(
    scope,
    sql`SELECT m.user_id, m.role::text AS role FROM memberships m
        WHERE ${tenant(scope, 'm', [organizationId])} AND (m.role = 'owner' OR m.user_id = ${userId}::uuid)
        ORDER BY m.user_id FOR UPDATE`,
  );
  const member = rows.find(({ user_id }) => user_id === userId);
  return {
    role: member?.role ?? null,
    owners: rows.filter(({ role }) => role === 'owner').length,
  };
}

/**
 * The names of the organizations whose only owner a user is. Their owners are locked until the transaction ends, as by
 * {@link lockRoles}.
 */
export async function lockOnlyOwned(scope: Scope, userId: string): Promise<string[]> {
  const owners = await execute<{ organization_id: string; user_id: string; name: string }>(
    scope,
    sql`SELECT m.organization_id, m.user_id, n.name FROM memberships m
        JOIN organizations n ON n.id = m.organization_id
        WHERE m.role = 'owner' AND m.organization_id IN (
          SELECT o.organization_id FROM memberships o WHERE o.user_id = ${userId}::uuid AND o.role = 'owner')
        ORDER BY m.user_id, m.organization_id FOR UPDATE OF m`,
  );
  const shared = new Set(
    owners.flatMap(({ organization_id: id, user_id }) => (user_id === userId ? [] : [id])),
  );
  return owners
    .flatMap(({ organization_id: id, name }) => (shared.has(id) ? [] : [name]))
    .toSorted((a, b) => a.localeCompare(b));
}

/** The owners of an organization. */
export function findWithRoles(scope: Scope, organizationId: string, roles: readonly Role[]) {
  return db(scope).user.findMany({
    where: { memberships: { some: { organizationId, role: { in: [...roles] } } } },
    orderBy: { id: 'asc' },
    select: { email: true, name: true },
  });
}

export async function setRole(scope: Scope, organizationId: string, userId: string, role: Role) {
  await db(scope).membership.updateMany({ where: { organizationId, userId }, data: { role } });
}

/** Withdraws the invitations by which a member gives one of these roles. */
export async function endInvitations(
  scope: Scope,
  organizationId: string,
  makerId: string,
  roles: Role[],
): Promise<void> {
  const where = { organizationId, makerId, role: { in: roles } };
  await db(scope).invitation.deleteMany({ where });
}

/** Ends a membership, and by its foreign key the invitations that the member has made. */
export async function removeMember(scope: Scope, organizationId: string, userId: string) {
  await db(scope).membership.deleteMany({ where: { organizationId, userId } });
}

/** Adds a member; one who is a member already keeps the role. */
export async function addMember(scope: Scope, member: Membership): Promise<void> {
  await db(scope).membership.createMany({ data: member, skipDuplicates: true });
}

const INVITATIONS: ListDefinition<InvitationSort> = {
  table: 'invitations',
  sorts: {
    created_at: required(sql`t.created_at`),
    email: textOrder('t.email'),
    expires_at: required(sql`t.expires_at`),
  },
};

const INVITATION = { model: 'Invitation', table: 'invitations' } as const;

/** The pending invitations of one of the scope's organizations. */
export function listInvitations(
  scope: Scope,
  organizationId: string,
  request: QueryOf<typeof exportInvitations>,
) {
  const conditions = [
    tenant(scope, 't', [organizationId]),
    sql`(t.maker_token_id IS NULL
         OR EXISTS (SELECT 1 FROM tokens k WHERE k.id = t.maker_token_id AND ${isLive(scope)}))`,
    enumFilter('t.role', 'role', request.role),
    afterFilter('t.expires_at', request.expires_after),
    beforeFilter('t.expires_at', request.expires_before),
    searchFilter(['t.email'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, INVITATIONS, request, conditions, INVITATION);
}

/** What is stored of an invitation's links. */
export type InvitationLinks = Pick<Invitation, 'digest' | 'mailedDigest' | 'expiresAt'>;

/** Who made an invitation: a member or a token of the organization; neither where that was not stored yet. */
export type InvitationMaker = Pick<Invitation, 'makerId' | 'makerTokenId'>;

/**
 * The role of an invitation's maker, null where he is no member any more or the token is over. Neither changes before
 * the transaction ends.
 */
export async function lockMakersRole(
  scope: Scope,
  organizationId: string,
  { makerId, makerTokenId }: InvitationMaker,
): Promise<Role | null> {
  const own = (alias: string) => tenant(scope, alias, [organizationId]);
  const [found] = await execute<{ role: Role }>(
    scope,
    makerId
      ? sql`SELECT m.role::text AS role FROM memberships m
            WHERE ${own('m')} AND m.user_id = ${makerId}::uuid FOR SHARE`
      : sql`SELECT 'admin' AS role FROM tokens k
            WHERE ${own('k')} AND k.id = ${makerTokenId}::uuid AND ${isLive(scope)}
            FOR KEY SHARE`,
  );
  return found?.role ?? null;
}

/** Of a token `k`. */
function isLive({ realTime }: Scope): Sql {
  return sql`(k.expires_at IS NULL OR k.expires_at > ${realTime.toISOString()}::timestamptz)`;
}

/** Writes an invitation in place of an earlier one of its address. */
export async function replaceInvitation(scope: Scope, row: Fields<Invitation>) {
  const { organizationId, email } = row as Invitation;
  await db(scope).invitation.deleteMany({ where: { organizationId, email } });
  return insertRow(scope, INVITATION, row);
}

/** Changes the invitation of an address; null where there is none. */
export async function renewInvitation(
  scope: Scope,
  organizationId: string,
  email: string,
  change: InvitationLinks,
): Promise<Invitation | null> {
  const [row] = await db(scope).invitation.updateManyAndReturn({
    where: { organizationId, email: email.toLowerCase() },
    data: change,
  });
  return row ?? null;
}

/** An invitation; null where the scope's organization has none with this id. */
export function findInvitation(scope: Scope, organizationId: string, id: string) {
  return db(scope).invitation.findFirst({ where: { organizationId, id } });
}

/** Withdraws an invitation; false where there is none. */
export async function removeInvitation(
  scope: Scope,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const { count } = await db(scope).invitation.deleteMany({ where: { organizationId, id } });
  return count === 1;
}

/** Takes an invitation out, so that its link works once; false where it was taken or withdrawn. */
export async function useInvitation(
  scope: Scope,
  organizationId: string,
  digest: string,
): Promise<boolean> {
  const { count } = await db(scope).invitation.deleteMany({
    where: { organizationId, ...byDigest(digest) },
  });
  return count === 1;
}

/** An invitation of any organization, with its organization, by the digest of a token, the credential to read it. */
export function findByDigest(digest: string) {
  const where = byDigest(digest);
  return db(null).invitation.findFirst({ where, include: { organization: true } });
}

/** By either of its links. */
function byDigest(digest: string) {
  return { OR: [{ digest }, { mailedDigest: digest }] };
}

/** Confirms the address of an account whose holder has proved it, unless it is another one by now. */
export async function confirmAddress(scope: Scope, id: string, email: string): Promise<void> {
  await db(scope).user.updateMany({ where: { id, email }, data: { emailVerified: true } });
}

/** Address and name of an account. */
export function findUser(scope: Scope | null, userId: string) {
  return db(scope).user.findUnique({ where: { id: userId }, select: { email: true, name: true } });
}
