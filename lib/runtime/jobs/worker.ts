import { EventEmitter, setMaxListeners } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
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
import { isConflict, logOutage, outageOf } from '@/lib/database/connection/errors';
import { directConnection, setTimeouts } from '@/lib/database/connection/session';
import { logDead } from '@/lib/runtime/jobs/dead';
import type { JobHandler, Lane } from '@/lib/runtime/jobs/job';
import { holdLock, unlockAbandoned, watchHost } from '@/lib/runtime/jobs/locks';
import { log } from '@/lib/runtime/log';
import { workerLogger } from '@/lib/runtime/queue-logger';

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

/** How many jobs of each lane a node runs at once. */
const SLOTS: Record<Lane, number> = { tasks: 3, mails: 3, clocks: 1, effects: 3 };
const LANES: readonly Lane[] = ['tasks', 'mails', 'clocks', 'effects'];
/** One connection a lane listens, the others take jobs and finish them. */
const CONNECTIONS = LANES.length + 2;
/** How often a worker looks for jobs whose time has come. Of new ones it hears at once. */
const POLL_MS = 5000;
/** When a worker looks for the next job of a queue, after the work of the one before. */
const LOOKS_MS = [2, 10, 50, 250, 1000];
const MINUTE_MS = 60_000;
/** How long closing may take after the last job; what is still locked then is unlocked by another worker. */
const CLOSE_MS = 10_000;
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
  const lost = new AbortController();
  // Each connection and each lane listens; Node takes more than ten for a leak, and warns.
  setMaxListeners(CONNECTIONS + 2 * LANES.length, lost.signal);
  const fail = (error: unknown) => lost.abort(error);
  const ending = AbortSignal.any([signal, lost.signal]);
  const session = new pg.Client(directConnection());
  session.on('error', fail).on('end', () => fail(new Error('Connection terminated')));
  const pool = openPool({ ending, lost: lost.signal, fail });
  const running = new Set<Promise<void>>();
  const interrupted: Job[] = [];
  const periodic = work.periodic.map(({ name }) => name);
  const workers: string[] = [];
  const runners: Runner[] = [];
  const unlock = () => unlockAbandoned(session, workers, periodic);
  const unlocking = setInterval(() => void unlock().catch(fail), MINUTE_MS).unref();
  try {
    await session.connect();
    await prepare(session);
    await watchHost(session);
    await unlock();
    for (const lane of LANES) {
      const taskList = tasksOf(work, lane, { running, ending, lost: lost.signal });
      if (Object.keys(taskList).length === 0) continue;
      const events: WorkerEvents = new EventEmitter();
      let held: Promise<void> | undefined;
      events.on('pool:create', ({ workerPool }) => {
        workers.push(workerPool.id);
        held = holdLock(session, workerPool.id);
        held.catch(fail);
      });
      events.on('worker:getJob:error', ({ error }) => fail(error));
      events.on('job:error', ({ job, error }) => {
        if (ending.aborted) interrupted.push(job);
        else logFailure(job, error);
      });
      nudgeAfterQueued(events, ending);
      const started = run({
        pgPool: pool,
        events,
        taskList,
        parsedCronItems: lane === 'tasks' ? parseCronItems(periodic.map(everyMinute)) : [],
        concurrency: SLOTS[lane],
        pollInterval: POLL_MS,
        logger: workerLogger,
        noHandleSignals: true,
        // Takes no job before others can see that this worker lives.
        forbiddenFlags: async () => {
          await held;
          return null;
        },
        // Else nobody waits for the statement that ends a job, and its error would be an unhandled rejection.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      });
      const runner = await Promise.race([started, rejection(lost.signal)]);
      runner.promise.then(() => {
        // A stop ends the runners one by one: the others still use their connections.
        if (!ending.aborted) fail(new Error('The worker has ended'));
      }, fail);
      runners.push(runner);
      await held;
    }
    await addNow(session, periodic);
    await untilAborted(ending);
  } catch (error) {
    fail(error);
  } finally {
    clearInterval(unlocking);
    await close({ runners, running, interrupted, session, pool, lost: lost.signal });
  }
  if (!signal.aborted) throw lost.signal.reason;
}

/** When work ends: `ending` at a stop, or once a connection is lost, which `fail` says. */
interface End {
  readonly ending: AbortSignal;
  readonly lost: AbortSignal;
  fail(error: unknown): void;
}

/**
 * The connections that take jobs and finish them. Once one connection is lost they are all closed, and none is opened
 * again: others may have unlocked and taken this worker's jobs, and the library deletes a job that it has finished
 * whoever runs it now. The queue of that job would stay locked, by a worker that has no job to finish.
 */
function openPool({ ending, lost, fail }: End): pg.Pool {
  const pool = new pg.Pool({
    ...directConnection(),
    max: CONNECTIONS,
    onConnect: async (client) => {
      lost.throwIfAborted();
      await prepare(client);
    },
  });
  /**
   * What an outage breaks off, and what fails at the end, stays without an answer: the library would print the error
   * of a search for a job on standard error, past the log.
   */
  const untold =
    (ask: (...given: never[]) => unknown) =>
    (...given: never[]) => {
      const answer = ask(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error) => {
        const isOver = ending.aborted || outageOf(error) !== undefined;
        if (!isOver || isConflict(error)) throw error;
        fail(error);
        return new Promise<never>(() => {});
      });
    };
  Object.assign(pool, {
    connect: untold(pool.connect.bind(pool)),
    query: untold(pool.query.bind(pool)),
  });
  // The pool watches idle connections, nobody those in use.
  pool.on('error', fail).on('connect', (client) => {
    client.on('error', fail);
    const end = () => {
      if (client instanceof pg.Client) client.end().catch(() => {});
    };
    lost.addEventListener('abort', end, { once: true });
    client.once('end', () => lost.removeEventListener('abort', end));
    Object.assign(client, { query: untold(client.query.bind(client)) });
  });
  return pool;
}

