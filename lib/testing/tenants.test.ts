import { beforeAll, expect, it } from 'vitest';
import { contracts } from '@/lib/contracts';
import { sendRaw } from '@/lib/testing/call-api';
import { fillTenant, marksOf, rowsOf, type Tenant } from '@/lib/testing/tenant';
import { paramsOf } from '@/lib/testing/tenant-requests';

// Two tenants with every kind of object: nothing that one is answered names anything of the other.

const reads = contracts.filter(({ method, auth }) => method === 'GET' && auth === 'seller');
let alpha: Tenant;
let omega: Tenant;
let foreign: Set<string>;

beforeAll(async () => {
  [alpha, omega] = await Promise.all([fillTenant('alphatenant'), fillTenant('omegatenant')]);
  foreign = await marksOf(omega);
}, 60_000);

/** Answers a read to alpha; fails where it shows something of omega. */
async function read(
  operation: (typeof reads)[number],
  search: Record<string, string> = {},
  expected = [200],
): Promise<string> {
  const params = paramsOf(alpha)[operation.path];
  const query = new URLSearchParams(search).toString();
  const response = await sendRaw(
    operation,
    { search: query, ...(params ? { params } : {}) },
    { as: alpha.seller },
  );
  const text = await response.text();
  expect(expected, `${operation.id}?${query}: ${text.slice(0, 500)}`).toContain(response.status);
  // A refusal repeats what was asked for; only an answer tells something.
  if (response.status === 200) {
    const shown = text.toLowerCase();
    const leaked = [...foreign].filter((mark) => shown.includes(mark));
    expect(leaked, `${operation.id}?${query}`).toEqual([]);
  }
  return text;
}

it('has filled every table of both', async () => {
  for (const { seller } of [alpha, omega]) {
    const rows = await rowsOf(seller.organizationId);
    const empty = [...rows].filter(([, { length }]) => length === 0).map(([table]) => table);
    expect(empty).toEqual([]);
  }
  expect(foreign.size).toBeGreaterThan(60);
});

it.each(reads)('$id shows alpha its own and nothing of omega', async (operation) => {
  const isList = operation.query !== undefined;
  const text = await read(operation, isList ? { limit: '100' } : {});
  const own = await marksOf(alpha);
  expect([...own].some((mark) => text.toLowerCase().includes(mark))).toBe(true);
  if (isList) expect((JSON.parse(text) as { items: unknown[] }).items.length).toBeGreaterThan(0);
});

const lists = reads.filter(({ query }) => query !== undefined);

it.each(lists)('$id finds nothing of omega by whatever filter or sort', async (operation) => {
  const { organizationId, userId, slug } = omega.seller;
  const ids = [
    organizationId,
    userId,
    omega.customer.id,
    omega.key.customer_id,
    omega.key.benefit_id,
    omega.products.editor.id,
    omega.products.plan.id,
    omega.discounts[0]?.id ?? '',
    omega.openCheckout.id,
    omega.subscription.id,
    omega.order.id,
  ];
  const texts = [omega.name, slug, omega.key.key, omega.openCheckout.client_secret];
  for (const name of Object.keys(operation.query?.shape ?? {})) {
    const accepts = (value: string) =>
      [value, [value]].some((given) => operation.query?.safeParse({ [name]: given }).success);
    for (const value of [...ids, ...texts].filter(accepts)) {
      await read(operation, { [name]: value, limit: '100' });
    }
  }
  const search = { query: omega.name, limit: '100' };
  expect(JSON.parse(await read(operation, search))).toMatchObject({
    items: [],
    pagination: { total_count: 0 },
  });
});

it.each(lists)('$id shows nothing of omega in any order', async (operation) => {
  const { data: criteria = [] } = sortsOf(operation);
  expect(criteria.length).toBeGreaterThan(0);
  for (const sorting of criteria) await read(operation, { sorting, limit: '100' });
});

/** The criteria of a list, as its own refusal of another one names them. */
function sortsOf(operation: (typeof reads)[number]) {
  const result = operation.query?.safeParse({ sorting: ['no_such_sort'] });
  const [, named] = /^Sort by one of (.*)\.$/.exec(result?.error?.issues[0]?.message ?? '') ?? [];
  return { data: named?.split(', ') };
}
