import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { makeSeller } from '@/testing/factories';

/** Runs the command as npm does, on the database of the test or another. */
function seed(args: string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/run.mjs', 'seed', ...args],
      { env: { ...process.env, ...settings } },
      (_, out, errors) => resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });
}

// Each run is a process of its own, which takes a while on a busy machine.
describe('npm run seed', () => {
  it('fills an organization with as many subscriptions as asked for', {
    tags: 'soak',
  }, async () => {
    const { organizationId, slug } = await makeSeller();
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'tilldesk-seed-'));
    const { code, out, errors } = await seed(
      ['--subscriptions', '25', '--organization', slug.toUpperCase()],
      { DATA_DIR },
    );
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toMatch(
      /^Adding 25 subscriptions to the organization .+\n {2}25, .+\nDone in .+\n$/,
    );
    expect(await db(null).subscription.count({ where: { organizationId } })).toBe(25);
  });

  it('says in one sentence what is wrong', { tags: 'soak' }, async () => {
    const number = /^--subscriptions takes a whole number from 1 to 10,000,000\. Use: .+\n$/;
    const nowhere = 'postgresql://nobody:x@127.0.0.1:1/nothing';
    const failures: [string[], RegExp, Record<string, string>?][] = [
      [['--subscriptions', 'many'], number],
      [['--subscriptions', '0'], number],
      [['--subscriptions'], /^Option '--subscriptions <value>' argument missing.*\n$/],
      [['--organization', 'demo'], /^Say how many with --subscriptions <number>\. Use: .+\n$/],
      [
        ['--subscriptions', '5', '--organization', 'nobodys'],
        /^No organization has the slug nobodys\.\n$/,
      ],
      [
        ['--subscriptions', '5'],
        /^.*127\.0\.0\.1:1.*\n$/,
        { DATABASE_URL: nowhere, DIRECT_DATABASE_URL: nowhere },
      ],
    ];
    for (const [args, message, settings] of failures) {
      const { code, out, errors } = await seed(args, settings);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(errors).toMatch(message);
    }
  });
});
