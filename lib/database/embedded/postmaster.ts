import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, nameInside } from '@/lib/database/embedded/account';
import type { Binaries } from '@/lib/database/embedded/binaries';
import { adviceOn, type DataFolder, databaseEnvironment } from '@/lib/database/embedded/cluster';
import { ROLE } from '@/lib/database/embedded/role';
import { OperatorError } from '@/lib/runtime/operator-error';
import { commandOf, isAlive, waitForEnd } from '@/lib/runtime/processes';

const MAX_RECOVERY_MS = 10 * 60_000;
const STOP_MS = 20_000;

/** All that a postmaster is started with. */
export interface Launch {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly durable: boolean;
  readonly port: number;
}

/** The address of a database of the embedded server for its superuser, who administers it. */
export function superuserUrl(folder: DataFolder, port: number, database: string): string {
  return addressOf('postgres', folder.passwordFile, port, database);
}

/** The address of a database of the embedded server for the product's role. */
export function roleUrl(folder: DataFolder, port: number, database: string): string {
  return addressOf(ROLE, folder.rolePasswordFile, port, database);
}

function addressOf(user: string, passwordFile: string, port: number, database: string): string {
  const password = readFileSync(passwordFile, 'utf8').trim();
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** The pid and the port in a cluster's postmaster.pid, if there is one. */
export function readPidFile({ cluster }: DataFolder): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/** A port of 127.0.0.1 that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Stops the postmaster that a killed run left behind on this cluster. */
export async function stopOrphan(folder: DataFolder): Promise<boolean> {
  const left = readPidFile(folder);
  if (!left || !isAlive(left.pid)) return false;
  if (!isPostmasterOf(left.pid, folder)) {
    // The pid went to another program meanwhile, which PostgreSQL would take for a postmaster.
    rmSync(path.join(folder.cluster, 'postmaster.pid'), { force: true });
    return false;
  }
  await stopPostmaster(left.pid);
  return true;
}

/** Stops a postmaster: connections are cut and the data written out; if that fails, at once. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    if (await waitForEnd(pid, STOP_MS)) return;
  }
  throw new OperatorError(`The database (process ${pid}) does not stop: end it, then start again.`);
}

/** Starts a postmaster in a process group of its own and waits until it answers. */
export async function launch(options: Launch): Promise<ChildProcess> {
  const { folder, port } = options;
  for (let attempt = 1; ; attempt++) {
    const child = spawnPostmaster(options);
    const failure = await untilReady(child, superuserUrl(folder, port, 'postgres'));
    if (failure === null) return child;
    const reason = lastFatal(folder) ?? failure;
    // Sessions of a killed postmaster hold its shared memory until they notice.
    if (attempt >= 50 || !/shared memory block|already exists/.test(reason)) {
      throw new OperatorError(
        `The database in ${folder.cluster} does not start: ${reason} (see ${folder.logFile}).${adviceOn(reason, folder)}`,
      );
    }
    await sleep(200);
  }
}

function spawnPostmaster({ folder, binaries, account, durable, port }: Launch): ChildProcess {
  const tooLong = (statSync(folder.logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000;
  const log = openSync(folder.logFile, tooLong ? 'w' : 'a', 0o600);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    // The log may be read by more people than the data: no statement and no value goes there.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Nothing follows this database, so what a transaction builds anew need not be written twice.
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    const cluster = nameInside(folder.cluster, account);
    return spawn(binaries.postgres, ['-D', cluster, '-p', String(port), ...flags], {
      cwd: folder.cluster,
      detached: true,
      stdio: ['ignore', log, log],
      env: databaseEnvironment(),
      ...account,
    });
  } finally {
    closeSync(log);
  }
}

/** Null once the server answers, else what ended it. */
async function untilReady(child: ChildProcess, url: string): Promise<string | null> {
  let ended: string | null = null;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? `exit code ${code}`}`;
  });
  for (const end = Date.now() + MAX_RECOVERY_MS; Date.now() < end; await sleep(25)) {
    if (ended !== null) return ended;
    if (await answers(url)) return null;
  }
  return 'it did not answer in ten minutes';
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function lastFatal({ logFile }: DataFolder): string | undefined {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5);
  const ending = /^.*(?:FATAL|PANIC):\s*/;
  return lines.findLast((line) => ending.test(line))?.replace(ending, '');
}

function isPostmasterOf(pid: number, { cluster }: DataFolder): boolean {
  const command = commandOf(pid);
  const isHere =
    command.includes(`-D ${realpathSync(cluster)} `) || folderOf(pid) === realpathSync(cluster);
  return /postgres/.test(command) && isHere;
}

/** The folder that a process is in, where the system tells it. */
function folderOf(pid: number): string | undefined {
  try {
    return realpathSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
