import { createHmac } from 'node:crypto';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import type { LimitKind, Rate } from '@/lib/resources/limits/rules';
import { networkOf } from '@/lib/runtime/client-address';
import { derivedSecret } from '@/lib/runtime/secrets';

// Limits belong to no organization, so they use no scope; and a failure stays counted when the
// transaction of its request is rolled back, so they use none of its transactions either.

export interface LimitKey extends Rate {
  key: string;
}

/** A window that an attempt is counted in; `endsAt` (ms) tells it from the key's next window. */
export interface Counted {
  key: string;
  endsAt: number;
}

/** A window with no room for another attempt. */
export interface Exhausted extends Counted {
  /** Whether failures alone fill it: otherwise attempts under way do, which may succeed. */
  isOver: boolean;
}

/** How a window's numbers change: `pending` attempts are under way, `points` have failed. */
interface Change {
  points: number;
  pending: number;
}

/** The keys of a subject's windows: of it only a keyed digest, never the address in clear. */
export function keysOf(kind: LimitKind, rates: readonly Rate[], subject: string): LimitKey[] {
  const name = networkOf(subject);
  const mac = createHmac('sha256', derivedSecret('limits')).update(name).digest('base64url');
  // With the limit in it, what fails in sandbox is counted apart from what fails live.
  return rates.map((rate) => ({ ...rate, key: `${kind}:${rate.limit}/${rate.seconds}:${mac}` }));
}

/**
 * Counts an attempt in every window, or in none where one of them has no room. A window begins with
 * its first attempt, and a refused one changes nothing in it. Answers the windows that it is counted
 * in and those that had no room. Both can be empty or incomplete: where other statements take the
 * last room at the same moment, the caller has to give back what it got and ask again.
 */
export async function take(
  keys: readonly LimitKey[],
  { points, pending }: Change,
  now: Date,
): Promise<{ taken: Counted[]; exhausted: Exhausted[] }> {
  const at = now.getTime();
  const ends = keys.map(({ seconds }) => at + seconds * 1000);
  // Rows are locked in the order of their keys, so that two attempts never wait for each other.
  const rows = await execute(
    null,
    sql`WITH wanted AS (
          SELECT * FROM unnest(${keys.map(({ key }) => key)}::text[],
            ${keys.map(({ limit }) => limit)}::int[], ${ends}::bigint[]) AS w (key, most, expire)
        ), exhausted AS (
          SELECT r.key, r.expire, r.points >= w.most AS is_over
          FROM wanted w JOIN rate_limits r ON r.key = w.key
          WHERE r.expire > ${at}::bigint AND r.points + r.pending >= w.most
        ), taken AS (
          INSERT INTO rate_limits AS r (key, points, pending, expire)
          SELECT key, ${points}::int, ${pending}::int, expire FROM wanted
          WHERE NOT EXISTS (SELECT FROM exhausted) ORDER BY key
          ON CONFLICT (key) DO UPDATE SET
            points = EXCLUDED.points + CASE WHEN r.expire > ${at}::bigint THEN r.points ELSE 0 END,
            pending = EXCLUDED.pending + CASE WHEN r.expire > ${at}::bigint THEN r.pending ELSE 0 END,
            expire = CASE WHEN r.expire > ${at}::bigint THEN r.expire ELSE EXCLUDED.expire END
          WHERE r.expire <= ${at}::bigint
            OR r.points + r.pending < (SELECT w.most FROM wanted w WHERE w.key = r.key)
          RETURNING r.key, r.expire
        )
        SELECT key, expire::float8, NULL::boolean FROM taken
        UNION ALL SELECT key, expire::float8, is_over FROM exhausted`,
    { prepared: true },
  );
  const taken: Counted[] = [];
  const exhausted: Exhausted[] = [];
  for (const [key, endsAt, isOver] of rows as [string, number, boolean | null][]) {
    if (isOver === null) taken.push({ key, endsAt });
    else exhausted.push({ key, endsAt, isOver });
  }
  return { taken, exhausted };
}

/** Changes the numbers of these windows; one that is over meanwhile is left alone. */
export async function change(windows: readonly Counted[], by: Change): Promise<void> {
  await execute(
    null,
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

/** Removes the windows that are over, except those that an attempt is just being counted in. */
export async function deleteExpired(now: Date): Promise<void> {
  await execute(
    null,
    sql`DELETE FROM rate_limits WHERE key IN (
          SELECT key FROM rate_limits WHERE expire <= ${now.getTime()}::bigint
          FOR UPDATE SKIP LOCKED)`,
  );
}
