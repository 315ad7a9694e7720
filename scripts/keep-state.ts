// Keeps the database of a version for the test that upgrades it (docs/decisions/migrations.md):
//
//   npm run keep-state -- <name> [--checkout <folder>] [--data <DATA_DIR>]
//
// Runs the product of a checkout (this one, or one of an earlier version with its packages installed) with its
// demo, sells, and writes testing/states/<name>.json.gz. --data names a data directory that stays and that a
// second run does not fill again: for the state of one whose upgrade failed in between.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '@/lib/database/embedded/embedded';
import { freePort } from '@/lib/database/embedded/postmaster';
import { checksumOf, type Migration, readMigrations } from '@/lib/database/migrations/files';
import { messageOf } from '@/lib/runtime/operator-error';
import { Run, removeFolder, temporaryFolder } from '@/testing/product';
import { dumpSequences, dumpTables, STATE_SECRET, writeState } from '@/testing/states';

const SILENT = { info: () => {}, warn: () => {} };
const TOKEN_FILE = 'token';
const SELLER = 'demo@example.com';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string', default: '.' }, data: { type: 'string' } },
});
const [name] = positionals;
if (!name || !/^[\w-]+$/.test(name)) {
  console.error('Usage: npm run keep-state -- <name> [--checkout <folder>] [--data <DATA_DIR>]');
  process.exit(1);
}
const checkout = path.resolve(values.checkout);
const folder = await temporaryFolder();
try {
  const dataDir = path.resolve(values.data ?? path.join(folder, 'data'));
  if (!existsSync(dataDir)) await fill(dataDir);
  const bytes = await keep(name, dataDir);
  console.log(`Wrote testing/states/${name}.json.gz, ${bytes.toLocaleString('en-US')} bytes.`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  await removeFolder(folder);
}

/** Runs the product of the checkout and uses it, so that each table has rows. */
async function fill(dataDir: string): Promise<void> {
  const port = await freePort();
  const settings = { DATA_DIR: dataDir, PORT: String(port), APP_SECRET: STATE_SECRET };
  const command = async (...script: string[]) => {
    const run = new Run(script, settings, [], checkout);
    if ((await run.ended) !== 0) throw new Error(run.errors);
    return run.output.trim();
  };
  const product = new Run(['start'], settings, [], checkout);
  try {
    await product.until('Tilldesk is ready');
    const token = await command('token', '--', '--email', SELLER);
    writeFileSync(path.join(dataDir, TOKEN_FILE), token);
    await command('sign-in-link', '--', '--email', SELLER);
    const password = /password (\S+)/.exec(product.output)?.[1] ?? '';
    await use(`http://localhost:${port}`, token, password);
  } finally {
    // Killed, so that the last sale is not yet added up, as in the copy of a running installation.
    product.signal('SIGKILL');
    await product.ended;
  }
}

/** Signs in and sells, by operations that every version has; those of later ones where they exist. */
async function use(url: string, token: string, password: string): Promise<void> {
  const send = async (method: string, where: string, body?: object, headers: object = {}) => {
    const response = await fetch(url + where, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.text();
    if (!response.ok && ![401, 404].includes(response.status)) {
      throw new Error(`${method} ${where} answered ${response.status}: ${answer}`);
    }
    return response.ok && answer !== '' ? JSON.parse(answer) : {};
  };
  const seller = (method: string, where: string, body?: object) =>
    send(method, where, body, { Authorization: `Bearer ${token}` });

  for (const attempt of ['a wrong password', password]) {
    await send('POST', '/api/auth/sign-in/email', { email: SELLER, password: attempt });
  }
  const [organization] = (await seller('GET', '/v1/organizations/?slug=demo')).items;
  const benefit = await seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'Quill license',
    properties: { prefix: 'QUILL', activations: { limit: 3, enable_customer_admin: true } },
  });
  const make = async (product: object) => {
    const { id } = await seller('POST', '/v1/products/', product);
    await seller('POST', `/v1/products/${id}/benefits`, { benefits: [benefit.id] });
    return id;
  };
  const recurring = { type: 'recurring', amount_type: 'fixed', recurring_interval: 'month' };
  const plan = await make({ name: 'Quill Pro', prices: [{ ...recurring, price_amount: 1500 }] });
  const pen = await make({
    name: 'Quill',
    prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 4900 }],
  });
  const discount = await seller('POST', '/v1/discounts/', {
    name: 'Half a Quill',
    type: 'percentage',
    duration: 'once',
    basis_points: 5000,
    products: [pen],
  });
  const sell = async (email: string, product_id: string, more: object = {}) => {
    const checkout = await seller('POST', '/v1/checkouts/custom/', {
      payment_processor: 'stripe',
      product_id,
      ...more,
    });
    return send(
      'POST',
      `/v1/checkouts/custom/client/${checkout.client_secret}/confirm`,
      {
        customer_email: email,
        customer_name: 'Bo Buyer',
        customer_billing_address: { country: 'US' },
        confirmation_token_id: 'pm_card_visa',
      },
      { 'Idempotency-Key': checkout.id },
    );
  };
  await sell('bo@example.com', plan);
  await sell('cy@example.com', pen, { discount_id: discount.id });
  const [order] = (await seller('GET', `/v1/orders/?product_id=${pen}`)).items;
  await seller('POST', '/v1/customer-sessions/', { customer_id: order.customer_id });
  const [key] = (await seller('GET', `/v1/license-keys?benefit_id=${benefit.id}`)).items;
  const activation = { organization_id: organization.id, key: key.key, label: 'Laptop' };
  await send('POST', '/v1/customer-portal/license-keys/activate', activation);

  // Of later versions.
  const organization_id = organization.id;
  await seller('POST', '/v1/refunds/', {
    order_id: order.id,
    reason: 'customer_request',
    amount: 500,
  });
  await send('POST', '/v1/customer-portal/sessions/request', {
    organization_id,
    email: 'bo@example.com',
  });
  const sandbox = await seller('POST', '/v1/organizations/', { name: 'Clock', slug: 'clock' });
  const to = new Date(Date.now() + 86_400_000).toISOString();
  await seller('POST', '/v1/test-clock/advance', { organization_id: sandbox.id, to });
  await sell('di@example.com', plan);
}

