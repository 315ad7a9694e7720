import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import { createCustomer, getCustomer } from '@/lib/resources/customers/contract';
import { Customer } from '@/lib/resources/customers/schema';
import { openDocument } from '@/lib/resources/documents/service';
import { getOrder, getOrderInvoice } from '@/lib/resources/orders/contract';
import { newId } from '@/lib/runtime/ids';
import { settleWaiting } from '@/lib/workflows/settle-payments';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  buyer,
  confirm,
  free,
  freeMonthly,
  makeCheckout,
  makeProduct,
  monthly,
} from '@/testing/shop';

// Anybody can type anybody's address: what a buyer types belongs to the sale, not to whoever has that
// address (docs/contract/checkouts.md#customer-of-a-purchase).

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});
const as = () => ({ as: seller });

/** A new customer; like {@link read} without the sums over purchases, which every sale changes. */
const makeKnown = async (more: object = {}) => {
  const body = { email: `known-${newId()}@example.com`, ...more };
  return Customer.parse(await callApi(createCustomer, { body }, as()));
};
const read = async (id: string) =>
  Customer.parse(await callApi(getCustomer, { params: { id } }, as()));

const ADDRESS = {
  country: 'DE',
  city: 'Trickstadt',
  line1: 'Weg 1',
  line2: null,
  postal_code: '10115',
  state: null,
};
const TYPED = {
  customer_name: 'Mallory',
  customer_billing_address: ADDRESS,
  customer_tax_id: 'DE123456789',
};

/** The order, and its invoice, that a checkout led to. */
async function saleOf(checkout: { id: string }) {
  const { id } = await db(null).order.findFirstOrThrow({ where: { checkoutId: checkout.id } });
  const order = await callApi(getOrder, { params: { id } }, as());
  const { url } = await callApi(getOrderInvoice, { params: { id } }, as());
  return { order, invoice: (await openDocument(url.split('/').at(-1) ?? '', new Date())).content };
}

describe('a customer who is found by email alone', () => {
  it.each([
    ['with nothing but an address', {}],
    ['with a record of his own', { name: 'Vic', metadata: { plan: 'pro' } }],
  ])('%s is not changed by a purchase', async (_, more) => {
    const known = await makeKnown(more);
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id, {
      customer_metadata: { evil: true },
    });
    const typed = { ...TYPED, customer_email: known.email.toUpperCase() };
    const { customer_id } = await confirm(checkout, buyer(typed));
    expect(customer_id).toBe(known.id);
    expect(await read(known.id)).toEqual(known);
    const { order, invoice } = await saleOf(checkout);
    expect(order).toMatchObject({
      customer_id: known.id,
      billing_name: 'Mallory',
      billing_address: ADDRESS,
    });
    expect(invoice.buyer).toEqual({
      name: 'Mallory',
      email: known.email.toUpperCase(),
      address: ADDRESS,
      tax_id: 'DE123456789',
    });
  });

  it('is not changed by a subscription, which keeps what was typed for its renewals', async () => {
    const known = await makeKnown();
    const checkout = await makeCheckout(seller, (await makeProduct(seller, monthly())).id);
    await confirm(checkout, buyer({ ...TYPED, customer_email: known.email }));
    expect(await read(known.id)).toEqual(known);
    expect(
      await db(null).subscription.findMany({ where: { checkoutId: checkout.id } }),
    ).toMatchObject([
      { billingName: 'Mallory', billingAddress: ADDRESS, billingTaxId: 'DE123456789' },
    ]);
  });

  it('is not changed by a payment that takes its time, then or when it arrives', async () => {
    const known = await makeKnown();
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id, {
      customer_metadata: { evil: true },
    });
    const slow = { confirmation_token_id: 'pm_usBankAccount', customer_email: known.email };
    await confirm(checkout, buyer({ ...TYPED, ...slow }));
    expect(await read(known.id)).toEqual(known);
    await settleWaiting(new Date(Date.now() + 61_000));
    const { order } = await saleOf(checkout);
    expect(order).toMatchObject({ customer_id: known.id, billing_name: 'Mallory' });
    expect(await read(known.id)).toEqual(known);
  });

  it('names nobody on the sale of who typed no name', async () => {
    const known = await makeKnown({ name: 'Vic', billing_address: { country: 'FR' } });
    const checkout = await makeCheckout(seller, (await makeProduct(seller, free)).id);
    await confirm(checkout, { customer_email: known.email });
    const { order, invoice } = await saleOf(checkout);
    expect(order).toMatchObject({ billing_name: null, billing_address: null });
    expect(invoice.buyer).toMatchObject({ name: null, address: null, tax_id: null });
  });
});

describe('a customer whom the seller named', () => {
  it('takes what the checkout says', async () => {
    const known = await makeKnown({ name: 'V.', metadata: { plan: 'pro', since: 2020 } });
    const checkout = await makeCheckout(seller, (await makeProduct(seller)).id, {
      customer_id: known.id,
      customer_metadata: { plan: 'team' },
    });
    await confirm(checkout, buyer({ ...TYPED, customer_name: 'Victoria' }));
    expect(await read(known.id)).toMatchObject({
      email: known.email,
      name: 'Victoria',
      billing_address: ADDRESS,
      tax_id: ['DE123456789', 'eu_vat'],
      metadata: { plan: 'team', since: 2020 },
    });
  });

  it('keeps what the checkout leaves open', async () => {
    const known = await makeKnown({ name: 'Vic', metadata: { plan: 'pro' } });
    const checkout = await makeCheckout(seller, (await makeProduct(seller, free)).id, {
      customer_id: known.id,
    });
    const params = { client_secret: checkout.client_secret };
    await callApi(updateCheckoutByClient, { params, body: { customer_name: null } });
    await confirm(checkout, {});
    expect(await read(known.id)).toEqual(known);
  });
});

it('a new customer gets everything', async () => {
  const checkout = await makeCheckout(seller, (await makeProduct(seller)).id, {
    customer_metadata: { source: 'ad' },
  });
  const email = `new-${newId()}@example.com`;
  const { customer_id } = await confirm(checkout, buyer({ ...TYPED, customer_email: email }));
  expect(await read(customer_id ?? '')).toMatchObject({
    email,
    name: 'Mallory',
    billing_address: ADDRESS,
    tax_id: ['DE123456789', 'eu_vat'],
    metadata: { source: 'ad' },
  });
});

it('a subscription that moves to a bought price is billed to whom the checkout names', async () => {
  const gift = await makeCheckout(seller, (await makeProduct(seller, freeMonthly)).id);
  const email = `up-${newId()}@example.com`;
  await confirm(gift, { customer_email: email });
  const { id } = await db(null).subscription.findFirstOrThrow({ where: { checkoutId: gift.id } });
  const plan = await makeProduct(seller, monthly());
  const upgrade = await makeCheckout(seller, plan.id, { subscription_id: id });
  await confirm(upgrade, buyer(TYPED));
  expect(await db(null).subscription.findUnique({ where: { id } })).toMatchObject({
    billingName: 'Mallory',
    billingAddress: ADDRESS,
    billingTaxId: 'DE123456789',
  });
});
