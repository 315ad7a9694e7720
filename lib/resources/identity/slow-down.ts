import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@/lib/contract/errors';

/** How long an answer about an account with too many wrong guesses is held back. */
const DELAY_MS = 3000;
/** So many answers are held back at once in this process. */
const MAX_DELAYED = 100;

/** How time passes; tests put another in its place. */
export const clock = { sleep: (ms: number): Promise<unknown> => sleep(ms) };

let delayed = 0;

/**
 * Holds an answer back. It keeps neither a connection to the database nor a place in the queue of
 * passwords meanwhile. Throws 429 while too many are held back.
 */
export async function slowDown(): Promise<void> {
  if (delayed >= MAX_DELAYED) {
    throw new ApiError('TooManyRequests', 'Too many attempts at once. Try again in a moment.', {
      headers: { 'Retry-After': String(Math.ceil(DELAY_MS / 1000)) },
    });
  }
  delayed += 1;
  try {
    await clock.sleep(DELAY_MS);
  } finally {
    delayed -= 1;
  }
}
