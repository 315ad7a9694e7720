import { existsSync } from 'node:fs';
import { z } from 'zod';
import { isLoopback } from '@/lib/contract/loopback';
import { OperatorError } from '@/lib/runtime/operator-error';

const wholeNumber = (least: number, most: number) =>
  z.coerce.number<string>({ error: `a whole number from ${least} to ${most}` }).pipe(
    z
      .int({ error: `a whole number from ${least} to ${most}` })
      .min(least)
      .max(most),
  );

const address = (protocols: readonly string[], error: string) =>
  z.string().refine((value) => protocols.includes(protocolOf(value)), { error });

const databaseAddress = address(
  ['postgres:', 'postgresql:'],
  'an address like postgresql://user:password@host:5432/database',
);

const loopbackAddress = z
  .string()
  .refine((value) => URL.canParse(value) && isLoopback(value), {
    error: 'left out, or an address of this computer like http://127.0.0.1:12111',
  })
  .transform((value) => value.replace(/\/+$/, ''));

/** All settings with their types and defaults. */
const SETTINGS = z.object({
  /** The port that the server listens on. */
  PORT: wholeNumber(1, 65_535).default(3000),
  /** The address that the server listens on. */
  HOST: z.string().default('127.0.0.1'),
  /** The origin of absolute URLs; default in `publicUrl()`. */
  PUBLIC_URL: address(['http:', 'https:'], 'an origin like https://shop.example.com')
    .refine(isOrigin, { error: 'an origin like https://shop.example.com, without a path' })
    .transform((value) => new URL(value).origin)
    .optional(),
  /** The folder of the embedded PostgreSQL, the installation's secret and uploaded files. */
  DATA_DIR: z.string().default('.data'),
  /** A PostgreSQL to use instead of the embedded one. */
  DATABASE_URL: databaseAddress.optional(),
  /** The same database without a pooler: for migrations, locks and background tasks. */
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  /** Seconds that a start waits for DATABASE_URL to answer; 0: not at all. */
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3600).default(60),
  /** How many connections a node opens. */
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  /** Whether this node runs background jobs. */
  WORKER: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  /** Seconds after which a statement is cancelled; 0: never. */
  STATEMENT_TIMEOUT_SECONDS: wholeNumber(0, 3600).default(15),
  /** Seconds after which an idle transaction is ended; 0: never. */
  IDLE_IN_TRANSACTION_TIMEOUT_SECONDS: wholeNumber(0, 3600).default(30),
  /** The difference from the database's clock at which a node writes no more; 0: not compared. */
  CLOCK_TOLERANCE_SECONDS: wholeNumber(0, 86_400).default(60),
  /** Encrypts stored secrets and signs sessions and links; generated beside embedded data. */
  APP_SECRET: z.string().min(32, { error: 'at least 32 characters' }).optional(),
  /** Who may create an account; default in `signUpRule`. */
  SIGN_UP: z.enum(['open', 'invite', 'closed'], { error: 'open, invite or closed' }).optional(),
  /** The number of trusted proxies in front, for the client's address. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  /** How long a checkout session stays open. */
  CHECKOUT_TTL_SECONDS: wholeNumber(1, 31_536_000).default(86_400),
  /** Reads and writes of a caller per minute; 0: unlimited; default in `request-limits.ts`. */
  RATE_LIMIT_READS: wholeNumber(0, 1_000_000).optional(),
  RATE_LIMIT_WRITES: wholeNumber(0, 1_000_000).optional(),
  /** The mail server: smtp:// or smtps://, with user and password; without one mails stay in the outbox. */
  SMTP_URL: address(
    ['smtp:', 'smtps:'],
    'an address like smtps://user:password@mail.example.com',
  ).optional(),
  /** The address that mails come from. */
  MAIL_FROM: z.email({ error: 'an email address like shop@example.com' }).optional(),
  /** Where mails of sandbox organizations go, but those about accounts. */
  MAIL_SANDBOX: z
    .enum(['outbox', 'members', 'send'], { error: 'outbox, members or send' })
    .default('members'),
  /** Days after which the buyer's data and the secret of checkouts without a sale are removed; 0: never. */
  ABANDONED_CHECKOUT_DAYS: wholeNumber(0, 36_500).default(90),
  /** Days after which events are deleted; 0: never. */
  EVENT_RETENTION_DAYS: wholeNumber(0, 36_500).default(400),
  /** Whether webhooks may go to private addresses; loopback ones may while PUBLIC_URL is one. */
  WEBHOOK_ALLOW_PRIVATE: z.enum(['0', '1'], { error: '0 or 1' }).default('0'),
  /** The API of GitHub, or of an Enterprise Server. */
  GITHUB_API_URL: address(['http:', 'https:'], 'an address like https://api.github.com')
    .transform((value) => value.replace(/\/+$/, ''))
    .default('https://api.github.com'),
  /** The API of Discord, without its version. */
  DISCORD_API_URL: address(['http:', 'https:'], 'an address like https://discord.com/api')
    .transform((value) => value.replace(/\/+$/, ''))
    .default('https://discord.com/api'),
  /** The API of Stripe and its script for pages, for tests: a double of them on this computer. */
  STRIPE_API_BASE: loopbackAddress.optional(),
  STRIPE_JS_URL: loopbackAddress.optional(),
  /** How many calls a second an account takes: in all in test mode, and each endpoint of a live one. */
  STRIPE_CALLS_PER_SECOND: wholeNumber(1, 10_000).default(25),
  /** Days after which rows of the audit log are deleted; 0: never. */
  AUDIT_RETENTION_DAYS: wholeNumber(0, 36_500).default(730),
  /** For how long a session that was opened or confirmed may change what needs that. */
  STEP_UP_SECONDS: wholeNumber(1, 600).default(600),
  /** How many GiB of files an organization stores at most; 0: unlimited. */
  ORGANIZATION_STORAGE_GIB: wholeNumber(0, 1_000_000).default(10),
  /** The lowest level that is logged; default in `lib/runtime/log.ts`. */
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .optional(),
  /** Whether the log contains client addresses. */
  LOG_CLIENT_ADDRESS: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'development, test or production' })
    .default('development'),
});

