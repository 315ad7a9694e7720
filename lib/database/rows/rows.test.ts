import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { listCustomers } from '@/lib/resources/customers/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { getSubscription, listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import {
  makeCustomer,
  makeLicenseKey,
  makeOrder,
  makeProduct,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';
import { makeCheckout } from '@/testing/shop';

// A change of a row, or of anything that it is shown with, on another connection, as another process has one, is
// read at once.

let seller: Seller;
let other: pg.Client;
const ids = { subscription: '', customer: '', price: '', discount: '', key: '', checkout: '' };

beforeAll(async () => {
  seller = await makeSeller();
  const { organizationId } = seller;
  const [product, customer] = [
    await makeProduct(organizationId),
    await makeCustomer(organizationId),
  ];
  const discount = await db(null).discount.create({
    data: {
      id: newId(),
      organizationId,
      name: 'Spring',
      type: 'percentage',
      basisPoints: 1000,
      duration: 'forever',
    },
  });
  const bought = { product, customer, discountId: discount.id };
  const subscription = await makeSubscription(organizationId, bought);
  await makeOrder(organizationId, { ...bought, subscriptionId: subscription.id });
  const key = await makeLicenseKey(organizationId, { customerId: customer.id });
  const checkout = await makeCheckout(seller, product.id);
  Object.assign(ids, {
    subscription: subscription.id,
    customer: customer.id,
    price: subscription.priceId,
    discount: discount.id,
    key: key.id,
    checkout: checkout.id,
  });
  other = new pg.Client({ connectionString: env().DATABASE_URL });
  await other.connect();
});
afterAll(() => other.end());

async function shown() {
  const as = { as: seller };
  const [subscriptions, subscription, orders, keys, customers, checkouts] = await Promise.all([
    callApi(listSubscriptions, { query: {} }, as),
    callApi(getSubscription, { params: { id: ids.subscription } }, as),
    callApi(listOrders, { query: {} }, as),
    callApi(listLicenseKeys, { query: {} }, as),
    callApi(listCustomers, { query: {} }, as),
    callApi(listCheckouts, { query: {} }, as),
  ]);
  expect(subscriptions.items).toEqual([subscription]);
  const [order, key] = [orders.items[0], keys.items[0]];
  expect([order?.customer, key?.customer]).toEqual([subscription.customer, subscription.customer]);
  expect(customers.items).toContainEqual(expect.objectContaining(subscription.customer));
  expect(order?.discount).toEqual(subscription.discount);
  expect(order?.product_price).toEqual(subscription.price);
  expect(order?.subscription?.status).toBe(subscription.status);
  expect(checkouts.items[0]?.product_price).toEqual(subscription.price);
  return {
    status: subscription.status,
    customer: [subscription.customer.name, subscription.user.public_name],
    price: 'price_amount' in subscription.price ? subscription.price.price_amount : null,
    discount: subscription.discount?.name,
    key: [key?.usage, key?.activations_count],
    checkout: checkouts.items[0]?.metadata,
  };
}

const ACTIVATION =
  'INSERT INTO license_activations (id, organization_id, license_key_id, created_at, label) VALUES ($2, $3, $1, now(), $4)';

it.each<[string, string, () => unknown[], object]>([
  [
    'a row',
    "UPDATE subscriptions SET status = 'past_due' WHERE id = $1",
    () => [ids.subscription],
    { status: 'past_due' },
  ],
  [
    'a customer',
    "UPDATE customers SET name = 'Cy' WHERE id = $1",
    () => [ids.customer],
    { customer: ['Cy', 'Cy'] },
  ],
  ['a price', 'UPDATE prices SET amount = 777 WHERE id = $1', () => [ids.price], { price: 777 }],
  [
    'a discount',
    "UPDATE discounts SET name = 'Autumn' WHERE id = $1",
    () => [ids.discount],
    { discount: 'Autumn' },
  ],
  [
    'a license key',
    'UPDATE license_keys SET usage = 9 WHERE id = $1',
    () => [ids.key],
    { key: [9, 0] },
  ],
  [
    'what is counted',
    ACTIVATION,
    () => [ids.key, newId(), seller.organizationId, 'Desk'],
    { key: [9, 1] },
  ],
  [
    'a checkout',
    `UPDATE checkouts SET metadata = '{"a":"b"}' WHERE id = $1`,
    () => [ids.checkout],
    { checkout: { a: 'b' } },
  ],
])('reads %s anew once it has changed, and not before', async (_, statement, values, expected) => {
  const before = await shown();
  await other.query('BEGIN');
  await other.query(statement, values());
  expect(await shown()).toEqual(before);
  await other.query('ROLLBACK');
  expect(await shown()).toEqual(before);
  await other.query(statement, values());
  expect(await shown()).toEqual({ ...before, ...expected });
});

it('a row that is gone is gone', async () => {
  await shown();
  await other.query('DELETE FROM checkouts WHERE id = $1', [ids.checkout]);
  expect((await callApi(listCheckouts, { query: {} }, { as: seller })).items).toEqual([]);
});
