import { expect, test } from 'vitest';
import type { Permission } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { createBenefit, deleteBenefit } from '@/lib/resources/benefits/contract';
import { getCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '@/lib/resources/customers/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { cancelSubscription, listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal, sendRaw } from '@/testing/call-api';
import { makeSeller, makeToken, makeUser, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  fixed,
  makeCheckout,
  makeKeyProduct,
  makeProduct,
  monthly,
} from '@/testing/shop';

const make = (as: Seller, email = 'ada@example.com', more: object = {}) =>
  callApi(createCustomer, { body: { email, ...more } }, { as });
const change = (as: Seller, id: string, body: object) =>
  callApi(updateCustomer, { params: { id }, body }, { as });

const NOTHING_SOLD = {
  spent: 0,
  currency: 'usd',
  orders_count: 0,
  subscriptions_count: 0,
  active_subscriptions_count: 0,
  past_due_subscriptions_count: 0,
  paused_subscriptions_count: 0,
  license_keys_count: 0,
  granted_benefits_count: 0,
};

const ADDRESS = {
  line1: '1 Main Street',
  line2: null,
  postal_code: '10115',
  city: 'Berlin',
  state: null,
  country: 'DE',
};

test('a customer is printed with every field', async () => {
  const as = await makeSeller();
  const customer = await make(as, 'Ada@Example.com', {
    name: 'Ada Lovelace',
    billing_address: {
      line1: '1 Main Street',
      postal_code: '10115',
      city: 'Berlin',
      country: 'de',
    },
    tax_id: ['DE 123 456 789', 'eu_vat'],
    metadata: { tier: 'gold', visits: 3, newsletter: false },
  });
  expect(customer).toEqual({
    id: expect.any(String),
    external_id: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    modified_at: null,
    metadata: { tier: 'gold', visits: 3, newsletter: false },
    email: 'Ada@Example.com',
    email_verified: false,
    name: 'Ada Lovelace',
    billing_address: ADDRESS,
    tax_id: ['DE123456789', 'eu_vat'],
    organization_id: as.organizationId,
    avatar_url: expect.stringMatching(/^http:\/\/localhost:3000\/avatars\/[0-9a-f]+\.svg$/),
    ...NOTHING_SOLD,
  });
  expect(await callApi(getCustomer, { params: { id: customer.id } }, { as })).toEqual(customer);
});

test('a customer is printed with what was sold to them, tax included, less refunds', {
  tags: 'soak',
}, async () => {
  const as = await makeSeller();
  const [once, recurring] = [
    await makeKeyProduct(as, fixed(1000)),
    await makeProduct(as, monthly(2000)),
  ];
  for (const customer_email of ['ada@example.com', 'bo@example.com']) {
    await confirm(await makeCheckout(as, once.id), buyer({ customer_email }));
  }
  await confirm(await makeCheckout(as, recurring.id), buyer({ customer_email: 'ada@example.com' }));
  const query = { query: 'ada@example.com' };
  const sold = await callApi(listCustomers, { query }, { as });
  const [ada] = sold.items;
  const orders = await callApi(
    listOrders,
    { query: { customer_id: [ada?.id ?? ''], sorting: ['-amount'] } },
    { as },
  );
  const paid = orders.items.reduce((sum, { amount, tax_amount }) => sum + amount + tax_amount, 0);
  expect(paid).toBeGreaterThanOrEqual(3000);
  expect(ada).toMatchObject({
    spent: paid,
    orders_count: 2,
    subscriptions_count: 1,
    active_subscriptions_count: 1,
    license_keys_count: 1,
    granted_benefits_count: 1,
  });
  const active = { customer_id: [ada?.id ?? ''], active: true };
  const listed = await callApi(listSubscriptions, { query: active }, { as });
  expect(listed.pagination.total_count).toBe(ada?.active_subscriptions_count);
  const setStatus = (status: 'active' | 'past_due') =>
    db(null).subscription.updateMany({ where: { customerId: ada?.id ?? '' }, data: { status } });
  await setStatus('past_due');
  expect(await callApi(getCustomer, { params: { id: ada?.id ?? '' } }, { as })).toEqual({
    ...ada,
    active_subscriptions_count: 0,
    past_due_subscriptions_count: 1,
  });
  await setStatus('active');

  await callApi(
    createRefund,
    { body: { order_id: orders.items[0]?.id ?? '', amount: 700, reason: 'other' } },
    { as },
  );
  const { items: subscriptions } = await callApi(listSubscriptions, {}, { as });
  await callApi(cancelSubscription, { params: { id: subscriptions[0]?.id ?? '' } }, { as });
  const params = { id: ada?.id ?? '' };
  const after = { ...ada, spent: paid - 700, active_subscriptions_count: 0 };
  expect(await callApi(getCustomer, { params }, { as })).toEqual(after);
  const renamed = await change(as, params.id, { name: 'Ada King' });
  expect(renamed).toMatchObject({ spent: paid - 700, subscriptions_count: 1 });
  const { items } = await callApi(listCustomers, { query: { query: 'bo@example.com' } }, { as });
  expect(items).toMatchObject([{ orders_count: 1, subscriptions_count: 0, license_keys_count: 1 }]);
});

test('a customer is printed with the benefits that they have now, whether bought once or not', async () => {
  const as = await makeSeller();
  const note = {
    type: 'custom',
    description: 'Chapters',
    properties: { note: 'Read on.' },
  } as const;
  const benefit = await callApi(createBenefit, { body: note }, { as });
  const product = await makeProduct(as);
  const granted = { params: { id: product.id }, body: { benefits: [benefit.id] } };
  await callApi(updateProductBenefits, granted, { as });
  for (let bought = 1; bought <= 2; bought += 1) {
    await confirm(await makeCheckout(as, product.id), buyer());
    expect((await callApi(listCustomers, {}, { as })).items).toMatchObject([
      { granted_benefits_count: bought, license_keys_count: 0, subscriptions_count: 0 },
    ]);
  }
  await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
  expect((await callApi(listCustomers, {}, { as })).items).toMatchObject([
    { granted_benefits_count: 0 },
  ]);
});

test('an email address is enough', async () => {
  const as = await makeSeller();
  const customer = await make(as);
  expect(customer).toMatchObject({ name: null, billing_address: null, tax_id: null, metadata: {} });
  expect((await make(as, 'bo@example.com', { name: '  ' })).name).toBeNull();
});

test.each([
  [{}, ['body.email']],
  [{ email: 'nobody' }, ['body.email']],
  [{ email: `${'a'.repeat(250)}@example.com`, name: 'x'.repeat(501) }, ['body.email', 'body.name']],
  [
    { email: 'a@example.com', name: 5, billing_address: {} },
    ['body.billing_address.country', 'body.name'],
  ],
  [{ email: 'a@example.com', tax_id: ['DE1', 'eu_vat'] }, ['body.tax_id']],
  [{ email: 'a@example.com', tax_id: ['123456789', 'xx_vat'] }, ['body.tax_id.1']],
  [{ email: 'a@example.com', tax_id: ['123456789'] }, ['body.tax_id']],
  [{ email: 'a@example.com', tax_id: 'DE123456789' }, ['body.tax_id']],
  [
    { email: 'a@example.com', metadata: { ok: 1, bad: 1.5, [`${'k'.repeat(41)}`]: 'x' } },
    ['body.metadata.bad', `body.metadata.${'k'.repeat(41)}`],
  ],
  [{ email: 'a@example.com', organization_id: newId() }, ['body.organization_id']],
])('%j is refused at %j', async (body, expected) => {
  const as = await makeSeller();
  expect(places(await refusal(createCustomer, { body: body as never }, { as }))).toEqual(expected);
});

test('an address is taken in any case, within the organization, while the customer lives', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const [first, second] = [await make(as), await make(as, 'bo@example.com')];
  const body = { email: 'ADA@example.COM' };
  expect(places(await refusal(createCustomer, { body }, { as }))).toEqual(['body.email']);
  await callApi(createCustomer, { body }, { as: other });
  const params = { id: second.id };
  expect(places(await refusal(updateCustomer, { params, body }, { as }))).toEqual(['body.email']);
  expect((await change(as, first.id, body)).email).toBe('ADA@example.COM');
  await callApi(deleteCustomer, { params: { id: first.id } }, { as });
  expect((await change(as, second.id, { email: 'ada@example.com' })).email).toBe('ada@example.com');
});

