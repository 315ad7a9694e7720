import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '@/lib/database/embedded/cluster';
import { stopOrphan } from '@/lib/database/embedded/postmaster';
import { isAlive } from '@/lib/runtime/processes';

/** The process that made the directory is in its name. */
const NAME = /^tilldesk-tests-(\d+)-/;

/**
 * The directory of this run, and how many set-ups of it still use it. It is the process's: each project of vitest loads
 * this module anew, and would remove the directory with the database of another in it.
 */
const run = globalThis as {
  testDirectory?: { folder: string; before: string | undefined; users: number } | undefined;
};

/**
 * Gives this process, and those that it starts with its environment, a temporary directory of their own, so that
 * nothing that tests leave there outlives the run. Resolves to the function that removes it. Those of runs that
 * were killed are removed first, with the databases that still run in them.
 */
export async function ownTemporaryDirectory(): Promise<() => Promise<void>> {
  await removeAbandoned();
  if (!run.testDirectory) {
    const folder = mkdtempSync(path.join(tmpdir(), `tilldesk-tests-${process.pid}-`));
    chmodSync(folder, 0o711); // the account that runs databases enters it
    run.testDirectory = { folder, before: process.env.TMPDIR, users: 0 };
    process.env.TMPDIR = folder;
  }
  run.testDirectory.users += 1;
  return release;
}

async function release(): Promise<void> {
  if (!run.testDirectory) return;
  run.testDirectory.users -= 1;
  if (run.testDirectory.users > 0) return;
  const { folder, before } = run.testDirectory;
  run.testDirectory = undefined;
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await rm(folder, { recursive: true, force: true });
}

async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    const folder = path.join(tmpdir(), name);
    try {
      await stopDatabases(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (existsSync(folder)) throw error; // else another run was quicker
    }
  }
}

async function stopDatabases(folder: string): Promise<void> {
  for (const inner of readdirSync(folder)) {
    // A throw-away database, or the data directory of a product.
    for (const data of [inner, path.join(inner, 'data')]) {
      await stopOrphan(dataFolder(path.join(folder, data)));
    }
  }
}
