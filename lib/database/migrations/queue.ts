import { runMigrations } from 'graphile-worker';
import { workerLogger } from '@/lib/runtime/queue-logger';

/**
 * Brings the schema `graphile_worker` up to date: the tables and functions of the queue, by the library's own
 * migrations. The caller holds the lock of the product's migrations.
 */
export async function migrateQueue(connectionString: string): Promise<void> {
  await runMigrations({ connectionString, maxPoolSize: 1, logger: workerLogger });
}
