import type { TestProject } from 'vitest/node';
import { startTemporary } from '@/lib/database/embedded/temporary';
import { migrate } from '@/lib/database/migrations/migrate';
import { provideSettings } from '@/lib/runtime/env';
import { createDatabase, dropDatabases, newPrefix } from '@/testing/database';
import { ownTemporaryDirectory } from '@/testing/temporary-directory';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that workers copy. */
    template: { url: string; name: string; prefix: string };
  }
}

/**
 * Makes the database that the tests copy: on the server that TEST_DATABASE_URL names, else on a
 * throw-away one of their own.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  provideSettings({ LOG_LEVEL: 'silent' });
  const given = process.env.TEST_DATABASE_URL;
  if (!given && process.env.npm_lifecycle_event === 'test:postgres') {
    throw new Error('Set TEST_DATABASE_URL to a PostgreSQL on which databases may be made.');
  }
  const removeTemporary = await ownTemporaryDirectory();
  const server = given ? { url: given, stop: async () => {} } : await startTemporary();
  const prefix = newPrefix();
  const name = `${prefix}template`;
  const template = await createDatabase(server.url, name);
  await migrate(template);
  project.provide('template', { url: template, name, prefix });
  return async () => {
    if (given) await dropDatabases(given, prefix);
    await server.stop();
    await removeTemporary();
  };
}
