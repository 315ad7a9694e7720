import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  type Job,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { logOutage } from '@/lib/database/connection/errors';
import { answerTimeout, setTimeouts } from '@/lib/database/connection/session';
import { env } from '@/lib/runtime/env';
import { logDead } from '@/lib/runtime/jobs/dead';
import type { JobHandler } from '@/lib/runtime/jobs/job';
import { holdLock, unlockAbandoned } from '@/lib/runtime/jobs/locks';
import { workerLogger } from '@/lib/runtime/jobs/logger';
import { log } from '@/lib/runtime/log';

/** Work that is done every minute and at the start of each worker, never twice at the same time. */
export interface PeriodicTask {
  readonly name: string;
  run(): Promise<void>;
}

/** Everything that workers do. */
export interface Work {
  readonly periodic: readonly PeriodicTask[];
  readonly handlers: readonly JobHandler[];
}

/** A running worker. */
export interface Worker {
  /** Takes no further job, waits for the running ones, and closes the connections. */
  stop(): Promise<void>;
}

/** How many jobs a node runs at once. */
const CONCURRENCY = 3;
/** One connection listens, the others take jobs and finish them. */
const CONNECTIONS = 3;
/** How often a worker looks for jobs whose time has come. Of new ones it hears at once. */
const POLL_MS = 5000;
const MINUTE_MS = 60_000;
/** How long closing may take after the last job; what is still locked then is unlocked by another worker. */
const CLOSE_MS = 10_000;
const SETTLE_MS = 500;
const PAUSE_MS = { least: 500, most: 10_000 };

/**
 * Starts a worker on DIRECT_DATABASE_URL. Returns at once: where the database is away, or connections break,
 * the worker starts again until it is stopped.
 */
export function startWorker(work: Work): Worker {
  const stopping = new AbortController();
  const ended = keepWorking(work, stopping.signal);
  return {
    stop: async () => {
      stopping.abort(new Error('The process stops'));
      await ended;
    },
  };
}

async function keepWorking(work: Work, signal: AbortSignal): Promise<void> {
  let pause = PAUSE_MS.least;
  while (!signal.aborted) {
    const started = Date.now();
    await workUntilBroken(work, signal).catch((error) => {
      log.warn({ err: error }, 'the worker of background jobs starts again');
      logOutage(error);
    });
    const wasStable = Date.now() - started > MINUTE_MS;
    pause = wasStable ? PAUSE_MS.least : Math.min(2 * pause, PAUSE_MS.most);
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/**
 * Works until the signal, or rejects with the first error of a connection: the answer to "take a job" may be
 * lost with it, and the job would stay locked for as long as this worker lives.
 */
async function workUntilBroken(work: Work, signal: AbortSignal): Promise<void> {
  const broken = new AbortController();
  const fail = (error: unknown) => broken.abort(error);
  const ending = AbortSignal.any([signal, broken.signal]);
  const session = new pg.Client(connection());
  session.on('error', fail).on('end', () => fail(new Error('Connection terminated')));
  const pool = new pg.Pool({ ...connection(), max: CONNECTIONS, onConnect: prepare });
  // The pool watches idle connections, nobody those in use.
  pool.on('error', fail).on('connect', (client) => void client.on('error', fail));
  const running = new Set<Promise<void>>();
  const interrupted: Job[] = [];
  const names = work.periodic.map(({ name }) => name);
  let worker = '';
  const unlock = () => unlockAbandoned(session, worker, names);
  const unlocking = setInterval(() => void unlock().catch(fail), MINUTE_MS).unref();
  let runner: Runner | undefined;
  try {
    await session.connect();
    await prepare(session);
    await unlock();
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      worker = workerPool.id;
      holdLock(session, worker).catch(fail);
    });
    events.on('worker:getJob:error', ({ error }) => fail(error));
    events.on('job:error', ({ job, error }) => {
      if (ending.aborted) interrupted.push(job);
      else logFailure(job, error);
    });
    nudgeAfterQueued(events, pool, ending);
    runner = await run({
      pgPool: pool,
      events,
      taskList: tasksOf(work, running, ending),
      parsedCronItems: parseCronItems(names.map(everyMinute)),
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      logger: workerLogger,
      noHandleSignals: true,
      // Else nobody waits for the statement that ends a job, and its error would be an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.then(() => fail(new Error('The worker has ended')), fail);
    await addNow(session, names);
    await untilAborted(ending);
    // Other statements fail with it: the library takes their errors quietly while it runs.
    if (!signal.aborted) await sleep(SETTLE_MS, undefined, { signal }).catch(() => {});
  } finally {
    clearInterval(unlocking);
    fail(new Error('The worker stops'));
    await close({ runner, running, interrupted, session, pool });
  }
  if (!signal.aborted) throw broken.signal.reason;
}

/**
 * Has a worker look for the next job of a queue once the end of the one before is written. The library tells
 * nobody: it writes the end beside its search for the next job, which then waits for the next poll. Either
 * statement gives a connection back to the pool.
 */
function nudgeAfterQueued(events: WorkerEvents, pool: pg.Pool, ending: AbortSignal): void {
  let looks = 0;
  events.on('pool:create', ({ workerPool }) => {
    pool.on('release', () => {
      if (looks === 0 || ending.aborted) return;
      looks -= 1;
      workerPool.nudge(1);
    });
  });
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id !== null) looks = 3;
  });
}

