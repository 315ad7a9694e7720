import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';

const SignIn = z.object({ email: z.string(), password: z.string() });

/** How to sign in to the demo organization. */
export type SignIn = z.output<typeof SignIn>;

/**
 * Fills an empty embedded database with the demo, once, and answers how to sign in to it at every
 * start. `seed` is asked again after a start that was killed before it had finished, so it has to take
 * up what it finds.
 */
export async function ensureDemo(
  dataDir: string,
  connectionString: string,
  seed: () => Promise<SignIn | null>,
): Promise<SignIn | null> {
  const file = signInFile(dataDir);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM installation WHERE key = 'demo'");
    if (rowCount === 0) {
      const made = await seed();
      if (made) keepSignIn(dataDir, made);
      await client.query(
        "INSERT INTO installation (key, value, created_at) VALUES ('demo', 'made', now())",
      );
    }
  } finally {
    await client.end();
  }
  return existsSync(file) ? SignIn.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Keeps beside the data how to sign in to the demo. */
export function keepSignIn(dataDir: string, signIn: SignIn): void {
  writeFileSync(signInFile(dataDir), JSON.stringify(signIn), { mode: 0o600 });
}

function signInFile(dataDir: string): string {
  return path.resolve(dataDir, 'demo-sign-in.json');
}
