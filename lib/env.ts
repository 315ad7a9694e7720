import { existsSync } from 'node:fs';
import { z } from 'zod';
import { OperatorError } from '@/lib/operator-error';

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

/** The whole list of settings: what each may be, and what it is when nobody sets it. */
const Settings = z.object({
  /** The port that the server listens on. */
  PORT: wholeNumber(1, 65_535).default(3000),
  /** The address that the server listens on. */
  HOST: z.string().default('127.0.0.1'),
  /** The only source of absolute URLs; `publicUrl()` knows the default. */
  PUBLIC_URL: address(['http:', 'https:'], 'an origin like https://shop.example.com')
    .refine(isOrigin, { error: 'an origin like https://shop.example.com, without a path' })
    .transform((value) => new URL(value).origin)
    .optional(),
  /** Where the embedded PostgreSQL, the installation's secrets and uploaded files lie. */
  DATA_DIR: z.string().default('.data'),
  /** A PostgreSQL to use instead of the embedded one. */
  DATABASE_URL: databaseAddress.optional(),
  /** The same database past a pooler: for migrations, locks and background work. */
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  /** How many connections a node opens. */
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  /** After how many seconds a statement is cancelled; 0: never. */
  STATEMENT_TIMEOUT_SECONDS: wholeNumber(0, 3600).default(15),
  /** After how many seconds a transaction that waits for its client is ended; 0: never. */
  IDLE_IN_TRANSACTION_TIMEOUT_SECONDS: wholeNumber(0, 3600).default(30),
  /** Encrypts what must be read back and signs sessions; made by itself beside embedded data. */
  APP_SECRET: z.string().min(32, { error: 'at least 32 characters' }).optional(),
  /** Who may make an account; where it is not set, the installation's rule decides. */
  SIGN_UP: z.enum(['open', 'invite', 'closed'], { error: 'open, invite or closed' }).optional(),
  /** How many proxies in front are believed about a client's address. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  /** How long a checkout session stays open. */
  CHECKOUT_TTL_SECONDS: wholeNumber(1, 31_536_000).default(86_400),
  /** The reads and writes of one caller in a minute, 0 for any number; `request-limits.ts` knows the default. */
  RATE_LIMIT_READS: wholeNumber(0, 1_000_000).optional(),
  RATE_LIMIT_WRITES: wholeNumber(0, 1_000_000).optional(),
  /** The least level that is logged; `lib/log.ts` knows the default. */
  /** Days after which checkouts that never sold lose their buyer's data and their secret; 0 keeps them. */
  ABANDONED_CHECKOUT_DAYS: wholeNumber(0, 36_500).default(90),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .optional(),
  /** Whether the log says from which address a request came. */
  LOG_CLIENT_ADDRESS: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'development, test or production' })
    .default('development'),
});

/** The settings, parsed. */
export type Env = z.output<typeof Settings>;

let parsed: Env | undefined;

/** The settings of this process; a wrong one throws, with its name and what it may be. */
export function env(): Env {
  parsed ??= parseSettings(process.env);
  return parsed;
}

/** Gives the process settings that it found out itself, such as the embedded database's address. */
export function provideSettings(settings: Partial<Record<keyof Env, string>>): void {
  Object.assign(process.env, settings);
  parsed = undefined;
}

/** Reads `.env` where there is one; what the environment says already wins. */
export function loadSettingsFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Parses settings; all wrong ones are told at once. An empty one counts as not set. */
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

/** The origins that the product's own pages have. */
export function trustedOrigins(): readonly string[] {
  const { PUBLIC_URL, PORT } = env();
  if (PUBLIC_URL) return [PUBLIC_URL];
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => originOf(host, PORT));
}

/** As a browser writes it: without the port that is the protocol's own. */
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
