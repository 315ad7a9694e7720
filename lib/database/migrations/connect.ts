import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { outageOf } from '@/lib/database/connection/errors';
import { NO_TIMEOUTS } from '@/lib/database/connection/session';
import { env } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';
import { codeOf, messageOf, OperatorError } from '@/lib/runtime/operator-error';

const TRY_EVERY_MS = 500;
const LOG_EVERY_MS = 10_000;

/**
 * Opens a connection that has no timeouts of statements, or throws an operator's error that says what to do.
 */
export async function connect(connectionString: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {}); // the query under way reports a lost connection
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') log.warn(message);
    });
    await client.connect();
    await client.query(NO_TIMEOUTS);
    return client;
  } catch (error) {
    const advice = outageOf(error)?.advice ?? adviceOn(error);
    throw new OperatorError(`The database cannot be reached: ${messageOf(error)}. ${advice}`, {
      cause: error,
    });
  }
}

/**
 * Waits for a database that does not answer yet, at most for some seconds. What another try cannot change,
 * such as a wrong password, is thrown at once.
 */
export async function waitForDatabase(
  connectionString: string,
  seconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const { host } = new URL(connectionString);
  const begun = performance.now();
  let loggedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      await (await connect(connectionString)).end();
      if (loggedAt > 0) log.info(`The database at ${host} answers.`);
      return;
    } catch (error) {
      const now = performance.now();
      const left = seconds - (now - begun) / 1000;
      if (left <= 0 || !outageOf(error)) throw error;
      if (now - loggedAt >= LOG_EVERY_MS) {
        loggedAt = now;
        log.warn(
          `Waiting up to ${Math.ceil(left)} s (DATABASE_WAIT_SECONDS) for the database at ${host}: ` +
            `${messageOf(error instanceof Error ? error.cause : error)}`,
        );
      }
      await sleep(Math.min(TRY_EVERY_MS, left * 1000), undefined, signal ? { signal } : {});
    }
  }
}

/** What to do about a server that answers and refuses. */
function adviceOn(error: unknown): string {
  const setting = env().DIRECT_DATABASE_URL ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL';
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `Check the user and the password in ${setting}, and that the server lets this host in.`;
    case '3D000':
      return `Make that database, or correct its name in ${setting}.`;
    default:
      return `Check ${setting}.`;
  }
}
