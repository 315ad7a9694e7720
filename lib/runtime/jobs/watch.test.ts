import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { env } from '@/lib/runtime/env';
import { holdLock } from '@/lib/runtime/jobs/locks';
import { Watch } from '@/lib/runtime/jobs/watch';
import { log } from '@/lib/runtime/log';

const MINUTE = 60_000;

afterEach(async () => {
  await db(null).$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

/** What looks at these minutes after a start log as errors, each as the first words. */
async function looks(watch: Watch, minutes: readonly number[]): Promise<string[]> {
  const errors = vi.spyOn(log, 'error');
  try {
    for (const minute of minutes) await watch.look(minute * MINUTE);
    return errors.mock.calls.map((given) => given.map(String).join(' '));
  } finally {
    errors.mockRestore();
  }
}

async function aliveWorker() {
  const session = new pg.Client({ connectionString: env().DATABASE_URL });
  await session.connect();
  onTestFinished(() => session.end());
  await holdLock(session, 'pool-alive');
  return session;
}

/** Adds a job whose time was so many minutes ago, in a queue, after so many tries. */
async function addJob(minutesAgo: number, attempts = 0): Promise<void> {
  // In a statement of its own: as a subquery of the update it is not run where a plan meets no row to compare.
  const [{ id } = { id: 0n }] = await db(null).$queryRaw<{ id: bigint }[]>`
    SELECT id FROM graphile_worker.add_job('note', queue_name := 'notes',
      run_at := now() - ${minutesAgo}::int * interval '1 minute')`;
  await db(null).$executeRaw`
    UPDATE graphile_worker._private_jobs SET attempts = ${attempts}::int WHERE id = ${id}::bigint`;
}

test('an error tells each minute that no worker has run for five', async () => {
  const missing = /^no worker has run for (\d+) minutes: .+WORKER=on/;
  const found = await looks(new Watch(0), [1, 2, 3, 4, 5, 6]);
  expect(found.map((line) => missing.exec(line)?.[1])).toEqual(['5', '6']);
});

test('a worker anywhere is enough, until it is gone for five minutes', async () => {
  const watch = new Watch(0);
  const session = await aliveWorker();
  expect(await looks(watch, [5, 6, 7])).toEqual([]);
  await session.query('SELECT pg_advisory_unlock_all()');
  expect(await looks(watch, [8, 9, 11, 12, 13])).toHaveLength(2);
});

test('an error tells each minute that a job has waited for five, also in the order of its queue', async () => {
  await aliveWorker();
  const watch = new Watch(0);
  await addJob(4);
  await addJob(-60);
  await addJob(-60, 3);
  expect(await looks(watch, [5, 6])).toEqual([]);
  await addJob(6);
  const found = await looks(watch, [7, 8]);
  expect(found).toEqual(
    Array(2).fill(expect.stringMatching(/jobs have waited for over 5 minutes/)),
  );
  await db(null)
    .$executeRaw`UPDATE graphile_worker._private_job_queues SET locked_by = 'other', locked_at = now()`;
  expect(await looks(watch, [9])).toHaveLength(1);
});

test('a node that starts gives the jobs five minutes', async () => {
  await aliveWorker();
  await addJob(600);
  expect(await looks(new Watch(0), [1, 4])).toEqual([]);
});
