import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseAccount } from '@/lib/database/embedded/account';
import { findBinaries } from '@/lib/database/embedded/binaries';
import {
  dataFolder,
  initialise,
  prepareFolder,
  rolePassword,
} from '@/lib/database/embedded/cluster';
import {
  freePort,
  type Launch,
  launch,
  readPidFile,
  roleUrl,
  stopOrphan,
  stopPostmaster,
  superuserUrl,
} from '@/lib/database/embedded/postmaster';
import { DATABASE, prepareRole } from '@/lib/database/embedded/role';
import { lockFolder } from '@/lib/runtime/folder-lock';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';
import { isAlive } from '@/lib/runtime/processes';

/** The part of a logger that the database's keeper uses. */
export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
}

/** How to start an embedded PostgreSQL. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** False gives up safety against a power failure, for throw-away databases. */
  readonly durable?: boolean;
  /** Whether the product's role may make further databases: for throw-away servers. */
  readonly mayCreateDatabases?: boolean;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** The product's database, as the role that owns it and is no superuser. */
  readonly url: string;
  /** Whether the data directory was made by this start. */
  readonly fresh: boolean;
  stop(): Promise<void>;
}

const MAX_PAUSE_MS = 10_000;

/**
 * Starts PostgreSQL on a data directory, which is made when missing, and keeps it running until
 * `stop`. What a killed run left behind (its lock, its postmaster) is cleared away first; a directory
 * that another running process uses is refused.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, durable = true, mayCreateDatabases = false } = options;
  const account = databaseAccount();
  const binaries = await findBinaries(account);
  const folder = dataFolder(dataDir);
  prepareFolder(folder, account);
  const unlock = lockFolder(folder.root);
  if (!unlock) {
    throw new OperatorError(
      `The data directory ${folder.root} is in use by another running Tilldesk: stop that one, or ` +
        'set DATA_DIR to another folder.',
    );
  }
  try {
    if (await stopOrphan(folder)) log.warn('stopped the database that a killed run left behind');
    const fresh = initialise(folder, binaries, account, durable);
    const port = await freePort();
    const stop = await keepRunning({ folder, binaries, account, durable, port }, log);
    await prepareRole({
      addressOf: (database) => superuserUrl(folder, port, database),
      password: rolePassword(folder),
      mayCreateDatabases,
    }).catch(async (error) => {
      await stop();
      throw error;
    });
    return {
      url: roleUrl(folder, port, DATABASE),
      fresh,
      stop: async () => {
        await stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The address of the database that another process runs on a data directory, if one does. */
export function runningDatabase(dataDir: string): string | null {
  const folder = dataFolder(dataDir);
  const running = readPidFile(folder);
  // A product of a version that had no such role yet has no such file, and is not joined.
  if (!running || !isAlive(running.pid) || !existsSync(folder.rolePasswordFile)) return null;
  return roleUrl(folder, running.port, DATABASE);
}

/** Starts the postmaster and starts it again on the same port whenever it dies. */
async function keepRunning(options: Launch, log: EmbeddedLog): Promise<() => Promise<void>> {
  let child = await launch(options);
  const stopping = new AbortController();
  let revival: Promise<void> | undefined;

  const revive = async (): Promise<void> => {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        child = await launch(options);
        log.info('the database runs again');
        return watch(child);
      } catch (error) {
        log.warn(messageOf(error));
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const watch = (running: ChildProcess): void => {
    const died = () => {
      if (stopping.signal.aborted) return;
      log.warn('the database ended unexpectedly and is started again');
      revival = revive();
    };
    if (running.exitCode === null && running.signalCode === null) running.once('exit', died);
    else died();
  };
  // Where Node ends without a `stop`, the database ends with it.
  const endWithNode = () => child.kill('SIGINT');
  process.once('exit', endWithNode);
  watch(child);

  return async () => {
    stopping.abort();
    await revival;
    process.off('exit', endWithNode);
    if (child.pid && child.exitCode === null && child.signalCode === null) {
      await stopPostmaster(child.pid);
    }
  };
}
