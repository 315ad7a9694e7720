import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import type { Prisma } from '@/lib/database/generated/client';
import { exportRefunds, listRefunds } from '@/lib/resources/refunds/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, sendRaw } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrder,
  makeProduct,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';

type Query = NonNullable<ContractInput<typeof listRefunds>['query']>;

let seller: Seller;
let ids: Record<'a' | 'b' | 'c', string>;
let orders: Record<'a' | 'b', string>;
let refs: { ada: string; bob: string; subscription: string };

beforeAll(async () => {
  seller = await makeSeller();
  const { organizationId } = seller;
  const ada = await makeCustomer(organizationId, { name: 'Ada', email: 'ada@first.example' });
  const bob = await makeCustomer(organizationId, { email: 'bob@second.example' });
  const product = await makeProduct(organizationId);
  const subscription = await makeSubscription(organizationId, { product, customer: bob });
  const [first, second] = [
    await makeOrder(organizationId, { product, customer: ada }),
    await makeOrder(organizationId, { product, customer: bob, subscriptionId: subscription.id }),
  ];
  const make = async (given: Partial<Prisma.RefundUncheckedCreateInput>) => {
    const order = given.orderId === second.id ? second : first;
    const { id } = await db(null).refund.create({
      data: {
        id: newId(),
        organizationId,
        orderId: order.id,
        customerId: order.customerId,
        subscriptionId: order.subscriptionId,
        amount: 100,
        currency: 'usd',
        reason: 'other',
        revokeBenefits: false,
        ...given,
      },
    });
    return id;
  };
  const settledAt = new Date('2025-02-02');
  ids = {
    a: await make({ createdAt: new Date('2025-01-01'), comment: 'Torn (50%)' }),
    b: await make({
      orderId: second.id,
      amount: 300,
      status: 'succeeded',
      settledAt,
      createdAt: new Date('2025-02-01'),
      reason: 'duplicate',
    }),
    c: await make({
      amount: 200,
      status: 'failed',
      settledAt,
      createdAt: new Date('2025-03-01'),
      reason: 'fraudulent',
    }),
  };
  orders = { a: first.id, b: second.id };
  refs = { ada: ada.id, bob: bob.id, subscription: subscription.id };
});

const list = (query: Query) => callApi(listRefunds, { query }, { as: seller });
const inOrder = async (query: Query) => {
  const { items, pagination } = await list(query);
  expect(pagination.total_count).toBe(items.length);
  const names = Object.entries(ids);
  return items.map(({ id }) => names.find(([, own]) => own === id)?.[0]);
};
const found = async (query: Query) => (await inOrder(query)).sort();

describe('refunds', () => {
  it('come newest first, or by amount or customer', async () => {
    expect(await inOrder({})).toEqual(['c', 'b', 'a']);
    expect(await inOrder({ sorting: ['created_at'] })).toEqual(['a', 'b', 'c']);
    expect(await inOrder({ sorting: ['amount'] })).toEqual(['a', 'c', 'b']);
    expect(await inOrder({ sorting: ['-amount'] })).toEqual(['b', 'c', 'a']);
    expect(await inOrder({ sorting: ['customer', '-created_at'] })).toEqual(['c', 'a', 'b']);
  });

  it('are found by order, customer, subscription, status and reason', async () => {
    expect(await found({ order_id: [orders.a] })).toEqual(['a', 'c']);
    expect(await found({ order_id: [orders.a, orders.b] })).toEqual(['a', 'b', 'c']);
    expect(await found({ customer_id: [refs.bob] })).toEqual(['b']);
    expect(await found({ subscription_id: [refs.subscription] })).toEqual(['b']);
    expect(await found({ status: ['pending'] })).toEqual(['a']);
    expect(await found({ status: ['succeeded', 'failed'] })).toEqual(['b', 'c']);
    expect(await found({ reason: ['other', 'duplicate'] })).toEqual(['a', 'b']);
    expect(await found({ status: ['failed'], reason: ['other'] })).toEqual([]);
  });

  it('are found by free text over customer, comment and id', async () => {
    expect(await found({ query: 'ADA' })).toEqual(['a', 'c']);
    expect(await found({ query: 'second.example' })).toEqual(['b']);
    expect(await found({ query: '50%' })).toEqual(['a']);
    expect(await found({ query: ids.b })).toEqual(['b']);
    expect(await found({ query: 'nobody' })).toEqual([]);
  });

  it('are found by creation and organization', async () => {
    const moment = '2025-02-01T00:00:00Z';
    expect(await found({ created_after: moment })).toEqual(['b', 'c']);
    expect(await found({ created_before: moment })).toEqual(['a']);
    expect(await found({ organization_id: [seller.organizationId] })).toHaveLength(3);
    expect(await found({ organization_id: [newId()] })).toEqual([]);
  });

  it('are exported with their customers', async () => {
    const search = 'status=succeeded';
    const headers = { Accept: 'text/csv' };
    const response = await sendRaw(exportRefunds, { search }, { as: seller, headers });
    const [head, row, ...others] = (await response.text()).trim().split('\r\n');
    expect(others).toEqual([]);
    const columns = Object.fromEntries(
      (head ?? '').split(',').map((name, place) => [name, (row ?? '').split(',')[place]]),
    );
    expect(columns).toMatchObject({
      id: ids.b,
      status: 'succeeded',
      amount: '300',
      reason: 'duplicate',
      order_id: orders.b,
      customer_id: refs.bob,
      customer_email: 'bob@second.example',
    });
  });
});
