import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvoicePage } from '@/components/invoices/invoice-page';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { discountTaken } from '@/lib/resources/orders/rules';
import { invoiceUrl, openInvoice } from '@/lib/resources/orders/service';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { newId } from '@/lib/runtime/ids';
import { signToken } from '@/lib/runtime/secrets';
import { callApi, refusal } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrder,
  makeProduct as makeRow,
  makeSeller,
  type Seller,
} from '@/testing/factories';
import { buyer, confirm, fixed, free, makeCheckout, makeProduct } from '@/testing/shop';

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
  const { organizationId: id } = seller;
  const body = { name: 'Paper & Ink', email: 'ink@example.com', timezone: 'Asia/Kolkata' };
  await callApi(updateOrganization, { params: { id }, body }, { as: seller });
});

const as = () => ({ as: seller });
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
const soon = () => new Date(Date.now() + 1000);

async function orderOf(checkout: { id: string }) {
  const { items } = await callApi(listOrders, { query: { checkout_id: [checkout.id] } }, as());
  const [order] = items;
  if (!order) throw new Error('The checkout has no order');
  return order;
}

/** A discounted purchase, and its invoice. */
async function buyDiscounted() {
  const product = await makeProduct(seller, fixed(2000), { name: '<b>Editor</b>' });
  const discount = await callApi(
    createDiscount,
    {
      body: {
        name: 'Launch',
        code: `L${Date.now()}`,
        type: 'percentage',
        basis_points: 2500,
        duration: 'once',
      },
    },
    as(),
  );
  const checkout = await makeCheckout(seller, product.id, { discount_id: discount.id });
  const address = { country: 'DE', city: 'Berlin', line1: 'Weg 1', postal_code: '10115' };
  await confirm(
    checkout,
    buyer({ customer_billing_address: address, customer_tax_id: 'DE123456789' }),
  );
  const order = await orderOf(checkout);
  const { url } = await callApi(getOrderInvoice, { params: { id: order.id } }, as());
  return { order, url };
}

describe('the address of an invoice', () => {
  it('is absolute and opens the invoice without a token', async () => {
    const { order, url } = await buyDiscounted();
    expect(url).toMatch(/^http:\/\/localhost:3000\/invoices\/[\w.-]+$/);
    expect(await openInvoice(tokenOf(url), soon())).toEqual({
      orderId: order.id,
      createdAt: order.created_at,
      isSandbox: true,
      seller: {
        name: 'Paper & Ink',
        company: null,
        email: 'ink@example.com',
        timezone: 'Asia/Kolkata',
      },
      buyer: {
        name: 'Bo Buyer',
        email: 'buyer@example.com',
        address: {
          country: 'DE',
          city: 'Berlin',
          line1: 'Weg 1',
          line2: null,
          postal_code: '10115',
          state: null,
        },
        taxId: 'DE123456789',
      },
      product: '<b>Editor</b>',
      interval: null,
      listedAmount: 2000,
      discount: { name: 'Launch', amount: 500 },
      taxAmount: 0,
      totalAmount: 1500,
      currency: 'usd',
    });
  });

  it('is over after an hour', async () => {
    const { url } = await buyDiscounted();
    const later = new Date(Date.now() + 3_600_001);
    await expect(openInvoice(tokenOf(url), later)).rejects.toMatchObject({ status: 410 });
  });

  it('works for nothing that was not signed as one', async () => {
    const { order, url } = await buyDiscounted();
    const token = tokenOf(url);
    const forged = [
      '',
      'x',
      `${token}x`,
      token.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      signToken(order.id, soon(), 'download'),
      tokenOf(invoiceUrl(newId(), new Date())),
    ];
    for (const wrong of forged) {
      await expect(openInvoice(wrong, new Date()), wrong).rejects.toMatchObject({ status: 404 });
    }
  });

  it('is not given for an order of others', async () => {
    const other = await makeSeller();
    const { order } = await buyDiscounted();
    const failure = await refusal(getOrderInvoice, { params: { id: order.id } }, { as: other });
    expect(failure.status).toBe(404);
  });
});

describe('an invoice', () => {
  it('names the buyer as he named himself, not as he is known', async () => {
    const { organizationId } = seller;
    await makeCustomer(organizationId, {
      email: 'vic@example.com',
      name: 'Victoria',
      taxId: 'DE123456789',
      taxIdType: 'eu_vat',
    });
    const product = await makeProduct(seller, free);
    const checkout = await makeCheckout(seller, product.id);
    await confirm(checkout, { customer_email: 'VIC@example.com' });
    const order = await orderOf(checkout);
    const invoice = await openInvoice(tokenOf(invoiceUrl(order.id, new Date())), soon());
    expect(invoice.buyer).toEqual({
      name: null,
      email: 'VIC@example.com',
      address: null,
      taxId: null,
    });
  });

  it('of a renewal names whom the order bills, and what the price asks for', async () => {
    const { organizationId } = seller;
    const product = await makeRow(organizationId, { name: 'Plan' });
    const customer = await makeCustomer(organizationId, { name: 'Augusta' });
    const { id } = await makeOrder(organizationId, {
      product,
      customer,
      billingReason: 'subscription_cycle',
      billingName: 'Ada',
      billingTaxId: 'DE123456789',
      taxAmount: 200,
    });
    const invoice = await openInvoice(tokenOf(invoiceUrl(id, new Date())), soon());
    expect(invoice).toMatchObject({
      buyer: { name: 'Ada', taxId: 'DE123456789' },
      interval: 'month',
      listedAmount: 1000,
      discount: null,
      taxAmount: 200,
      totalAmount: 1200,
    });
  });

  it('is a page whose amounts add up, on which no name is markup', async () => {
    const { order, url } = await buyDiscounted();
    const invoice = await openInvoice(tokenOf(url), soon());
    const page = renderToStaticMarkup(createElement(InvoicePage, { invoice }));
    expect(page).toContain('&lt;b&gt;Editor&lt;/b&gt;');
    expect(page).not.toContain('<b>');
    expect(page).toContain('Paper &amp; Ink');
    const texts = page.replace(/<[^>]+>/g, '|');
    for (const text of [
      '$20.00',
      '-$5.00',
      '$15.00',
      'not collected',
      'Germany',
      'DE123456789',
      order.id,
    ]) {
      expect(texts).toContain(text);
    }
  });

  it('tells the day in the zone of the organization', async () => {
    const { url } = await buyDiscounted();
    const invoice = await openInvoice(tokenOf(url), soon());
    const late = { ...invoice, createdAt: '2026-03-31T20:00:00.000Z' };
    expect(renderToStaticMarkup(createElement(InvoicePage, { invoice: late }))).toContain(
      'April 1, 2026',
    );
  });
});

describe('the discount of an order', () => {
  it.each([
    [{ amount: 1500, hasDiscount: true, askedAmount: 2000 }, 500],
    [{ amount: 1500, hasDiscount: false, askedAmount: 2000 }, 0],
    [{ amount: 1500, hasDiscount: true, askedAmount: null }, 0],
    [{ amount: 2500, hasDiscount: true, askedAmount: 2000 }, 0],
  ])('of %j came to %d', (order, taken) => {
    expect(discountTaken(order)).toBe(taken);
  });
});
