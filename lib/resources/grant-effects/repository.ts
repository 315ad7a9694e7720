import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import type { Access } from '@/lib/resources/benefits/types/effect';
import type { Platform } from '@/lib/resources/linked-accounts/schema';
import { newId } from '@/lib/runtime/ids';

const RELATIONS = {
  grant: { include: { benefit: true } },
  access: true,
} as const satisfies Prisma.GrantEffectInclude;

/** An effect with its grant and benefit, and the access that it holds. */
export type EffectRow = Prisma.GrantEffectGetPayload<{ include: typeof RELATIONS }>;
export type AccessRow = NonNullable<EffectRow['access']>;

/**
 * Has grants looked at now, as for the first time, and returns the organizations and platforms of those that have an
 * effect outside. A run that has begun before does not put that off.
 */
export function touch(
  scope: Scope,
  grantIds: readonly string[],
): Promise<{ organization_id: string; platform: Platform }[]> {
  return execute(
    scope,
    sql`WITH touched AS (
          INSERT INTO grant_effects AS e (grant_id, organization_id, platform, status, target_id, next_try_at)
          SELECT t.id, t.organization_id,
            (CASE b.type WHEN 'discord' THEN 'discord' ELSE 'github' END)::platform, 'pending',
            CASE b.type WHEN 'discord' THEN (t.properties ->> 'guild_id') || ':' || (t.properties ->> 'role_id')
              ELSE b.properties ->> 'repository_id' END,
            ${scope.realTime}::timestamptz
          FROM benefit_grants t JOIN benefits b ON b.id = t.benefit_id
          WHERE ${tenant(scope, 't')} AND t.id = ANY(${[...grantIds]}::uuid[])
            AND b.type IN ('discord', 'github_repository')
          ON CONFLICT (grant_id) DO UPDATE SET status = 'pending', next_try_at = excluded.next_try_at,
            error_code = NULL, error_detail = NULL, error_at = NULL, failing_since = NULL, attempts = 0,
            version = e.version + 1
          RETURNING e.organization_id, e.platform)
        SELECT DISTINCT organization_id, platform FROM touched`,
  );
}

/** Has what is not done on a platform tried again now, with as many tries as at first. */
export async function wake(
  scope: Scope,
  organizationId: string,
  platform: Platform,
): Promise<void> {
  await db(scope).grantEffect.updateMany({
    where: { organizationId, platform, status: { in: ['pending', 'failed', 'waiting_for_buyer'] } },
    data: { nextTryAt: scope.realTime, failingSince: null, attempts: 0, version: { increment: 1 } },
  });
}

/** The effects of an organization that are due, the longest first. */
export function findDue(
  scope: Scope,
  { platform, limit }: { platform: Platform; limit: number },
): Promise<EffectRow[]> {
  return db(scope).grantEffect.findMany({
    where: { platform, nextTryAt: { lte: scope.realTime } },
    orderBy: [{ nextTryAt: 'asc' }, { grantId: 'asc' }],
    take: limit,
    include: RELATIONS,
  });
}

/** The organizations that have effects which are due. Takes no scope: background work asks. */
export function findOrganizationsDue(
  now: Date,
): Promise<{ organization_id: string; platform: Platform }[]> {
  return execute(
    null,
    sql`SELECT DISTINCT organization_id, platform FROM grant_effects WHERE next_try_at <= ${now}::timestamptz`,
  );
}

/** Stores what came of a run, unless somebody has asked for another since. */
export async function finish(
  scope: Scope,
  { grantId, version }: EffectRow,
  columns: Prisma.GrantEffectUncheckedUpdateManyInput,
): Promise<void> {
  await db(scope).grantEffect.updateMany({ where: { grantId, version }, data: columns });
}

/** Notes the access that an effect holds; null for none. */
export async function hold(scope: Scope, grantId: string, accessId: string | null): Promise<void> {
  await db(scope).grantEffect.updateMany({ where: { grantId }, data: { accessId } });
}

/** The access of an account to a target, made where there is none. */
export async function ensureAccess(
  scope: Scope,
  key: { organizationId: string; platform: Platform; targetId: string; accountId: string },
): Promise<AccessRow> {
  return db(scope).outsideAccess.upsert({
    where: { organizationId_platform_targetId_accountId: key },
    create: { id: newId(), ...key },
    update: {},
  });
}

export async function updateAccess(
  scope: Scope,
  id: string,
  changes: Partial<Access>,
): Promise<void> {
  await db(scope).outsideAccess.updateMany({ where: { id }, data: changes });
}

/** Notes what a grant gives, once a connection knows it. */
export async function aim(scope: Scope, grantId: string, targetId: string): Promise<void> {
  await db(scope).grantEffect.updateMany({ where: { grantId }, data: { targetId } });
}

/** Forgets an access of which nothing is left: nothing is given, and no grant holds it. */
export async function forgetAccess(scope: Scope, id: string): Promise<void> {
  await db(scope).outsideAccess.deleteMany({ where: { id, given: null, effects: { none: {} } } });
}

/** The properties of the live grants that hold an access, but for a grant that lets go of it. */
export async function grantsHolding(
  scope: Scope,
  { accessId, exceptGrantId }: { accessId: string; exceptGrantId: string | null },
) {
  const effects = await db(scope).grantEffect.findMany({
    where: {
      accessId,
      ...(exceptGrantId !== null && { grantId: { not: exceptGrantId } }),
      grant: { grantedAt: { not: null }, revokedAt: null },
    },
    select: { grant: { select: { properties: true } } },
  });
  return effects.map(({ grant }) => grant.properties);
}

/** When the invitations to a repository since a time were sent, the first one first. */
export async function invitedSince(
  scope: Scope,
  { targetId, since }: { targetId: string; since: Date },
): Promise<Date[]> {
  const rows = await db(scope).outsideAccess.findMany({
    where: { platform: 'github', targetId, invitedAt: { gt: since } },
    orderBy: { invitedAt: 'asc' },
    select: { invitedAt: true },
  });
  return rows.flatMap(({ invitedAt }) => (invitedAt ? [invitedAt] : []));
}
