import type { Outage } from '@/lib/database/connection/errors';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import { isClockWrong, replaceClock } from '@/lib/runtime/clock';
import { env } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';
import { type Repeated, repeat } from '@/lib/runtime/repeat';

const MINUTE_MS = 60_000;
/** A difference that is logged, in milliseconds. */
const WARN_MS = 5000;
/** How often the database is asked at once: the quickest answer is the most exact. */
const QUESTIONS = 3;

const ADVICE =
  "set this computer's clock (chronyd or ntpd keeps it right), or CLOCK_TOLERANCE_SECONDS";

/** Why nothing is written while this computer's clock is wrong. */
export const CLOCK_OUTAGE: Outage = {
  detail: "The server's clock is wrong, so nothing can be changed here. Try again in a minute.",
  advice: `The clock of this computer is wrong: ${ADVICE}.`,
  retryAfter: 60,
};

interface Comparison {
  /** By how many milliseconds this computer's clock is ahead of the database's; behind where negative. */
  readonly aheadMs: number;
  /** The database's time, and when that was by the monotonic clock. */
  readonly reference: { readonly time: number; readonly readAt: number };
}

/**
 * Compares this computer's clock with the database's (docs/contract/installation.md#clocks). Over 5 seconds are
 * logged. Over CLOCK_TOLERANCE_SECONDS the clock counts as wrong until it is right again: `realTime()` is then the
 * database's. Returns by how many milliseconds this computer's clock is ahead (behind where negative); 0 where the
 * clocks are not compared. Throws where the database does not answer.
 */
export async function compareClocks(): Promise<number> {
  const { CLOCK_TOLERANCE_SECONDS } = env();
  if (CLOCK_TOLERANCE_SECONDS === 0) {
    replaceClock(null);
    return 0;
  }
  const { aheadMs, reference } = await measure();
  const wasWrong = isClockWrong();
  const isWrong = Math.abs(aheadMs) > CLOCK_TOLERANCE_SECONDS * 1000;
  replaceClock(isWrong ? reference : null);
  const seconds = Math.round(Math.abs(aheadMs) / 100) / 10;
  const found = `The clock of this computer is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
  if (isWrong) {
    const effect = 'until then this node runs no background jobs and answers writes with 503';
    log.error({ aheadMs }, `${found}: ${ADVICE}; ${effect}`);
  } else if (Math.abs(aheadMs) > WARN_MS) {
    log.warn({ aheadMs }, `${found}: ${ADVICE}`);
  } else if (wasWrong) {
    log.info('the clock of this computer is right again');
  }
  return aheadMs;
}

/**
 * Compares the clocks now, and then each minute. Resolves after the first time; where the database does not answer,
 * what was found before stays.
 */
export async function watchClock(): Promise<Repeated> {
  const compare = async () => {
    try {
      await compareClocks();
    } catch (error) {
      log.warn({ err: error }, "this computer's clock could not be compared with the database's");
    }
  };
  const watching = repeat(compare, MINUTE_MS);
  await watching.first;
  return watching;
}

async function measure(): Promise<Comparison> {
  let best: (Comparison & { roundTrip: number }) | undefined;
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const own = Date.now();
    const before = performance.now();
    const [answer] = await execute<{ time: number }>(
      null,
      sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time`,
    );
    const roundTrip = performance.now() - before;
    const time = answer?.time ?? own;
    // The database read its clock at some moment of the round trip: only what is beyond it is a difference.
    const ahead = own + roundTrip / 2 - time;
    const aheadMs = Math.sign(ahead) * Math.max(0, Math.abs(ahead) - roundTrip / 2);
    const reference = { time, readAt: before + roundTrip / 2 };
    if (!best || roundTrip < best.roundTrip) best = { aheadMs, reference, roundTrip };
  }
  if (!best) throw new Error('The clocks were not compared');
  return best;
}
