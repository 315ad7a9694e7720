import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset } from '@/bench/environment';
import { freePort } from '@/lib/database/embedded/postmaster';
import { Run } from '@/testing/product';

const PAUSE_MS = 10;

/** Milliseconds from `npm start` on a data directory until it answers. */
export interface Started {
  /** A request of the API, with a token. */
  api: number;
  page: number;
}

/** Starts the product on a data directory that it has been started on before, and stops it again. */
export async function measureStart(dataDir: string, { token }: Dataset): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const run = new Run(['start'], { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' });
  let hasEnded = false;
  run.ended.then(() => {
    hasEnded = true;
  });
  const answered = async (path: string, headers: Record<string, string>): Promise<number> => {
    for (;;) {
      const answer = await fetch(`http://localhost:${port}${path}`, { headers }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return performance.now() - begun;
      if (answer || hasEnded) throw new Error(`No start: ${answer?.status}\n${run.errors}`);
      await sleep(PAUSE_MS);
    }
  };
  try {
    const api = await answered('/v1/organizations/', { Authorization: `Bearer ${token}` });
    return { api, page: await answered('/sign-in', {}) };
  } finally {
    await run.stop();
  }
}
