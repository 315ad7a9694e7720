// What is measured: for each case the request, and the statement of the yardstick that answers it.

import type pg from 'pg';
import { RESOURCES } from '@/bench/documents';
import type { Stage } from '@/bench/stage';
import type { Route } from '@/bench/yardstick';

/** One request of a case: where it differs from the others. */
export interface Shot {
  path?: string;
  body?: object;
}

export interface Case {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  /** The yardstick's side. */
  route: Omit<Route, 'request' | 'total'>;
  /** A statement that counts the rows, asked once; `counted`: the yardstick's statement does it. */
  total?: string;
  /** At how many connections; both unless given. */
  connections?: readonly number[];
  /** Part of `--quick`. */
  quick?: boolean;
  /** Requests that differ, taken in turn; where one may be sent once only, as many as asked for. */
  shots?: (count: number) => Promise<Shot[]>;
}

const TOKEN =
  '(SELECT organization_id FROM tokens WHERE digest = $1 AND (expires_at IS NULL OR expires_at > now()))';
const SOME = [1];

interface List {
  resource: keyof typeof RESOURCES;
  name: string;
  path: string;
  /** Where the rows `t` come from, with what bounds them, up to their order. */
  from?: string;
  where?: string;
  order: string;
  limit?: number;
  page?: number;
  counted?: boolean;
}

/** A page of a list: its ids from an index first, then the rows. */
function list(stage: Stage, given: List, more: Partial<Case> = {}): Case {
  const { table, columns, joins } = RESOURCES[given.resource];
  const { from = `${table} t`, where = '', order, limit = 10, page = 1, counted = false } = given;
  const rows = `FROM ${from} WHERE t.organization_id = ${TOKEN} ${where}`;
  const count = counted ? `, (SELECT count(*) ${rows})` : '';
  const search = `limit=${limit}${page > 1 ? `&page=${page}` : ''}`;
  return {
    name: given.name,
    method: 'GET',
    path: `${given.path}${given.path.includes('?') ? '&' : '?'}${search}`,
    token: stage.token,
    route: {
      resource: given.resource,
      limit,
      values: ['token'],
      statement: `SELECT ${columns}${count} FROM (SELECT q.id, row_number() OVER () AS nr
        FROM (SELECT t.id ${rows} ORDER BY ${order}, t.id LIMIT ${limit} OFFSET ${(page - 1) * limit}) q) page
        JOIN ${table} t ON t.id = page.id ${joins} ORDER BY page.nr`,
    },
    total: counted
      ? 'counted'
      : `SELECT count(*) FROM ${table} t WHERE t.organization_id = '${stage.organizationId}' ${where}`,
    ...more,
  };
}

/** Walks groups in their order and takes the first rows of each, as long as more are wanted. */
const grouped = (groups: string, condition: string) =>
  `(${groups}) g CROSS JOIN LATERAL (SELECT t.id, t.organization_id FROM subscriptions t
    WHERE t.organization_id = ${TOKEN} AND ${condition} ORDER BY t.id LIMIT 10) t`;
const named = (table: string) =>
  `SELECT id, lower(name) COLLATE "C" AS name FROM ${table} WHERE organization_id = ${TOKEN} ORDER BY 2`;

const NEWEST = 't.started_at DESC NULLS LAST';

