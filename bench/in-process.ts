// Measuring requests in this process, without HTTP, on a database of its own.

import { readFileSync } from 'node:fs';
import { usageOf } from '@/bench/processes';
import { db, disconnect } from '@/lib/database/connection/client';
import { startTemporary } from '@/lib/database/embedded/temporary';
import { migrate } from '@/lib/database/migrations/migrate';
import { provideSettings } from '@/lib/runtime/env';

export interface Measured {
  medianMs: number;
  /** Processor time of a request, of this process and of the database, ms. */
  cpuMs: number;
}

/** Runs `work` on a new database, which goes at the end. */
export async function withDatabase(work: () => Promise<void>): Promise<void> {
  const database = await startTemporary();
  try {
    provideSettings({
      DATABASE_URL: database.url,
      DIRECT_DATABASE_URL: database.url,
      APP_SECRET: 'a secret for benchmarks that is long enough',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_READS: '1000000',
    });
    await migrate(database.url);
    await work();
  } finally {
    await disconnect();
    await database.stop();
  }
}

/** The parent of a connection's process. */
export async function findPostmaster(): Promise<number> {
  const [row] = await db(null).$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${row?.pid}/status`, 'utf8'))?.[1]);
}

/** Measures so many requests one after the other, after one that is not measured. */
export async function sample(
  { postmaster, requests }: { postmaster: number; requests: number },
  request: () => Promise<unknown>,
): Promise<Measured> {
  await request();
  const cpu = cpuClock(postmaster);
  const times: number[] = [];
  for (let nth = 0; nth < requests; nth += 1) {
    const start = performance.now();
    await request();
    times.push(performance.now() - start);
  }
  return { medianMs: median(times), cpuMs: cpu() / requests };
}

/** Milliseconds of processor time since it was made, of this process and of the database. */
export function cpuClock(postmaster: number): () => number {
  const now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + usageOf(process.pid, postmaster).databaseMs;
  };
  const before = now();
  return () => now() - before;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
