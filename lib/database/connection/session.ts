import type { ClientConfig } from 'pg';
import { env } from '@/lib/runtime/env';

const NAMES = {
  statement_timeout: 'STATEMENT_TIMEOUT_SECONDS',
  idle_in_transaction_session_timeout: 'IDLE_IN_TRANSACTION_TIMEOUT_SECONDS',
} as const;

/** How much longer than PostgreSQL itself a client waits before it takes the server for lost. */
const NETWORK_SECONDS = 5;

/** The timeouts of the product's sessions, as PostgreSQL names and writes them; `0` is none. */
export function sessionTimeouts(): readonly [name: string, value: string][] {
  const settings = env();
  return Object.entries(NAMES).map(([name, setting]) => [name, `${settings[setting]}s`]);
}

/** The statements that set the timeouts, for a session or, behind a pooler, for one transaction. */
export function setTimeouts(command: 'SET' | 'SET LOCAL'): string {
  return sessionTimeouts()
    .map(([name, value]) => `${command} ${name} = '${value}'`)
    .join('; ');
}

/** Lifts the timeouts in a session for work that takes its time: migrations, sales at scale. */
export const NO_TIMEOUTS = Object.keys(NAMES)
  .map((name) => `SET ${name} = 0`)
  .join('; ');

/**
 * After how many milliseconds without an answer the client gives a statement up, so that a server
 * that hangs or cannot be reached any more is an error too; undefined is never.
 */
export function answerTimeout(): number | undefined {
  const { STATEMENT_TIMEOUT_SECONDS: seconds } = env();
  return seconds === 0 ? undefined : (seconds + NETWORK_SECONDS) * 1000;
}

/** Whether a pooler may give each transaction another session: then no session's state lasts. */
export function isPooled(): boolean {
  const { DATABASE_URL, DIRECT_DATABASE_URL } = env();
  return DIRECT_DATABASE_URL !== undefined && DIRECT_DATABASE_URL !== DATABASE_URL;
}

/** How to open a session of one's own, past a pooler: for what lasts longer than a transaction. */
export function directConnection(): ClientConfig {
  const { DATABASE_URL, DIRECT_DATABASE_URL } = env();
  return {
    connectionString: DIRECT_DATABASE_URL ?? DATABASE_URL,
    connectionTimeoutMillis: 5000,
    query_timeout: answerTimeout(),
    keepAlive: true,
  };
}
