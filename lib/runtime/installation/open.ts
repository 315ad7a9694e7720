import { type EmbeddedLog, runningDatabase, startEmbedded } from '@/lib/database/embedded/embedded';
import { waitForDatabase } from '@/lib/database/migrations/connect';
import { migrate } from '@/lib/database/migrations/migrate';
import { env, provideSettings } from '@/lib/runtime/env';
import { embeddedSecret, sharedSecret, verifySecret } from '@/lib/runtime/installation/secret';
import { closeFolders } from '@/lib/runtime/storage/local';

/** The opened installation; its database and secret are in `env()`. */
export interface Installation {
  /** Whether the database is the embedded one. */
  readonly embedded: boolean;
  close(): Promise<void>;
}

/**
 * Opens the installation: the given database or the embedded one, migrated, with its secret checked.
 * Afterwards the settings DATABASE_URL, DIRECT_DATABASE_URL and APP_SECRET are set. Processes that serve give
 * the signal that stops them: they wait for a given database that does not answer yet.
 */
export async function openInstallation(
  log: EmbeddedLog,
  stopping?: AbortSignal,
): Promise<Installation> {
  const { DATABASE_URL, DIRECT_DATABASE_URL, DATA_DIR, APP_SECRET, DATABASE_WAIT_SECONDS } = env();
  await closeFolders();
  if (DATABASE_URL) {
    const secret = sharedSecret(APP_SECRET);
    const direct = DIRECT_DATABASE_URL ?? DATABASE_URL;
    if (stopping) await waitForDatabase(direct, DATABASE_WAIT_SECONDS, stopping);
    await prepare(DATABASE_URL, direct, secret);
    return { embedded: false, close: async () => {} };
  }
  const database = await startEmbedded({ dataDir: DATA_DIR, log });
  try {
    await prepare(database.url, database.url, embeddedSecret(DATA_DIR, APP_SECRET));
  } catch (error) {
    await database.stop();
    throw error;
  }
  return { embedded: true, close: database.stop };
}

/** Uses the embedded database that another process of this installation runs; false where none does. */
export function attachToRunning(): boolean {
  const { DATABASE_URL, DATA_DIR, APP_SECRET } = env();
  const url = DATABASE_URL ? null : runningDatabase(DATA_DIR);
  if (url) provide(url, url, embeddedSecret(DATA_DIR, APP_SECRET));
  return url !== null;
}

async function prepare(url: string, direct: string, secret: string): Promise<void> {
  await migrate(direct);
  await verifySecret(direct, secret);
  provide(url, direct, secret);
}

function provide(url: string, direct: string, secret: string): void {
  provideSettings({ DATABASE_URL: url, DIRECT_DATABASE_URL: direct, APP_SECRET: secret });
}
