import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { db, pool } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { env, provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { findDead, removeDead, retryDead } from '@/lib/runtime/jobs/dead';
import { addJob, handler, type JobOptions, jobKind } from '@/lib/runtime/jobs/job';
import { holdLock, unlockAbandoned } from '@/lib/runtime/jobs/locks';
import { startWorker, type Work, type Worker } from '@/lib/runtime/jobs/worker';
import { DatabaseProxy } from '@/testing/database-proxy';

const address = env().DATABASE_URL ?? '';
const scope = systemScope(newId());

/** The library's way past the log. */
const printed = vi.spyOn(console, 'trace').mockImplementation(() => {});
afterAll(() => printed.mockRestore());

let workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  provideSettings({ DIRECT_DATABASE_URL: address });
  const errors = printed.mock.calls.flat();
  printed.mockClear();
  expect(errors).toEqual([]);
});

function start(work: Partial<Work>): Worker {
  const worker = startWorker({ periodic: [], handlers: [], ...work });
  workers.push(worker);
  return worker;
}

/** A kind of job of one test, whose runs are noted, and its handler. */
function note(options: { maxAttempts?: number } = {}) {
  const kind = jobKind(`note_${newId()}`, z.object({ text: z.string() }), options);
  const noted: string[] = [];
  const work = handler(kind, async ({ text }) => void noted.push(text));
  const add = (text: string, more: JobOptions = {}) =>
    transaction(scope, (inner) => addJob(inner, kind, { text }, more));
  return { kind, noted, work, add };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}

const jobsOf = (name: string) =>
  db(null).$queryRaw<{ id: string }[]>`
    SELECT id::text FROM graphile_worker.jobs WHERE task_identifier = ${name}`;

