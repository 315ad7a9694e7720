import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';
import type { KeyPool } from '@/lib/database/generated/client';
import type { PoolCounts } from '@/lib/resources/key-pools/rules';

/** A free key, locked for whom it is given to. */
export interface FreeKey {
  id: string;
  key: string;
}

/** A grant in the queue. */
export interface Waiting {
  grantId: string;
  customerId: string;
}

/** Whether a license key, or a former value of one, is the key of `p`, which then cannot be handed out. */
const IS_USED =
  raw(`(EXISTS (SELECT FROM license_keys k WHERE k.organization_id = p.organization_id AND k.key = p.key)
  OR EXISTS (SELECT FROM former_license_keys k WHERE k.organization_id = p.organization_id AND k.key = p.key))`);

/** The oldest free keys of a benefit that nobody else has locked, at most `limit`, locked until the transaction ends. */
export function lockFree(
  scope: Scope,
  benefitId: string,
  limit: number,
): Promise<(FreeKey & { isUsed: boolean })[]> {
  return execute(
    scope,
    sql`SELECT p.id, p.key, ${IS_USED} AS "isUsed" FROM pool_keys p
        WHERE ${tenant(scope, 'p')} AND p.benefit_id = ${benefitId}::uuid AND p.status = 'free'
        ORDER BY p.position LIMIT ${limit}::int FOR UPDATE OF p SKIP LOCKED`,
  );
}

/** Notes which license key has which of these keys. */
export async function markGranted(
  scope: Scope,
  given: readonly { id: string; licenseKeyId: string }[],
): Promise<void> {
  await execute(
    scope,
    sql`UPDATE pool_keys t SET status = 'granted', license_key_id = x.license_key_id
        FROM unnest(${given.map(({ id }) => id)}::uuid[], ${given.map((one) => one.licenseKeyId)}::uuid[])
          AS x (id, license_key_id)
        WHERE ${tenant(scope, 't')} AND t.id = x.id`,
  );
}

/** Makes those of these keys free again that neither a license key nor a former value of one has. */
export async function putBack(scope: Scope, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await execute(
    scope,
    sql`UPDATE pool_keys p SET status = 'free', license_key_id = NULL
        WHERE ${tenant(scope, 'p')} AND p.key = ANY(${[...keys]}::text[]) AND NOT ${IS_USED}`,
  );
}

/** Notes that a license key has the value of a free key again. */
export async function takeBack(
  scope: Scope,
  { key, licenseKeyId }: { key: string; licenseKeyId: string },
): Promise<void> {
  const data = { status: 'granted', licenseKeyId } as const;
  await db(scope).poolKey.updateMany({ where: { key, status: 'free' }, data });
}

export async function remove(scope: Scope, ids: readonly string[]): Promise<void> {
  await db(scope).poolKey.deleteMany({ where: { id: { in: [...ids] } } });
}

/** Deletes the free keys of a benefit, and what was said of its pool. */
export async function empty(scope: Scope, benefitId: string): Promise<void> {
  await db(scope).poolKey.deleteMany({ where: { benefitId, status: 'free' } });
  await db(scope).keyPool.deleteMany({ where: { benefitId } });
}

/**
 * Adds the keys that neither a pool nor a license key of the organization has, in their order; returns those that were
 * added.
 */
