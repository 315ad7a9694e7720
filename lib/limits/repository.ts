import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { prisma } from '@/lib/database/client';
import { Prisma } from '@/lib/database/generated/client';
import { sql } from '@/lib/database/list';
import { read } from '@/lib/database/read';
import { type LimitKind, networkOf, type Rate } from '@/lib/limits/rules';
import { derivedSecret } from '@/lib/secrets';

// Limits belong to no organization, so they use no scope; and a failure stays counted when the
// transaction of its request is rolled back, so they use none of its transactions either.

export interface LimitKey extends Rate {
  key: string;
}

export interface Count extends LimitKey {
  points: number;
  /** When the window ends that the points were counted in. */
  endsAt: Date;
}

/** The keys of a subject's windows: of it only a keyed digest, never the address in clear. */
export function keysOf(kind: LimitKind, rates: readonly Rate[], subject: string): LimitKey[] {
  const name = isIPv6(subject) ? networkOf(subject) : subject;
  const mac = createHmac('sha256', derivedSecret('limits')).update(name).digest('base64url');
  // With the limit in it, what fails in sandbox is counted apart from what fails live.
  return rates.map((rate) => ({ ...rate, key: `${kind}:${rate.limit}/${rate.seconds}:${mac}` }));
}

/** The points of the windows that are not over. */
export async function counts(keys: readonly LimitKey[], now: Date): Promise<Count[]> {
  if (keys.length === 0) return [];
  const rows = await read(
    null,
    sql`SELECT key, points, expire::float8 FROM rate_limits
        WHERE key = ANY(${keys.map(({ key }) => key)}::text[])
          AND expire > ${now.getTime()}::bigint`,
    { prepared: 'always' },
  );
  return withRates(
    keys,
    rows.map(([key, points, expire]) => ({
      key: String(key),
      points: Number(points),
      expire: Number(expire),
    })),
  );
}

/** Adds a point to every window, which begins with its first point. */
export async function add(keys: readonly LimitKey[], now: Date): Promise<Count[]> {
  if (keys.length === 0) return [];
  // Always in one order: two requests with the same keys never wait for each other in a circle.
  const sorted = [...keys].sort((a, b) => (a.key < b.key ? -1 : 1));
  const values = sorted.map(
    ({ key, seconds }) => Prisma.sql`(${key}, 1, ${now.getTime() + seconds * 1000}::bigint)`,
  );
  const rows = await prisma().$queryRaw<{ key: string; points: number; expire: bigint }[]>`
    INSERT INTO rate_limits AS r (key, points, expire) VALUES ${Prisma.join(values)}
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN r.expire <= ${now.getTime()}::bigint THEN 1 ELSE r.points + 1 END,
      expire = CASE WHEN r.expire <= ${now.getTime()}::bigint THEN EXCLUDED.expire ELSE r.expire END
    RETURNING key, points, expire`;
  return withRates(keys, rows);
}

/** Removes the windows that are over. */
export async function removeOver(now: Date): Promise<void> {
  await prisma().rateLimit.deleteMany({ where: { expire: { lte: now.getTime() } } });
}

function withRates(
  keys: readonly LimitKey[],
  rows: readonly { key: string; points: number; expire: bigint | number }[],
): Count[] {
  const rates = new Map(keys.map((key) => [key.key, key]));
  return rows.flatMap(({ key, points, expire }) => {
    const rate = rates.get(key);
    return rate ? [{ ...rate, points, endsAt: new Date(Number(expire)) }] : [];
  });
}
