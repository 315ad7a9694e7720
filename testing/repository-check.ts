import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const compiled = new Map<string, Promise<string>>();

/** A check as one JavaScript file, which starts ten times as fast as its source does by tsx. */
function compile(script: string): Promise<string> {
  const known = compiled.get(script);
  if (known) return known;
  // Below the root, where it finds the packages.
  const file = path.join(ROOT, 'node_modules/.cache/checks', `${script}.mjs`);
  const made = build({
    entryPoints: [path.join(ROOT, 'scripts', script)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  }).then(() => file);
  compiled.set(script, made);
  return made;
}

/**
 * The violations that one of the checks in `scripts/` reports about a repository of these files, one per
 * line. The check has to exit with 1 where it reports any.
 */
export async function violationsOf(
  script: string,
  files: Record<string, string>,
): Promise<string[]> {
  const check = await compile(script);
  const folder = await mkdtemp(path.join(tmpdir(), 'repository-check-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [check], {
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
