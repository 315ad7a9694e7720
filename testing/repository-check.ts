import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const TSX = import.meta.resolve('tsx');

/**
 * What one of the checks in `scripts/` says of a repository of these files, a line each. The check has to
 * exit with 1 where it says anything.
 */
export async function violationsOf(
  script: string,
  files: Record<string, string>,
): Promise<string[]> {
  const check = fileURLToPath(new URL(`../scripts/${script}`, import.meta.url));
  const folder = await mkdtemp(path.join(tmpdir(), 'repository-check-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    const { status, stderr } = spawnSync(process.execPath, ['--import', TSX, check], {
      cwd: folder,
      encoding: 'utf8',
    });
    const lines = stderr.split('\n').filter(Boolean);
    expect(status).toBe(lines.length > 0 ? 1 : 0);
    return lines.sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}