/** Writes the state of a data directory that no product runs on; returns its size. */
async function keep(name: string, dataDir: string): Promise<number> {
  const database = await startEmbedded({ dataDir, log: SILENT });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query('BEGIN');
    await insertWhatNothingCauses(client);
    const state = {
      token: readFileSync(path.join(dataDir, TOKEN_FILE), 'utf8'),
      migrations: await appliedTexts(client),
      tables: await dumpTables(client),
      sequences: await dumpSequences(client),
    };
    for (const { name, rows } of state.tables) {
      if (rows === '') console.warn(`${name} is empty.`);
    }
    return await writeState(name, state);
  } finally {
    await client.end(); // without what was inserted
    await database.stop();
  }
}

/** Rows that come of failures outside of the product, where the version has their tables. */
async function insertWhatNothingCauses(client: pg.Client): Promise<void> {
  const statements = {
    mail_suppressions: `INSERT INTO mail_suppressions (id, organization_id, email, response)
      SELECT gen_random_uuid(), id, 'gone@example.com', '550 5.1.1 No such user' FROM organizations LIMIT 1`,
    test_clock_failures: `INSERT INTO test_clock_failures (organization_id, object_id, kind, due_at, error)
      SELECT organization_id, gen_random_uuid(), 'renewal', now(), 'Error' FROM test_clocks LIMIT 1`,
  };
  for (const [table, statement] of Object.entries(statements)) {
    const { rows } = await client.query('SELECT to_regclass($1) AS table', [table]);
    if (rows[0]?.table) await client.query(statement);
  }
}

/** The texts of the migrations that were applied to a database, from the checkout or from here. */
async function appliedTexts(client: pg.Client): Promise<Pick<Migration, 'name' | 'sql'>[]> {
  const known = await Promise.all(
    [path.join(checkout, 'prisma/migrations'), undefined].map((folder) => readMigrations(folder)),
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY name',
  );
  return rows.map(({ name, checksum }) => {
    const found = known
      .flat()
      .find((migration) => migration.name === name && checksumOf(migration.sql) === checksum);
    if (!found)
      throw new Error(`Nobody has the text of ${name} that was applied: name --checkout.`);
    return { name, sql: found.sql };
  });
}
