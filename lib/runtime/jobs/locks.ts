import type pg from 'pg';
import { execute } from '@/lib/database/connection/execute';
import { raw, sql } from '@/lib/database/connection/sql';
import { logDead } from '@/lib/runtime/jobs/dead';
import { log } from '@/lib/runtime/log';

// A worker locks its jobs and their queues in the library's tables. One that is killed leaves them locked, which the
// library forgives after four hours. So each worker also holds an advisory lock on its id for as long as its session
// lives, and what workers without one have locked is unlocked (docs/decisions/jobs.md).

const lockOf = (worker: string) => `hashtextextended(${worker}, 0)`;

/** Of the lock that every worker shares. */
const ANY_WORKER = lockOf("'any worker'");

/** Holds the lock that tells others that this worker lives, until the session ends. */
export async function holdLock(session: pg.Client, worker: string): Promise<void> {
  await session.query(
    `SELECT pg_advisory_lock(${lockOf('$1')}), pg_advisory_lock_shared(${ANY_WORKER})`,
    [worker],
  );
}

/** Whether a worker lives on any node. */
export async function isAnyWorkerAlive(): Promise<boolean> {
  const [found] = await execute<{ is_free: boolean }>(
    null,
    sql`SELECT pg_try_advisory_xact_lock(${raw(ANY_WORKER)}) AS is_free`,
  );
  return found?.is_free === false;
}

/**
 * Has PostgreSQL end the session of a host that is gone without a word within a minute, instead of hours: the lock
 * goes with it.
 */
export async function watchHost(session: pg.Client): Promise<void> {
  await session.query(
    'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3',
  );
}

/** Which workers hold a job or a queue, and which of them live no more. Takes the ids of the session's own workers. */
const ABANDONING = `SELECT locked_by FROM (
    SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL
    UNION SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL) holding
  WHERE locked_by <> ALL($1) AND pg_try_advisory_xact_lock(${lockOf('locked_by')})`;

/**
 * Frees queues whose worker holds no job of them: it has never begun, or lost its job to one that ran the job as
 * well. A worker locks queue and job by one statement, so a lock without a job stays without one for as long as it is
 * the same lock, which its owner and time tell: one that was taken since is left alone.
 */
const FREE_QUEUES = `WITH empty AS MATERIALIZED (
    SELECT q.id, q.locked_by, q.locked_at FROM graphile_worker._private_job_queues q
    WHERE q.locked_by IS NOT NULL AND NOT EXISTS (
      SELECT FROM graphile_worker._private_jobs j
      WHERE j.job_queue_id = q.id AND j.locked_by = q.locked_by))
  UPDATE graphile_worker._private_job_queues q SET locked_by = NULL, locked_at = NULL
  FROM empty WHERE q.id = empty.id AND q.locked_by = empty.locked_by AND q.locked_at = empty.locked_at
  RETURNING q.queue_name AS queue`;

/**
 * Ends what a node whose clock was ahead has left: the library queues a periodic task only after the time of its last
 * run, and that would be in the future.
 */
const FORGET_FUTURE = `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
  WHERE last_execution > now() + interval '5 minutes'`;

interface Abandoned {
  id: string;
  task: string;
  is_dead: boolean;
}

/**
 * Unlocks the jobs and queues of workers that no longer live, and queues that are locked for no job, so that others
 * run what waits in them. `own` are the ids of this session's workers. Periodic tasks that have been queued again
 * meanwhile are removed.
 */
export async function unlockAbandoned(
  session: pg.Client,
  own: readonly string[],
  periodic: readonly string[],
): Promise<void> {
  // A worker that has ended never comes back, so this stays true after the statement.
  const ended = await session.query<{ locked_by: string }>(ABANDONING, [own]);
  const workers = ended.rows.map(({ locked_by }) => locked_by);
  if (workers.length > 0) {
    const { rows } = await session.query<Abandoned>(
      `SELECT id::text, task_identifier AS task,
         attempts >= max_attempts AND task_identifier <> ALL($2) AS is_dead
       FROM graphile_worker.jobs WHERE locked_by = ANY($1)`,
      [workers, periodic],
    );
    await session.query('SELECT graphile_worker.force_unlock_workers($1)', [workers]);
    await session.query(
      `SELECT FROM graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs
         WHERE key IS NULL AND locked_by IS NULL AND task_identifier = ANY($1)))`,
      [periodic],
    );
    for (const { id, task, is_dead } of rows) {
      if (is_dead) logDead({ id, task, error: new Error('Its worker was killed') });
    }
  }
  await session.query(FORGET_FUTURE);
  const freed = await session.query<{ queue: string }>(FREE_QUEUES);
  const queues = freed.rows.map(({ queue }) => queue);
  if (queues.length > 0) log.warn({ queues }, 'queues that were locked for no job are free again');
}
