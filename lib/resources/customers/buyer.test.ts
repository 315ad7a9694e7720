import { expect, test } from 'vitest';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { createCustomer, deleteCustomer, listCustomers } from '@/lib/resources/customers/contract';
import { MAX_PAIRS } from '@/lib/resources/customers/rules';
import {
  serializeCustomer,
  serializeUser,
  serializeUserWithCodeHost,
} from '@/lib/resources/customers/serialize';
import { type Buyer, findOrCreateCustomer } from '@/lib/resources/customers/service';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';

// Who a purchase belongs to (docs/contract/checkouts.md#customer-of-a-purchase).

const EMPTY = {
  customerId: null,
  email: 'ada@example.com',
  takesOver: true,
  name: null,
  billingAddress: null,
  taxId: null,
  metadata: {},
};
const ADDRESS = {
  line1: null,
  line2: null,
  postal_code: null,
  city: 'Berlin',
  state: null,
  country: 'DE',
};
const FULL = {
  name: 'Ada',
  billingAddress: ADDRESS,
  taxId: { value: 'DE123456789', type: 'eu_vat' },
} as const;

const buy = (seller: Seller, buyer: Partial<Buyer> = {}, organizationId = seller.organizationId) =>
  transaction(systemScope(seller.organizationId), (scope) =>
    findOrCreateCustomer(scope, { ...EMPTY, organizationId, now: new Date(), ...buyer }),
  );

const make = (as: Seller, email: string, more: object = {}) =>
  callApi(createCustomer, { body: { email, ...more } }, { as });

test('a new buyer becomes a customer with all that he gave', async () => {
  const seller = await makeSeller();
  const row = await buy(seller, { ...FULL, metadata: { source: 'shop' } });
  expect(serializeCustomer(row)).toMatchObject({
    email: 'ada@example.com',
    name: 'Ada',
    billing_address: ADDRESS,
    tax_id: ['DE123456789', 'eu_vat'],
    metadata: { source: 'shop' },
    modified_at: null,
    organization_id: seller.organizationId,
  });
});

test('twenty purchases with one address at once make one customer', async () => {
  const seller = await makeSeller();
  const rows = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      buy(seller, { email: index % 2 ? 'ada@example.com' : 'ADA@Example.com' }),
    ),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  const { pagination } = await callApi(listCustomers, {}, { as: seller });
  expect(pagination.total_count).toBe(1);
});

test('purchases at once lose none of the metadata', async () => {
  const seller = await makeSeller();
  const { id: customerId } = await make(seller, 'ada@example.com');
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      buy(seller, { customerId, metadata: { [`key${index}`]: index } }),
    ),
  );
  const row = await buy(seller);
  expect(Object.keys(serializeCustomer(row).metadata)).toHaveLength(10);
});

test('whoever types the address of another changes nothing of him, not even what is empty', async () => {
  const seller = await makeSeller();
  const owner = await make(seller, 'ada@example.com', { metadata: { plan: 'pro' } });
  const mallory = { ...FULL, name: 'Mallory', metadata: { plan: 'free', evil: true } };
  const row = await buy(seller, { ...mallory, email: 'ADA@example.com' });
  expect(owner).toMatchObject(serializeCustomer(row));
});

test('a linked customer takes what the checkout says, once, and keeps what it leaves open', async () => {
  const seller = await makeSeller();
  const owner = await make(seller, 'ada@example.com', { name: 'A.', metadata: { plan: 'pro' } });
  const linked = { customerId: owner.id, email: 'typed@example.com' };
  const row = await buy(seller, { ...linked, ...FULL, metadata: { plan: 'free' } });
  expect(serializeCustomer(row)).toMatchObject({
    id: owner.id,
    email: 'ada@example.com',
    name: 'Ada',
    billing_address: ADDRESS,
    tax_id: ['DE123456789', 'eu_vat'],
    metadata: { plan: 'free' },
  });
  expect(await buy(seller, linked)).toEqual(row);
  expect(await buy(seller, { ...linked, ...FULL })).toEqual(row);
  expect(await buy(seller, { ...linked, name: 'Later', takesOver: false })).toEqual(row);
});

test('the named customer wins over the address, unless he is deleted or foreign', async () => {
  const [seller, other] = await Promise.all([makeSeller(), makeSeller()]);
  const [named, byEmail, foreign] = await Promise.all([
    make(seller, 'named@example.com'),
    make(seller, 'ada@example.com'),
    make(other, 'foreign@example.com'),
  ]);
  expect((await buy(seller, { customerId: named.id })).id).toBe(named.id);
  expect((await buy(seller, { customerId: foreign.id })).id).toBe(byEmail.id);
  await callApi(deleteCustomer, { params: { id: named.id } }, { as: seller });
  expect((await buy(seller, { customerId: named.id })).id).toBe(byEmail.id);
});

test('the pairs of the purchase win, and of 50 the oldest goes', async () => {
  const seller = await makeSeller();
  const own = Array.from({ length: 48 }, (_, index) => [`own${(index * 7) % 48}`, index] as const);
  const { id: customerId } = await make(seller, 'ada@example.com', {
    metadata: Object.fromEntries(own),
  });
  await buy(seller, { customerId, metadata: { first: 1, own7: 'new' } });
  const { metadata } = serializeCustomer(
    await buy(seller, { customerId, metadata: { second: 2, third: 3 } }),
  );
  const kept = own.map(([key]) => key).filter((key) => key !== 'own7');
  expect(Object.keys(metadata)).toEqual(
    ['second', 'third', 'first', 'own7', ...kept].slice(0, MAX_PAIRS),
  );
  expect(metadata).toMatchObject({ own7: 'new', first: 1, second: 2 });
  expect(metadata).not.toHaveProperty('own41');
});

test('a buyer is shown by name, else by the first letter of the address', async () => {
  const seller = await makeSeller();
  const row = await buy(seller);
  expect(serializeUser(serializeCustomer(row))).toEqual({
    id: row.id,
    email: 'ada@example.com',
    public_name: 'a…',
    avatar_url: serializeCustomer(row).avatar_url,
  });
  const named = await buy(seller, { customerId: row.id, name: 'Ada' });
  expect(serializeUserWithCodeHost(serializeCustomer(named))).toMatchObject({
    public_name: 'Ada',
    github_username: null,
    code_host_username: null,
  });
});
