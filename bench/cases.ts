// What is measured: for each case the request, and the statement of the baseline that answers it.

import type pg from 'pg';
import type { Route } from '@/bench/baseline-server';
import { RESOURCES } from '@/bench/documents';
import type { Dataset } from '@/bench/environment';

/** One request of a case: where it differs from the others. */
export interface RequestVariant {
  path?: string;
  body?: object;
  /** Another token than the case's own. */
  token?: string;
}

export interface Case {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  /** The session cookie of a caller without a token, as `name=value`. */
  cookie?: string;
  /** The baseline's side. */
  route: Omit<Route, 'request' | 'total'>;
  /** A statement that counts the rows, asked once; `counted`: the baseline's statement does it. */
  total?: string;
  /** The same requests with other tokens, each with a total of its own. */
  others?: readonly Pick<Case, 'token' | 'total'>[];
  /** At how many connections; both unless given. */
  connections?: readonly number[];
  /** Part of `--quick`. */
  quick?: boolean;
  /** Requests that differ, taken in turn; where one may be sent once only, as many as asked for. */
  variants?: (count: number) => Promise<RequestVariant[]>;
}

export const TOKEN =
  '(SELECT organization_id FROM tokens WHERE digest = $1 AND (expires_at IS NULL OR expires_at > now()))';
const ONE_CONNECTION = [1];

export interface List {
  resource: keyof typeof RESOURCES;
  name: string;
  path: string;
  /** Where the rows `t` come from, with what bounds them, up to their order. */
  from?: string;
  where?: string;
  order: string;
  limit?: number;
  page?: number | ':page';
  counted?: boolean;
  /** Whose rows: a scalar subquery that checks the credential `$1`. */
  organization?: string;
}

/** A page of a list: its ids from an index first, then the rows. */
export function list(dataset: Dataset, given: List, more: Partial<Case> = {}): Case {
  const { table, columns, joins } = RESOURCES[given.resource];
  const { from = `${table} t`, where = '', order, limit = 10, page = 1, counted = false } = given;
  const rows = `FROM ${from} WHERE t.organization_id = ${given.organization ?? TOKEN} ${where}`;
  const count = counted ? `, (SELECT count(*) ${rows})` : '';
  const search = `limit=${limit}${page === 1 ? '' : `&page=${page}`}`;
  const offset = page === ':page' ? '$2::int' : (page - 1) * limit;
  return {
    name: given.name,
    method: 'GET',
    path: `${given.path}${given.path.includes('?') ? '&' : '?'}${search}`,
    ...(more.cookie ? {} : { token: dataset.token }),
    route: {
      resource: given.resource,
      limit,
      values: page === ':page' ? ['token', 'offset'] : ['token'],
      statement: `SELECT ${columns}${count} FROM (SELECT q.id, row_number() OVER () AS nr
        FROM (SELECT t.id ${rows} ORDER BY ${order}, t.id LIMIT ${limit} OFFSET ${offset}) q) page
        JOIN ${table} t ON t.id = page.id ${joins} ORDER BY page.nr`,
    },
    total: counted ? 'counted' : totalOf(table, dataset, where),
    ...more,
  };
}

/** Counts the rows of an organization. */
export function totalOf(table: string, { organizationId }: Dataset, where = ''): string {
  return `SELECT count(*) FROM ${table} t WHERE t.organization_id = '${organizationId}' ${where}`;
}

/** Walks groups in their order and takes the first rows of each, as long as more are wanted. */
const grouped = (groups: string, condition: string) =>
  `(${groups}) g CROSS JOIN LATERAL (SELECT t.id, t.organization_id FROM subscriptions t
    WHERE t.organization_id = ${TOKEN} AND ${condition} ORDER BY t.id LIMIT 10) t`;
const named = (table: string) =>
  `SELECT id, lower(name) COLLATE "C" AS name FROM ${table} WHERE organization_id = ${TOKEN} ORDER BY 2`;

/** Pages of ten rows, each once before any comes again, far from the one before. */
export function anyPage(pages: number): RequestVariant[] {
  return Array.from({ length: pages }, (_, nth) => {
    const page = ((nth * 617) % pages) + 1;
    return { path: `/v1/subscriptions/?limit=10&page=${page}` };
  });
}