export async function insertNew(
  scope: Scope,
  { organizationId, benefitId, now }: { organizationId: string; benefitId: string; now: Date },
  keys: readonly FreeKey[],
): Promise<Set<string>> {
  const rows = await execute<{ key: string }>(
    scope,
    sql`INSERT INTO pool_keys (id, organization_id, benefit_id, created_at, key)
        SELECT p.id, p.organization_id, ${benefitId}::uuid, ${now}, p.key
        FROM (SELECT x.id, ${organizationId}::uuid AS organization_id, x.key, x.n
          FROM unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ key }) => key)}::text[])
            WITH ORDINALITY AS x (id, key, n)) p
        WHERE NOT ${IS_USED}
        ORDER BY p.n
        ON CONFLICT (organization_id, key) DO NOTHING
        RETURNING key`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** How many keys these benefits have, and how many grants wait for one; those with neither are left out. */
export async function countsOf(
  scope: Scope,
  benefitIds: readonly string[],
): Promise<Map<string, PoolCounts>> {
  const ids = [...benefitIds];
  const rows = await execute<PoolCounts & { id: string }>(
    scope,
    sql`SELECT x.id,
          (SELECT count(*)::int FROM pool_keys t WHERE ${tenant(scope, 't')} AND t.benefit_id = x.id
            AND t.status = 'free') AS free,
          (SELECT count(*)::int FROM pool_keys t WHERE ${tenant(scope, 't')} AND t.benefit_id = x.id
            AND t.status = 'granted') AS granted,
          (SELECT count(*)::int FROM key_waits t WHERE ${tenant(scope, 't')} AND t.benefit_id = x.id) AS pending
        FROM unnest(${ids}::uuid[]) x (id)`,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Whether at most `count` keys of a benefit are free. */
export async function hasAtMost(scope: Scope, benefitId: string, count: number): Promise<boolean> {
  const [found] = await execute<{ n: number }>(
    scope,
    sql`SELECT count(*)::int AS n FROM (SELECT FROM pool_keys t WHERE ${tenant(scope, 't')}
          AND t.benefit_id = ${benefitId}::uuid AND t.status = 'free' LIMIT ${count + 1}::int) s`,
  );
  return (found?.n ?? 0) <= count;
}

/** Whether a grant of a benefit waits for a key. */
export async function isWaitedFor(scope: Scope, benefitId: string): Promise<boolean> {
  return (await db(scope).keyWait.findFirst({ where: { benefitId } })) !== null;
}

/** Puts grants at the end of their benefit's queue, in their order. */
export async function enqueue(
  scope: Scope,
  { organizationId, benefitId, now }: { organizationId: string; benefitId: string; now: Date },
  grantIds: readonly string[],
): Promise<void> {
  await execute(
    scope,
    sql`INSERT INTO key_waits (grant_id, organization_id, benefit_id, created_at)
        SELECT x.id, ${organizationId}::uuid, ${benefitId}::uuid, ${now}
        FROM unnest(${[...grantIds]}::uuid[]) WITH ORDINALITY AS x (id, n) ORDER BY x.n`,
  );
}

/** The next grants of a benefit's queue that nobody else has locked, at most `limit`, locked until the transaction ends. */
export function lockWaiting(scope: Scope, benefitId: string, limit: number): Promise<Waiting[]> {
  return execute(
    scope,
    sql`SELECT t.grant_id AS "grantId", g.customer_id AS "customerId" FROM key_waits t
        JOIN benefit_grants g ON g.id = t.grant_id
        WHERE ${tenant(scope, 't')} AND t.benefit_id = ${benefitId}::uuid
        ORDER BY t.position LIMIT ${limit}::int FOR UPDATE OF t SKIP LOCKED`,
  );
}

/** Takes those grants of a benefit out of the queue that have a key. */
export async function dequeueServed(scope: Scope, benefitId: string): Promise<void> {
  await execute(
    scope,
    sql`DELETE FROM key_waits t USING license_keys k
        WHERE ${tenant(scope, 't')} AND t.benefit_id = ${benefitId}::uuid AND k.grant_id = t.grant_id`,
  );
}

/** Takes grants out of the queue. */
export async function dequeue(scope: Scope, grantIds: readonly string[]): Promise<void> {
  await db(scope).keyWait.deleteMany({ where: { grantId: { in: [...grantIds] } } });
}

/** What was said of a benefit's pool, locked until the transaction ends. */
export async function lockPool(
  scope: Scope,
  benefit: { id: string; organizationId: string },
): Promise<Pick<KeyPool, 'lowToldAt' | 'emptyToldAt'>> {
  const [row] = await execute<Pick<KeyPool, 'lowToldAt' | 'emptyToldAt'>>(
    scope,
    sql`INSERT INTO key_pools AS t (benefit_id, organization_id)
        VALUES (${benefit.id}::uuid, ${benefit.organizationId}::uuid)
        ON CONFLICT (benefit_id) DO UPDATE SET organization_id = EXCLUDED.organization_id
        RETURNING t.low_told_at AS "lowToldAt", t.empty_told_at AS "emptyToldAt"`,
  );
  if (!row) throw new Error('The pool was not locked');
  return row;
}

export async function savePool(
  scope: Scope,
  benefitId: string,
  data: Pick<KeyPool, 'lowToldAt' | 'emptyToldAt'>,
): Promise<void> {
  await db(scope).keyPool.updateMany({ where: { benefitId }, data });
}

/** Benefits of any organization that have both grants that wait and free keys, at most `limit`: background work. */
export function findTendable(
  limit: number,
): Promise<{ benefitId: string; organizationId: string }[]> {
  return execute(
    null,
    sql`SELECT w.benefit_id AS "benefitId", w.organization_id AS "organizationId"
        FROM (SELECT DISTINCT t.benefit_id, t.organization_id FROM key_waits t) w
        WHERE EXISTS (SELECT FROM pool_keys p WHERE p.benefit_id = w.benefit_id AND p.status = 'free')
        LIMIT ${limit}::int`,
  );
}
