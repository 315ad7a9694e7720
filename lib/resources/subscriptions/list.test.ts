import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import {
  SUBSCRIPTION_SORTS,
  type Subscription,
  type SubscriptionSort,
  SubscriptionStatus,
} from '@/lib/resources/subscriptions/schema';
import { callApi, places, refusal, sendRaw } from '@/testing/call-api';
import {
  makeCustomer,
  makeProduct,
  makeSale,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';
import { runs } from '@/testing/soak';
import { inModelOrder } from '@/testing/sorting';

type Query = NonNullable<ContractInput<typeof listSubscriptions>['query']>;

const STATUSES = SubscriptionStatus.options;
const list = (as: Seller, query: Query = {}) =>
  callApi(listSubscriptions, { query: { limit: 100, ...query } }, { as });
const idsOf = async (as: Seller, query: Query = {}) =>
  (await list(as, query)).items.map(({ id }) => id);
const discountOf = (as: Seller, name: string) =>
  callApi(
    createDiscount,
    { body: { name, type: 'percentage', basis_points: 1000, duration: 'once' } },
    { as },
  );

const time = (text: string | null) => (text === null ? null : Date.parse(text));
const KEYS: Record<SubscriptionSort, (item: Subscription) => (string | number | null)[]> = {
  customer: ({ customer }) => [customer.name, customer.email],
  status: ({ status }) => [STATUSES.indexOf(status)],
  started_at: ({ started_at }) => [time(started_at)],
  current_period_end: ({ current_period_end }) => [time(current_period_end)],
  amount: ({ amount, recurring_interval: interval }) => [
    amount === null ? null : amount / (interval === 'year' ? 12 : 1),
  ],
  product: ({ product }) => [product.name],
  discount: ({ discount }) => [discount?.name ?? null],
};

describe('against a plain model', () => {
  const names = fc.constantFrom('anna', 'Anna', 'ann', 'Zoë', 'zoë b', '日本', '😀', 'a-b', 'a b');
  const moment = fc.integer({ min: 0, max: 4 }).map((day) => new Date(Date.UTC(2025, 1, 1 + day)));
  const index = fc.nat({ max: 2 });
  const row = fc.record({
    customer: index,
    product: index,
    discount: fc.option(index),
    status: fc.constantFrom(...STATUSES),
    amount: fc.option(fc.constantFrom(100, 1199, 1200, 1201, 99_999_999)),
    recurringInterval: fc.constantFrom('month' as const, 'year' as const),
    startedAt: fc.option(moment),
    currentPeriodEnd: fc.option(moment),
  });
  const three = <T>(value: fc.Arbitrary<T>) => fc.tuple(value, value, value);
  const tenant = fc.record({
    customers: three(fc.option(names)),
    products: three(names),
    discounts: three(names),
    rows: fc.array(row, { minLength: 1, maxLength: 14 }),
  });
  const criterion = fc.constantFrom(
    ...SUBSCRIPTION_SORTS.flatMap((sort) => [sort, `-${sort}`] as const),
  );

  async function fill(given: typeof tenant extends fc.Arbitrary<infer T> ? T : never) {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const customers = await Promise.all(
      given.customers.map((name) => makeCustomer(organizationId, { name })),
    );
    const products = await Promise.all(
      given.products.map((name) => makeProduct(organizationId, { name })),
    );
    const discounts = await Promise.all(given.discounts.map((name) => discountOf(seller, name)));
    for (const { customer, product, discount, ...state } of given.rows) {
      const [buyer, bought] = [customers[customer], products[product]];
      if (!buyer || !bought) throw new Error('An index is out of its bounds');
      const discountId = discount === null ? null : (discounts[discount]?.id ?? null);
      await makeSubscription(organizationId, {
        customer: buyer,
        product: bought,
        discountId,
        ...state,
      });
    }
    return seller;
  }

  it('sorts by any criteria, both ways, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        tenant,
        fc.array(criterion, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 5 }),
        async (given, several, limit) => {
          const seller = await fill(given);
          const { items } = await list(seller);
          expect(items).toHaveLength(given.rows.length);
          for (const sort of SUBSCRIPTION_SORTS) {
            for (const sorting of [[sort], [`-${sort}`]] as const) {
              const expected = inModelOrder(items, [...sorting], KEYS).map(({ id }) => id);
              expect(await idsOf(seller, { sorting: [...sorting] }), sorting[0]).toEqual(expected);
            }
          }
          const paged: string[] = [];
          const pages = Math.ceil(items.length / limit);
          for (let page = 1; page <= pages + 1; page += 1) {
            const answer = await list(seller, { sorting: several, page, limit });
            expect(answer.pagination).toEqual({ total_count: items.length, max_page: pages });
            paged.push(...answer.items.map(({ id }) => id));
          }
          expect(paged).toEqual(inModelOrder(items, several, KEYS).map(({ id }) => id));
        },
      ),
      { numRuns: runs(5) },
    );
  });
});

