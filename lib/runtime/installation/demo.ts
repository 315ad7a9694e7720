import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { DEMO_EMAIL } from '@/lib/auth/demo-seller';

/** The sign-in to the demo organization; only the start that created it knows the password. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string | null;
}

/**
 * Seeds an empty embedded database with the demo, once; returns its sign-in, null where there is none. `seed`
 * is called again after a start that was killed during it, so it has to replace what it finds.
 */
export async function ensureDemo(
  dataDir: string,
  connectionString: string,
  seed: () => Promise<{ email: string; password: string } | null>,
): Promise<DemoSignIn | null> {
  // Earlier versions stored the password in this file.
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
