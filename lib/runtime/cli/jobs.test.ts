import { execFile } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { prisma } from '@/lib/database/connection/client';
import { findDead } from '@/lib/runtime/jobs/dead';

// Each run is a process of its own, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

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
  const [dead] = await prisma().$queryRaw<{ id: string }[]>`
    SELECT f.id::text FROM graphile_worker.add_job('advance', ${JSON.stringify(payload)}::json) a,
      LATERAL graphile_worker.permanently_fail_jobs(ARRAY[a.id], E'No such thing\nat line 1') f`;
  return dead?.id ?? '';
}

describe('npm run jobs', () => {
  it('lists the dead jobs, runs one again and removes others', async () => {
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

  it('says in one sentence what is wrong', async () => {
    for (const [args, message] of [
      [['--retry', '12345'], /^No failed job has the id 12345\.\n$/],
      [['--retry', 'some'], /^Use: npm run jobs .+\n$/],
      [['--retry', '1', '--remove', '1'], /^Use: npm run jobs .+\n$/],
      [['--all'], /^Use: npm run jobs .+\n$/],
    ] as const) {
      const { code, out, errors } = await jobs(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(errors).toMatch(message);
    }
  });
});
