// Runs before each test file: gives the file an empty database. The files of a worker share the modules
// (`isolate: false`), and the connections to the database as long as it is the same one.

import fc from 'fast-check';
import { disconnect, pool } from '@/lib/database/connection/client';
import { provideSettings } from '@/lib/runtime/env';
import { emptyDatabase } from '@/testing/worker-database';

// A worker ends with its run, whatever tests have left open in it.
const worker = globalThis as { isWatching?: boolean };
if (!worker.isWatching) process.once('disconnect', () => process.exit());
worker.isWatching = true;

// The report of a run has messages alone: a property's failure says there what failed.
fc.configureGlobal({ includeErrorInReport: true });
const url = await emptyDatabase();
/** What connections are made with. */
const CONNECTION = {
  DATABASE_URL: url,
  DIRECT_DATABASE_URL: url,
  DATABASE_WAIT_SECONDS: '',
  DATABASE_POOL_SIZE: '10',
  // As the limits of tests: they only end what hangs.
  STATEMENT_TIMEOUT_SECONDS: '300',
  IDLE_IN_TRANSACTION_TIMEOUT_SECONDS: '300',
};
const isConnectedSo = Object.entries(CONNECTION).every(
  ([name, value]) => process.env[name] === value,
);
// A connection that a test has not given back stays away.
const isWhole = () => pool().idleCount === pool().totalCount;
if (!isConnectedSo || !isWhole()) await disconnect();
provideSettings({
  ...CONNECTION,
  WORKER: '',
  CLOCK_TOLERANCE_SECONDS: '',
  APP_SECRET: 'a secret for the tests, the same in every run',
  PUBLIC_URL: '',
  PORT: '3000',
  SIGN_UP: '',
  TRUST_PROXY: '0',
  CHECKOUT_TTL_SECONDS: '',
  ABANDONED_CHECKOUT_DAYS: '',
  EVENT_RETENTION_DAYS: '',
  WEBHOOK_ALLOW_PRIVATE: '',
  GITHUB_API_URL: '',
  DISCORD_API_URL: '',
  STRIPE_API_BASE: '',
  STRIPE_JS_URL: '',
  STRIPE_CALLS_PER_SECOND: '1000',
  AUDIT_RETENTION_DAYS: '',
  STEP_UP_SECONDS: '',
  ORGANIZATION_STORAGE_GIB: '',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_READS: '',
  RATE_LIMIT_WRITES: '',
  LOG_CLIENT_ADDRESS: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  MAIL_SANDBOX: '',
  DATA_DIR: '',
});
