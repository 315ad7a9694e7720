import { execFile } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { findDead } from '@/lib/runtime/jobs/dead';

// Each run is a process of its own, which takes a while on a busy machine.
/** Runs the command as npm does, on the database of the test. */
function jobs(...args: string[]) {
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/run.mjs', 'jobs', ...args],
      (_, out, errors) => resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });
}

async function makeDead(payload: object): Promise<string> {
  const [dead] = await db(null).$queryRaw<{ id: string }[]>`
    SELECT f.id::text FROM graphile_worker.add_job('advance', ${JSON.stringify(payload)}::json) a,
      LATERAL graphile_worker.permanently_fail_jobs(ARRAY[a.id], E'No such thing\nat line 1') f`;
  return dead?.id ?? '';
}

describe('npm run jobs', () => {
  beforeEach(async () => {
    await db(null).$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  });

  it('lists the dead jobs, runs one again and removes others', { tags: 'soak' }, async () => {
    expect(await jobs()).toEqual({ code: 0, out: 'No job has failed for good.\n', errors: '' });
    const [one, other] = [await makeDead({ number: 1 }), await makeDead({ number: 2 })];
    const { out } = await jobs();
    expect(out).toMatch(
      new RegExp(
        `^${one}  advance  {"number":1}  added \\S+Z, tried 25 times\n    No such thing\n${other}  .+\n    No such thing\nRemove the cause, .+\n$`,
      ),
    );
    expect((await jobs('--retry', one)).out).toBe('Queued again: 1.\n');
    expect((await findDead()).map(({ id }) => id)).toEqual([other]);
    expect((await jobs('--remove', 'all')).out).toBe('Removed: 1.\n');
    expect(await findDead()).toEqual([]);
  });

  it('lists with --all what waits, what is tried again, and the locked queues', {
    tags: 'soak',
  }, async () => {
    expect((await jobs('--all')).out).toBe(
      'No job has failed for good.\n\nNo other job is in the queue.\n\nNo queue is locked.\n',
    );
    const add = (payload: object, more = '') =>
      db(null).$executeRawUnsafe(
        `SELECT graphile_worker.add_job('send_mail', '${JSON.stringify(payload)}', queue_name := 'mails'${more})`,
      );
    await add({ number: 1 });
    await add({ number: 2 }, ", run_at := now() + interval '1 hour'");
    await add({ number: 3 }, ", run_at := now() + interval '1 hour'");
    await db(null)
      .$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 2, last_error = E'Not now\nat line 1'
      WHERE payload->>'number' = '3'`;
    await db(null)
      .$executeRaw`UPDATE graphile_worker._private_job_queues SET locked_by = 'pool-dead', locked_at = now()`;
    const { code, out } = await jobs('--all');
    expect(code).toBe(0);
    const time = '\\d{4}-\\S+Z';
    const lines = [
      'No job has failed for good.',
      '',
      'Other jobs: 3.',
      `\\d+  send_mail  {"number":1}  in mails, waiting since ${time}`,
      `\\d+  send_mail  {"number":2}  in mails, scheduled for ${time}`,
      `\\d+  send_mail  {"number":3}  in mails, tried 2 times, again at ${time}`,
      '    Not now',
      '',
      'Locked queues, each by the worker that runs its job:',
      `mails  by pool-dead since ${time}, 1 waiting`,
    ];
    expect(out).toMatch(new RegExp(`^${lines.join('\n')}\n$`));
  });

  it('says in one sentence what is wrong', { tags: 'soak' }, async () => {
    for (const [args, message] of [
      [['--retry', '12345'], /^No failed job has the id 12345\.\n$/],
      [['--retry', 'some'], /^Use: npm run jobs .+\n$/],
      [['--retry', '1', '--remove', '1'], /^Use: npm run jobs .+\n$/],
      [['--all', '--retry', 'all'], /^Use: npm run jobs .+\n$/],
      [['--every'], /^Use: npm run jobs .+\n$/],
    ] as const) {
      const { code, out, errors } = await jobs(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(errors).toMatch(message);
    }
  });
});
