import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import type { BenefitType } from '@/lib/resources/benefits/schema';
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

/** The grants among these whose benefits are of the types, with those benefits. */
export function findGrants(
  scope: Scope,
  grantIds: readonly string[],
  types: readonly BenefitType[],
) {
  return db(scope).benefitGrant.findMany({
    where: { id: { in: [...grantIds] }, benefit: { type: { in: [...types] } } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      organizationId: true,
      properties: true,
      benefit: { select: { type: true, properties: true } },
    },
  });
}

/** An effect that is to be looked at. */
interface Touched {
  grantId: string;
  organizationId: string;
  platform: Platform;
  targetId: string | null;
}

/** Has effects looked at now, as for the first time. A run that has begun before does not put that off. */
export async function touch(scope: Scope, effects: readonly Touched[]): Promise<void> {
  await execute(
    scope,
    sql`INSERT INTO grant_effects AS e (grant_id, organization_id, platform, status, target_id, next_try_at)
        SELECT t.grant_id, t.organization_id, t.platform, 'pending', t.target_id, ${scope.realTime}::timestamptz
        FROM unnest(${effects.map((one) => one.grantId)}::uuid[],
          ${effects.map((one) => one.organizationId)}::uuid[],
          ${effects.map((one) => one.platform)}::platform[],
          ${effects.map((one) => one.targetId)}::text[])
          AS t (grant_id, organization_id, platform, target_id)
        ON CONFLICT (grant_id) DO UPDATE SET status = 'pending', next_try_at = excluded.next_try_at,
          error_code = NULL, error_detail = NULL, error_at = NULL, failing_since = NULL, attempts = 0,
          version = e.version + 1`,
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
