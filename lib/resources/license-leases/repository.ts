import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { LeaseKey, Prisma } from '@/lib/database/generated/client';

/** The key of an organization that signs; null before the first. */
export function findSigning(scope: Scope, organizationId: string): Promise<LeaseKey | null> {
  return db(scope).leaseKey.findFirst({ where: { organizationId, retiredAt: null } });
}

/** The key that signs, and those that others have taken the place of since a time, newest first. */
export function listPublished(organizationId: string, since: Date): Promise<LeaseKey[]> {
  return db(null).leaseKey.findMany({
    where: { organizationId, OR: [{ retiredAt: null }, { retiredAt: { gt: since } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** Stores a key that signs, unless there is one; whether it did. */
export async function createSigning(
  scope: Scope,
  data: Prisma.LeaseKeyCreateManyInput,
): Promise<boolean> {
  const { count } = await db(scope).leaseKey.createMany({ data: [data], skipDuplicates: true });
  return count > 0;
}

/** Has the key that signs sign nothing any more. */
export async function retireSigning(
  scope: Scope,
  organizationId: string,
  now: Date,
): Promise<void> {
  const where = { organizationId, retiredAt: null };
  await db(scope).leaseKey.updateMany({ where, data: { retiredAt: now } });
}

/** Whom a place in a revocation list is of. */
export interface SlotOwner {
  organizationId: string;
  licenseKeyId: string;
  version: number;
  activationId: string | null;
}

/**
 * The place of an owner in the revocation list of its organization, until `endsAt` at least. It keeps the one that it has;
 * else it gets one whose last lease has ended by `now`, or the next one. An organization hands them out one after the other.
 */
export async function takeSlot(
  scope: Scope,
  owner: SlotOwner,
  { endsAt, now }: { endsAt: Date; now: Date },
): Promise<number> {
  const { organizationId, licenseKeyId, version, activationId } = owner;
  const kept = await execute<{ place: number }>(
    scope,
    sql`UPDATE lease_slots SET ends_at = greatest(ends_at, ${endsAt})
        WHERE license_key_id = ${licenseKeyId}::uuid AND version = ${version}::int
          AND activation_id IS NOT DISTINCT FROM ${activationId}::uuid
        RETURNING place`,
  );
  if (kept[0]) return kept[0].place;
  await execute(
    scope,
    sql`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('lease_slots ' || ${organizationId}, 0))`,
  );
  const [taken] = await execute<{ place: number }>(
    scope,
    sql`UPDATE lease_slots SET license_key_id = ${licenseKeyId}::uuid, version = ${version}::int,
          activation_id = ${activationId}::uuid, ends_at = ${endsAt}
        WHERE organization_id = ${organizationId}::uuid AND place = (SELECT s.place FROM lease_slots s
          WHERE s.organization_id = ${organizationId}::uuid AND s.ends_at <= ${now}
          ORDER BY s.place LIMIT 1 FOR UPDATE)
        RETURNING place`,
  );
  if (taken) return taken.place;
  const [added] = await execute<{ place: number }>(
    scope,
    sql`INSERT INTO lease_slots (organization_id, place, license_key_id, version, activation_id, ends_at)
        SELECT ${organizationId}::uuid, coalesce(max(s.place) + 1, 0), ${licenseKeyId}::uuid, ${version}::int,
          ${activationId}::uuid, ${endsAt}
        FROM lease_slots s WHERE s.organization_id = ${organizationId}::uuid
        RETURNING place`,
  );
  if (!added) throw new Error('No place was added');
  return added.place;
}

/**
 * The places of an organization's revocation list whose leases are void before their end, at `now`: their key or activation
 * is, or the value that they were made with; how many places there are; and a number that is greater in every later answer: the
 * database's time in microseconds, since an organization's may stand still.
 */
export async function revokedPlaces(
  organizationId: string,
  now: Date,
): Promise<{ places: number[]; length: number; seq: number }> {
  const [found] = await execute<{ places: number[] | null; length: number; seq: number }>(
    null,
    sql`SELECT array_agg(s.place) FILTER (WHERE s.ends_at > ${now} AND (k.id IS NULL OR k.status <> 'granted'
            OR k.expires_at <= ${now} OR (s.activation_id IS NOT NULL AND a.id IS NULL)
            OR (s.activation_id IS NULL AND k.limit_activations IS NOT NULL)
            OR (s.version <> k.version AND f.id IS NULL))) AS places,
          coalesce(max(s.place) + 1, 0) AS length, (extract(epoch FROM clock_timestamp()) * 1e6)::float8 AS seq
        FROM lease_slots s
        LEFT JOIN license_keys k ON k.id = s.license_key_id
        LEFT JOIN license_activations a ON a.id = s.activation_id
        LEFT JOIN former_license_keys f ON f.license_key_id = s.license_key_id AND f.version = s.version
          AND f.valid_until > ${now}
        WHERE s.organization_id = ${organizationId}::uuid`,
  );
  if (!found) throw new Error('The places were not counted');
  return { ...found, places: found.places ?? [] };
}

/** What a lease says beside its key: the products that the key was bought with, or those that give its benefit. */
export async function productsOf(scope: Scope, licenseKeyId: string): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    scope,
    sql`SELECT coalesce(o.product_id, u.product_id, p.product_id) AS id
        FROM license_keys k
        LEFT JOIN benefit_grants g ON g.id = k.grant_id
        LEFT JOIN orders o ON o.id = g.order_id
        LEFT JOIN subscriptions u ON u.id = g.subscription_id
        LEFT JOIN product_benefits p ON p.benefit_id = k.benefit_id AND g.id IS NULL
        WHERE k.id = ${licenseKeyId}::uuid AND coalesce(o.product_id, u.product_id, p.product_id) IS NOT NULL
        ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}
