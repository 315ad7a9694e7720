import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Counts } from '@/lib/contract/counts-of';
import { foldTotals } from '@/lib/database/query/totals';
import { expireAllDue } from '@/lib/resources/checkouts/jobs';
import { listCustomers } from '@/lib/resources/customers/contract';
import {
  activateLicenseKey,
  listLicenseKeys,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { contracts } from '@/lib/resources/registry';
import {
  cancelSubscription,
  countSubscriptions,
  listSubscriptions,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
} from '@/testing/shop';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// docs/contract/lists.md#counts and docs/contract/lists.md#added-filters, for every list that has them.

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('countedtenant');
  await expireAllDue(new Date());
});

const counting = contracts.filter(({ path }) => path.endsWith('/counts'));
const lists = contracts.filter(
  ({ query }) => query && 'page' in query.shape && 'id' in query.shape,
);

/** The operation that answers the rows which another counts. */
function listOf({ path }: (typeof contracts)[number]) {
  const place = path.replace(/\/counts$/, '');
  const found = lists.find((list) => list.path.replace(/\/$/, '') === place);
  if (!found) throw new Error(`${path} counts no list`);
  return found;
}

const request = (operation: (typeof contracts)[number], query: object) =>
  [
    operation as never,
    {
      params: paramsOf(tenant)[operation.path],
      query: { ...queryOf(operation, tenant), ...query },
    } as never,
    { as: actorOf(operation, tenant) },
  ] as const;

interface Page {
  items: Record<string, unknown>[];
  pagination: { total_count: number };
}
const list = async (operation: (typeof contracts)[number], query: object) =>
  (await callApi(...request(operation, query))) as unknown as Page;
const count = async (operation: (typeof contracts)[number], query: object) =>
  (await callApi(...request(operation, query))) as unknown as Counts;

describe('counts', () => {
  it('are there for what has a status or a type', () => {
    expect(counting.map(({ path }) => path).sort()).toEqual([
      '/v1/advertisements/counts',
      '/v1/benefits/counts',
      '/v1/benefits/{id}/keys/counts',
      '/v1/checkouts/custom/counts',
      '/v1/custom-fields/counts',
      '/v1/discounts/counts',
      '/v1/license-keys/counts',
      '/v1/orders/counts',
      '/v1/payments/counts',
      '/v1/refunds/counts',
      '/v1/subscriptions/counts',
    ]);
  });

  it.each(counting)(
    '$id equal the rows of the list, folded or not, filtered or not',
    async (op) => {
      const { by } = op.query?.shape ?? {};
      const field = String((by as z.ZodDefault).parse(undefined));
      const { items, pagination } = await list(listOf(op), { limit: 100 });
      const expected = new Map<string, number>();
      for (const item of items) {
        const value = String(item[field]);
        expected.set(value, (expected.get(value) ?? 0) + 1);
      }
      expect(items.length).toBeGreaterThan(0);
      const check = (counts: Counts) => {
        expect(counts.total_count).toBe(pagination.total_count);
        for (const { value, count } of counts.items) {
          expect(count, value).toBe(expected.get(value) ?? 0);
        }
        expect(counts.items.map(({ value }) => value)).toEqual(
          expect.arrayContaining([...expected.keys()]),
        );
      };
      check(await count(op, { by: field }));
      await foldTotals();
      check(await count(op, {}));
      // A filter that leaves all rows, so that they are counted and not read from the totals.
      check(await count(op, { created_after: '2000-01-01T00:00:00Z' }));
      const none = await count(op, { created_before: '2000-01-01T00:00:00Z' });
      expect(none.total_count).toBe(0);
      expect(none.items.every((item) => item.count === 0)).toBe(true);
      const [first] = items;
      const one = await count(op, { id: [String(first?.id)] });
      expect(one.items.filter((item) => item.count > 0)).toEqual([
        { value: String(first?.[field]), count: 1 },
      ]);
      const failure = await refusal(...request(op, { by: 'no_such_field' }));
      expect(failure.status).toBe(422);
    },
  );
});

describe('the filter id', () => {
  it.each(lists)('$id leaves the rows that it names', async (operation) => {
    const { items } = await list(operation, { limit: 3 });
    const idOf = (item: Record<string, unknown>) =>
      String(item.id ?? item.user_id ?? item.client_id);
    const ids = items.map(idOf);
    // Rows of a portal's downloads have an id that is derived from what they are of.
    if (operation.path.endsWith('/downloadables/')) return;
    const some = ids.slice(0, 2);
    const found = await list(operation, { id: [...some, newId()] });
    expect(found.items.map(idOf).sort()).toEqual([...some].sort());
    expect(found.pagination.total_count).toBe(some.length);
    const many = Array.from({ length: 200 }, () => newId());
    expect((await list(operation, { id: many })).items).toEqual([]);
    const failure = await refusal(...request(operation, { id: [...many, newId()] }));
    expect(failure.status).toBe(422);
  });
});

