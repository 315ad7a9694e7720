import { beforeAll, expect, it } from 'vitest';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import type { Customer, Subscription } from '@/lib/database/generated/client';
import { selectRow } from '@/lib/database/rows/rows';
import type { Shape } from '@/lib/database/rows/shape';
import { makeSeller, makeSold, makeSubscription } from '@/testing/factories';

const REFERENCE = { model: 'Customer', table: 'customers', column: 'customer_id' } as const;
const WITH_CUSTOMER: Shape<Subscription & { customer: Customer }> = {
  model: 'Subscription',
  table: 'subscriptions',
  parts: { customer: REFERENCE },
};
const WITH_BUYER: Shape<Subscription & { buyer: Customer }> = {
  model: 'Subscription',
  table: 'subscriptions',
  parts: { buyer: REFERENCE },
};

let scope: Scope;
let ids: { subscription: string; customer: string };

beforeAll(async () => {
  const { organizationId } = await makeSeller();
  scope = systemScope(organizationId);
  const sold = await makeSold(organizationId);
  const { id } = await makeSubscription(organizationId, sold);
  ids = { subscription: id, customer: sold.customer.id };
});

it('gives a cached row only to the mapping that it was read with', async () => {
  const withCustomer = await selectRow(scope, WITH_CUSTOMER, ids.subscription);
  const withBuyer = await selectRow(scope, WITH_BUYER, ids.subscription);
  expect(withCustomer).toMatchObject({ customer: { id: ids.customer } });
  expect(withBuyer).toMatchObject({ buyer: { id: ids.customer } });
  expect(withBuyer).not.toHaveProperty('customer');
  expect(await selectRow(scope, WITH_CUSTOMER, ids.subscription)).toBe(withCustomer);
  expect(await selectRow(scope, WITH_BUYER, ids.subscription)).toBe(withBuyer);
});