/**
 * Has a worker look for the next job of a queue once the end of the one before is written. The library tells nobody:
 * it writes the end beside its search for the next job, which then waits for the next poll.
 */
function nudgeAfterQueued(events: WorkerEvents, ending: AbortSignal): void {
  let nudge = () => {};
  events.on('pool:create', ({ workerPool }) => {
    nudge = () => {
      if (!ending.aborted) workerPool.nudge(1);
    };
  });
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id === null) return;
    for (const after of LOOKS_MS) setTimeout(() => nudge(), after).unref();
  });
}

async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query(setTimeouts('SET'));
}

/**
 * What a lane runs. Periodic tasks fail by themselves: the next minute is their next attempt. Jobs are run again by
 * the queue. The library is not told what ended after a connection was lost: it would try to write that for minutes.
 */
function tasksOf(
  { periodic, handlers }: Work,
  lane: Lane,
  {
    running,
    ending,
    lost,
  }: { running: Set<Promise<void>>; ending: AbortSignal; lost: AbortSignal },
): TaskList {
  const tracked = (name: string, start: (payload: unknown) => Promise<void>) => {
    const task = (payload: unknown) => {
      const done: Promise<void> = start(payload).finally(() => running.delete(done));
      running.add(done);
      return done.finally(() => (lost.aborted ? new Promise<never>(() => {}) : undefined));
    };
    return [name, task] as const;
  };
  const tasks = handlers
    .filter((handler) => handler.lane === lane)
    .map(({ name, run: start }) => tracked(name, (payload) => start(payload, ending)));
  if (lane !== 'tasks') return Object.fromEntries(tasks);
  return Object.fromEntries([
    ...tasks,
    ...periodic.map(({ name, run: start }) =>
      tracked(name, () => start().catch((error) => logPeriodic(name, error))),
    ),
  ]);
}

/**
 * The queue keeps a task from running beside itself, the key from waiting twice; the one that waits keeps its time,
 * by which the longest waiting goes first, and is seen to wait.
 */
function everyMinute(name: string): CronItem {
  const options = { queueName: name, jobKey: name, jobKeyMode: 'preserve_run_at' } as const;
  return { task: name, match: '* * * * *', options };
}

/** Queues the periodic tasks without waiting for the next minute. */
async function addNow(session: pg.Client, names: readonly string[]): Promise<void> {
  await session.query(
    `SELECT graphile_worker.add_job(name, queue_name := name, job_key := name, job_key_mode := 'preserve_run_at')
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

/** Rejects once a signal is aborted, with its reason. */
async function rejection(signal: AbortSignal): Promise<never> {
  await untilAborted(signal);
  throw signal.reason;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Waits for the running jobs, and then as long as it makes sense for the database. Jobs that were interrupted
 * have not failed: another worker runs them at once. What ran when a connection was lost is left locked: the next
 * worker unlocks it once this session has ended.
 */
async function close({
  runners,
  running,
  interrupted,
  session,
  pool,
  lost,
}: {
  runners: readonly Runner[];
  running: ReadonlySet<Promise<void>>;
  interrupted: readonly Job[];
  session: pg.Client;
  pool: pg.Pool;
  lost: AbortSignal;
}): Promise<void> {
  await setImmediate(); // what has failed before the end reaches the library while it runs
  const stopped = runners.map((runner) => runner.stop().catch(() => {})); // it may have ended by itself
  await Promise.allSettled(running);
  const closed = (async () => {
    await Promise.race([Promise.all(stopped), untilAborted(lost)]);
    if (lost.aborted) {
      pool.end().catch(() => {}); // the library may never give its connections back
    } else {
      for (const { id, attempts } of interrupted) {
        await session.query(
          'SELECT FROM graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at := now(), attempts := $2)',
          [id, attempts - 1],
        );
      }
      await pool.end();
    }
    await session.end();
  })();
  await Promise.race([closed.catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
}
