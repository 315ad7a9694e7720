import type pg from 'pg';
import { logDead } from '@/lib/runtime/jobs/dead';

// A worker locks its jobs in the queue's tables. One that is killed leaves them locked, which the library
// forgives after four hours. So each worker also holds an advisory lock on its id for as long as its session
// lives, and jobs of workers without one are unlocked (docs/decisions/jobs.md).

const lockOf = (worker: string) => `hashtextextended(${worker}, 0)`;

/** Holds the lock that tells others that this worker lives, until the session ends. */
export async function holdLock(session: pg.Client, worker: string): Promise<void> {
  await session.query(`SELECT pg_advisory_lock(${lockOf('$1')})`, [worker]);
}

interface Abandoned {
  id: string;
  task: string;
  worker: string;
  is_dead: boolean;
}

/**
 * Unlocks the jobs of workers that no longer live, so that others run them again. `own` is the id of this
 * session's worker. Periodic tasks that have been queued again meanwhile are removed.
 */
export async function unlockAbandoned(
  session: pg.Client,
  own: string,
  periodic: readonly string[],
): Promise<void> {
  // A worker that has ended never comes back, so this stays true after the statement.
  const { rows } = await session.query<Abandoned>(
    `SELECT id::text, task_identifier AS task, locked_by AS worker,
       attempts >= max_attempts AND task_identifier <> ALL($2) AS is_dead
     FROM graphile_worker.jobs
     WHERE locked_by <> $1 AND pg_try_advisory_xact_lock(${lockOf('locked_by')})`,
    [own, periodic],
  );
  if (rows.length === 0) return;
  await session.query('SELECT graphile_worker.force_unlock_workers($1)', [
    rows.map(({ worker }) => worker),
  ]);
  await session.query(
    `SELECT FROM graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs
       WHERE key IS NULL AND locked_by IS NULL AND task_identifier = ANY($1)))`,
    [periodic],
  );
  for (const { id, task, is_dead } of rows) {
    if (is_dead) logDead({ id, task, error: new Error('Its worker was killed') });
  }
}
