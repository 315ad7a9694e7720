import type { z } from 'zod';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';

/**
 * Jobs of one lane share slots of a node, and never wait for a slot that one of another lane has: `tasks` are the
 * periodic tasks and whatever has no lane of its own.
 */
export type Lane = 'tasks' | 'mails' | 'clocks' | 'effects';

/** A kind of job: its name in the queue, and the payload that it takes. */
export interface JobKind<Payload> {
  readonly name: string;
  /** Stored as JSON and parsed before a run, which may be by a later version of the product. */
  readonly payload: z.ZodType<Payload>;
  /** After so many runs that failed, each later than the one before, the job is dead. */
  readonly maxAttempts: number;
  readonly lane: Lane;
}

/** Declares a kind of job. Its payload holds ids: a job reads the rows as they are when it runs. */
export function jobKind<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  { maxAttempts = 25, lane = 'tasks' }: { maxAttempts?: number; lane?: Lane } = {},
): JobKind<Payload> {
  return { name, payload, maxAttempts, lane };
}

/** What a worker does for a kind of job. */
export interface JobHandler {
  readonly name: string;
  readonly lane: Lane;
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

/**
 * Binds a kind of job to what it does. `run` has to be safe to run twice and beside itself: a worker that is
 * killed leaves its jobs to others. It throws to be run again later. `signal` is aborted when the process
 * stops: work that takes long then throws `signal.reason`, which is no failure, and the next worker runs it again.
 */
export function handler<Payload>(
  { name, payload, lane }: JobKind<Payload>,
  run: (payload: Payload, signal: AbortSignal) => Promise<void>,
): JobHandler {
  return { name, lane, run: async (given, signal) => run(payload.parse(given), signal) };
}

export interface JobOptions {
  /**
   * Jobs of one queue run one after the other, by priority and then in the order of their times. The default is one
   * queue for each kind, so that no organization's jobs take more than one slot; null is none.
   */
  queue?: string | null;
  /** The lowest goes first; default 0. */
  priority?: number;
  /** Replaces the waiting job with this key; one that runs already is followed by this one. */
  key?: string;
  /** Not before this moment of real time; default at once. */
  runAt?: Date;
}

/**
 * Adds a job in the transaction of its cause: the job exists where that commits, and workers hear of it then
 * (docs/decisions/jobs.md). Returns its id. Throws outside of a transaction.
 */
export async function addJob<Payload>(
  scope: Scope,
  { name, payload: schema, maxAttempts }: JobKind<Payload>,
  payload: Payload,
  { queue = name, priority = 0, key, runAt }: JobOptions = {},
): Promise<string> {
  if (!scope.connection) throw new Error(`The job ${name} needs the transaction that causes it`);
  const [added] = await execute<{ id: string }>(
    scope,
    sql`SELECT id::text AS id FROM graphile_worker.add_job(${name}::text, ${JSON.stringify(schema.parse(payload))}::json,
      queue_name := ${queue}::text, job_key := ${key ?? null}::text, priority := ${priority}::int,
      run_at := ${runAt ?? null}::timestamptz, max_attempts := ${maxAttempts}::int)`,
  );
  if (!added) throw new Error(`The job ${name} was not added`);
  return added.id;
}
