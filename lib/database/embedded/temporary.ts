import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/database/embedded/embedded';

const SILENT = { info: () => {}, warn: () => {} };

/** Starts a throw-away PostgreSQL in the system's temporary folder; `stop` removes it altogether. */
export async function startTemporary(): Promise<EmbeddedDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-'));
  await chmod(folder, 0o711); // the account that runs the database enters it
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const database = await startEmbedded({
      dataDir: folder,
      log: SILENT,
      durable: false,
      mayCreateDatabases: true,
    });
    return {
      ...database,
      stop: async () => {
        await database.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
