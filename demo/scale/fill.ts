import { availableParallelism } from 'node:os';
import pg from 'pg';
import { PEOPLE } from '@/demo/people';
import { Random } from '@/demo/random';
import { makeScaleCatalogue, type ScaleCatalogue } from '@/demo/scale/catalogue';
import { dropIndexes } from '@/demo/scale/drop-indexes';
import { PREPARE } from '@/demo/scale/prepare';
import { PART, TABLES } from '@/demo/scale/statements';
import { NO_TIMEOUTS } from '@/lib/database/connection/session';
import { env } from '@/lib/runtime/env';
import { derivedSecret, encrypt } from '@/lib/runtime/secrets';

/** How many subscriptions are written, with all that belongs to them, by one transaction. */
const PART_SIZE = 10_000;
/** From so many on the indexes are built after the rows, unless there are as many already. */
const MANY = 50_000;
const SLOTS = 24;
const DAY = 86_400_000;

interface Fill {
  organizationId: string;
  subscriptions: number;
  /** The moment that the three years of business end on. */
  now: Date;
  /** Told after each part how many subscriptions are written. */
  onProgress?: (written: number) => void;
}

/**
 * Adds a catalogue and three years of sales with so many subscriptions to an organization: customers,
 * checkouts, payments, orders, benefit grants and license keys as its buyers would have made them.
 * The same organization, number and moment give the same rows; done again it adds as many more. Few
 * are written in parts that stay where a later one fails; many at once, all or nothing, while nobody
 * else gets at the tables.
 */
export async function fillWithSales({ organizationId, subscriptions, now, onProgress }: Fill) {
  const connectionString = env().DIRECT_DATABASE_URL ?? env().DATABASE_URL;
  const first = await connect(connectionString);
  try {
    const { rows } = await first.query<{ round: number }>(
      `SELECT count(*)::int + 1 AS round FROM discounts WHERE organization_id = $1 AND code ~ '^HALF6(-\\d+)?$'`,
      [organizationId],
    );
    const round = rows[0]?.round ?? 1;
    const random = new Random(20_260_101 + round);
    const openedAt = new Date(now.getTime() - 1100 * DAY);
    const catalogue = await makeScaleCatalogue(organizationId, random, openedAt, round);
    const run = {
      organization_id: organizationId,
      // Codes and keys cannot be guessed from outside, and are the same for the same installation.
      seed: derivedSecret(`seed ${organizationId} ${round}`),
      round,
      now,
      total: subscriptions,
      method: encrypt('pm_card_visa', 'payment-method'),
      seats: catalogue.seats,
    };

    let next = 1;
    let written = 0;
    const write = async (client: pg.Client, writePart: Work<[from: number, to: number]>) => {
      await prepare(client, run, catalogue);
      while (next <= subscriptions) {
        const from = next;
        const to = Math.min(from + PART_SIZE - 1, subscriptions);
        next = to + 1;
        await writePart(client, from, to);
        written += to - from + 1;
        onProgress?.(written);
      }
    };
    if (subscriptions >= MANY && (await outweighs(first, subscriptions))) {
      await inTransaction(first, async () => {
        const restore = await dropIndexes(first, TABLES);
        await write(first, writeRows);
        for (const statement of restore) await first.query(statement);
      });
    } else {
      const workers = Math.min(availableParallelism(), 4, Math.ceil(subscriptions / PART_SIZE));
      const writeCommitted: typeof writeRows = (client, ...bounds) =>
        inTransaction(client, () => writeRows(client, ...bounds));
      const writeBeside = async () => {
        const client = await connect(connectionString);
        await write(client, writeCommitted).finally(() => client.end());
      };
      const others = Array.from({ length: workers - 1 }, writeBeside);
      await Promise.all([write(first, writeCommitted), ...others]);
    }
    await tidy(first, connectionString);
  } finally {
    await first.end();
  }
}

/** Two connections take the tables in turn: this is a tenth of the work, and bound to one processor each. */
async function tidy(first: pg.Client, connectionString: string | undefined): Promise<void> {
  const left = [...TABLES];
  const work = async (client: pg.Client) => {
    for (let table = left.shift(); table; table = left.shift()) {
      await client.query(`VACUUM (ANALYZE) ${table}`);
    }
  };
  const second = await connect(connectionString);
  await Promise.all([work(first), work(second).finally(() => second.end())]);
}

type Work<Given extends unknown[]> = (client: pg.Client, ...given: Given) => Promise<void>;

async function connect(connectionString: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(NO_TIMEOUTS);
  return client;
}

/** Tells a connection what it draws from. */
async function prepare(client: pg.Client, run: object, catalogue: ScaleCatalogue): Promise<void> {
  await client.query(PREPARE);
  const fill = (table: string, rows: readonly object[]) =>
    client.query(
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  await fill('run', [run]);
  await fill(
    'gifts',
    catalogue.benefits.map(({ id, properties }) => ({ benefit_id: id, properties })),
  );
  await fill(
    'people',
    PEOPLE.map(([name, country, city], nr) => {
      const [first = '', ...rest] = name.split(' ');
      const last = rest.join(' ');
      return { nr, first, last, local_first: ascii(first), local_last: ascii(last), country, city };
    }),
  );
  await client.query(
    `INSERT INTO reductions SELECT nr - 1, d.id, d.amount, d.basis_points,
       CASE d.duration WHEN 'once' THEN 1 WHEN 'repeating' THEN d.duration_in_months END
     FROM unnest($1::uuid[]) WITH ORDINALITY AS _ (id, nr) JOIN discounts d USING (id)`,
    [catalogue.discounts],
  );
  await client.query(
    `INSERT INTO slots SELECT pool, slot, price_id, p.product_id, asks_seats, p.amount_type, p.amount,
       CASE p.recurring_interval WHEN 'month' THEN 1 WHEN 'year' THEN 12 END, p.trial_days
     FROM jsonb_to_recordset($1) AS s (pool text, slot int, price_id uuid, asks_seats boolean)
     JOIN prices p ON p.id = s.price_id`,
    [JSON.stringify(slotsOf(catalogue.prices))],
  );
  await client.query('ANALYZE slots, people, reductions, gifts');
}

/** As many slots for each pool; the first prices of a pool have most of them. */
function slotsOf(prices: ScaleCatalogue['prices']) {
  const pools = new Set(prices.map(({ pool }) => pool));
  return [...pools].flatMap((pool) => {
    const own = prices.filter((price) => price.pool === pool);
    return Array.from({ length: SLOTS }, (_, slot) => ({
      ...own[Math.floor(own.length * (slot / SLOTS) ** 1.5)],
      slot,
    }));
  });
}

/** Whether more is written than there is: then it pays to build every index anew. */
async function outweighs(client: pg.Client, subscriptions: number): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    'SELECT EXISTS (SELECT FROM subscriptions OFFSET $1) AS there',
    [subscriptions],
  );
  return !rows[0]?.there;
}

async function writeRows(client: pg.Client, from: number, to: number): Promise<void> {
  for (const [statement, takesBounds] of PART) {
    await client.query(statement, takesBounds ? [from, to] : []);
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  await work();
  await client.query('COMMIT');
}

/** A name as the part of an email address. */
function ascii(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
