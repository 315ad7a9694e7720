import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { TestClock } from '@/lib/database/generated/client';
import { lapsing } from '@/lib/database/query/lapse';
import { OPEN } from '@/lib/database/query/open-payments';

export type TestClockRow = TestClock;

/** The test clock of one of the scope's organizations; null where it has none. */
export function find(scope: Scope, organizationId: string): Promise<TestClockRow | null> {
  return db(scope).testClock.findUnique({ where: { organizationId } });
}

/**
 * The same, locked until the transaction ends; made where there is none, frozen at `now`. Waits for changes of
 * sales that are under way.
 */
export async function lock(scope: Scope, organizationId: string, now: Date): Promise<TestClockRow> {
  await db(scope).testClock.createMany({
    data: { organizationId, now },
    skipDuplicates: true,
  });
  await execute(
    scope,
    sql`SELECT FROM test_clocks c WHERE ${tenant(scope, 'c', [organizationId])} FOR UPDATE`,
  );
  return db(scope).testClock.findUniqueOrThrow({ where: { organizationId } });
}

/** Begins an advance of a locked clock. What the last one has set aside is tried again. */
export async function begin(scope: Scope, organizationId: string, target: Date) {
  await db(scope).testClockFailure.deleteMany({ where: { organizationId } });
  return db(scope).testClock.update({
    where: { organizationId },
    data: { target, done: 0, total: 0, failed: 0 },
  });
}

/** Ends an advance: the clock is at its target. */
export async function end(scope: Scope, { organizationId, target, now }: TestClockRow) {
  await db(scope).testClock.update({
    where: { organizationId },
    data: { now: target ?? now, target: null },
  });
}

/** Writes how far an advance is; its clock never goes back. */
export async function saveProgress(
  organizationId: string,
  { now, done, total }: { now: Date; done: number; total: number },
): Promise<void> {
  await execute(
    null,
    sql`UPDATE test_clocks SET now = greatest(now, ${now.toISOString()}::timestamptz), done = ${done}, total = ${total}
        WHERE organization_id = ${organizationId}::uuid AND target IS NOT NULL`,
    { prepared: true },
  );
}

/** A thing that an advance has to do. */
export interface DueItem {
  kind: 'subscription' | 'pending' | 'payment' | 'expiry' | 'reminder' | 'activation';
  /** The row: a subscription, a payment attempt, a checkout, or an activation of a license key. */
  id: string;
  /** What it is about: the subscription, the checkout or the license key. */
  objectId: string;
  /** Those of one chain are done one after the other: what a checkout pays may change a subscription. */
  chain: string;
  at: Date;
}

/**
 * What is due in an organization by `to` and is not set aside, in its order, with `now` as the time of what
 * was due before.
 */
export async function findDue(
  scope: Scope,
  organizationId: string,
  { now, to, limit }: { now: Date; to: Date; limit: number },
): Promise<DueItem[]> {
  const own = sql`t.organization_id = ${organizationId}::uuid`;
  const until = sql`${to.toISOString()}::timestamptz`;
  const isKept = sql`NOT EXISTS (SELECT FROM test_clock_failures f WHERE f.organization_id = t.organization_id
    AND f.object_id = `;
  return execute<DueItem>(
    scope,
    sql`SELECT x.kind, x.id, x.object_id AS "objectId", x.chain, m.at FROM (
          (SELECT 'subscription' AS kind, t.id, t.id AS object_id, t.id AS chain, t.next_action_at AS at
           FROM subscriptions t
           WHERE ${own} AND t.next_action_at <= ${until} AND ${isKept} t.id)
             AND NOT EXISTS (SELECT FROM payment_attempts a
                             WHERE a.subscription_id = t.id AND a.status IN (${OPEN}))
           ORDER BY t.next_action_at, t.id LIMIT ${limit}::int)
          UNION ALL
          (SELECT CASE t.status WHEN 'pending' THEN 'pending' ELSE 'payment' END, t.id,
                  coalesce(t.subscription_id, t.checkout_id),
                  coalesce(t.subscription_id, c.subscription_id, t.checkout_id),
                  coalesce(t.expected_at, t.created_at) AS at
           FROM payment_attempts t LEFT JOIN checkouts c ON c.id = t.checkout_id
           WHERE ${own} AND (t.status = 'pending' OR t.status IN ('requires_action', 'processing') AND t.expected_at IS NOT NULL)
             AND coalesce(t.expected_at, t.created_at) <= ${until}
             AND ${isKept} coalesce(t.subscription_id, t.checkout_id))
           ORDER BY at, t.id LIMIT ${limit}::int)
          UNION ALL
          (SELECT 'reminder', t.id, t.id, t.id, t.remind_at FROM subscriptions t
           WHERE ${own} AND t.remind_at <= ${until} AND ${isKept} t.id)
           ORDER BY t.remind_at, t.id LIMIT ${limit}::int)
          UNION ALL
          (SELECT 'activation', t.id, t.license_key_id, t.license_key_id, t.expires_at FROM license_activations t
           WHERE ${own} AND t.expires_at <= ${until} AND ${isKept} t.license_key_id)
           ORDER BY t.expires_at, t.id LIMIT ${limit}::int)
          UNION ALL
          (SELECT 'expiry', t.id, t.id, t.id, t.expires_at FROM checkouts t
           WHERE ${own} AND ${lapsing('checkouts')} AND t.expires_at <= ${until} AND ${isKept} t.id)
           ORDER BY t.expires_at, t.id LIMIT ${limit}::int)
        ) x CROSS JOIN LATERAL (SELECT greatest(x.at, ${now.toISOString()}::timestamptz) AS at) m
        ORDER BY m.at, x.object_id LIMIT ${limit}::int`,
    { prepared: true },
  );
}

/** Sets an item aside, so that the advance goes on without it; false where that is done already. */
export async function setAside(
  scope: Scope,
  failure: { organizationId: string; objectId: string; kind: string; dueAt: Date; error: string },
): Promise<boolean> {
  const { count } = await db(scope).testClockFailure.createMany({
    data: failure,
    skipDuplicates: true,
  });
  const { organizationId } = failure;
  if (count > 0) {
    await db(scope).testClock.update({
      where: { organizationId },
      data: { failed: { increment: 1 } },
    });
  }
  return count > 0;
}

/** Has what is due of an object run again with the others. */
export async function requeue(scope: Scope, objectId: string): Promise<void> {
  await db(scope).testClockFailure.deleteMany({ where: { objectId } });
}

/**
 * Waits, at most so many milliseconds, until the transactions have ended that run now: those of requests that
 * began before an organization had a test clock.
 */
export async function waitForWriters(milliseconds: number): Promise<void> {
  const [mark] = await execute<{ xmax: string }>(
    null,
    sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xmax`,
  );
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    const [{ over } = { over: true }] = await execute<{ over: boolean }>(
      null,
      sql`SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${mark?.xmax}::xid8 AS over`,
    );
    if (over) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether the advance of a clock waits for a worker; `task` is the name of its jobs. */
export async function isAnotherWaiting(task: string): Promise<boolean> {
  const found = await execute(
    null,
    sql`SELECT FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = ${task} AND j.is_available AND j.run_at <= now() LIMIT 1`,
  );
  return found.length > 0;
}
