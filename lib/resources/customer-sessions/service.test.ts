import { expect, test } from 'vitest';
import { findCustomerSession } from '@/lib/auth/credentials';
import { db } from '@/lib/database/connection/client';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer, deleteCustomer } from '@/lib/resources/customers/contract';
import { Customer } from '@/lib/resources/customers/schema';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';
import { callApi, places, refusal } from '@/testing/call-api';
import {
  makeCustomer as makeCustomerRow,
  makeOrganization,
  makeSeller,
  makeUser,
  type Seller,
} from '@/testing/factories';

const makeCustomer = (as: Seller) =>
  callApi(createCustomer, { body: { email: 'ada@example.com' } }, { as });
const open = (as: Seller, customer_id: string, more: { idempotencyKey?: string } = {}) =>
  callApi(createCustomerSession, { body: { customer_id } }, { as, ...more });

test('a session lasts one hour, opens everything, and only its digest is kept', async () => {
  const as = await makeSeller();
  const customer = await makeCustomer(as);
  const session = await open(as, customer.id);
  expect(session).toMatchObject({
    customer_id: customer.id,
    customer: Customer.parse(customer),
    modified_at: null,
  });
  expect(session.token).toMatch(/^td_cst_[A-Za-z0-9_-]{43}$/);
  expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(3_600_000);
  const row = await db(null).customerSession.findUniqueOrThrow({ where: { id: session.id } });
  expect(row).toMatchObject({ digest: digest(session.token), checkoutId: null });
  expect(JSON.stringify(row)).not.toContain(session.token);
});

test('a session ends with its hour and with its customer', async () => {
  const as = await makeSeller();
  const customer = await makeCustomer(as);
  const { token, created_at, expires_at } = await open(as, customer.id);
  expect(await findCustomerSession(token, new Date(created_at))).toMatchObject({
    customerId: customer.id,
  });
  expect(await findCustomerSession(token, new Date(expires_at))).toBeNull();
  await callApi(deleteCustomer, { params: { id: customer.id } }, { as });
  expect(await findCustomerSession(token, new Date(created_at))).toBeNull();
});

test('an unknown, foreign or deleted customer is refused', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const [customer, foreign] = await Promise.all([makeCustomer(as), makeCustomer(other)]);
  await callApi(deleteCustomer, { params: { id: customer.id } }, { as });
  for (const customer_id of [newId(), foreign.id, customer.id]) {
    const failure = await refusal(createCustomerSession, { body: { customer_id } }, { as });
    expect(places(failure)).toEqual(['body.customer_id']);
  }
});

test('a retry with the same key answers the same token, which is not stored in clear', async () => {
  const as = await makeSeller();
  const customer = await makeCustomer(as);
  const idempotencyKey = newId();
  const first = await open(as, customer.id, { idempotencyKey });
  expect(await open(as, customer.id, { idempotencyKey })).toEqual(first);
  const replies = await db(null).idempotencyEntry.findMany({ select: { reply: true } });
  expect(JSON.stringify(replies)).not.toContain(first.token);
});

test('a mere member of the organization is told that his role does not allow it', async () => {
  const owner = await makeUser();
  const other = await makeOrganization(owner.id);
  const as = await makeSeller();
  await db(null).membership.create({
    data: { organizationId: other.id, userId: as.userId, role: 'member' },
  });
  const { id } = await makeCustomerRow(other.id);
  const failure = await refusal(createCustomerSession, { body: { customer_id: id } }, { as });
  expect(failure).toMatchObject({ status: 403, error: 'NotPermitted' });
});
