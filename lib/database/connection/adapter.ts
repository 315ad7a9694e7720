import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils';
import PQueue from 'p-queue';
import pg from 'pg';
import { isUnanswered } from '@/lib/database/connection/errors';
import { isPooled, setTimeouts } from '@/lib/database/connection/session';

/** A transaction that Prisma is asked for: its connection as soon as it has one, and whether it has ended. */
export interface PendingTransaction {
  connection?: pg.PoolClient;
  isOver?: boolean;
}

/** How long closing may take where the server does not answer. */
const CLOSE_MS = 5000;

/** Notes which connection the adapter takes for a transaction. */
export class TrackingPool extends pg.Pool {
  /** The transaction that the running code has asked Prisma for. */
  readonly pending = new AsyncLocalStorage<PendingTransaction>();
  readonly #open = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => this.#open.delete(client));
  }

  /**
   * Ends the pool, and waits until the server has closed its connections: `end()` resolves earlier, and a server that
   * stops meanwhile breaks them, which the pool reports as lost connections.
   */
  async close(): Promise<void> {
    await this.end();
    await Promise.race([this.#closed(), sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  async #closed(): Promise<void> {
    while (this.#open.size > 0) {
      await new Promise((resolve) => this.once('remove', resolve));
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connect();
    super.connect(callback);
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const pending = this.pending.getStore();
    const connection = await super.connect();
    if (pending && !pending.connection) pending.connection = connection;
    return connection;
  }
}

/** Prisma's adapter of a pool. A transaction that is asked for within `pool.pending.run` is noted there. */
export class TrackingAdapterFactory implements SqlDriverAdapterFactory {
  readonly #pool: TrackingPool;
  readonly #factory: PrismaPg;
  readonly provider: PrismaPg['provider'];
  readonly adapterName: string;

  constructor(pool: TrackingPool) {
    this.#pool = pool;
    this.#factory = new PrismaPg(pool);
    this.provider = this.#factory.provider;
    this.adapterName = this.#factory.adapterName;
  }

  async connect(): Promise<SqlDriverAdapter> {
    const adapter = await this.#factory.connect();
    const { provider, adapterName } = adapter;
    return {
      provider,
      adapterName,
      queryRaw: (query) => adapter.queryRaw(query),
      executeRaw: (query) => adapter.executeRaw(query),
      executeScript: (script) => adapter.executeScript(script),
      startTransaction: async (isolationLevel?: IsolationLevel) => {
        const pending = this.#pool.pending.getStore() ?? {};
        const transaction = tracked(await adapter.startTransaction(isolationLevel), pending);
        // A pooler gives the session to other clients later: only the transaction may keep settings.
        if (isPooled()) await transaction.executeRaw(withoutArguments(setTimeouts('SET LOCAL')));
        return transaction;
      },
      getConnectionInfo: () => adapter.getConnectionInfo(),
      dispose: () => adapter.dispose(),
    };
  }
}

/**
 * The same transaction, which is noted to be over before its end is sent. Prisma leaves COMMIT and ROLLBACK
 * to the adapter where its transactions ask for "phantom queries".
 */
function tracked(transaction: Transaction, pending: PendingTransaction): Transaction {
  const { provider, adapterName } = transaction;
  // Prisma reads the parts of an include at the same time; a connection of pg takes one statement at a time.
  const statements = new PQueue({ concurrency: 1 });
  const end = (statement: 'COMMIT' | 'ROLLBACK') => {
    pending.isOver = true;
    return answered(transaction.executeRaw(withoutArguments(statement)));
  };
  const answered = <T>(answer: Promise<T>) =>
    answer.catch((error: unknown) => endUnanswered(pending.connection, error));
  return {
    provider,
    adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => answered(statements.add(() => transaction.queryRaw(query))),
    executeRaw: (query) => answered(statements.add(() => transaction.executeRaw(query))),
    createSavepoint: async (name) => transaction.createSavepoint?.(name),
    rollbackToSavepoint: async (name) => transaction.rollbackToSavepoint?.(name),
    releaseSavepoint: async (name) => transaction.releaseSavepoint?.(name),
    // The adapter's own commit() and rollback() send nothing: they give the connection back.
    commit: async () => {
      await end('COMMIT').finally(() => transaction.commit());
    },
    rollback: async () => {
      await end('ROLLBACK').finally(() => transaction.rollback());
    },
  };
}

/** Ends the connection of a statement that was not answered: each further one would wait as long. Throws the error. */
export function endUnanswered(connection: pg.PoolClient | undefined, error: unknown): never {
  if (isUnanswered(error) && connection instanceof pg.Client) void connection.end();
  throw error;
}

function withoutArguments(sql: string): SqlQuery {
  return { sql, args: [], argTypes: [] };
}
