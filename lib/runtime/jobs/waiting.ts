import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';

// What waits in the queue, for the operator.

export interface WaitingJob {
  id: string;
  task: string;
  queue: string | null;
  payload: unknown;
  /** `waiting`: could run now; `scheduled`: its time has not come; `retrying`: that of its next try has not. */
  state: 'running' | 'waiting' | 'retrying' | 'scheduled';
  attempts: number;
  runAt: Date;
  lockedAt: Date | null;
  lastError: string | null;
}

/** At most `limit` jobs that are not dead, in the order in which they run, and how many there are. */
export async function findWaiting(limit: number): Promise<{ jobs: WaitingJob[]; total: number }> {
  const rows = await execute<WaitingJob & { total: number }>(
    null,
    sql`SELECT j.id::text, t.identifier AS task, q.queue_name AS queue, j.payload,
      CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.run_at <= now() THEN 'waiting'
        WHEN j.attempts > 0 THEN 'retrying' ELSE 'scheduled' END AS state,
      j.attempts::int, j.run_at AS "runAt", j.locked_at AS "lockedAt", j.last_error AS "lastError",
      (count(*) OVER ())::int AS total
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
    WHERE j.attempts < j.max_attempts OR j.locked_at IS NOT NULL
    ORDER BY j.locked_at, j.priority, j.run_at, j.id LIMIT ${limit}`,
  );
  return { jobs: rows.map(({ total: _, ...job }) => job), total: rows[0]?.total ?? 0 };
}

export interface LockedQueue {
  name: string;
  worker: string;
  lockedAt: Date;
  waiting: number;
}

/** The queues whose next job waits for the one before, with how many wait. */
export function findLockedQueues(): Promise<LockedQueue[]> {
  return execute<LockedQueue>(
    null,
    sql`SELECT q.queue_name AS name, q.locked_by AS worker, q.locked_at AS "lockedAt",
      (SELECT count(*)::int FROM graphile_worker._private_jobs j
       WHERE j.job_queue_id = q.id AND j.locked_at IS NULL AND j.attempts < j.max_attempts
         AND j.run_at <= now()) AS waiting
    FROM graphile_worker._private_job_queues q WHERE q.locked_by IS NOT NULL ORDER BY q.locked_at`,
  );
}

/** The jobs that could have run for so many seconds, and have not: how many, of which kinds, and since when. */
export async function findLate(seconds: number) {
  const [late] = await execute<{ count: number; tasks: string[]; oldest: Date }>(
    null,
    sql`SELECT count(*)::int, array_agg(DISTINCT t.identifier ORDER BY t.identifier) AS tasks, min(j.run_at) AS oldest
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE j.is_available AND j.run_at < now() - ${seconds}::int * interval '1 second'
    HAVING count(*) > 0`,
  );
  return late ?? null;
}