describe('order', () => {
  it('is newest start first by default, never started ones last', async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const sold = await makeSale(organizationId);
    const start = (startedAt: Date | null) =>
      makeSubscription(organizationId, { ...sold, startedAt });
    const never = await start(null);
    const early = await start(new Date('2025-01-01'));
    const late = await start(new Date('2025-03-01'));
    expect(await idsOf(seller)).toEqual([late.id, early.id, never.id]);
    expect(await idsOf(seller, { sorting: ['started_at'] })).toEqual([early.id, late.id, never.id]);
  });

  it('compares amounts by what they come to in a month', async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const sold = await makeSale(organizationId);
    const at = (amount: number | null, recurringInterval: 'month' | 'year') =>
      makeSubscription(organizationId, { ...sold, amount, recurringInterval });
    const free = await at(null, 'month');
    const yearly = await at(2400, 'year');
    const dear = await at(201, 'month');
    const cheap = await at(199, 'month');
    const upwards = [cheap, yearly, dear].map(({ id }) => id);
    expect(await idsOf(seller, { sorting: ['amount'] })).toEqual([...upwards, free.id]);
    expect(await idsOf(seller, { sorting: ['-amount'] })).toEqual([...upwards.reverse(), free.id]);
  });
});

describe('pages', () => {
  it('serves at most 100 rows, says how many there are, and is empty past the end', {
    tags: 'soak',
  }, async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    expect((await list(seller)).pagination).toEqual({ total_count: 0, max_page: 0 });
    const sold = await makeSale(organizationId);
    await Promise.all(Array.from({ length: 102 }, () => makeSubscription(organizationId, sold)));
    const page = async (query: Query) => {
      const { items, pagination } = await callApi(listSubscriptions, { query }, { as: seller });
      return [items.length, pagination.total_count, pagination.max_page];
    };
    expect(await page({})).toEqual([10, 102, 11]);
    expect(await page({ limit: 101 })).toEqual([100, 102, 2]);
    expect(await page({ limit: 5000, page: 2 })).toEqual([2, 102, 2]);
    expect(await page({ limit: 34, page: 3 })).toEqual([34, 102, 3]);
    expect(await page({ page: 12 })).toEqual([0, 102, 11]);
    expect(await page({ page: Number.MAX_SAFE_INTEGER })).toEqual([0, 102, 11]);
  });

  it.each([
    ['page=0', 'query.page'],
    ['page=1.5', 'query.page'],
    ['page=99999999999999999999', 'query.page'],
    ['limit=0', 'query.limit'],
    ['limit=-1', 'query.limit'],
    ['sorting=price', 'query.sorting'],
    ['sorting=-customer,name', 'query.sorting'],
    ['active=maybe', 'query.active'],
    ['status=paused', 'query.status'],
    ['customer_id=1', 'query.customer_id'],
    ['created_after=yesterday', 'query.created_after'],
    [`query=${'x'.repeat(501)}`, 'query.query'],
  ])('refuses %.40s', async (search, place) => {
    const seller = await makeSeller();
    const response = await sendRaw(listSubscriptions, { search }, { as: seller });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual([place]);
  });

  it('names every problem at once', async () => {
    const seller = await makeSeller();
    const query = { page: 0, status: ['nothing'], sorting: ['x'] } as unknown as Query;
    const failure = await refusal(listSubscriptions, { query }, { as: seller });
    expect(places(failure)).toEqual(['query.page', 'query.sorting', 'query.status']);
  });

  it('reads several criteria from one value, and takes null for absent', async () => {
    const seller = await makeSeller();
    for (const search of ['sorting=-customer,amount&sorting=status', 'sorting=null&active=null']) {
      expect((await sendRaw(listSubscriptions, { search }, { as: seller })).status).toBe(200);
    }
  });
});
