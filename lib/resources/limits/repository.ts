import { createHmac } from 'node:crypto';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { LimitKind, Rate } from '@/lib/resources/limits/rules';
import { networkOf } from '@/lib/runtime/client-address';
import { derivedSecret } from '@/lib/runtime/secrets';

// Limits belong to no organization, so these statements need no scope. Without one they run outside of the request's
// transaction: a failure stays counted when that is rolled back.

export interface LimitKey extends Rate {
  key: string;
}

/** A window that an attempt is counted in; `endsAt` (ms since 1970) tells it from the key's next window. */
export interface CountedWindow {
  key: string;
  endsAt: number;
}

/** A window whose limit is reached by failed and pending attempts together. */
export interface FullWindow extends CountedWindow {
  /** Whether failed attempts alone reach the limit; pending ones may still succeed. */
  isExhausted: boolean;
}

/** Added to a window's counters: `pending` attempts are running, `points` have failed. */
interface Change {
  points: number;
  pending: number;
}

/** The keys of a subject's windows. They contain a keyed digest of the subject, not the address itself. */
export function keysOf(kind: LimitKind, rates: readonly Rate[], subject: string): LimitKey[] {
  const name = networkOf(subject);
  const mac = createHmac('sha256', derivedSecret('limits')).update(name).digest('base64url');
  // The limit is part of the key, so that sandbox and live attempts are counted apart.
  return rates.map((rate) => ({ ...rate, key: `${kind}:${rate.limit}/${rate.seconds}:${mac}` }));
}

/**
 * Counts an attempt in every window, or in none where one of them is full. A window begins with its
 * first attempt. Returns the windows that it was counted in and the full ones. Where concurrent
 * statements fill a window at the same moment, `counted` is incomplete and `full` empty: the caller
 * has to undo what was counted and try again. With a scope in its transaction, which takes back the count if it fails.
 */
export async function count(
  keys: readonly LimitKey[],
  { points, pending }: Change,
  now: Date,
  scope: Scope | null = null,
): Promise<{ counted: CountedWindow[]; full: FullWindow[] }> {
  const at = now.getTime();
  const ends = keys.map(({ seconds }) => at + seconds * 1000);
  // Rows are locked in the order of their keys, so that concurrent attempts cannot deadlock.
  const rows = await execute<{ key: string; endsAt: number; isExhausted: boolean | null }>(
    scope,
    sql`WITH wanted AS (
          SELECT * FROM unnest(${keys.map(({ key }) => key)}::text[],
            ${keys.map(({ limit }) => limit)}::int[], ${ends}::bigint[]) AS w (key, max_count, expire)
        ), full_windows AS (
          SELECT r.key, r.expire, r.points >= w.max_count AS is_exhausted
          FROM wanted w JOIN rate_limits r ON r.key = w.key
          WHERE r.expire > ${at}::bigint AND r.points + r.pending >= w.max_count
        ), counted AS (
          INSERT INTO rate_limits AS r (key, points, pending, expire)
          SELECT key, ${points}::int, ${pending}::int, expire FROM wanted
          WHERE NOT EXISTS (SELECT FROM full_windows) ORDER BY key
          ON CONFLICT (key) DO UPDATE SET
            points = EXCLUDED.points + CASE WHEN r.expire > ${at}::bigint THEN r.points ELSE 0 END,
            pending = EXCLUDED.pending + CASE WHEN r.expire > ${at}::bigint THEN r.pending ELSE 0 END,
            expire = CASE WHEN r.expire > ${at}::bigint THEN r.expire ELSE EXCLUDED.expire END
          WHERE r.expire <= ${at}::bigint
            OR r.points + r.pending < (SELECT w.max_count FROM wanted w WHERE w.key = r.key)
          RETURNING r.key, r.expire
        )
        SELECT key, expire::float8 AS "endsAt", NULL::boolean AS "isExhausted" FROM counted
        UNION ALL SELECT key, expire::float8, is_exhausted FROM full_windows`,
    { prepared: true },
  );
  const counted: CountedWindow[] = [];
  const full: FullWindow[] = [];
  for (const { key, endsAt, isExhausted } of rows) {
    if (isExhausted === null) counted.push({ key, endsAt });
    else full.push({ key, endsAt, isExhausted });
  }
  return { counted, full };
}

/** Adds to the counters of these windows; one that has ended since is left as it is. */
export async function change(
  windows: readonly CountedWindow[],
  by: Change,
  scope: Scope | null = null,
): Promise<void> {
  await execute(
    scope,
    sql`WITH locked AS (
          SELECT r.key FROM rate_limits r
          JOIN unnest(${windows.map(({ key }) => key)}::text[],
            ${windows.map(({ endsAt }) => endsAt)}::bigint[]) AS w (key, expire)
            ON w.key = r.key AND w.expire = r.expire
          ORDER BY r.key FOR UPDATE OF r
        )
        UPDATE rate_limits r SET points = r.points + ${by.points}::int,
          pending = r.pending + ${by.pending}::int
        FROM locked WHERE locked.key = r.key`,
    { prepared: true },
  );
}

/** Deletes the windows that have ended, except rows that are locked by an attempt. */
export async function deleteExpired(now: Date): Promise<void> {
  await execute(
    null,
    sql`DELETE FROM rate_limits WHERE key IN (
          SELECT key FROM rate_limits WHERE expire <= ${now.getTime()}::bigint
          FOR UPDATE SKIP LOCKED)`,
  );
}
