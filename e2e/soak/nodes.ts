import path from 'node:path';
import pg from 'pg';
import { NO_TIMEOUTS } from '@/lib/database/connection/session';
import { freePort } from '@/lib/database/embedded/postmaster';
import { startTemporary } from '@/lib/database/embedded/temporary';
import { type Product, Run, removeFolder, startProduct, temporaryFolder } from '@/testing/product';

/** A database of its own, and the built product on it: servers and workers as processes that can be killed. */
export class Nodes {
  readonly client: pg.Client;
  readonly #settings: Record<string, string>;
  readonly #close: () => Promise<void>;
  readonly #runs = new Set<Run>();

  private constructor(
    client: pg.Client,
    settings: Record<string, string>,
    close: () => Promise<void>,
  ) {
    this.client = client;
    this.#settings = settings;
    this.#close = close;
  }

  static async open(): Promise<Nodes> {
    const [folder, database] = await Promise.all([temporaryFolder(), startTemporary()]);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(NO_TIMEOUTS);
    const settings = {
      DATABASE_URL: database.url,
      APP_SECRET: 'a secret of the soak, the same for every node',
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
    };
    return new Nodes(client, settings, async () => {
      await client.end();
      await database.stop();
      await removeFolder(folder);
    });
  }

  /** Starts a server, without a worker unless `more` says otherwise. */
  async server(more: Record<string, string> = {}): Promise<Product> {
    const { DATA_DIR = '' } = this.#settings;
    const product = await startProduct(DATA_DIR, { ...this.#settings, WORKER: 'off', ...more });
    this.#runs.add(product.run);
    return product;
  }

  /** Starts a worker, and does not wait for it. */
  worker(): Run {
    const run = new Run(['worker'], this.#settings);
    this.#runs.add(run);
    return run;
  }

  /** Runs another command to its end; returns what it printed. */
  async command(...script: string[]): Promise<string> {
    const run = new Run(script, this.#settings);
    if ((await run.ended) !== 0) throw new Error(run.errors);
    return run.output.trim();
  }

  async kill(run: Run): Promise<void> {
    this.#runs.delete(run);
    run.signal('SIGKILL');
    await run.ended;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runs].map((run) => run.stop()));
    await this.#close();
  }

  /** The number that a statement selects. */
  async count(text: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) ${text}`, values);
    return Number(rows[0]?.count);
  }
}
