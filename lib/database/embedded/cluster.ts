import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, nameInside, requireReachable } from '@/lib/database/embedded/account';
import type { Binaries } from '@/lib/database/embedded/binaries';
import { messageOf, OperatorError } from '@/lib/operator-error';

/** What lies in DATA_DIR for the embedded PostgreSQL. */
export interface DataFolder {
  readonly root: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  readonly passwordFile: string;
  readonly logFile: string;
}

/** The names inside DATA_DIR. */
export function dataFolder(dataDir: string): DataFolder {
  const root = path.resolve(dataDir);
  return {
    root,
    cluster: path.join(root, 'postgres'),
    passwordFile: path.join(root, 'database-password'),
    logFile: path.join(root, 'postgres.log'),
  };
}

/** Makes DATA_DIR where it is missing, and stops the start where it cannot be written. */
export function prepareFolder({ root }: DataFolder, account: Account | null): void {
  try {
    mkdirSync(root, { recursive: true, mode: account ? 0o711 : 0o700 });
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `The data directory ${root} cannot be written (${messageOf(error)}): set DATA_DIR to a ` +
        'folder that can.',
    );
  }
  if (account) requireReachable(root, account);
}

/** Initialises the cluster where there is none, and says whether it did. */
export function initialise(
  folder: DataFolder,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
): boolean {
  const versionFile = path.join(folder.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    requireSameMajor(folder, readFileSync(versionFile, 'utf8').trim(), binaries.version);
    if (existsSync(folder.passwordFile)) return false;
    throw new OperatorError(
      `The database's password is missing: restore ${folder.passwordFile} beside its data.`,
    );
  }
  // Under a name of its own until it is whole, so that a killed start leaves no half cluster.
  const draft = `${folder.cluster}.new`;
  // Where the database's account can surely read it.
  const draftPassword = path.join(tmpdir(), `tilldesk-${randomBytes(12).toString('hex')}`);
  rmSync(draft, { recursive: true, force: true });
  const password = randomBytes(24).toString('hex');
  writeFileSync(folder.passwordFile, password, { mode: 0o600 });
  writeFileSync(draftPassword, password, { mode: 0o600, flag: 'wx' });
  mkdirSync(draft, { mode: 0o700 });
  if (account) for (const file of [draft, draftPassword]) chownSync(file, account.uid, account.gid);
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${nameInside(draft, account)}`,
      '--username=postgres',
      `--pwfile=${draftPassword}`,
      '--auth=scram-sha-256',
      '--locale=C',
      '--encoding=UTF8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ],
    { encoding: 'utf8', cwd: draft, env: databaseEnvironment(), ...account },
  );
  rmSync(draftPassword, { force: true });
  if (status !== 0) {
    const reason = error ? error.message : stderr.trim().split('\n').at(-1);
    throw new OperatorError(`The database could not be made in ${folder.root}: ${reason}`);
  }
  renameSync(draft, folder.cluster);
  return true;
}

/** What PostgreSQL's programs see of the environment: no setting of the product, no PG* variable. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  const given = Object.entries({ PATH, SystemRoot, TEMP }).filter(([, value]) => value);
  return { ...Object.fromEntries(given), LC_ALL: 'C', TZ: 'UTC', NODE_ENV: 'production' };
}

function requireSameMajor({ cluster }: DataFolder, major: string, version: string): void {
  if (major === version.split('.')[0]) return;
  throw new OperatorError(
    `The data in ${cluster} belongs to PostgreSQL ${major}, but this version of Tilldesk brings ` +
      `PostgreSQL ${version}: start the version of Tilldesk that made it, or move the data with ` +
      'pg_dump and pg_restore.',
  );
}
