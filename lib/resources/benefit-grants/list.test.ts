import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import {
  getCustomerBenefitGrant,
  listBenefitGrants,
  listCustomerBenefitGrants,
  updateCustomerBenefitGrant,
} from '@/lib/resources/benefit-grants/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import { LATER, makeShop, NOW, type Shop } from '@/testing/benefit-grants';
import { type Actor, callApi, refusal } from '@/testing/call-api';
import { applyEffects, makeLinkedAccount } from '@/testing/connections';
import { makeBenefit, makeCustomer, makeSeller, makeSubscription } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
} from '@/testing/shop';
import { runs } from '@/testing/soak';

let shop: Shop;
let organizationId: string;
beforeEach(async () => {
  shop = await makeShop();
  organizationId = shop.organizationId;
});

describe('the grants of a benefit', () => {
  type Query = NonNullable<ContractInput<typeof listBenefitGrants>['query']>;
  const list = (id: string, query: Query = {}, as = shop.seller) =>
    callApi(listBenefitGrants, { params: { id }, query }, { as });

  it('are listed newest first, as a plain model says for every page and filter', async () => {
    const benefit = await shop.keyBenefit();
    const product = await shop.productWith(benefit, await shop.custom());
    const rows: { id: string; customerId: string; isGranted: boolean; createdAt: Date }[] = [];
    for (let index = 0; index < 7; index += 1) {
      const subscription = await shop.subscribe(product);
      const createdAt = new Date(NOW.getTime() + Math.floor(index / 2) * 1000);
      await shop.grant(subscription, createdAt);
      if (index % 3 === 0) await shop.revoke(subscription);
      const where = { subscriptionId: subscription.id, benefitId: benefit.id };
      const [row] = await shop.grantsOf(where);
      const { customerId } = subscription;
      rows.push({ id: row?.id ?? '', customerId, isGranted: index % 3 !== 0, createdAt });
    }
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          customer_id: fc.subarray(rows.map(({ customerId }) => customerId)),
          is_granted: fc.constantFrom(undefined, true, false),
          sorting: fc.constantFrom('created_at' as const, '-created_at' as const, undefined),
          page: fc.integer({ min: 1, max: 3 }),
          limit: fc.integer({ min: 1, max: 4 }),
        }),
        async ({ customer_id, is_granted, sorting, page, limit }) => {
          const direction = sorting === 'created_at' ? 1 : -1;
          const expected = rows
            .filter(
              (row) =>
                (customer_id.length === 0 || customer_id.includes(row.customerId)) &&
                (is_granted === undefined || row.isGranted === is_granted),
            )
            .sort(
              (a, b) =>
                direction * (a.createdAt.getTime() - b.createdAt.getTime()) ||
                (a.id < b.id ? -1 : 1),
            );
          const { items, pagination } = await list(benefit.id, {
            customer_id,
            page,
            limit,
            ...(is_granted === undefined ? {} : { is_granted }),
            ...(sorting ? { sorting: [sorting] } : {}),
          });
          expect(pagination.total_count).toBe(expected.length);
          expect(items.map(({ id }) => id)).toEqual(
            expected.slice((page - 1) * limit, page * limit).map(({ id }) => id),
          );
        },
      ),
      { numRuns: runs(25) },
    );
  });

  it('are found by the subscription and the product that gave them', async () => {
    const benefit = await shop.custom();
    const [one, other] = [await shop.productWith(benefit), await shop.productWith(benefit)];
    const subscription = await shop.subscribe(one);
    await shop.grant(subscription);
    const elsewhere = await shop.subscribe(other);
    await shop.grant(elsewhere);
    const sources = async (query: Query) =>
      (await list(benefit.id, query)).items.map(({ subscription_id }) => subscription_id);
    expect(await sources({ subscription_id: [elsewhere.id] })).toEqual([elsewhere.id]);
    expect(await sources({ product_id: [one.id] })).toEqual([subscription.id]);
    expect(await sources({ product_id: [one.id, other.id] })).toHaveLength(2);
    expect(await sources({ product_id: [benefit.id] })).toEqual([]);
  });

  it('are found by the order that gave them', async () => {
    const product = await makeKeyProduct(shop.seller);
    await confirm(await makeCheckout(shop.seller, product.id));
    await confirm(await makeCheckout(shop.seller, product.id));
    const query = { product_id: [product.id] };
    const { items } = await callApi(listOrders, { query }, { as: shop.seller });
    const [order, other] = items.map(({ id }) => id);
    const [benefit] = product.benefits;
    const found = async (order_id: (string | undefined)[]) =>
      (await list(benefit?.id ?? '', { order_id: order_id as string[] })).items.map(
        (grant) => grant.order_id,
      );
    expect(await found([order])).toEqual([order]);
    expect(await found([order, other])).toHaveLength(2);
    expect(await found([product.id])).toEqual([]);
  });

  it('name their customer, and nobody once the customer is deleted', async () => {
    const benefit = await shop.custom();
    const customer = await makeCustomer(organizationId, { name: 'Ann Miller' });
    const product = await shop.productWith(benefit);
    await shop.grant(await makeSubscription(organizationId, { product, customer }));
    const [before] = (await list(benefit.id)).items;
    expect(before?.error).toBeNull();
    // No address and no tax id, which reading benefits gives no right to.
    expect(before?.customer).toEqual({
      id: customer.id,
      name: 'Ann Miller',
      email: customer.email,
      avatar_url: expect.stringContaining('/avatars/'),
    });
    await callApi(deleteCustomer, { params: { id: customer.id } }, { as: shop.seller });
    const [after] = (await list(benefit.id)).items;
    expect(after).toMatchObject({ customer: null, customer_id: customer.id, is_revoked: true });
  });

  it('say how far they have come, and why they do not reach the customer', async () => {
    const benefit = await makeBenefit(organizationId, {
      type: 'github_repository',
      properties: { repository_owner: 'ink', repository_name: 'pro', permission: 'pull' },
    });
    const subscription = await shop.subscribe(await shop.productWith(benefit));
    await shop.grant(subscription);
    const progress = async () => {
      await applyEffects({ organizationId }, 'github', { isEarly: true });
      const [grant] = (await list(benefit.id)).items;
      return [grant?.status, grant?.error?.code ?? null];
    };
    expect((await list(benefit.id)).items).toMatchObject([{ status: 'pending', error: null }]);
    expect(await progress()).toEqual(['waiting_for_buyer', 'ACCOUNT_MISSING']);
    const [grant] = await shop.grantsOf({ benefitId: benefit.id });
    const { customerId: customer_id } = subscription;
    const account = await makeLinkedAccount(organizationId, customer_id, 'github');
    const body = { customer_id };
    const session = await callApi(createCustomerSession, { body }, { as: shop.seller });
    await callApi(
      updateCustomerBenefitGrant,
      {
        params: { id: grant?.id ?? '' },
        body: { benefit_type: 'github_repository', properties: { account_id: account.id } },
      },
      { as: session },
    );
    expect(await progress()).toEqual(['failed', 'NOT_CONNECTED']);
    await shop.revoke(subscription);
    expect(await progress()).toEqual([null, null]);
  });

  it('are found by their purchase and by time, and by nobody else', async () => {
    const benefit = await shop.custom();
    const product = await shop.productWith(benefit);
    const customer = await makeCustomer(organizationId, { name: 'Ann Miller' });
    await shop.grant(await makeSubscription(organizationId, { product, customer }));
    await shop.grant(await shop.subscribe(product), LATER);
    const purchases = async (query: Query) =>
      (await list(benefit.id, query)).items.map(({ customer_id }) => customer_id);
    expect(await purchases({ query: 'ann mil' })).toEqual([customer.id]);
    expect(await purchases({ query: customer.email.toUpperCase() })).toEqual([customer.id]);
    expect(await purchases({ created_before: LATER.toISOString() })).toEqual([customer.id]);
    expect(await purchases({ created_after: LATER.toISOString() })).not.toContain(customer.id);
    const as = await makeSeller();
    const failure = await refusal(listBenefitGrants, { params: { id: benefit.id } }, { as });
    expect(failure.status).toBe(404);
  });
});

