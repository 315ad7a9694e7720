import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ownTemporaryDirectory } from '@/testing/temporary-directory';

it('is removed with all that is left in it, and that of a killed run with the next one', async () => {
  const before = process.env.TMPDIR;
  const outer = mkdtempSync(path.join(tmpdir(), 'tilldesk-outer-'));
  process.env.TMPDIR = outer;
  try {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const [abandoned, running] = [ended, process.pid].map((pid) =>
      path.join(outer, `tilldesk-tests-${pid}-other`),
    ) as [string, string];
    for (const folder of [abandoned, running])
      mkdirSync(path.join(folder, 'left'), { recursive: true });
    // Read as a folder that another run removes at the same time.
    symlinkSync(path.join(outer, 'gone'), path.join(outer, `tilldesk-tests-${ended}-gone`));
    const release = await ownTemporaryDirectory();
    const again = await ownTemporaryDirectory();
    expect([existsSync(abandoned), existsSync(running)]).toEqual([false, true]);
    const inner = mkdtempSync(path.join(tmpdir(), 'left-'));
    expect(path.dirname(path.dirname(inner))).toBe(outer);
    await release();
    expect(existsSync(inner)).toBe(true);
    await again();
    expect([existsSync(inner), tmpdir()]).toEqual([false, outer]);
  } finally {
    process.env.TMPDIR = before;
    rmSync(outer, { recursive: true, force: true });
  }
});
