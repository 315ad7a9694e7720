import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { DocumentPage } from '@/components/documents/document-page';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { DocumentContent, type IssuedDocument } from '@/lib/resources/documents/schema';
import { documentUrl, openDocument } from '@/lib/resources/documents/service';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
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

const SELLER_ADDRESS = {
  line1: '12 Ink Lane',
  line2: null,
  postal_code: '560001',
  city: 'Bengaluru',
  state: null,
  country: 'IN',
};

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
  const { organizationId: id } = seller;
  const body = {
    name: 'Paper & Ink',
    email: 'ink@example.com',
    timezone: 'Asia/Kolkata',
    legal_name: 'Paper & Ink GmbH',
    legal_address: SELLER_ADDRESS,
    tax_id: 'DE999999999',
  };
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

const pageOf = (document: IssuedDocument) =>
  renderToStaticMarkup(
    createElement(DocumentPage, { document, pdfUrl: '/invoices/x.pdf', logoUrl: null }),
  );
const textsOf = (document: IssuedDocument) => pageOf(document).replace(/<[^>]+>/g, '|');

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
    expect(await openDocument(tokenOf(url), soon())).toEqual({
      kind: 'invoice',
      content: {
        number: order.invoice_number,
        order_id: order.id,
        invoice_number: null,
        issued_at: order.created_at,
        seller: {
          name: 'Paper & Ink',
          legal_name: 'Paper & Ink GmbH',
          legal_address: SELLER_ADDRESS,
          tax_id: 'DE999999999',
          email: 'ink@example.com',
          avatar_url: null,
          timezone: 'Asia/Kolkata',
          is_sandbox: true,
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
          tax_id: 'DE123456789',
        },
        payment_method: { type: 'card', brand: 'visa', last4: '4242' },
        product: '<b>Editor</b>',
        lines: [
          { description: '<b>Editor</b>', amount: 2000, period_start: null, period_end: null },
          { description: 'Discount: Launch', amount: -500, period_start: null, period_end: null },
        ],
        amount: 1500,
        tax_amount: 0,
        currency: 'usd',
      },
    });
  });

  it('is over after an hour', async () => {
    const { url } = await buyDiscounted();
    const later = new Date(Date.now() + 3_600_001);
    await expect(openDocument(tokenOf(url), later)).rejects.toMatchObject({ status: 410 });
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
      tokenOf(documentUrl(newId(), new Date())),
    ];
    for (const wrong of forged) {
      await expect(openDocument(wrong, new Date()), wrong).rejects.toMatchObject({ status: 404 });
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
    const { content } = await openDocument(tokenOf(documentUrl(order.id, new Date())), soon());
    expect(content.buyer).toEqual({
      name: null,
      email: 'VIC@example.com',
      address: null,
      tax_id: null,
    });
  });

  it('of a renewal names whom the order bills, and the period', async () => {
    const { organizationId } = seller;
    const product = await makeRow(organizationId, { name: 'Plan' });
    const customer = await makeCustomer(organizationId, { name: 'Augusta' });
    const period = {
      period_start: '2026-03-01T00:00:00.000Z',
      period_end: '2026-04-01T00:00:00.000Z',
    };
    const lines = [{ description: 'Plan', amount: 1000, ...period }];
    const { id } = await makeOrder(organizationId, {
      product,
      customer,
      billingReason: 'subscription_cycle',
      billingName: 'Ada',
      billingTaxId: 'DE123456789',
      taxAmount: 200,
      lines,
    });
    const { content } = await openDocument(tokenOf(documentUrl(id, new Date())), soon());
    expect(content).toMatchObject({
      buyer: { name: 'Ada', tax_id: 'DE123456789' },
      lines,
      amount: 1000,
      tax_amount: 200,
    });
    const texts = textsOf({ kind: 'invoice', content });
    for (const text of ['Mar 1, 2026 – Apr 1, 2026', '$10.00', '$2.00', '$12.00']) {
      expect(texts).toContain(text);
    }
  });

  it('is a page whose amounts add up, on which no name is markup', async () => {
    const { order, url } = await buyDiscounted();
    const invoice = await openDocument(tokenOf(url), soon());
    const page = pageOf(invoice);
    expect(page).toContain('&lt;b&gt;Editor&lt;/b&gt;');
    expect(page).not.toContain('<b>');
    expect(page).toContain('Paper &amp; Ink');
    const texts = textsOf(invoice);
    for (const text of [
      '$20.00',
      '−$5.00',
      '$15.00',
      ' · Visa •••• 4242',
      'No tax was charged.',
      'Germany',
      'DE123456789',
      order.invoice_number,
      '12 Ink Lane',
      'India',
      'DE999999999',
    ]) {
      expect(texts).toContain(text);
    }
    expect(texts).not.toContain('|Tax|');
    expect(texts).not.toContain(order.id);
  });

  it('from before it printed cards tells the day of the payment alone', async () => {
    const { url } = await buyDiscounted();
    const { kind, content } = await openDocument(tokenOf(url), soon());
    const paid = { kind, content: { ...content, issued_at: '2026-05-03T12:00:00.000Z' } };
    expect(textsOf(paid)).toContain('|Paid||May 3, 2026 · Visa •••• 4242|');
    const { payment_method: _, ...before } = paid.content;
    const opened = DocumentContent.parse(before);
    expect(textsOf({ kind, content: opened })).toContain('|Paid||May 3, 2026|');
    const free = { ...opened, lines: [], amount: 0 };
    expect(textsOf({ kind, content: free })).not.toContain('Paid');
  });

  it('tells the day in the zone of the organization', async () => {
    const { url } = await buyDiscounted();
    const invoice = await openDocument(tokenOf(url), soon());
    const { content } = invoice;
    const late = { ...invoice, content: { ...content, issued_at: '2026-03-31T20:00:00.000Z' } };
    expect(pageOf(late)).toContain('April 1, 2026');
  });
});
