import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const TSX = import.meta.resolve('tsx');

/**
 * The violations that one of the checks in `scripts/` reports about a repository of these files, one per
 * line. The check has to exit with 1 where it reports any.
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
