import type pg from 'pg';
import { anyPage, type Case, type List, list, NEWEST, TOKEN, totalOf } from '@/bench/cases';
import { RESOURCES } from '@/bench/documents';
import type { Dataset } from '@/bench/environment';

// Work as many sellers do it at a time: other rows with each request, by token and by session.

/** So many objects are asked for in turn. */
const OBJECTS = 5000;

interface Given {
  dataset: Dataset;
  /** Organizations whose pages are asked for in turn. */
  tenants: readonly Dataset[];
  /** A personal token of the dataset's owner, and the cookie of his session. */
  token: string;
  cookie: string;
}

/** The cases of which no two requests in a row ask for the same rows, and those of a session beside a token. */
export async function variedCases(client: pg.Client, given: Given): Promise<Case[]> {
  const { dataset, tenants, token, cookie } = given;
  const at = dataset.subscriptions.toLocaleString('en-US');
  const ofOwner = (condition: string) =>
    `(SELECT m.organization_id FROM ${condition} AND m.organization_id = '${dataset.organizationId}')`;
  const firstPage = (name: string, more: Partial<List>, credential: Partial<Case>): Case =>
    list(
      dataset,
      {
        resource: 'SUBSCRIPTIONS',
        name: `subscriptions, ${at}: first page ${name}`,
        path: `/v1/subscriptions/?organization_id=${dataset.organizationId}`,
        order: NEWEST,
        ...more,
      },
      { quick: true, ...credential },
    );
  const byToken = firstPage(
    'by personal token',
    {
      organization: ofOwner(
        'tokens k JOIN memberships m USING (user_id) WHERE k.digest = $1 AND (k.expires_at IS NULL OR k.expires_at > now())',
      ),
    },
    { token },
  );
  const bySession = firstPage(
    'by session',
    {
      organization: ofOwner(
        'sessions s JOIN memberships m USING (user_id) WHERE s.token = $1 AND s.expires_at > now()',
      ),
    },
    { cookie },
  );
  return [
    await anyObject(client, dataset, 'SUBSCRIPTIONS', {
      name: 'subscription',
      path: 'subscriptions',
    }),
    await anyObject(client, dataset, 'ORDERS', { name: 'order', path: 'orders' }),
    ...inTurn(tenants),
    byToken,
    { ...bySession, route: { ...bySession.route, values: ['session'] } },
  ];
}

/** Any object of a list by its id. */
async function anyObject(
  client: pg.Client,
  { organizationId, token, subscriptions }: Dataset,
  resource: 'SUBSCRIPTIONS' | 'ORDERS',
  { name, path }: { name: string; path: string },
): Promise<Case> {
  const { table, columns, joins } = RESOURCES[resource];
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE organization_id = $1 ORDER BY md5(id::text) LIMIT $2`,
    [organizationId, OBJECTS],
  );
  return {
    name: `${name}, ${subscriptions.toLocaleString('en-US')}: get any`,
    method: 'GET',
    path: `/v1/${path}/:id`,
    token,
    quick: true,
    variants: async () => rows.map(({ id }) => ({ path: `/v1/${path}/${id}` })),
    route: {
      resource,
      values: ['token', 'id'],
      statement: `SELECT ${columns} FROM ${table} t ${joins} WHERE t.id = $2::uuid AND t.organization_id = ${TOKEN}`,
    },
  };
}

/** Any page of several organizations in turn, each with its own token. */
function inTurn(tenants: readonly Dataset[]): Case[] {
  const [first, ...others] = tenants;
  if (!first) return [];
  const pages = anyPage(Math.ceil(first.subscriptions / 10));
  const variants = pages.flatMap((page, nth) =>
    tenants.map((_, shift) => {
      const { token } = tenants[(nth + shift) % tenants.length] ?? first;
      return { ...page, token };
    }),
  );
  return [
    list(
      first,
      {
        resource: 'SUBSCRIPTIONS',
        name: `subscriptions of ${tenants.length} organizations in turn: any page`,
        path: '/v1/subscriptions/',
        order: NEWEST,
        page: ':page',
      },
      {
        quick: true,
        variants: async () => variants,
        others: others.map((tenant) => ({
          token: tenant.token,
          total: totalOf('subscriptions', tenant),
        })),
      },
    ),
  ];
}
