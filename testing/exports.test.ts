import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { sortCriteria } from '@/lib/contract/search';
import { db } from '@/lib/database/connection/client';
import { exportCustomers, listCustomers } from '@/lib/resources/customers/contract';
import { contracts } from '@/lib/resources/registry';
import { callApi, sendRaw } from '@/testing/call-api';
import { makeCustomer, makeOrganization, makeSeller, type Seller } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeProduct } from '@/testing/shop';
import { part } from '@/testing/soak';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { paramsOf, queryOf } from '@/testing/tenant-requests';

// Every list of a seller has its export, which says the same (docs/contract/lists.md#exports): generated from
// the registry, so that a new list is covered.

type Row = Record<string, unknown>;

const exports = contracts.filter(({ columns }) => columns);
const listOf = (path: string) =>
  contracts.find(
    (one) => one.method === 'GET' && one.path.replace(/\/$/, '') === path.replace(/\/export$/, ''),
  ) as AnyContract;

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('exporttenant');
});

async function ask(operation: AnyContract, given: string, accept: string): Promise<Response> {
  const params = paramsOf(tenant)[operation.path];
  const search = `${new URLSearchParams(queryOf(operation, tenant))}&${given}`;
  const input = { search, ...(params ? { params } : {}) };
  const response = await sendRaw(operation, input, {
    as: tenant.seller,
    headers: { Accept: accept },
  });
  expect(response.status, `${operation.id}?${search}`).toBe(200);
  return response;
}

async function exported(operation: AnyContract, search: string): Promise<Row[]> {
  return (await ask(operation, search, 'application/json')).json() as Promise<Row[]>;
}

/** The rows of all pages of a list, three at a time. */
async function paged(operation: AnyContract, search: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const response = await ask(operation, `limit=3&page=${page}&${search}`, 'application/json');
    const { items } = (await response.json()) as { items: Row[] };
    if (items.length === 0) return rows;
    rows.push(...items);
  }
}

/** The lines of a CSV file none of whose cells holds a line break. */
async function lines(response: Response): Promise<string[]> {
  return (await response.text()).split('\r\n').slice(0, -1);
}

it('is there for every list of a seller', () => {
  const lists = contracts.filter(
    ({ id, auth, method, query }) =>
      auth === 'seller' &&
      method === 'GET' &&
      query &&
      'page' in query.shape &&
      // A person has at most 20 apps.
      id !== 'oauth2:clients:list',
  );
  expect(lists.length).toBeGreaterThanOrEqual(14);
  for (const { path, permissions, query } of lists) {
    const own = exports.find((one) => one.path === `${path.replace(/\/$/, '')}/export`);
    expect(own?.permissions, path).toEqual(permissions);
    const { page, limit, ...shape } = query?.shape ?? {};
    expect(Object.keys(own?.query?.shape ?? {}), path).toEqual(Object.keys(shape));
  }
});

/** An export of the audit log adds two rows to it. */
const isStill = ({ tag }: AnyContract) => tag !== 'audit_log';

/** What rows of an export have beside what its list prints. */
const MORE: Partial<Record<string, readonly string[]>> = {
  'license_keys:export': ['activations', 'subscription_id', 'order_id'],
};

describe.each(exports)('$id', (operation) => {
  it.runIf(isStill(operation))(
    'gives the rows of all pages of its list, in their order, however sorted',
    async () => {
      const list = listOf(operation.path);
      const criteria = list.query ? sortCriteria(list.query) : [];
      const sorts = criteria.flatMap((criterion) => [criterion, `-${criterion}`]);
      for (const search of part(['', ...sorts.map((sort) => `sorting=${sort}`)], operation.id)) {
        const rows = await exported(operation, search);
        expect(rows.length).toBeGreaterThan(0);
        const more = MORE[operation.id] ?? [];
        const listed = rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => !more.includes(name))),
        );
        expect(listed, search).toEqual(await paged(list, search));
        for (const name of more) expect(rows[0], search).toHaveProperty(name);
      }
    },
  );

  it('keeps to the filters of its list', async () => {
    const list = listOf(operation.path);
    const after = `created_after=${new Date(Date.now() + 86_400_000).toISOString()}`;
    const isDated = 'created_after' in (list.query?.shape ?? {});
    const searches = [
      'query=editor',
      'query=nothing%20is%20called%20so',
      ...(isDated ? [after] : []),
    ];
    for (const search of searches) {
      expect(await exported(operation, search), search).toEqual(await paged(list, search));
    }
    for (const search of searches.slice(1)) expect(await exported(operation, search)).toEqual([]);
  });

  it('is CSV with its columns, a line for each row', async () => {
    const response = await ask(operation, '', 'text/csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const headers = operation.columns?.map(({ header }) => header) ?? [];
    expect(headers.every((header) => /^[a-z0-9_]+$/.test(header))).toBe(true);
    expect(new Set(headers).size).toBe(headers.length);
    const [first, ...rows] = await lines(response);
    expect(first).toBe(headers.join(','));
    const items = await exported(operation, '');
    const [key = ''] = headers;
    const ids = rows.map((row) => row.split(',', 1)[0]);
    const expected = items.map((item) => String(item[key]));
    expect(ids).toEqual(isStill(operation) ? expected : expected.slice(2));
  });
});

