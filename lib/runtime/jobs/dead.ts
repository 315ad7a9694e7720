import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { addJob, type JobKind } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';

// Dead jobs: those that have failed as often as their kind allows. They stay until the operator runs them
// again or removes them.

export interface DeadJob {
  id: string;
  task: string;
  payload: unknown;
  attempts: number;
  createdAt: Date;
  lastError: string | null;
}

/** Says in the log that a job is dead, and what to do. */
export function logDead({ id, task, error }: { id: string; task: string; error: unknown }): void {
  log.error(
    { err: error, job: id, task },
    'a job has failed for the last time: `npm run jobs` lists it; remove the cause, then run it again ' +
      `with \`npm run jobs -- --retry ${id}\``,
  );
}

/**
 * Adds a job that is dead from the beginning, in the transaction of its cause: what has failed as often as it
 * may elsewhere, and is run again by the operator.
 */
export async function addDeadJob<Payload>(
  scope: Scope,
  kind: JobKind<Payload>,
  payload: Payload,
  error: string,
): Promise<void> {
  const id = await addJob(scope, kind, payload);
  await execute(
    scope,
    sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = ${error}
        WHERE id = ${id}::bigint`,
  );
}

/** All dead jobs, oldest first. */
export function findDead(): Promise<DeadJob[]> {
  return execute<DeadJob>(
    null,
    sql`SELECT j.id::text, j.task_identifier AS task, p.payload, j.attempts::int, j.created_at AS "createdAt",
      j.last_error AS "lastError"
    FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p ON p.id = j.id
    WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL ORDER BY j.id`,
  );
}

/** Has dead jobs run again at once, as if they had never failed; returns how many there were. */
export async function retryDead(ids: readonly string[]): Promise<number> {
  const retried = await execute(
    null,
    sql`SELECT id FROM graphile_worker.reschedule_jobs(${[...ids]}::bigint[], run_at := now(), attempts := 0)`,
  );
  return retried.length;
}

/** Removes dead jobs for good; returns how many there were. */
export async function removeDead(ids: readonly string[]): Promise<number> {
  const removed = await execute(
    null,
    sql`SELECT id FROM graphile_worker.complete_jobs(${[...ids]}::bigint[])`,
  );
  return removed.length;
}