describe('a filter by an end', () => {
  const FIELDS = {
    expires_after: 'expires_at',
    expires_before: 'expires_at',
    current_period_end_before: 'current_period_end',
  };
  const cases = lists.flatMap((operation) =>
    Object.entries(FIELDS).flatMap(([filter, field]) =>
      filter in (operation.query?.shape ?? {})
        ? [{ id: operation.id, operation, filter, field }]
        : [],
    ),
  );

  it('is there for what ends', () => {
    expect(cases.map(({ id, filter }) => `${id} ${filter}`).sort()).toEqual([
      'checkouts:custom:list expires_after',
      'checkouts:custom:list expires_before',
      'invitations:list expires_after',
      'invitations:list expires_before',
      'license_keys:list expires_after',
      'license_keys:list expires_before',
      'subscriptions:list current_period_end_before',
      'tokens:list expires_after',
      'tokens:list expires_before',
    ]);
  });

  it.each(cases)(
    '$id by $filter leaves what ends on that side of a time',
    async ({ operation, filter, field }) => {
      const { items } = await list(operation, { limit: 100 });
      const ends = items.map((item) => item[field]).filter((end) => end !== null) as string[];
      const times = [...ends.sort(), '2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
      expect(items.length).toBeGreaterThan(0);
      for (const time of new Set(times)) {
        const expected = items.filter((item) => {
          const isEarlier = String(item[field]) < time;
          return item[field] !== null && isEarlier === filter.endsWith('_before');
        });
        const found = await list(operation, { limit: 100, [filter]: time });
        expect(found.items, time).toEqual(expected);
      }
    },
  );
});

describe('license keys at their limit', () => {
  it('have used all activations or all usage', async () => {
    const seller = await makeSeller();
    const product = await makeKeyProduct(seller, fixed(), {
      activations: { limit: 2, enable_customer_admin: true },
      limit_usage: 5,
    });
    const { organizationId: organization_id } = seller;
    const sell = async (index: number) => {
      const checkout = await makeCheckout(seller, product.id);
      await confirm(checkout, buyer({ customer_email: `buyer-${index}@example.com` }));
    };
    for (const index of [0, 1, 2, 3]) await sell(index);
    const all = (await callApi(listLicenseKeys, {}, { as: seller })).items;
    const [unused, active, used, both] = all.map(({ key }) => key) as [
      string,
      string,
      string,
      string,
    ];
    const activate = (key: string, label: string) =>
      callApi(activateLicenseKey, { body: { key, organization_id, label } });
    const use = (key: string, increment_usage: number) =>
      callApi(validateLicenseKey, { body: { key, organization_id, increment_usage } });
    await activate(active, 'one');
    await use(unused, 4);
    const atLimit = async (at_limit: boolean) => {
      const { items } = await callApi(listLicenseKeys, { query: { at_limit } }, { as: seller });
      return items.map(({ key }) => key);
    };
    expect(await atLimit(true)).toEqual([]);
    await activate(active, 'two');
    await use(used, 5);
    await use(both, 5);
    await activate(both, 'one');
    await activate(both, 'two');
    expect(await atLimit(true)).toEqual([active, used, both]);
    expect(await atLimit(false)).toEqual([unused]);
  });
});

describe('subscriptions that end with their period', () => {
  it('are those that were canceled for then', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller, monthly());
    for (const name of ['stays', 'goes']) {
      const checkout = await makeCheckout(seller, product.id);
      await confirm(checkout, buyer({ customer_email: `${name}@example.com` }));
    }
    const all = (await callApi(listSubscriptions, {}, { as: seller })).items;
    const idOf = (email: string) => all.find((one) => one.customer.email === email)?.id ?? '';
    const [stays, goes] = [idOf('stays@example.com'), idOf('goes@example.com')];
    const body = { cancel_at_period_end: true };
    await callApi(updateSubscription, { params: { id: goes }, body }, { as: seller });
    const ending = async (cancel_at_period_end: boolean) => {
      const query = { cancel_at_period_end };
      const { items } = await callApi(listSubscriptions, { query }, { as: seller });
      return items.map(({ id }) => id);
    };
    expect(await ending(true)).toEqual([goes]);
    expect(await ending(false)).toEqual([stays]);
  });
});

describe('subscriptions that are paused', () => {
  it('are listed and counted apart, also of their customer', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller, monthly());
    for (let sale = 0; sale < 3; sale += 1) {
      const checkout = await makeCheckout(seller, product.id);
      await confirm(checkout, buyer({ customer_email: 'ada@example.com' }));
    }
    const [first, second, third] = (await callApi(listSubscriptions, {}, { as: seller })).items;
    const change = (id = '', body: object) =>
      callApi(updateSubscription, { params: { id }, body }, { as: seller });
    await change(first?.id, { paused: true });
    // One that has ended is paused no longer.
    await change(second?.id, { paused: true });
    await callApi(cancelSubscription, { params: { id: second?.id ?? '' } }, { as: seller });
    const idsOf = async (paused: boolean) => {
      const { items } = await callApi(listSubscriptions, { query: { paused } }, { as: seller });
      return items.map(({ id }) => id).sort();
    };
    expect(await idsOf(true)).toEqual([first?.id]);
    expect(await idsOf(false)).toEqual([second?.id, third?.id].sort());
    const counts = await callApi(countSubscriptions, { query: { paused: true } }, { as: seller });
    expect(counts.items.filter(({ count }) => count > 0)).toEqual([{ value: 'active', count: 1 }]);
    const [customer] = (await callApi(listCustomers, {}, { as: seller })).items;
    expect(customer).toMatchObject({
      subscriptions_count: 3,
      active_subscriptions_count: 2,
      past_due_subscriptions_count: 0,
      paused_subscriptions_count: 1,
    });
  });
});
