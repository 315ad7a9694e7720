import { beforeAll, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { sortCriteria } from '@/lib/contract/search';
import { contracts } from '@/lib/resources/registry';
import { sendRaw } from '@/testing/call-api';
import { part } from '@/testing/soak';
import { fillTenant, marksOf, rowsOf, type Tenant } from '@/testing/tenant';
import { actorOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// Two tenants with every kind of object: no response to one contains anything of the other.

const reads = contracts.filter(
  ({ method, auth }) => method === 'GET' && (auth === 'seller' || auth === 'customer'),
);
let alpha: Tenant;
let omega: Tenant;
let own: Set<string>;
let foreign: Set<string>;

beforeAll(async () => {
  [alpha, omega] = await Promise.all([fillTenant('alphatenant'), fillTenant('omegatenant')]);
  [own, foreign] = [await marksOf(alpha), await marksOf(omega)];
});

/** Reads as alpha; fails where the response contains something of omega. */
async function read(
  operation: AnyContract,
  search: Record<string, string> = {},
  Accept = 'application/json',
): Promise<string> {
  const params = paramsOf(alpha)[operation.path];
  const query = new URLSearchParams({ ...queryOf(operation, alpha), ...search }).toString();
  const response = await sendRaw(
    operation,
    { search: query, ...(params ? { params } : {}) },
    { as: actorOf(operation, alpha), headers: { Accept } },
  );
  const text = await response.text();
  expect(response.status, `${operation.id}?${query}: ${text.slice(0, 500)}`).toBe(200);
  const shown = text.toLowerCase();
  const leaked = [...foreign].filter((mark) => shown.includes(mark));
  expect(leaked, `${operation.id}?${query}`).toEqual([]);
  return text;
}

const isPaged = ({ query }: AnyContract) => query !== undefined && 'page' in query.shape;
/** As many rows as fit, where the rows come in pages. */
const most = (operation: AnyContract): Record<string, string> =>
  isPaged(operation) ? { limit: '100' } : {};

it('has filled every table of both', async () => {
  for (const { seller } of [alpha, omega]) {
    const rows = await rowsOf(seller.organizationId);
    const empty = [...rows].filter(([, { length }]) => length === 0).map(([table]) => table);
    expect(empty).toEqual([]);
  }
  expect(foreign.size).toBeGreaterThan(60);
});

it.each(reads)('$id shows alpha its own and nothing of omega', async (operation) => {
  for (const accept of operation.columns
    ? ['application/json', 'text/csv']
    : ['application/json']) {
    const text = (await read(operation, most(operation), accept)).toLowerCase();
    // Figures, counts, health, what is wrong with cells and the installation's settings name nothing.
    const namesObjects =
      operation.tag !== 'metrics' &&
      !/\/(counts|errors|errors\/export|health|settings|usage)$/.test(operation.path);
    expect([...own].some((mark) => text.includes(mark))).toBe(namesObjects);
  }
});

const lists = reads.filter(({ query }) => 'sorting' in (query?.shape ?? {}));

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
  /** What a filter is for; others are of another kind, which no row can have. */
  const fitting: Record<string, string[]> = {
    organization_id: [organizationId],
    user_id: [userId],
    customer_id: [omega.customer.id, omega.key.customer_id],
    benefit_id: [omega.key.benefit_id],
    product_id: [omega.products.editor.id, omega.products.plan.id],
    discount_id: [omega.discounts[0]?.id ?? ''],
    checkout_id: [omega.openCheckout.id],
    subscription_id: [omega.subscription.id],
    order_id: [omega.order.id],
    query: texts,
  };
  for (const name of Object.keys(operation.query?.shape ?? {})) {
    const accepts = (value: string) =>
      [value, [value]].some((given) => operation.query?.safeParse({ [name]: given }).success);
    const others = part([...ids, ...texts], `${operation.id} ${name}`, 8);
    for (const value of new Set([...(fitting[name] ?? []), ...others].filter(accepts))) {
      await read(operation, { ...most(operation), [name]: value });
    }
  }
  const found = JSON.parse(await read(operation, { ...most(operation), query: omega.name }));
  expect(isPaged(operation) ? found.items : found).toEqual([]);
});

it.each(lists)('$id shows nothing of omega in any order', async (operation) => {
  const criteria = operation.query ? sortCriteria(operation.query) : [];
  expect(criteria.length).toBeGreaterThan(0);
  const sorts = criteria.flatMap((criterion) => [criterion, `-${criterion}`]);
  for (const sorting of part(sorts, operation.id, 3)) {
    await read(operation, { ...most(operation), sorting });
  }
});