test('of many who want one address at once, one gets it', async () => {
  const as = await makeSeller();
  const answers = await Promise.allSettled(
    ['a@example.com', 'A@example.com', 'a@EXAMPLE.com', 'a@example.COM'].map((email) =>
      make(as, email),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('null clears name, address and tax id; a null email and null metadata change nothing', async () => {
  const as = await makeSeller();
  const customer = await make(as, 'ada@example.com', {
    name: 'Ada',
    billing_address: ADDRESS,
    tax_id: ['123456789', 'us_ein'],
    metadata: { kept: true },
  });
  const untouched = await change(as, customer.id, { email: null, metadata: null });
  expect(untouched).toEqual({ ...customer, modified_at: untouched.modified_at });
  expect(untouched.modified_at).not.toBeNull();
  const cleared = await change(as, customer.id, {
    name: null,
    billing_address: null,
    tax_id: null,
  });
  expect(cleared).toMatchObject({
    email: 'ada@example.com',
    name: null,
    billing_address: null,
    tax_id: null,
    metadata: { kept: true },
  });
  const changed = await change(as, customer.id, {
    email: 'countess@example.com',
    name: 'Ada King',
    billing_address: { country: 'GB' },
    tax_id: ['GB123456789', 'gb_vat'],
    metadata: { replaced: 1 },
  });
  expect(changed).toMatchObject({
    email: 'countess@example.com',
    name: 'Ada King',
    billing_address: { line1: null, country: 'GB' },
    tax_id: ['GB123456789', 'gb_vat'],
    metadata: { replaced: 1 },
  });
  expect(changed.metadata).not.toHaveProperty('kept');
});

test('a deleted or foreign customer is not found', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const { id } = await make(as);
  const params = { id };
  const statuses = async (as: Seller) => [
    (await refusal(getCustomer, { params }, { as })).status,
    (await refusal(updateCustomer, { params, body: { name: 'Mine' } }, { as })).status,
    (await refusal(deleteCustomer, { params }, { as })).status,
  ];
  expect(await statuses(other)).toEqual([404, 404, 404]);
  await callApi(deleteCustomer, { params }, { as });
  expect(await statuses(as)).toEqual([404, 404, 404]);
  expect((await callApi(listCustomers, {}, { as })).items).toEqual([]);
});

test('deleting a customer ends all that was sold, and keeps the orders', async () => {
  const as = await makeSeller();
  const [once, recurring, plain] = [
    await makeKeyProduct(as, fixed()),
    await makeKeyProduct(as, monthly()),
    await makeProduct(as),
  ];
  for (const product of [once, recurring]) {
    const checkout = await makeCheckout(as, product.id);
    await confirm(checkout, buyer({ customer_email: 'ada@example.com' }));
  }
  const { items } = await callApi(listCustomers, {}, { as });
  const id = items[0]?.id ?? '';
  await callApi(createCustomerSession, { body: { customer_id: id } }, { as });
  const open = await makeCheckout(as, plain.id, { customer_id: id });
  expect(open.customer_id).toBe(id);

  await callApi(deleteCustomer, { params: { id } }, { as });

  const subscriptions = await callApi(listSubscriptions, {}, { as });
  expect(subscriptions.items).toMatchObject([{ status: 'canceled', customer_id: id }]);
  expect(subscriptions.items[0]?.ended_at).not.toBeNull();
  const keys = await callApi(listLicenseKeys, {}, { as });
  expect(keys.items.map(({ status }) => status)).toEqual(['revoked', 'revoked']);
  expect((await callApi(listOrders, {}, { as })).pagination.total_count).toBe(2);
  expect(await db(null).customerSession.count({ where: { customerId: id } })).toBe(0);
  const unlinked = await callApi(getCheckout, { params: { id: open.id } }, { as });
  expect(unlinked).toMatchObject({ status: 'open', customer_id: null });
});

/** A customer of an organization with a subscription. */
async function subscriber(as: Seller): Promise<string> {
  const { id } = await make(as);
  const product = await makeKeyProduct(as, monthly());
  await confirm(await makeCheckout(as, product.id, { customer_id: id }), buyer());
  return id;
}

/** A member of a seller's organization, and a token of it with some scopes. */
async function deputies(as: Seller, ...scopes: Permission[]) {
  const { organizationId } = as;
  const [member, admin] = [await makeUser(), await makeUser()];
  for (const [{ id: userId }, role] of [[member, 'member'] as const, [admin, 'admin'] as const]) {
    await db(null).membership.create({ data: { organizationId, userId, role } });
  }
  return {
    member: { token: await makeToken({ userId: member.id }) },
    admin: { token: await makeToken({ userId: admin.id }) },
    token: { token: await makeToken({ organizationId }, { scopes }) },
  };
}

test('deleting a customer with a running subscription takes the right to end it', async () => {
  const as = await makeSeller();
  const id = await subscriber(as);
  const { member, admin, token } = await deputies(as, 'customers:write', 'subscriptions:read');
  const params = { id };
  expect(await refusal(deleteCustomer, { params }, { as: member })).toMatchObject({
    status: 403,
    error: 'NotPermitted',
  });
  expect(await refusal(deleteCustomer, { params }, { as: token })).toMatchObject({
    status: 403,
    error: 'insufficient_scope',
  });
  const { items } = await callApi(listSubscriptions, {}, { as });
  expect(items).toMatchObject([{ status: 'active', customer_id: id }]);
  const keys = await callApi(listLicenseKeys, {}, { as });
  expect(keys.items.map(({ status }) => status)).toEqual(['granted']);
  await callApi(deleteCustomer, { params }, { as: admin });
  expect((await callApi(listSubscriptions, {}, { as })).items).toMatchObject([
    { status: 'canceled' },
  ]);
});

test('deleting a customer without one, or whose subscription is over, takes the right to write customers', async () => {
  const as = await makeSeller();
  const { member, token } = await deputies(as, 'customers:write');
  const id = await subscriber(as);
  const [{ id: subscriptionId } = { id: '' }] = (await callApi(listSubscriptions, {}, { as }))
    .items;
  await callApi(cancelSubscription, { params: { id: subscriptionId } }, { as });
  await callApi(deleteCustomer, { params: { id } }, { as: member });
  await callApi(deleteCustomer, { params: { id: (await make(as)).id } }, { as: token });
  expect((await callApi(listCustomers, {}, { as })).items).toEqual([]);
});

test('a purchase beside a deletion by a member is not ended by it', { tags: 'soak' }, async () => {
  const as = await makeSeller();
  const { member } = await deputies(as);
  const product = await makeKeyProduct(as, monthly());
  const rounds = Array.from({ length: 5 }, async (_, round) => {
    const customer = await make(as, `buyer-${round}@example.com`);
    const checkout = await makeCheckout(as, product.id, { customer_id: customer.id });
    await Promise.all([
      confirm(checkout, buyer({ customer_email: customer.email })),
      sendRaw(deleteCustomer, { params: { id: customer.id } }, { as: member }),
    ]);
  });
  await Promise.all(rounds);
  const { items } = await callApi(listSubscriptions, {}, { as });
  expect(items.map(({ status }) => status)).toEqual(Array(5).fill('active'));
});

test('a buyer who comes back after the deletion is a new customer', async () => {
  const as = await makeSeller();
  const product = await makeProduct(as);
  const old = await make(as);
  const checkout = await makeCheckout(as, product.id, { customer_id: old.id });
  await callApi(deleteCustomer, { params: { id: old.id } }, { as });
  await confirm(checkout, buyer({ customer_email: 'ada@example.com' }));
  const { items } = await callApi(listCustomers, {}, { as });
  expect(items).toMatchObject([{ email: 'ada@example.com' }]);
  expect(items[0]?.id).not.toBe(old.id);
});

test('a deletion and a purchase at once leave nothing running for the deleted one', async () => {
  const as = await makeSeller();
  const product = await makeKeyProduct(as, monthly());
  const rounds = Array.from({ length: 5 }, async (_, round) => {
    const customer = await make(as, `buyer-${round}@example.com`);
    const checkout = await makeCheckout(as, product.id, { customer_id: customer.id });
    await Promise.all([
      confirm(checkout, buyer({ customer_email: customer.email })),
      callApi(deleteCustomer, { params: { id: customer.id } }, { as }),
    ]);
    return customer.id;
  });
  const deleted = await Promise.all(rounds);
  const { items } = await callApi(
    listSubscriptions,
    { query: { customer_id: deleted, active: true } },
    { as },
  );
  expect(items).toEqual([]);
});

test('a retry of a creation with the same key answers the same customer', async () => {
  const as = await makeSeller();
  const options = { as, idempotencyKey: newId() };
  const body = { email: 'ada@example.com' };
  const first = await callApi(createCustomer, { body }, options);
  expect(await callApi(createCustomer, { body }, options)).toEqual(first);
});