function connection(): pg.ClientConfig {
  const { DATABASE_URL, DIRECT_DATABASE_URL } = env();
  return {
    connectionString: DIRECT_DATABASE_URL ?? DATABASE_URL,
    connectionTimeoutMillis: 5000,
    query_timeout: answerTimeout(),
    keepAlive: true,
  };
}

async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query(setTimeouts('SET'));
}

/** Periodic tasks fail by themselves: the next minute is their next attempt. Jobs are run again by the queue. */
function tasksOf(
  { periodic, handlers }: Work,
  running: Set<Promise<void>>,
  signal: AbortSignal,
): TaskList {
  const tracked = (name: string, start: (payload: unknown) => Promise<void>) => {
    const task = (payload: unknown) => {
      const done: Promise<void> = start(payload).finally(() => running.delete(done));
      running.add(done);
      return done;
    };
    return [name, task] as const;
  };
  return Object.fromEntries([
    ...periodic.map(({ name, run: start }) =>
      tracked(name, () => start().catch((error) => logPeriodic(name, error))),
    ),
    ...handlers.map(({ name, run: start }) => tracked(name, (payload) => start(payload, signal))),
  ]);
}

/** The queue keeps a task from running beside itself, the key from waiting twice. */
function everyMinute(name: string): CronItem {
  return { task: name, match: '* * * * *', options: { queueName: name, jobKey: name } };
}

/** Queues the periodic tasks without waiting for the next minute. */
async function addNow(session: pg.Client, names: readonly string[]): Promise<void> {
  await session.query(
    `SELECT graphile_worker.add_job(name, queue_name := name, job_key := name)
     FROM unnest($1::text[]) AS names (name)`,
    [names],
  );
}

function logPeriodic(task: string, error: unknown): void {
  log.error({ err: error, task }, 'task failed');
  logOutage(error);
}

function logFailure(job: Job, error: unknown): void {
  const { id, task_identifier: task, attempts: attempt, max_attempts: of } = job;
  if (attempt >= of) {
    logDead({ id, task, error });
  } else {
    log.warn({ err: error, job: id, task, attempt, of }, 'a job failed, and is run again later');
    logOutage(error);
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Waits for the running jobs, and then as long as it makes sense for the database. Jobs that were interrupted
 * have not failed: another worker runs them at once.
 */
async function close(open: {
  runner: Runner | undefined;
  running: ReadonlySet<Promise<void>>;
  interrupted: readonly Job[];
  session: pg.Client;
  pool: pg.Pool;
}): Promise<void> {
  const stopped = open.runner?.stop().catch(() => {}); // it has ended by itself
  await Promise.allSettled(open.running);
  const closed = (async () => {
    await stopped;
    for (const { id, attempts } of open.interrupted) {
      await open.session.query(
        'SELECT FROM graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at := now(), attempts := $2)',
        [id, attempts - 1],
      );
    }
    await open.pool.end();
    await open.session.end();
  })();
  await Promise.race([closed.catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
}
