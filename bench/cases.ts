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
  /** Requests that differ, made before each run; with `once` none may be sent twice. */
  shots?: () => Promise<Shot[]>;
  once?: boolean;
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
  ];
}