/** The cases on one organization; at every size those that have to be flat. */
export async function casesOf(client: pg.Client, stage: Stage): Promise<Case[]> {
  const { organizationId, subscriptions: size } = stage;
  const one = async (statement: string) =>
    String((await client.query(statement, [organizationId])).rows[0]?.id ?? '');
  const of = (column: string, table = 'subscriptions') =>
    one(
      `SELECT ${column} AS id FROM ${table} WHERE organization_id = $1 AND ${column} IS NOT NULL ORDER BY started_at DESC NULLS LAST LIMIT 1`,
    );
  const [product, customer, discount] = [
    await of('product_id'),
    await of('customer_id'),
    await of('discount_id'),
  ];
  const at = size.toLocaleString('en-US');
  const pages = Math.ceil(size / 10);
  const subscriptions = (
    name: string,
    path: string,
    given: Partial<List> = {},
    more: Partial<Case> = {},
  ) =>
    list(
      stage,
      {
        resource: 'SUBSCRIPTIONS',
        name: `subscriptions, ${at}: ${name}`,
        path: `/v1/subscriptions/${path}`,
        order: NEWEST,
        ...given,
      },
      more,
    );
  const page = (number: number, name: string) =>
    subscriptions(name, '', { page: number }, { connections: SOME });
  const sorted = (sort: string, given: Partial<List>) =>
    subscriptions(`by ${sort}`, `?sorting=${sort}`, given, { connections: SOME });
  const filtered = (name: string, query: string, where: string, given: Partial<List> = {}) =>
    subscriptions(
      `of one ${name}`,
      `?${query}`,
      { where: `AND ${where}`, ...given },
      { connections: SOME },
    );
  return [
    subscriptions('first page', '', {}, { quick: true }),
    subscriptions('first 100', '', { limit: 100 }, { quick: true }),
    page(Math.min(100, pages), 'page 100'),
    page(Math.ceil(pages / 2), 'middle page'),
    page(pages, 'last page'),
    sorted('customer', {
      from: 'subscriptions t JOIN customers c ON c.id = t.customer_id AND c.organization_id = t.organization_id',
      order: 'lower(c.name) COLLATE "C", lower(c.email) COLLATE "C"',
    }),
    sorted('status', {
      from: grouped(
        'SELECT unnest(enum_range(NULL::subscription_status)) AS status',
        't.status = g.status',
      ),
      order: 'g.status',
    }),
    sorted('started_at', { order: 't.started_at' }),
    sorted('current_period_end', { order: 't.current_period_end' }),
    sorted('amount', {
      order: "(CASE t.recurring_interval WHEN 'year' THEN t.amount ELSE t.amount * 12 END)",
    }),
    sorted('product', { from: grouped(named('products'), 't.product_id = g.id'), order: 'g.name' }),
    sorted('discount', {
      from: grouped(named('discounts'), 't.discount_id = g.id'),
      order: 'g.name',
    }),
    filtered('status', 'status=past_due', "t.status = 'past_due'"),
    filtered('product', `product_id=${product}`, `t.product_id = '${product}'`),
    filtered('customer', `customer_id=${customer}`, `t.customer_id = '${customer}'`, {
      counted: true,
    }),
    filtered('discount', `discount_id=${discount}`, `t.discount_id = '${discount}'`),
  ];
}

/** Somebody who is in all of the organizations asks for what is newest in any of them. */
export function callerOfSeveral(stages: readonly Stage[], token: string): Case {
  const { columns, joins } = RESOURCES.SUBSCRIPTIONS;
  const ids = stages.map(({ organizationId }) => `'${organizationId}'`).join();
  const order = 't.started_at DESC NULLS LAST, t.id LIMIT 10';
  return {
    name: `subscriptions of ${stages.length} organizations: first page`,
    method: 'GET',
    path: '/v1/subscriptions/?limit=10',
    token,
    total: `SELECT count(*) FROM subscriptions t WHERE t.organization_id IN (${ids})`,
    route: {
      resource: 'SUBSCRIPTIONS',
      limit: 10,
      values: ['token'],
      statement: `SELECT ${columns} FROM (SELECT t.id, t.started_at FROM tokens k JOIN memberships m ON m.user_id = k.user_id
          CROSS JOIN LATERAL (SELECT id, started_at FROM subscriptions t WHERE organization_id = m.organization_id ORDER BY ${order}) t
          WHERE k.digest = $1 AND (k.expires_at IS NULL OR k.expires_at > now()) ORDER BY ${order}) page
        JOIN subscriptions t ON t.id = page.id ${joins} ORDER BY page.started_at DESC NULLS LAST, page.id`,
    },
  };
}

