import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The remaining requests of a caller in the current window. */
export interface Quota {
  readonly remaining: number;
  /** Seconds until the window ends; at least 1. */
  readonly seconds: number;
  /** Whether the counted request exceeds the limit. */
  readonly isExceeded: boolean;
}

/** Counts the requests of callers in windows of a fixed length. */
export interface RateLimiter {
  /** Name, limit and window, for the header `RateLimit-Policy`. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Counts a request of this caller. */
  count(caller: string): Promise<Quota>;
}

/** How many callers are counted; beyond that the least recently used one is evicted. */
const MAX_CALLERS = 20_000;
const WINDOW_SECONDS = 60;

/** A limiter that counts in the memory of this process, of bounded size. */
export function memoryRateLimiter(
  name: string,
  limit: number,
  mostCallers = MAX_CALLERS,
): RateLimiter {
  const counts = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  const callers = new LRUCache<string, true>({
    max: mostCallers,
    dispose: (_, caller, reason) => {
      if (reason === 'evict') void counts.delete(caller);
    },
  });
  return {
    name,
    limit,
    windowSeconds: WINDOW_SECONDS,
    count: async (caller) => {
      callers.set(caller, true);
      try {
        return quotaOf(await counts.consume(caller), false);
      } catch (over) {
        if (over instanceof RateLimiterRes) return quotaOf(over, true);
        throw over;
      }
    },
  };
}

function quotaOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): Quota {
  return {
    remaining: remainingPoints,
    seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    isExceeded,
  };
}