it('a benefit that was bought twice is there for each purchase, with the product of each', {
  tags: 'soak',
}, async () => {
  const as = shop.seller;
  const benefit = await shop.custom();
  const give = async (name: string, prices = fixed()) => {
    const { id } = await makeProduct(as, prices, { name });
    const body = { benefits: [benefit.id] };
    await callApi(updateProductBenefits, { params: { id }, body }, { as });
    return id;
  };
  const [tool, plan] = [await give('Tool'), await give('Plan', monthly())];
  const sold = buyer({ customer_email: 'twice@example.com' });
  for (const id of [tool, tool]) await confirm(await makeCheckout(as, id), sold);
  const { customer_id, customer_session_token: bound } = await confirm(
    await makeCheckout(as, plan),
    sold,
  );
  const body = { customer_id: customer_id ?? '' };
  const session = await callApi(createCustomerSession, { body }, { as });
  const read = async (actor: Actor) =>
    (await callApi(listCustomerBenefitGrants, {}, { as: actor })).items;
  const grants = await read(session);
  expect(grants.map(({ product }) => product)).toEqual([
    { id: plan, name: 'Plan' },
    { id: tool, name: 'Tool' },
    { id: tool, name: 'Tool' },
  ]);
  expect(new Set(grants.map(({ benefit_id }) => benefit_id))).toEqual(new Set([benefit.id]));
  const params = { id: grants[1]?.id ?? '' };
  expect(await callApi(getCustomerBenefitGrant, { params }, { as: session })).toEqual(grants[1]);
  expect(await read({ token: bound })).toEqual([grants[0]]);

  // Of a subscription it is the product that this has now.
  const { id: other } = await makeProduct(as, monthly(2500), { name: 'Larger plan' });
  const { prices } = await callApi(
    updateProductBenefits,
    { params: { id: other }, body: { benefits: [benefit.id] } },
    { as },
  );
  await callApi(
    updateSubscription,
    {
      params: { id: grants[0]?.subscription_id ?? '' },
      body: { product_price_id: prices[0]?.id ?? '' },
    },
    { as },
  );
  expect((await read(session))[0]?.product).toEqual({ id: other, name: 'Larger plan' });
});
