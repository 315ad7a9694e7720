import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';

const SignIn = z.object({ email: z.string(), password: z.string() });

/** How to sign in to the demo organization. */
export type SignIn = z.output<typeof SignIn>;

/**
 * Fills an empty embedded database with the demo, once, and answers how to sign in to it at every
 * start. The sign-in is kept beside the data. `seed` is asked again after a start that was killed
 * before it had finished, so it has to take up what it finds.
 */
export async function ensureDemo(
  dataDir: string,
  connectionString: string,
  seed: () => Promise<SignIn | null>,
): Promise<SignIn | null> {
  const file = path.resolve(dataDir, 'demo-sign-in.json');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM installation WHERE key = 'demo'");
    if (rowCount === 0) {
      const made = await seed();
      if (made) writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
      await client.query(
        "INSERT INTO installation (key, value, created_at) VALUES ('demo', 'made', now())",
      );
    }
  } finally {
    await client.end();
  }
  return existsSync(file) ? SignIn.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
