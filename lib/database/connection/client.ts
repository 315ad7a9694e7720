import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import {
  type PendingTransaction,
  TrackingAdapterFactory,
  TrackingPool,
} from '@/lib/database/connection/adapter';
import { fieldsOf } from '@/lib/database/connection/fields';
import { notesWritten } from '@/lib/database/connection/notes';
import type { Scope } from '@/lib/database/connection/scope';
import { answerTimeout, isPooled, setTimeouts } from '@/lib/database/connection/session';
import { Prisma, PrismaClient } from '@/lib/database/generated/client';
import { env } from '@/lib/runtime/env';
import { log } from '@/lib/runtime/log';

/** A transaction: the client in it, and the connection that it runs on. */
export interface OpenTransaction {
  client: TransactionClient;
  /** Throws once the transaction is over. */
  connection: () => pg.PoolClient;
  /**
   * Has something run inside the transaction after all else, just before its commit; `first` before the rest
   * of it.
   */
  beforeCommit: (work: () => Promise<void>, order?: 'first') => void;
  /** Has something begin once the transaction is committed; nobody waits for it. */
  afterCommit: (work: () => void) => void;
}

/** How many tenants' clients are cached; making one costs as much as a small statement. */
const MAX_CLIENTS = 500;

const globals = globalThis as unknown as { tilldeskDatabase?: ReturnType<typeof open> };

function open() {
  const { DATABASE_URL, DATABASE_POOL_SIZE } = env();
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set');
  const pool = new TrackingPool({
    connectionString: DATABASE_URL,
    max: DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 5000,
    query_timeout: answerTimeout(),
    onConnect: initConnection,
  });
  // A connection that breaks while idle is replaced; the next request decides what to answer.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  const prisma = new PrismaClient({ adapter: new TrackingAdapterFactory(pool) }).$extends({
    query: {
      $allModels: { $allOperations: async ({ args, query }) => withNumbers(await query(args)) },
    },
  }) as unknown as PrismaClient;
  return { pool, prisma, tenants: new LRUCache<string, PrismaClient>({ max: MAX_CLIENTS }) };
}

/** Prepares a new connection of the pool. */
async function initConnection(client: pg.ClientBase): Promise<void> {
  // The adapter writes and reads times without an offset: every session has to speak UTC.
  await client.query(`SET TIME ZONE 'UTC'${isPooled() ? '' : `; ${setTimeouts('SET')}`}`);
}

/**
 * Throws where the running code is within a transaction: a statement there that does not take its scope asks for another
 * connection while the transaction holds one. As soon as as many transactions do so as the pool has connections, each
 * waits for the others until its time is up. For tests and development: elsewhere such a statement runs.
 */
function requireOutside(): void {
  if (process.env.NODE_ENV !== 'test' && process.env.NODE_ENV !== 'development') return;
  const open = database().pool.pending.getStore();
  if (!open?.connection || open.isOver) return;
  throw new Error('A statement within a transaction has to take the scope of that');
}

function database() {
  // One pool a process, also where a bundler loads this module twice.
  globals.tilldeskDatabase ??= open();
  return globals.tilldeskDatabase;
}

/** The connections beneath the client, on which `execute` runs statements outside of a transaction. */
export function pool(): pg.Pool {
  requireOutside();
  return database().pool;
}

/** Closes the pool and its connections; the next use opens another. */
export async function disconnect(): Promise<void> {
  await notesWritten();
  const open = globals.tilldeskDatabase;
  delete globals.tilldeskDatabase;
  await open?.prisma.$disconnect();
  await open?.pool.close();
}

/** Rows of these belong to a user or to an organization. */
const OF_EITHER: readonly string[] = ['Token', 'OAuthGrant'];

/** The models whose rows belong to one organization. */
const TENANT_MODELS = new Set<string>(
  Object.values(Prisma.ModelName).filter(
    (model) => !OF_EITHER.includes(model) && fieldsOf(model).includes('organizationId'),
  ),
);

/** Throws unless a row to be written names one of these organizations as its own. */
export function assertOrganization(organizationIds: readonly string[], row: object): void {
  const { organizationId } = row as { organizationId?: string };
  if (organizationId === undefined || !organizationIds.includes(organizationId)) {
    throw new Error('A row must be written into an organization of its scope');
  }
}

type Where = { AND?: unknown };
type Arguments = { where?: Where; data?: unknown; create?: unknown; update?: unknown };

