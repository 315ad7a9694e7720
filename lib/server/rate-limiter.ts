import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What is left of a caller's requests in the window that is running. */
export interface Quota {
  readonly remaining: number;
  /** Until the window ends; at least 1. */
  readonly seconds: number;
  /** The request that was just counted is one too many. */
  readonly isExceeded: boolean;
}

/** Counts the requests of callers in windows of a fixed length. */
export interface RateLimiter {
  /** The name, limit and window, as the header `RateLimit-Policy` tells them. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Counts a request of this caller. */
  count(caller: string): Promise<Quota>;
}

/** So many callers are counted at once; beyond that the one seen least lately is forgotten. */
const MAX_CALLERS = 20_000;
const WINDOW_SECONDS = 60;

/** A limiter that counts in this process's memory, of which it takes a bounded amount. */
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
