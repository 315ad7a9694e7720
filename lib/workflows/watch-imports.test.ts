import { expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { undoImport } from '@/lib/resources/imports/contract';
import { watchImported } from '@/lib/workflows/watch-imports';
import { callApi } from '@/testing/call-api';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeCustomer, makeProduct, makeSeller } from '@/testing/factories';
import { importAll, workImport } from '@/testing/imports';

// @module-tag soak

it('takes over what Stripe charges, and releases what Stripe has ended', async () => {
  const double = await startStripe();
  const seller = await makeSeller();
  const { account, keys } = await connectStripe(seller, double);
  await makeProduct(seller.organizationId, { name: 'Quill' });
  await makeCustomer(seller.organizationId, { email: 'ada@example.com' });
  const row = (external_id: string) => ({
    external_id,
    status: 'active',
    customer_email: 'ada@example.com',
    product_name: 'Quill',
    amount: 1500,
    recurring_interval: 'month',
    current_period_end: '2099-01-01T00:00:00Z',
  });
  const rows = ['sub_active', 'sub_ended', 'sub_unknown', 'elsewhere'].map(row);
  const done = await importAll(seller, { kind: 'subscriptions', source: 'custom', rows });
  expect(done).toMatchObject({ created: 4, errors: [] });
  const stripe = stripeClient(keys.secret_key);
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const printed = (id: string, status: string) => ({
    id,
    object: 'subscription',
    status,
    default_payment_method: method,
    customer,
  });
  double.addSubscription(account, printed('sub_active', 'active'));
  double.addSubscription(account, printed('sub_ended', 'canceled'));
  await watchImported();
  const found = await db(null).subscription.findMany({
    where: { organizationId: seller.organizationId },
    orderBy: { externalId: 'asc' },
  });
  const details = { brand: 'visa', last4: '4242' };
  expect(found).toMatchObject([
    { externalId: 'elsewhere', importHold: 'source', paymentMethod: null },
    { externalId: 'sub_active', importHold: 'source', paymentMethodDetails: details },
    {
      externalId: 'sub_ended',
      importHold: null,
      paymentMethodDetails: details,
      nextActionAt: new Date('2099-01-01T00:00:00Z'),
    },
    { externalId: 'sub_unknown', importHold: 'source', paymentMethod: null },
  ]);
  expect(found[1]?.paymentMethod).not.toContain(method);
  const { organizationId } = seller;
  const ended = await db(null).event.findMany({
    where: { organizationId, kind: 'subscription.updated' },
  });
  expect(ended.map(({ objectId }) => objectId)).toEqual([found[2]?.id]);
  // Nobody has changed the others: the import can be undone.
  await callApi(undoImport, { params: { id: done.id } }, { as: seller });
  expect(await workImport(seller, done.id)).toMatchObject({ status: 'undone', kept: 1 });
  const left = await db(null).subscription.findMany({ where: { organizationId } });
  expect(left).toMatchObject([{ externalId: 'sub_ended' }]);
});