/** A client that adds the tenant's predicate to every statement, and refuses rows of other organizations. */
function tenantClient(organizationIds: readonly string[]): PrismaClient {
  const assertOrganizations = (data: unknown) => {
    for (const row of [data].flat()) assertOrganization(organizationIds, row as object);
  };
  const extended = database().prisma.$extends({
    query: {
      $allModels: {
        async $allOperations({ model, operation, args, query }) {
          const tenantPredicate =
            model === 'Organization'
              ? { id: { in: [...organizationIds] } }
              : { organizationId: { in: [...organizationIds] } };
          const given = args as Arguments;
          if (operation.startsWith('create')) {
            if (TENANT_MODELS.has(model)) assertOrganizations(given.data);
            return query(args);
          }
          if (model !== 'Organization' && !TENANT_MODELS.has(model)) return query(args);
          if (operation === 'upsert') assertOrganizations(given.create);
          const change = (given.update ?? given.data) as { organizationId?: unknown } | undefined;
          if (change?.organizationId !== undefined) assertOrganizations(change);
          const narrowed = given.where?.AND;
          const conditions = narrowed === undefined ? [] : [narrowed].flat();
          return query({
            ...given,
            where: { ...given.where, AND: [...conditions, tenantPredicate] },
          } as typeof args);
        },
      },
    },
  });
  // The extension changes what statements see, not their types.
  return extended as unknown as PrismaClient;
}

export type TransactionClient = Prisma.TransactionClient;

/**
 * What Prisma has read with every BigInt as a number, in place: none is beyond the safe integers. The types of the
 * generated client say so (scripts/generate-client.mjs).
 */
function withNumbers<Read>(read: Read): Read {
  if (typeof read === 'bigint') return Number(read) as Read;
  if (typeof read !== 'object' || read === null) return read;
  if (read instanceof Date || ArrayBuffer.isView(read)) return read;
  const values = read as Record<string, unknown>;
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (typeof value === 'bigint' || (typeof value === 'object' && value !== null)) {
      values[key] = withNumbers(value);
    }
  }
  return read;
}

/** The tenant's client outside a transaction. */
function rootClient({ organizationIds }: Scope): PrismaClient {
  requireOutside();
  const { tenants } = database();
  const key = organizationIds.join();
  const known = tenants.get(key);
  if (known) return known;
  const client = tenantClient(organizationIds);
  tenants.set(key, client);
  return client;
}

/** How many milliseconds a transaction may wait for a connection and take, and its isolation. */
export interface TransactionLimits {
  maxWait: number;
  timeout: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

/** Runs `work` in a transaction. */
export async function openTransaction<T>(
  scope: Scope,
  work: (open: OpenTransaction) => Promise<T>,
  limits: TransactionLimits,
): Promise<T> {
  const pending: PendingTransaction = {};
  const connection = () => {
    if (pending.connection && !pending.isOver) return pending.connection;
    throw Object.assign(new Error('The transaction is over'), { code: 'P2028' });
  };
  const final: (() => Promise<void>)[] = [];
  const beforeCommit: OpenTransaction['beforeCommit'] = (last, order) => {
    if (order === 'first') final.unshift(last);
    else final.push(last);
  };
  const committed: (() => void)[] = [];
  const afterCommit: OpenTransaction['afterCommit'] = (next) => committed.push(next);
  const result = await database().pool.pending.run(pending, () =>
    rootClient(scope).$transaction(async (client) => {
      const result = await work({ client, connection, beforeCommit, afterCommit });
      for (const last of final) await last();
      return result;
    }, limits),
  );
  for (const next of committed) next();
  return result;
}

/**
 * Prisma's client, which adds the predicate of the scope's organizations to every statement and is the scope's
 * transaction where it carries one. `null`, written out, is the client without an organization: for what belongs to
 * none, such as accounts, and for jobs over all of them.
 */
export function db(scope: null): PrismaClient;
export function db(scope: Scope): TransactionClient;
export function db(scope: Scope | null): TransactionClient;
export function db(scope: Scope | null): TransactionClient {
  if (scope) return scope.transaction ?? rootClient(scope);
  requireOutside();
  return database().prisma;
}

/** The predicate `alias.organization_id is one of the scope's`, optionally narrowed by a filter. */
export function tenant(scope: Scope, alias: string, filter?: readonly string[]): Prisma.Sql {
  const ids = filter
    ? scope.organizationIds.filter((id) => filter.includes(id))
    : scope.organizationIds;
  const column = Prisma.raw(`${alias}.organization_id`);
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return Prisma.sql`${column} = ${only}::uuid`;
  return Prisma.sql`${column} = ANY(${[...ids]}::uuid[])`;
}

/** Whether any row of these organizations has the id, or it is one of them. */
export async function existsInOrganizations(
  id: string,
  organizationIds: readonly string[],
): Promise<boolean> {
  if (organizationIds.includes(id)) return true;
  const models = [...TENANT_MODELS].filter((model) => fieldsOf(model).includes('id'));
  for (const model of models) {
    const name = model.charAt(0).toLowerCase() + model.slice(1);
    const delegate = (
      db(null) as unknown as Record<string, { count(args: object): Promise<number> }>
    )[name];
    const where = { id, organizationId: { in: [...organizationIds] } };
    if (delegate && (await delegate.count({ where })) > 0) return true;
  }
  return false;
}
