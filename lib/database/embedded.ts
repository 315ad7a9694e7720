import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseAccount } from '@/lib/database/embedded/account';
import { findBinaries } from '@/lib/database/embedded/binaries';
import { dataFolder, initialise, prepareFolder } from '@/lib/database/embedded/cluster';
import {
  databaseUrl,
  freePort,
  type Launch,
  launch,
  readPidFile,
  stopOrphan,
  stopPostmaster,
} from '@/lib/database/embedded/postmaster';
import { lockFolder } from '@/lib/folder-lock';
import { messageOf, OperatorError } from '@/lib/operator-error';
import { isAlive } from '@/lib/processes';

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
}

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  readonly url: string;
  /** Whether the data directory was made by this start. */
  readonly fresh: boolean;
  stop(): Promise<void>;
}

const DATABASE = 'tilldesk';
const LONGEST_PAUSE_MS = 10_000;

/**
 * Starts PostgreSQL on a data directory, which is made when missing, and keeps it running until
 * `stop`. What a killed run left behind (its lock, its postmaster) is cleared away first; a directory
 * that another running process uses is refused.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, durable = true } = options;
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
    await createDatabase(databaseUrl(folder, port, 'postgres'));
    return {
      url: databaseUrl(folder, port, DATABASE),
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
  return running && isAlive(running.pid) ? databaseUrl(folder, running.port, DATABASE) : null;
}

/** Starts the postmaster and starts it again on the same port whenever it dies. */
async function keepRunning(options: Launch, log: EmbeddedLog): Promise<() => Promise<void>> {
  let child = await launch(options);
  const stopping = new AbortController();
  let revival: Promise<void> | undefined;

  const revive = async (): Promise<void> => {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
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

async function createDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
