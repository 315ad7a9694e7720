import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { DEMO_EMAIL } from '@/lib/resources/identity/rules';

/** How to sign in to the demo organization; the password is known only to the start that made it. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string | null;
}

/**
 * Fills an empty embedded database with the demo, once, and answers how to sign in to it, null where
 * there is none. `seed` is asked again after a start that was killed before it had finished, so it has
 * to take up what it finds.
 */
export async function ensureDemo(
  dataDir: string,
  connectionString: string,
  seed: () => Promise<{ email: string; password: string } | null>,
): Promise<DemoSignIn | null> {
  // Earlier versions kept the password here.
  rmSync(path.resolve(dataDir, 'demo-sign-in.json'), { force: true });
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM installation WHERE key = 'demo'");
    if (rowCount === 0) {
      const made = await seed();
      await client.query(
        "INSERT INTO installation (key, value, created_at) VALUES ('demo', 'made', now())",
      );
      return made;
    }
    const sellers = await client.query('SELECT FROM users WHERE email = $1', [DEMO_EMAIL]);
    return sellers.rowCount === 0 ? null : { email: DEMO_EMAIL, password: null };
  } finally {
    await client.end();
  }
}