it('prints times of one organization in its zone, of several in UTC', async () => {
  const seller = await makeSeller();
  const organization = await makeOrganization(seller.userId, { timezone: 'Asia/Kolkata' });
  const { id } = await makeCustomer(organization.id);
  await db(null).$executeRaw`
    UPDATE customers SET created_at = '2026-05-03T19:00:00Z' WHERE id = ${id}::uuid`;
  const csv = async (search: string) => {
    const options = { as: seller, headers: { Accept: 'text/csv' } };
    return lines(await sendRaw(exportCustomers, { search }, options));
  };
  const ofOne = await csv(`organization_id=${organization.id}`);
  expect(ofOne[0]).toMatch(/^id,created_at,created_at_local,/);
  expect(ofOne[1]).toContain('2026-05-03T19:00:00.000Z,2026-05-04 00:30:00,');
  expect((await csv(''))[1]).toContain('2026-05-03T19:00:00.000Z,2026-05-03 19:00:00,');
});

it('prints what a customer has spent in minor units and in units of the currency', async () => {
  const seller = await makeSeller();
  const product = await makeProduct(seller, fixed(1999));
  await confirm(await makeCheckout(seller, product.id), buyer());
  const [customer] = (await callApi(listCustomers, {}, { as: seller })).items;
  const spent = customer?.spent ?? 0;
  expect(spent).toBeGreaterThanOrEqual(1999);
  const [header, row] = await lines(
    await sendRaw(exportCustomers, {}, { as: seller, headers: { Accept: 'text/csv' } }),
  );
  const at = header?.split(',').indexOf('spent') ?? -1;
  expect(header?.split(',')[at + 1]).toBe('spent_decimal');
  expect(row?.split(',').slice(at, at + 2)).toEqual([`${spent}`, `${spent / 100}`]);
});

describe('of many rows', () => {
  const COUNT = 20_500;
  let seller: Seller;
  beforeAll(async () => {
    seller = await makeSeller();
    await db(null).$executeRaw`
      INSERT INTO customers (id, organization_id, created_at, email, name)
      SELECT gen_random_uuid(), ${seller.organizationId}::uuid,
        '2026-01-01T00:00:00Z'::timestamptz + (n % 1000) * interval '1 minute',
        'buyer-' || n || '@example.com', CASE WHEN n % 3 = 0 THEN NULL ELSE 'Name ' || n % 50 END
      FROM generate_series(1, ${COUNT}) n`;
  });

  const chunks = (response: Response) => {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    return {
      next: async () => {
        const chunk = await reader?.read();
        return chunk?.done ? null : decoder.decode(chunk?.value);
      },
      leave: () => reader?.cancel(),
    };
  };
  const open = (search: string) =>
    sendRaw(exportCustomers, { search }, { as: seller, headers: { Accept: 'text/csv' } });

  it.each(['-created_at', 'name', '-name'])(
    'is sent in small parts, all of it, by %s',
    { tags: 'soak' },
    async (sorting) => {
      const { next } = chunks(await open(`sorting=${sorting}`));
      const ids: string[] = [];
      let parts = 0;
      for (let text = await next(); text !== null; text = await next()) {
        const rows = text.split('\r\n').slice(parts === 0 ? 1 : 0, -1);
        expect(rows.length).toBeLessThanOrEqual(500);
        ids.push(...rows.map((row) => row.slice(0, 36)));
        parts += 1;
      }
      expect(parts).toBeGreaterThanOrEqual(COUNT / 500);
      expect(new Set(ids).size).toBe(COUNT);
      for (const page of [1, 2, 103, 205]) {
        const query = { sorting: [sorting as 'name'], page, limit: 100 };
        const { items } = await callApi(listCustomers, { query }, { as: seller });
        expect(ids.slice((page - 1) * 100, page * 100)).toEqual(items.map(({ id }) => id));
      }
    },
  );

  it('leaves nothing open when its client goes away, nor while he waits', async () => {
    const { next, leave } = chunks(await open('sorting=-name'));
    await next();
    await next();
    const busy = () => db(null).$queryRaw<{ query: string }[]>`
      SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
        AND backend_type = 'client backend'`;
    expect(await busy()).toEqual([]);
    await leave();
    expect(await busy()).toEqual([]);
    expect(await next()).toBeNull();
  });

  it('shows what a spreadsheet would compute as text', async () => {
    const own = await makeSeller();
    await makeCustomer(own.organizationId, { name: '=1+1', email: '+1@example.com' });
    const response = await sendRaw(exportCustomers, {}, { as: own, headers: { Accept: '*/*' } });
    const [header = '', row = ''] = await lines(response);
    const cells = Object.fromEntries(
      header.split(',').map((name, at) => [name, row.split(',')[at]]),
    );
    expect(cells).toMatchObject({ name: "'=1+1", email: "'+1@example.com" });
  });
});
