import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { outageOf } from '@/lib/database/connection/errors';
import { type Account, nameInside, requireReachable } from '@/lib/database/embedded/account';
import type { Binaries } from '@/lib/database/embedded/binaries';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';
import { PRIVATE_FOLDER, writePrivateFile } from '@/lib/runtime/private-file';
import { temporaryFolder } from '@/lib/runtime/temporary-folder';

/** What lies in DATA_DIR for the embedded PostgreSQL. */
export interface DataFolder {
  readonly root: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The superuser's password. */
  readonly passwordFile: string;
  /** The password of the role that the product works as. */
  readonly rolePasswordFile: string;
  readonly logFile: string;
}

/** The names inside DATA_DIR. */
export function dataFolder(dataDir: string): DataFolder {
  const root = path.resolve(dataDir);
  return {
    root,
    cluster: path.join(root, 'postgres'),
    passwordFile: path.join(root, 'database-password'),
    rolePasswordFile: path.join(root, 'database-role-password'),
    logFile: path.join(root, 'postgres.log'),
  };
}

/**
 * Makes DATA_DIR where it is missing, for this account alone, and stops the start where it cannot be
 * written.
 */
export function prepareFolder(folder: DataFolder, account: Account | null): void {
  const { root } = folder;
  try {
    // Another account that runs the database has to pass through on its way to the cluster.
    const mode = account ? 0o711 : PRIVATE_FOLDER;
    mkdirSync(root, { recursive: true, mode });
    const isOurs = existsSync(folder.cluster) || readdirSync(root).length === 0;
    if (isOurs) closeFolder(root, mode);
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (outageOf(error)) throw error;
    throw new OperatorError(
      `The data directory ${root} cannot be written (${messageOf(error)}): set DATA_DIR to a ` +
        'folder that can.',
    );
  }
  if (account) requireReachable(root, account);
}

/** Takes from a folder whatever rights it gives beyond a mode; another's, or a shared one, is left. */
function closeFolder(folder: string, mode: number): void {
  const found = statSync(folder);
  const isOwn = found.uid === process.getuid?.();
  const isShared = (found.mode & 0o1000) !== 0;
  const excess = found.mode & 0o777 & ~mode;
  if (isOwn && !isShared && excess !== 0) chmodSync(folder, found.mode & mode);
}

/** The password of the product's role, made where there is none. */
export function rolePassword({ rolePasswordFile }: DataFolder): string {
  if (!existsSync(rolePasswordFile)) writePrivateFile(rolePasswordFile, newPassword());
  return readFileSync(rolePasswordFile, 'utf8').trim();
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}

/** The least room that PostgreSQL needs to start: a segment of its write-ahead log, and some. */
const START_BYTES = 32 * 1024 * 1024;

/** What to do about a failure of PostgreSQL's programs, where it is one of room or memory. */
export function adviceOn(reason: string, { root }: DataFolder): string {
  const { bavail, bsize } = statfsSync(root);
  // On a full disk the reason itself may not have been written.
  const isFull = bavail * bsize < START_BYTES;
  const outage = outageOf(new Error(isFull ? `No space left on device: ${reason}` : reason));
  return outage ? ` ${outage.advice}` : '';
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
  const draftPassword = path.join(temporaryFolder(), `tilldesk-${randomBytes(12).toString('hex')}`);
  rmSync(draft, { recursive: true, force: true });
  const password = newPassword();
  writePrivateFile(folder.passwordFile, password);
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
    const lines = stderr?.trim().split('\n') ?? [];
    const said = lines.findLast((line) => /error|fatal|panic/i.test(line)) ?? lines.at(-1);
    const reason = error?.message ?? said?.replace(/^.*(?:FATAL|PANIC):\s*/, '') ?? 'initdb failed';
    const advice = adviceOn(`${reason} ${stderr}`, folder);
    rmSync(draft, { recursive: true, force: true });
    throw new OperatorError(
      `The database could not be made in ${folder.root}: ${reason}.${advice}`,
    );
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