/** The other lists and objects, once each. */
export async function furtherCases(client: pg.Client, stage: Stage): Promise<Case[]> {
  const { organizationId, token, subscriptions } = stage;
  const at = subscriptions.toLocaleString('en-US');
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT s.id, c.email AS name FROM subscriptions s JOIN customers c ON c.id = s.customer_id
     WHERE s.organization_id = $1 ORDER BY s.started_at DESC NULLS LAST OFFSET 20 LIMIT 1`,
    [organizationId],
  );
  const { id: subscription = '', name: email = '' } = rows[0] ?? {};
  const keys = await client.query<{ key: string }>(
    `SELECT key FROM license_keys WHERE organization_id = $1 AND status = 'granted' AND limit_activations >= 25
       AND (expires_at IS NULL OR expires_at > now() + interval '1 day') LIMIT 500`,
    [organizationId],
  );
  // Room for as many activations as a run makes.
  await client.query(
    'UPDATE license_keys SET limit_activations = 1000000 WHERE key = ANY($1) AND organization_id = $2',
    [keys.rows.map(({ key }) => key), organizationId],
  );
  const some = keys.rows[0]?.key ?? '';
  const price = await client.query<{ product_id: string }>(
    `SELECT p.product_id FROM prices p JOIN products o ON o.id = p.product_id AND NOT o.is_archived
     WHERE p.organization_id = $1 AND p.type = 'one_time' AND p.amount_type = 'fixed' ORDER BY p.id LIMIT 1`,
    [organizationId],
  );
  const productId = price.rows[0]?.product_id ?? '';
  const order = 't.created_at DESC';
  const single = (
    name: string,
    path: string,
    resource: 'SUBSCRIPTIONS' | 'ORGANIZATIONS',
    condition: string,
  ): Case => {
    const { table, columns, joins } = RESOURCES[resource];
    const statement = `SELECT ${columns} FROM ${table} t ${joins} WHERE ${condition}`;
    const route = { resource, values: ['token'], statement };
    return { name, method: 'GET', path, token, route, quick: true };
  };
  const keyShots = (more: object) => async () =>
    keys.rows.map(({ key }) => ({ body: { organization_id: organizationId, key, ...more } }));
  const { table, columns, joins } = RESOURCES.CHECKOUTS;
  return [
    list(
      stage,
      { resource: 'ORDERS', name: `orders, ${at}: first page`, path: '/v1/orders/', order },
      { quick: true },
    ),
    list(
      stage,
      {
        resource: 'CUSTOMERS',
        name: `customers, ${at}: first page`,
        path: '/v1/customers/',
        where: 'AND t.deleted_at IS NULL',
        order,
      },
      { quick: true },
    ),
    list(
      stage,
      {
        resource: 'CHECKOUTS',
        name: `checkouts, ${at}: first page`,
        path: '/v1/checkouts/custom/',
        order,
      },
      { quick: true },
    ),
    list(
      stage,
      {
        resource: 'LICENSE_KEYS',
        name: `license keys, ${at}: first page`,
        path: '/v1/license-keys',
        order: 't.created_at',
      },
      { quick: true },
    ),
    list(
      stage,
      {
        resource: 'CUSTOMERS',
        name: `customers, ${at}: search`,
        path: `/v1/customers/?query=${encodeURIComponent(email.slice(0, -14))}`,
        where: `AND t.deleted_at IS NULL AND (lower(t.name) LIKE '%${email.slice(0, -14)}%' OR lower(t.email) LIKE '%${email.slice(0, -14)}%'
          OR t.id::text LIKE '%${email.slice(0, -14)}%')`,
        order,
        counted: true,
      },
      { connections: SOME, quick: true },
    ),
    list(
      stage,
      {
        resource: 'LICENSE_KEYS',
        name: `license keys, ${at}: search`,
        path: `/v1/license-keys?query=${some.slice(-6)}`,
        where: `AND lower(t.key) LIKE lower('%${some.slice(-6)}%')`,
        order: 't.created_at',
        counted: true,
      },
      { connections: SOME },
    ),
    single(
      'subscription: get',
      `/v1/subscriptions/${subscription}`,
      'SUBSCRIPTIONS',
      `t.id = '${subscription}' AND t.organization_id = ${TOKEN}`,
    ),
    single(
      'organization: get',
      `/v1/organizations/${organizationId}`,
      'ORGANIZATIONS',
      `t.id = '${organizationId}' AND t.id = ${TOKEN}`,
    ),
    {
      name: 'license key: validate',
      method: 'POST',
      path: '/v1/customer-portal/license-keys/validate',
      quick: true,
      shots: keyShots({}),
      route: {
        resource: 'VALIDATED',
        values: ['organization_id', 'key'],
        statement: `WITH t AS (UPDATE license_keys SET validations = validations + 1, last_validated_at = now(), modified_at = now()
            WHERE organization_id = $1 AND key = $2 AND status = 'granted' AND (expires_at IS NULL OR expires_at > now())
            RETURNING *)
          SELECT ${RESOURCES.VALIDATED.columns} FROM t ${RESOURCES.VALIDATED.joins}`,
      },
    },
    {
      name: 'license key: activate',
      method: 'POST',
      path: '/v1/customer-portal/license-keys/activate',
      quick: true,
      shots: keyShots({ label: 'Desk' }),
      route: {
        resource: 'ACTIVATED',
        values: ['organization_id', 'key', 'label', 'new id'],
        statement: `WITH t AS (SELECT * FROM license_keys k WHERE organization_id = $1 AND key = $2 AND status = 'granted'
              AND (expires_at IS NULL OR expires_at > now())
              AND limit_activations > (SELECT count(*) FROM license_activations WHERE license_key_id = k.id) FOR UPDATE),
            a AS (INSERT INTO license_activations (id, organization_id, license_key_id, created_at, label)
              SELECT $4::uuid, organization_id, id, now(), $3 FROM t RETURNING *)
          SELECT ${RESOURCES.ACTIVATED.columns} FROM t CROSS JOIN a ${RESOURCES.ACTIVATED.joins}`,
      },
    },
    {
      name: 'checkout: create',
      method: 'POST',
      path: '/v1/checkouts/custom/',
      token,
      quick: true,
      shots: async () => [{ body: { payment_processor: 'stripe', product_id: productId } }],
      route: {
        resource: 'CHECKOUTS',
        status: 201,
        values: ['token', 'product_id', 'new id', 'new secret'],
        statement: `WITH t AS (INSERT INTO ${table} (id, organization_id, created_at, status, client_secret, expires_at, product_id, price_id)
            SELECT $3::uuid, organization_id, now(), 'open', $4, now() + interval '1 day', product_id, id FROM prices
            WHERE product_id = $2 AND organization_id = ${TOKEN} AND NOT is_archived ORDER BY position, id LIMIT 1 RETURNING *)
          SELECT ${columns} FROM t ${joins}`,
      },
    },
    {
      name: 'checkout: confirm',
      method: 'POST',
      path: '/v1/checkouts/custom/client/:secret/confirm',
      quick: true,
      shots: (count) => openCheckouts(client, organizationId, count),
      route: {
        resource: 'CONFIRMED',
        values: [
          'secret',
          'customer_email',
          'customer_name',
          'customer_billing_address',
          ...Array<string>(5).fill('new id'),
          'new session',
        ],
        statement: CONFIRM,
      },
    },
  ];
}

const ADDRESS = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: 'US',
};

/** New open checkouts of a monthly product that gives a license key, each with a buyer of its own. */
async function openCheckouts(
  client: pg.Client,
  organizationId: string,
  count: number,
): Promise<Shot[]> {
  const { rows } = await client.query<{ client_secret: string }>(
    `INSERT INTO checkouts (id, organization_id, created_at, status, client_secret, expires_at, product_id, price_id)
     SELECT uuidv7(), $1, now(), 'open', 'td_c_' || replace(gen_random_uuid()::text, '-', '') || substr(md5(n::text), 1, 11),
       now() + interval '1 day', p.product_id, p.id
     FROM generate_series(1, $2::int) n, (SELECT p.id, p.product_id FROM prices p
       JOIN product_benefits g ON g.product_id = p.product_id JOIN benefits b ON b.id = g.benefit_id AND b.type = 'license_keys'
       WHERE p.organization_id = $1 AND p.recurring_interval = 'month' AND p.trial_days IS NULL ORDER BY p.id LIMIT 1) p
     RETURNING client_secret`,
    [organizationId, count],
  );
  return rows.map(({ client_secret: secret }) => ({
    path: `/v1/checkouts/custom/client/${secret}/confirm`,
    body: {
      customer_email: `${secret.slice(5, 37)}@example.com`,
      customer_name: 'Bo Buyer',
      customer_billing_address: ADDRESS,
      confirmation_token_id: 'pm_card_visa',
    },
  }));
}

/** Every row that a confirmation leads to, but for the events, which the yardstick does not record. */
const CONFIRM = `
WITH t AS (UPDATE checkouts c SET status = 'succeeded', modified_at = now(), customer_id = $5::uuid, customer_email = $2,
    customer_name = $3, customer_billing_address = $4::jsonb, amount = p.amount, subtotal_amount = p.amount, tax_amount = 0,
    total_amount = p.amount
  FROM prices p WHERE c.client_secret = $1 AND c.status = 'open' AND c.expires_at > now() AND p.id = c.price_id RETURNING c.*),
customer AS (INSERT INTO customers (id, organization_id, created_at, email, name, billing_address)
  SELECT $5::uuid, organization_id, now(), $2, $3, $4::jsonb FROM t),
attempt AS (INSERT INTO payment_attempts (id, organization_id, checkout_id, created_at, settled_at, status, amount, currency, update)
  SELECT $6::uuid, organization_id, id, now(), now(), 'succeeded', total_amount, 'usd', '{}' FROM t),
charge AS (INSERT INTO sandbox_charges (idempotency_key, created_at, amount, currency, outcome)
  SELECT $6::uuid::text, now(), total_amount, 'usd', 'succeeded' FROM t),
subscription AS (INSERT INTO subscriptions (id, organization_id, created_at, started_at, status, amount, currency,
    recurring_interval, current_period_start, current_period_end, anchor_day, customer_id, product_id, price_id, checkout_id)
  SELECT $7::uuid, organization_id, now(), now(), 'active', total_amount, 'usd', 'month', now(), now() + interval '1 month',
    date_part('day', now())::int, $5::uuid, product_id, price_id, id FROM t),
bought AS (INSERT INTO orders (id, organization_id, created_at, amount, tax_amount, currency, billing_reason, billing_address,
    customer_id, product_id, price_id, subscription_id, checkout_id, attempt_id)
  SELECT $8::uuid, organization_id, now(), total_amount, 0, 'usd', 'subscription_create', $4::jsonb, $5::uuid, product_id,
    price_id, $7::uuid, id, $6::uuid FROM t),
granted AS (INSERT INTO benefit_grants (id, organization_id, created_at, granted_at, customer_id, benefit_id, subscription_id)
  SELECT uuidv7(), t.organization_id, now(), now(), $5::uuid, g.benefit_id, $7::uuid FROM t JOIN product_benefits g USING (product_id)
  RETURNING *),
key AS (INSERT INTO license_keys (id, organization_id, created_at, customer_id, benefit_id, grant_id, key, limit_activations, limit_usage)
  SELECT uuidv7(), g.organization_id, now(), $5::uuid, b.id, g.id,
    coalesce(b.properties ->> 'prefix' || '-', '') || upper(gen_random_uuid()::text),
    (b.properties #>> '{activations,limit}')::int, (b.properties ->> 'limit_usage')::int
  FROM granted g JOIN benefits b ON b.id = g.benefit_id AND b.type = 'license_keys'),
session AS (INSERT INTO customer_sessions (id, organization_id, customer_id, checkout_id, created_at, expires_at, digest)
  SELECT $9::uuid, organization_id, $5::uuid, id, now(), now() + interval '1 hour', encode(sha256($10::text::bytea), 'hex') FROM t)
SELECT ${RESOURCES.CONFIRMED.columns}, t.organization_id, $10::text FROM t ${RESOURCES.CONFIRMED.joins}`;
