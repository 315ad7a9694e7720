import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';

const LIMIT_MS = 5000;

let asking: Promise<void> | undefined;

/** Throws why the database cannot be used, within 5 seconds. Whoever asks at once shares the answer. */
export function assertAvailable(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const late = Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(late), LIMIT_MS);
  });
  try {
    await Promise.race([execute(null, sql`SELECT 1`), limit]);
  } finally {
    clearTimeout(timer);
  }
}