const Settings = SETTINGS.refine((settings) => !settings?.SMTP_URL || settings.MAIL_FROM, {
  error: 'the address that mails come from, as SMTP_URL is set',
  path: ['MAIL_FROM'],
  when: () => true,
});

/** The settings, parsed. */
export type Env = z.output<typeof Settings>;

let parsed: Env | undefined;

/** The settings of this process. Throws an operator's error that names every invalid one. */
export function env(): Env {
  parsed ??= parseSettings(process.env);
  return parsed;
}

/** Adds settings that the process determines itself, such as the embedded database's URL. */
export function provideSettings(settings: Partial<Record<keyof Env, string>>): void {
  Object.assign(process.env, settings);
  parsed = undefined;
}

/** Reads `.env` where it exists; the environment has priority. */
export function loadSettingsFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Parses settings; the error names every invalid one. An empty one counts as not set. */
export function parseSettings(given: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const { data, error } = Settings.safeParse(set);
  if (data) return data;
  const wrong = new Map(error.issues.map(({ path, message }) => [String(path[0]), message]));
  throw new OperatorError(
    [...wrong].map(([name, allowed]) => `The setting ${name} must be ${allowed}.`).join('\n'),
  );
}

/** The origin of every absolute URL that the product writes. */
export function publicUrl(): string {
  const { PUBLIC_URL, PORT } = env();
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** A client's address as logs keep it; null where they keep none. */
export function loggedAddress(address: string | null): string | null {
  return env().LOG_CLIENT_ADDRESS === 'on' ? address : null;
}

/** Whether mails can be sent. */
export function hasMailServer(): boolean {
  return env().SMTP_URL !== undefined;
}

/** The origins of the product's own pages. */
export function trustedOrigins(): readonly string[] {
  const { PUBLIC_URL, PORT } = env();
  if (PUBLIC_URL) return [PUBLIC_URL];
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => originOf(host, PORT));
}

/** An origin as a browser writes it: without the default port of its protocol. */
function originOf(host: string, port: number): string {
  return new URL(`http://${host}:${port}`).origin;
}

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return true; // told by the other check
  const { pathname, search, hash, username } = new URL(value);
  return pathname === '/' && search === '' && hash === '' && username === '';
}
