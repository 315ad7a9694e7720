import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import type { StripeMode } from '@/lib/integrations/stripe/client';
import { env } from '@/lib/runtime/env';

// Calls to an account are counted over all nodes, in the database, so that together they stay within what Stripe takes in a
// second (docs/contract/payment-connections.md#calls).

/** In any second at most the part that flows and the part that may come at once: a little less than the limit. */
const FLOW = 0.75;
const AT_ONCE = 0.2;
/** What background work takes of it at most, so that buyers get in. */
const BACKGROUND = 0.6;
/** Endpoints that a live account may call at their own limit at once. */
const LIVE_TOTAL = 4;

declare global {
  var tilldeskBackground: AsyncLocalStorage<true> | undefined;
}

/** One a process, also where a bundler loads this module twice. */
globalThis.tilldeskBackground ??= new AsyncLocalStorage<true>();
const background = globalThis.tilldeskBackground;

/** Runs work for which nobody waits: its calls leave room for others. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return background.run(true, work);
}

/** Waits until a call of an account has its turn. */
export type Pace = (method: string, url: string) => Promise<void>;

/** The turns of an account in a mode: of all its calls, and of a live one of each endpoint too. */
export function paceOf({ accountId, mode }: { accountId: string; mode: StripeMode }): Pace {
  return async (method, url) => {
    const limit = env().STRIPE_CALLS_PER_SECOND;
    const total = mode === 'live' ? limit * LIVE_TOTAL : limit;
    const account = `${accountId} ${mode}`;
    const endpoint = `${account} ${method} ${endpointOf(url)}`;
    // Background work waits for its own turn before it takes one of everybody's.
    if (background.getStore()) {
      await turn(`${account} background`, total * BACKGROUND);
      if (mode === 'live') await turn(`${endpoint} background`, limit * BACKGROUND);
    }
    if (mode === 'live') await turn(endpoint, limit);
    await turn(account, total);
  };
}

/** The path of a call without the ids in it: Stripe counts what is asked, whatever it is asked of. */
function endpointOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.replace(/\/[a-z]+_\w*[A-Z0-9]\w*/g, '/:id');
}

/** Takes the next free moment of a name of which so many are free in a second, and waits for it. */
async function turn(name: string, perSecond: number): Promise<void> {
  const apart = 1 / (perSecond * FLOW);
  const [taken] = await execute<{ ahead: number }>(
    null,
    sql`INSERT INTO payment_paces AS p (name, next_at)
        VALUES (${name}, clock_timestamp() + make_interval(secs => ${apart}::float8))
        ON CONFLICT (name) DO UPDATE
          SET next_at = GREATEST(p.next_at, clock_timestamp()) + make_interval(secs => ${apart}::float8)
        RETURNING extract(epoch FROM next_at - clock_timestamp())::float8 AS ahead`,
    { prepared: true },
  );
  const wait = (taken?.ahead ?? 0) - apart - perSecond * AT_ONCE * apart;
  if (wait > 0) await sleep(wait * 1000);
}
