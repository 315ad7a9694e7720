import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { createDiscount, deleteDiscount } from '@/lib/resources/discounts/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';
import { callApi } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrganization,
  makeProduct,
  makeSale,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';

type Query = NonNullable<ContractInput<typeof listSubscriptions>['query']>;

const list = (as: Seller, query: Query = {}) =>
  callApi(listSubscriptions, { query: { limit: 100, ...query } }, { as });
const idsOf = async (as: Seller, query: Query = {}) =>
  (await list(as, query)).items.map(({ id }) => id).sort();
const discountOf = (as: Seller, name: string) =>
  callApi(
    createDiscount,
    { body: { name, type: 'percentage', basis_points: 1000, duration: 'once' } },
    { as },
  );

describe('filters', () => {
  let seller: Seller;
  let ids: Record<'a' | 'b' | 'c', string>;
  let refs: Record<'customer' | 'product' | 'discount', [string, string]>;

  beforeAll(async () => {
    seller = await makeSeller();
    const { organizationId } = seller;
    const [ada, bob] = [
      await makeCustomer(organizationId, { name: 'Ada 100%', email: 'ada@first.example' }),
      await makeCustomer(organizationId, { email: 'bob_b@second.example' }),
    ];
    const [basic, pro] = [
      await makeProduct(organizationId, { name: 'Basic plan' }),
      await makeProduct(organizationId, { name: 'Élan Pro' }),
    ];
    const [half, tenth] = [await discountOf(seller, 'Half'), await discountOf(seller, 'Tenth')];
    const make = (given: Omit<Parameters<typeof makeSubscription>[1], 'id'>) =>
      makeSubscription(organizationId, given).then(({ id }) => id);
    ids = {
      a: await make({
        customer: ada,
        product: basic,
        discountId: half.id,
        status: 'trialing',
        createdAt: new Date('2025-01-01T00:00:00Z'),
      }),
      b: await make({
        customer: bob,
        product: pro,
        discountId: tenth.id,
        status: 'past_due',
        createdAt: new Date('2025-02-01T00:00:00Z'),
      }),
      c: await make({
        customer: bob,
        product: basic,
        status: 'incomplete',
        createdAt: new Date('2025-03-01T00:00:00Z'),
      }),
    };
    refs = {
      customer: [ada.id, bob.id],
      product: [basic.id, pro.id],
      discount: [half.id, tenth.id],
    };
  });

  const found = async (query: Query) => {
    const answer = await list(seller, query);
    expect(answer.pagination.total_count).toBe(answer.items.length);
    const names = Object.entries(ids);
    return answer.items.map(({ id }) => names.find(([, own]) => own === id)?.[0]).sort();
  };

  it('by customer, product and discount, one or several', async () => {
    const { customer, product, discount } = refs;
    expect(await found({ customer_id: [customer[0]] })).toEqual(['a']);
    expect(await found({ customer_id: customer })).toEqual(['a', 'b', 'c']);
    expect(await found({ product_id: [product[0]] })).toEqual(['a', 'c']);
    expect(await found({ product_id: product })).toEqual(['a', 'b', 'c']);
    expect(await found({ discount_id: [discount[1]] })).toEqual(['b']);
    expect(await found({ discount_id: discount })).toEqual(['a', 'b']);
    expect(await found({ customer_id: [customer[1]], product_id: [product[0]] })).toEqual(['c']);
    expect(await found({ discount_id: [customer[0]] })).toEqual([]);
  });

  it('by status, one or several', async () => {
    expect(await found({ status: ['incomplete'] })).toEqual(['c']);
    expect(await found({ status: ['incomplete', 'past_due'] })).toEqual(['b', 'c']);
    expect(await found({ status: ['canceled'] })).toEqual([]);
  });

  it('by group: active is trialing and active, not active is past due and ended', async () => {
    const own = await makeSeller();
    const { organizationId } = own;
    const sold = await makeSale(organizationId);
    for (const status of SubscriptionStatus.options) {
      await makeSubscription(organizationId, { ...sold, status });
    }
    const statuses = async (query: Query) =>
      (await list(own, { sorting: ['status'], ...query })).items.map(({ status }) => status);
    expect(await statuses({})).toEqual(SubscriptionStatus.options);
    expect(await statuses({ active: true })).toEqual(['trialing', 'active']);
    expect(await statuses({ active: false })).toEqual(['past_due', 'canceled', 'unpaid']);
    expect(await statuses({ active: true, status: ['active', 'unpaid'] })).toEqual(['active']);
  });

  it('by free text over customer, product and id', async () => {
    expect(await found({ query: 'ADA' })).toEqual(['a']);
    expect(await found({ query: 'second.EXAMPLE' })).toEqual(['b', 'c']);
    expect(await found({ query: ' basic ' })).toEqual(['a', 'c']);
    expect(await found({ query: 'Élan' })).toEqual(['b']);
    expect(await found({ query: ids.c })).toEqual(['c']);
    expect(await found({ query: ids.c.slice(-12).toUpperCase() })).toEqual(['c']);
    expect(await found({ query: '100%' })).toEqual(['a']);
    expect(await found({ query: '%' })).toEqual(['a']);
    expect(await found({ query: 'b_b' })).toEqual(['b', 'c']);
    expect(await found({ query: '' })).toEqual(['a', 'b', 'c']);
    expect(await found({ query: 'nobody' })).toEqual([]);
  });

  it('by creation: from created_after on, up to but not at created_before', async () => {
    const from = '2025-02-01T00:00:00Z';
    expect(await found({ created_after: from })).toEqual(['b', 'c']);
    expect(await found({ created_before: from })).toEqual(['a']);
    const february = {
      created_after: '2025-02-01T01:00:00+01:00',
      created_before: '2025-03-01T00:00:00Z',
    };
    expect(await found(february)).toEqual(['b']);
  });

  it('by organization, of those that the caller is in', async () => {
    const second = await makeOrganization(seller.userId);
    const foreign = await makeSeller();
    const make = async (organizationId: string) =>
      makeSubscription(organizationId, await makeSale(organizationId));
    const other = await make(second.id);
    await make(foreign.organizationId);
    const all = [...Object.values(ids), other.id].sort();
    const of = (...organization_id: string[]) => idsOf(seller, { organization_id });
    expect(await idsOf(seller)).toEqual(all);
    expect(await of(second.id)).toEqual([other.id]);
    expect(await of(second.id, seller.organizationId)).toEqual(all);
    expect(await of(foreign.organizationId)).toEqual([]);
  });

  it('still names customers and discounts that were deleted', async () => {
    const own = await makeSeller();
    const { organizationId } = own;
    const customer = await makeCustomer(organizationId, { name: 'Gone' });
    const discount = await discountOf(own, 'Over');
    const { id } = await makeSubscription(organizationId, {
      product: await makeProduct(organizationId, { isArchived: true }),
      customer,
      discountId: discount.id,
    });
    await callApi(deleteDiscount, { params: { id: discount.id } }, { as: own });
    await callApi(deleteCustomer, { params: { id: customer.id } }, { as: own });
    const queries: Query[] = [{}, { sorting: ['customer', '-discount'] }, { query: 'gone' }];
    for (const query of queries) {
      const [item] = (await list(own, query)).items;
      expect(item).toMatchObject({
        id,
        status: 'canceled',
        customer: { name: 'Gone' },
        discount: { name: 'Over' },
        product: { is_archived: true },
      });
    }
  });
});
