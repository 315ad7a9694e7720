import { setTimeout as sleep } from 'node:timers/promises';
import { withoutPlace } from '@/lib/api/places';
import { ApiError } from '@/lib/contract/errors';

/** The delay of an answer about an account with too many failures. */
const DELAY_MS = 3000;
/** How many answers are delayed at the same time in this process. */
const MAX_DELAYED = 100;

/** Replaced in tests. */
export const clock = { sleep: (ms: number): Promise<unknown> => sleep(ms) };

let delayed = 0;

/**
 * Delays an answer, without a database connection or a place in the hashing queue. Throws 429 while too many
 * are delayed.
 */
export async function slowDown(): Promise<void> {
  if (delayed >= MAX_DELAYED) {
    throw new ApiError('TooManyRequests', 'Too many attempts at once. Try again in a moment.', {
      headers: { 'Retry-After': String(Math.ceil(DELAY_MS / 1000)) },
    });
  }
  delayed += 1;
  try {
    await withoutPlace(() => clock.sleep(DELAY_MS));
  } finally {
    delayed -= 1;
  }
}

/** An answer that depends on whether an address has an account takes at least this long (ms). */
const SAME_MS = 500;

/** Does work whose failures take a time that does not tell why it has failed. Throws what `work` throws. */
export async function failInSameTime<T>(work: () => Promise<T>): Promise<T> {
  const least = clock.sleep(SAME_MS);
  try {
    return await work();
  } catch (error) {
    await withoutPlace(() => least);
    throw error;
  }
}

/** Does work in a time that does not tell what there was to do. Throws what `work` throws, as late. */
export async function inSameTime<T>(work: () => Promise<T>): Promise<T> {
  const least = clock.sleep(SAME_MS);
  const [result] = await Promise.allSettled([work()]);
  await withoutPlace(() => least);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