describe('a job', () => {
  test('exists where the transaction that adds it commits', async () => {
    const { kind, noted, work, add } = note();
    start({ handlers: [work] });
    const undone = transaction(scope, async (inner) => {
      await addJob(inner, kind, { text: 'undone' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await add('done');
    await until(() => noted.length > 0);
    await until(async () => (await jobsOf(kind.name)).length === 0);
    expect(noted).toEqual(['done']);
    await expect(addJob(scope, kind, { text: 'nowhere' })).rejects.toThrow(/needs the transaction/);
  });

  test('of a queue waits for those before it', async () => {
    const kind = jobKind(`ordered_${newId()}`, z.object({ number: z.int() }));
    const seen: number[] = [];
    let running = 0;
    const work = handler(kind, async ({ number }) => {
      running += 1;
      expect(running).toBe(1);
      await sleep(5);
      seen.push(number);
      running -= 1;
    });
    const numbers = [1, 2, 3, 4, 5, 6];
    for (const number of numbers) {
      await transaction(scope, (inner) => addJob(inner, kind, { number }, { queue: kind.name }));
    }
    start({ handlers: [work] });
    start({ handlers: [work] });
    await until(() => seen.length === numbers.length);
    expect(seen).toEqual(numbers);
  });

  test('replaces the waiting one with its key', async () => {
    const { noted, work, add } = note();
    await add('first', { key: 'same' });
    await add('second', { key: 'same' });
    start({ handlers: [work] });
    await until(() => noted.length > 0);
    expect(noted).toEqual(['second']);
  });

  test('waits for its time', async () => {
    const { noted, work, add } = note();
    await add('later', { runAt: new Date(Date.now() + 3_600_000) });
    await add('now');
    start({ handlers: [work] });
    await until(() => noted.length > 0);
    expect(noted).toEqual(['now']);
  });

  test('that fails for the last time is listed, and can be run again or removed', async () => {
    const kind = jobKind(`failing_${newId()}`, z.object({ text: z.string() }), { maxAttempts: 1 });
    const runs: string[] = [];
    let isMended = false;
    const work = handler(kind, async ({ text }) => {
      runs.push(text);
      if (!isMended) throw new Error('on purpose');
    });
    for (const text of ['one', 'other']) {
      await transaction(scope, (inner) => addJob(inner, kind, { text }));
    }
    const failing = start({ handlers: [work] });
    const dead = async () => (await findDead()).filter(({ task }) => task === kind.name);
    await until(async () => (await dead()).length === 2);
    const [one, other] = await dead();
    expect(one).toMatchObject({ payload: { text: 'one' }, attempts: 1, lastError: 'on purpose' });
    expect(await removeDead([other?.id ?? ''])).toBe(1);
    await failing.stop();
    isMended = true;
    expect(await retryDead([one?.id ?? ''])).toBe(1);
    start({ handlers: [work] });
    await until(async () => (await jobsOf(kind.name)).length === 0);
    expect(runs.sort()).toEqual(['one', 'one', 'other']);
  });

  test('with a payload of another shape fails', { tags: 'soak' }, async () => {
    const { kind, noted, work } = note({ maxAttempts: 1 });
    const other = jobKind(kind.name, z.object({ words: z.string() }), { maxAttempts: 1 });
    await transaction(scope, (inner) => addJob(inner, other, { words: 'x' }));
    start({ handlers: [work] });
    await until(async () => (await findDead()).some(({ task }) => task === kind.name));
    expect(noted).toEqual([]);
  });
});

describe('a lane', () => {
  test('has slots of its own: clocks take one of a node, and nobody waits for them', {
    tags: 'soak',
  }, async () => {
    const clock = jobKind(`clock_${newId()}`, z.object({ number: z.int() }), { lane: 'clocks' });
    const mail = jobKind(`mail_${newId()}`, z.object({ number: z.int() }), { lane: 'mails' });
    const { noted, work, add } = note();
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const clocks = handler(clock, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    });
    let mails = 0;
    const mailing = handler(mail, async () => {
      mails += 1;
    });
    let periods = 0;
    const periodic = [
      {
        name: `renew_${newId()}`,
        run: async () => {
          periods += 1;
        },
      },
    ];
    await transaction(scope, async (inner) => {
      for (const number of [1, 2, 3, 4, 5]) {
        await addJob(inner, clock, { number }, { queue: null });
      }
    });
    start({ handlers: [clocks, mailing, work], periodic });
    await until(() => running === 1);
    await transaction(scope, (inner) => addJob(inner, mail, { number: 1 }));
    await add('task');
    await until(() => mails === 1 && noted.length === 1 && periods > 0);
    expect([running, most]).toEqual([1, 1]);
    for (let ended = 0; ended < 5; ended += 1) {
      await until(() => ends.length > ended);
      ends[ended]?.();
    }
    await until(async () => (await jobsOf(clock.name)).length === 0);
    expect(most).toBe(1);
  });

  test('is not taken by one kind of job, of whatever organization', { tags: 'soak' }, async () => {
    const kind = jobKind(`flood_${newId()}`, z.object({ number: z.int() }));
    const { noted, work, add } = note();
    const ends: (() => void)[] = [];
    const flood = handler(kind, () => new Promise<void>((resolve) => ends.push(resolve)));
    await transaction(scope, async (inner) => {
      for (const number of [1, 2, 3, 4, 5]) await addJob(inner, kind, { number });
    });
    start({ handlers: [flood, work] });
    await until(() => ends.length === 1);
    await add('of another organization');
    await until(() => noted.length === 1);
    expect(ends).toHaveLength(1);
    for (let ended = 0; ended < 5; ended += 1) {
      await until(() => ends.length > ended);
      ends[ended]?.();
    }
    await until(async () => (await jobsOf(kind.name)).length === 0);
  });
});

describe('a periodic task', () => {
  test('runs at the start of each worker, on one of them at a time, and fails alone', {
    tags: 'soak',
  }, async () => {
    const runs = { failing: 0, slow: 0 };
    let running = 0;
    const name = `slow_${newId()}`;
    const periodic = [
      {
        name: `failing_${newId()}`,
        run: async () => {
          runs.failing += 1;
          throw new Error('on purpose');
        },
      },
      {
        name,
        run: async () => {
          running += 1;
          expect(running).toBe(1);
          await sleep(50);
          runs.slow += 1;
          running -= 1;
        },
      },
    ];
    start({ periodic });
    await until(() => running === 1);
    start({ periodic });
    await until(() => runs.slow === 2 && runs.failing === 2);
    await until(async () => (await jobsOf(name)).length === 0);
    expect(await findDead()).not.toContainEqual(expect.objectContaining({ task: name }));
  });
});

describe('a worker', () => {
  /** A job that a worker with this id has taken. */
  async function taken(worker: string) {
    const { kind, noted, work, add } = note();
    await add('taken', { queue: kind.name });
    const [job] = await jobsOf(kind.name);
    await pool().query(
      `WITH job AS (UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now(), attempts = 1
         WHERE id = $2 RETURNING job_queue_id)
       UPDATE graphile_worker._private_job_queues q SET locked_by = $1, locked_at = now()
       FROM job WHERE q.id = job.job_queue_id`,
      [worker, job?.id],
    );
    return { noted, work };
  }

  test('that was killed leaves its jobs to the next', async () => {
    const { noted, work } = await taken(`pool-${newId()}`);
    start({ handlers: [work] });
    await until(() => noted.length > 0);
  });

  test('keeps its jobs for as long as it lives', async () => {
    const id = `pool-${newId()}`;
    const alive = new pg.Client({ connectionString: address });
    await alive.connect();
    await alive.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [id]);
    const { noted, work } = await taken(id);
    const other = note();
    const first = start({ handlers: [work, other.work] });
    await other.add('meanwhile');
    await until(() => other.noted.length > 0);
    await first.stop();
    expect(noted).toEqual([]);
    await alive.end();
    start({ handlers: [work] });
    await until(() => noted.length > 0);
  });

  /** Adds a job, and locks its queue as a worker with this id does that has no job of it. */
  async function lockedQueue(worker: string) {
    const { kind, noted, work, add } = note();
    await add('waiting');
    await pool().query(
      `UPDATE graphile_worker._private_job_queues SET locked_by = $1, locked_at = now()
       WHERE queue_name = $2`,
      [worker, kind.name],
    );
    return { queue: kind.name, noted, work, add };
  }

  const lockOf = async (queue: string) => {
    const { rows } = await pool().query<{ locked_by: string | null }>(
      'SELECT locked_by FROM graphile_worker._private_job_queues WHERE queue_name = $1',
      [queue],
    );
    return rows[0]?.locked_by;
  };

  /** A session as another worker's, which may hold the lock of one. */
  async function session() {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  test('that was killed without a job leaves its queues to the next', async () => {
    const queues = await Promise.all([lockedQueue('pool-dead'), lockedQueue('pool-dead')]);
    start({ handlers: queues.map(({ work }) => work) });
    await until(() => queues.every(({ noted }) => noted.length === 1));
  });

  test('frees within a minute what is locked by one that has gone while it runs', async () => {
    const { noted, work } = await lockedQueue('pool-dead');
    // What each worker does every minute.
    await unlockAbandoned(await session(), [], []);
    start({ handlers: [work] });
    await until(() => noted.length === 1);
  });

  test('whose clock was ahead holds up no periodic tasks', async () => {
    const name = `task_${newId()}`;
    await pool().query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ($1, now(), now() + interval '3 days')`,
      [name],
    );
    await unlockAbandoned(await session(), [], []);
    const { rows } = await pool().query(
      `SELECT last_execution <= now() AS it FROM graphile_worker._private_known_crontabs
       WHERE identifier = $1`,
      [name],
    );
    expect(rows).toEqual([{ it: true }]);
  });

  test('that lives keeps the queues of its jobs, and no others', async () => {
    const alive = await session();
    const other = await session();
    const id = `pool-${newId()}`;
    await holdLock(alive, id);
    const empty = await lockedQueue(id);
    const busy = await lockedQueue(id);
    await pool().query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now()
       WHERE id = $2`,
      [id, (await jobsOf(busy.queue))[0]?.id],
    );
    await unlockAbandoned(other, [], []);
    expect(await lockOf(empty.queue)).toBeNull();
    expect(await lockOf(busy.queue)).toBe(id);
  });

  test('that takes a job while its queue is being freed keeps the queue', async () => {
    const [first, second, taking] = await Promise.all([session(), session(), session()]);
    const id = `pool-${newId()}`;
    await holdLock(taking, id);
    const { queue } = await lockedQueue('pool-dead');
    await holdLock(await session(), 'pool-dead');
    // Another has freed the queue, but not committed; the second waits for the row.
    await first.query('BEGIN');
    await unlockAbandoned(first, [], []);
    const freeing = unlockAbandoned(second, [], []);
    await until(async () => {
      const { rows } = await pool().query('SELECT FROM pg_locks WHERE NOT granted');
      return rows.length > 0;
    });
    // Queue and job are taken before the second goes on: in the statements of one transaction.
    await first.query(
      `WITH taken AS (UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now()
         WHERE id = $2 RETURNING job_queue_id)
       UPDATE graphile_worker._private_job_queues q SET locked_by = $1, locked_at = clock_timestamp()
       FROM taken WHERE q.id = taken.job_queue_id`,
      [id, (await jobsOf(queue))[0]?.id],
    );
    await first.query('COMMIT');
    await freeing;
    expect(await lockOf(queue)).toBe(id);
  });

  test('that was cut off does not end a job that another runs now', { tags: 'soak' }, async () => {
    const { proxy, url } = await DatabaseProxy.start(address);
    const kind = jobKind(`slow_${newId()}`, z.object({ text: z.string() }));
    const ends: (() => void)[] = [];
    const done: string[] = [];
    const work = handler(kind, async ({ text }) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      done.push(text);
    });
    const add = (text: string) => transaction(scope, (inner) => addJob(inner, kind, { text }));
    await add('twice');
    await add('next');
    provideSettings({ DIRECT_DATABASE_URL: url });
    start({ handlers: [work] });
    await until(() => ends.length === 1);
    const restore = await proxy.cut();
    provideSettings({ DIRECT_DATABASE_URL: address });
    start({ handlers: [work] });
    await until(() => ends.length === 2);
    await restore();
    // The first ends the job under its old id, and would leave the queue locked by the other.
    ends[0]?.();
    await until(() => done.length === 1);
    await sleep(1500);
    expect(await jobsOf(kind.name)).toHaveLength(2);
    ends[1]?.();
    await until(() => ends.length === 3);
    ends[2]?.();
    await until(async () => (await jobsOf(kind.name)).length === 0);
    expect(done).toEqual(['twice', 'twice', 'next']);
    expect(await lockOf(kind.name)).toBeNull();
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await proxy.stop();
  });

  test('waits for its running jobs when it is stopped, and tells them', async () => {
    const kind = jobKind(`long_${newId()}`, z.object({}));
    let state = 'none';
    const work = handler(kind, async (_, signal) => {
      state = 'running';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await sleep(50);
      state = 'done';
    });
    await transaction(scope, (inner) => addJob(inner, kind, {}));
    const worker = start({ handlers: [work] });
    await until(() => state === 'running');
    await worker.stop();
    expect(state).toBe('done');
    expect(await jobsOf(kind.name)).toEqual([]);
  });

  test('leaves to the next what it interrupts, which is no failure', { tags: 'soak' }, async () => {
    const kind = jobKind(`interrupted_${newId()}`, z.object({}), { maxAttempts: 1 });
    let runs = 0;
    const work = handler(kind, async (_, signal) => {
      runs += 1;
      if (runs === 1) await sleep(60_000, undefined, { signal });
    });
    await transaction(scope, (inner) => addJob(inner, kind, {}));
    const worker = start({ handlers: [work] });
    await until(() => runs === 1);
    await worker.stop();
    start({ handlers: [work] });
    await until(() => runs === 2);
  });

  test('works again after its database was away, or has cut it off', { tags: 'soak' }, async () => {
    const { proxy, url } = await DatabaseProxy.start(address);
    provideSettings({ DIRECT_DATABASE_URL: url });
    const { noted, work, add } = note();
    start({ handlers: [work] });
    const has = (text: string) => until(() => noted.includes(text));
    await add('before');
    await has('before');
    const restore = await proxy.cut();
    await add('while it is away');
    await restore();
    await has('while it is away');
    await pool().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await add('after');
    await has('after');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await proxy.stop();
  });

  test('prints nothing past the log where its connections break while it stops', async () => {
    const { noted, work, add } = note();
    const worker = start({ handlers: [work] });
    await add('before');
    await until(() => noted.length === 1);
    const blocking = await session();
    await blocking.query('BEGIN; LOCK TABLE graphile_worker._private_jobs IN EXCLUSIVE MODE');
    /** The sessions whose last statement is like this, and which wait for something. */
    const sessions = (statement: string, waitsFor: string) =>
      pool().query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND query LIKE $1 AND wait_event_type = $2 AND pid <> pg_backend_pid()`,
        [statement, waitsFor],
      );
    let searching: { pid: number }[] = [];
    await until(async () => {
      searching = (await sessions('%_private_jobs%', 'Lock')).rows;
      return searching.length > 0;
    });
    const stopped = worker.stop();
    // Its connections listen no more; one that has ended that may do something else at once.
    await until(async () => (await sessions('LISTEN%', 'Client')).rows.length === 0);
    for (const { pid } of searching) await pool().query('SELECT pg_terminate_backend($1)', [pid]);
    await stopped;
  });

  test('stops while its database is away', async () => {
    const { proxy, url } = await DatabaseProxy.start(address);
    provideSettings({ DIRECT_DATABASE_URL: url });
    const { noted, work, add } = note();
    const worker = start({ handlers: [work] });
    await add('before');
    await until(() => noted.length === 1);
    await proxy.stop();
    await worker.stop();
  });
});
