import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { ORDER_SORTS, type Order, type OrderSort } from '@/lib/resources/orders/schema';
import { callApi, sendRaw } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrder,
  makeOrganization,
  makeProduct,
  makeSale,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';
import { runs } from '@/testing/soak';
import { inModelOrder } from '@/testing/sorting';

type Query = NonNullable<ContractInput<typeof listOrders>['query']>;

const list = (as: Seller, query: Query = {}) =>
  callApi(listOrders, { query: { limit: 100, ...query } }, { as });
const idsOf = async (as: Seller, query: Query = {}) =>
  (await list(as, query)).items.map(({ id }) => id);
const discountOf = (as: Seller, name: string) =>
  callApi(
    createDiscount,
    { body: { name, type: 'percentage', basis_points: 1000, duration: 'once' } },
    { as },
  );

const KEYS: Record<OrderSort, (item: Order) => (string | number | null)[]> = {
  created_at: ({ created_at }) => [Date.parse(created_at)],
  amount: ({ amount }) => [amount],
  customer: ({ customer }) => [customer.name, customer.email],
  product: ({ product }) => [product.name],
  discount: ({ discount }) => [discount?.name ?? null],
  subscription: ({ subscription_id }) => [subscription_id],
};

describe('against a plain model', () => {
  const names = fc.constantFrom('ben', 'Ben', 'BE', 'Zoë', '日本', '😀', 'b-e', 'b e');
  const index = fc.nat({ max: 2 });
  const three = <T>(value: fc.Arbitrary<T>) => fc.tuple(value, value, value);
  const tenant = fc.record({
    customers: three(fc.option(names)),
    products: three(names),
    discounts: three(names),
    rows: fc.array(
      fc.record({
        customer: index,
        product: index,
        discount: fc.option(index),
        isRenewal: fc.boolean(),
        amount: fc.constantFrom(0, 1, 999, 1000, 99_999_999),
        createdAt: fc.nat({ max: 4 }).map((day) => new Date(Date.UTC(2025, 1, 1 + day))),
      }),
      { minLength: 1, maxLength: 14 },
    ),
  });
  const criterion = fc.constantFrom(...ORDER_SORTS.flatMap((sort) => [sort, `-${sort}`] as const));

  async function fill(given: typeof tenant extends fc.Arbitrary<infer T> ? T : never) {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const sold = await Promise.all(
      given.products.map(async (name, place) => {
        const product = await makeProduct(organizationId, { name });
        const customer = await makeCustomer(organizationId, {
          name: given.customers[place] ?? null,
        });
        const subscription = await makeSubscription(organizationId, { product, customer });
        return { product, customer, subscription };
      }),
    );
    const discounts = await Promise.all(given.discounts.map((name) => discountOf(seller, name)));
    for (const { customer, product, discount, isRenewal, ...state } of given.rows) {
      const [buyer, bought] = [sold[customer], sold[product]];
      if (!buyer || !bought) throw new Error('An index is out of its bounds');
      await makeOrder(organizationId, {
        customer: buyer.customer,
        product: bought.product,
        discountId: discount === null ? null : (discounts[discount]?.id ?? null),
        subscriptionId: isRenewal ? buyer.subscription.id : null,
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
          expect(items).toEqual(inModelOrder(items, ['-created_at'], KEYS));
          for (const sort of ORDER_SORTS) {
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

describe('filters', () => {
  let seller: Seller;
  let ids: Record<'a' | 'b' | 'c', string>;
  let refs: Record<'customer' | 'product' | 'discount', [string, string]>;
  let subscriptionId: string;

  beforeAll(async () => {
    seller = await makeSeller();
    const { organizationId } = seller;
    const ada = await makeCustomer(organizationId, { name: 'Ada', email: 'ada@first.example' });
    const bob = await makeCustomer(organizationId, { email: 'bob@second.example' });
    const book = await makeProduct(organizationId, { name: 'Book', price: { type: 'one_time' } });
    const plan = await makeProduct(organizationId, { name: 'Plan' });
    const [half, tenth] = [await discountOf(seller, 'Half'), await discountOf(seller, 'Tenth')];
    const subscription = await makeSubscription(organizationId, { customer: bob, product: plan });
    const make = async (given: Parameters<typeof makeOrder>[1]) =>
      (await makeOrder(organizationId, given)).id;
    const on = (day: string) => ({ createdAt: new Date(day) });
    ids = {
      a: await make({
        customer: ada,
        product: book,
        discountId: half.id,
        refundedAmount: 999,
        status: 'partially_refunded',
        ...on('2025-01-01'),
      }),
      b: await make({
        customer: bob,
        product: plan,
        discountId: tenth.id,
        subscriptionId: subscription.id,
        ...on('2025-02-01'),
      }),
      c: await make({ customer: bob, product: book, ...on('2025-03-01') }),
    };
    subscriptionId = subscription.id;
    refs = {
      customer: [ada.id, bob.id],
      product: [book.id, plan.id],
      discount: [half.id, tenth.id],
    };
  });

  const found = async (query: Query) => {
    const answer = await list(seller, query);
    expect(answer.pagination.total_count).toBe(answer.items.length);
    const names = Object.entries(ids);
    return answer.items.map(({ id }) => names.find(([, own]) => own === id)?.[0]).sort();
  };

  it('by customer, product, discount and subscription, one or several', async () => {
    const { customer, product, discount } = refs;
    expect(await found({ customer_id: [customer[0]] })).toEqual(['a']);
    expect(await found({ customer_id: customer })).toEqual(['a', 'b', 'c']);
    expect(await found({ product_id: [product[0]] })).toEqual(['a', 'c']);
    expect(await found({ discount_id: [discount[1]] })).toEqual(['b']);
    expect(await found({ discount_id: discount })).toEqual(['a', 'b']);
    expect(await found({ subscription_id: [subscriptionId] })).toEqual(['b']);
    expect(await found({ customer_id: [customer[1]], product_id: [product[0]] })).toEqual(['c']);
  });

  it('by the type of the price', async () => {
    expect(await found({ product_price_type: ['one_time'] })).toEqual(['a', 'c']);
    expect(await found({ product_price_type: ['recurring'] })).toEqual(['b']);
    expect(await found({ product_price_type: ['one_time', 'recurring'] })).toEqual(['a', 'b', 'c']);
  });

  it('by the reason for billing', async () => {
    expect(await found({ billing_reason: ['purchase'] })).toEqual(['a', 'c']);
    expect(await found({ billing_reason: ['subscription_create'] })).toEqual(['b']);
    expect(await found({ billing_reason: ['purchase', 'subscription_create'] })).toEqual([
      ...['a', 'b', 'c'],
    ]);
    expect(await found({ billing_reason: ['subscription_update'] })).toEqual([]);
  });

  it('by status', async () => {
    expect(await found({ status: ['paid'] })).toEqual(['b', 'c']);
    expect(await found({ status: ['partially_refunded'] })).toEqual(['a']);
    expect(await found({ status: ['refunded', 'partially_refunded'] })).toEqual(['a']);
    expect(await found({ status: ['refunded'] })).toEqual([]);
  });

  it('by free text over customer, product and id', async () => {
    expect(await found({ query: 'ADA' })).toEqual(['a']);
    expect(await found({ query: 'second.example' })).toEqual(['b', 'c']);
    expect(await found({ query: 'boo' })).toEqual(['a', 'c']);
    expect(await found({ query: ids.b })).toEqual(['b']);
    expect(await found({ query: 'nobody' })).toEqual([]);
  });

  it('by creation: from created_after on, up to but not at created_before', async () => {
    const moment = '2025-02-01T00:00:00Z';
    expect(await found({ created_after: moment })).toEqual(['b', 'c']);
    expect(await found({ created_before: moment })).toEqual(['a']);
  });

  it('by organization, of those that the caller is in', async () => {
    const second = await makeOrganization(seller.userId);
    const foreign = await makeSeller();
    const make = async (organizationId: string) =>
      makeOrder(organizationId, await makeSale(organizationId));
    const other = await make(second.id);
    await make(foreign.organizationId);
    const of = async (...organization_id: string[]) =>
      (await idsOf(seller, { organization_id })).sort();
    expect((await idsOf(seller)).sort()).toEqual([...Object.values(ids), other.id].sort());
    expect(await of(second.id)).toEqual([other.id]);
    expect(await of(foreign.organizationId)).toEqual([]);
  });

  it.each([
    ['page=0', 'query.page'],
    ['limit=0', 'query.limit'],
    ['sorting=status', 'query.sorting'],
    ['product_price_type=free', 'query.product_price_type'],
    ['status=open', 'query.status'],
    ['billing_reason=free', 'query.billing_reason'],
    ['discount_id=x', 'query.discount_id'],
  ])('refuses %s', async (search, place) => {
    const response = await sendRaw(listOrders, { search }, { as: seller });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual([place]);
  });
});
