import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { OperatorError } from '@/lib/runtime/operator-error';
import { writePrivateFile } from '@/lib/runtime/private-file';

const KEY_ID = 'app_secret_key_id';

/** The file of the secret in DATA_DIR, of an installation with the embedded database. */
export function secretFile(dataDir: string): string {
  return path.resolve(dataDir, 'app-secret');
}

/**
 * The secret of an installation with the embedded database: the given one, else one that the first start
 * generates and stores beside the data.
 */
export function embeddedSecret(dataDir: string, given: string | undefined): string {
  if (given) return given;
  const file = secretFile(dataDir);
  if (!existsSync(file)) {
    writePrivateFile(file, randomBytes(32).toString('base64url'));
  }
  return readFileSync(file, 'utf8').trim();
}

/** The secret of a node on a given database. It is required: all nodes need the same one. */
export function sharedSecret(given: string | undefined): string {
  if (given) return given;
  throw new OperatorError(
    'The setting APP_SECRET is required with DATABASE_URL, the same for every node: make one with ' +
      '`openssl rand -base64 32`.',
  );
}

/** The fingerprint of a secret that the database stores. */
export function keyIdOf(secret: string): string {
  return createHash('sha256').update(`tilldesk key id${secret}`).digest('hex').slice(0, 16);
}

/** Stores the fingerprint at the first start, and refuses later starts with another secret. */
export async function verifySecret(connectionString: string, secret: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO installation (key, value, created_at) VALUES ($1, $2, now())
       ON CONFLICT (key) DO NOTHING`,
      [KEY_ID, keyIdOf(secret)],
    );
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM installation WHERE key = $1',
      [KEY_ID],
    );
    if (rows[0]?.value === keyIdOf(secret)) return;
  } finally {
    await client.end();
  }
  throw new OperatorError(
    'This database was set up with another APP_SECRET: start with that one, for what it encrypted ' +
      'cannot be read with any other (with the embedded database it lies in DATA_DIR/app-secret).',
  );
}