export const NEWEST = 't.started_at DESC NULLS LAST';

/** The cases on one organization; at every size those that have to be flat. */
export async function casesOf(client: pg.Client, dataset: Dataset): Promise<Case[]> {
  const { organizationId, subscriptions: size } = dataset;
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
      dataset,
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
    subscriptions(name, '', { page: number }, { connections: ONE_CONNECTION });
  const sorted = (sort: string, given: Partial<List>) =>
    subscriptions(`by ${sort}`, `?sorting=${sort}`, given, { connections: ONE_CONNECTION });
  const filtered = (name: string, query: string, where: string, given: Partial<List> = {}) =>
    subscriptions(
      `of one ${name}`,
      `?${query}`,
      { where: `AND ${where}`, ...given },
      { connections: ONE_CONNECTION },
    );
  return [
    subscriptions('first page', '', {}, { quick: true }),
    subscriptions('first 100', '', { limit: 100 }, { quick: true }),
    page(Math.min(100, pages), 'page 100'),
    page(Math.ceil(pages / 2), 'middle page'),
    page(pages, 'last page'),
    subscriptions(
      'any of the first 1,000 pages',
      '',
      { page: ':page' },
      { quick: true, variants: async () => anyPage(Math.min(1000, pages)) },
    ),
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
export function callerOfSeveral(datasets: readonly Dataset[], token: string): Case {
  const { columns, joins } = RESOURCES.SUBSCRIPTIONS;
  const ids = datasets.map(({ organizationId }) => `'${organizationId}'`).join();
  const order = 't.started_at DESC NULLS LAST, t.id LIMIT 10';
  return {
    name: `subscriptions of ${datasets.length} organizations: first page`,
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
export async function furtherCases(client: pg.Client, dataset: Dataset): Promise<Case[]> {
  const { organizationId, token, subscriptions } = dataset;
  const at = subscriptions.toLocaleString('en-US');
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT s.id, c.email AS name FROM subscriptions s JOIN customers c ON c.id = s.customer_id
     WHERE s.organization_id = $1 ORDER BY s.started_at DESC NULLS LAST OFFSET 20 LIMIT 1`,
    [organizationId],
  );
  const { id: subscription = '', name: email = '' } = rows[0] ?? {};
  const keys = await client.query<{ key: string }>(
    'SELECT key FROM license_keys WHERE organization_id = $1 ORDER BY id LIMIT 1',
    [organizationId],
  );
  const some = keys.rows[0]?.key ?? '';
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
  return [
    list(
      dataset,
      { resource: 'ORDERS', name: `orders, ${at}: first page`, path: '/v1/orders/', order },
      { quick: true },
    ),
    list(
      dataset,
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
      dataset,
      {
        resource: 'CHECKOUTS',
        name: `checkouts, ${at}: first page`,
        path: '/v1/checkouts/custom/',
        order,
      },
      { quick: true },
    ),
    list(
      dataset,
      {
        resource: 'LICENSE_KEYS',
        name: `license keys, ${at}: first page`,
        path: '/v1/license-keys',
        order: 't.created_at',
      },
      { quick: true },
    ),
    list(
      dataset,
      {
        resource: 'CUSTOMERS',
        name: `customers, ${at}: search`,
        path: `/v1/customers/?query=${encodeURIComponent(email.slice(0, -14))}`,
        where: `AND t.deleted_at IS NULL AND (lower(t.name) LIKE '%${email.slice(0, -14)}%' OR lower(t.email) LIKE '%${email.slice(0, -14)}%'
          OR t.id::text LIKE '%${email.slice(0, -14)}%')`,
        order,
        counted: true,
      },
      { connections: ONE_CONNECTION, quick: true },
    ),
    list(
      dataset,
      {
        resource: 'LICENSE_KEYS',
        name: `license keys, ${at}: search`,
        path: `/v1/license-keys?query=${some.slice(-6)}`,
        where: `AND lower(t.key) LIKE lower('%${some.slice(-6)}%')`,
        order: 't.created_at',
        counted: true,
      },
      { connections: ONE_CONNECTION },
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
  ];
}
