import { env, loadSettingsFile, provideSettings } from '@/lib/runtime/env';
import { attachToRunning, openInstallation } from '@/lib/runtime/installation/open';

const SILENT = { info: () => {}, warn: () => {} };

/**
 * Runs a command with the installation's database: the configured one, else the embedded one, which is
 * started for the time of the command where no product runs it. The work has to import modules that read
 * DATABASE_URL or APP_SECRET dynamically. Nothing else is written to standard output.
 */
export async function withDatabase<T>(
  work: (database: { embedded: boolean }) => Promise<T>,
): Promise<T> {
  loadSettingsFile();
  process.umask(0o077);
  const embedded = !env().DATABASE_URL;
  provideSettings({ LOG_LEVEL: 'silent' });
  const installation = attachToRunning() ? null : await openInstallation(SILENT);
  try {
    return await work({ embedded });
  } finally {
    const { disconnect } = await import('@/lib/database/connection/client');
    await disconnect();
    await installation?.close();
  }
}
