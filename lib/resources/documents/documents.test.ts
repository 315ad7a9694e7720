import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { GET } from '@/app/invoices/[token]/pdf/route';
import { DocumentPage } from '@/components/documents/document-page';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { printDocument } from '@/lib/resources/documents/print/printed-document';
import { renderPdf } from '@/lib/resources/documents/print/render-pdf';
import type { DocumentKind, IssuedDocument } from '@/lib/resources/documents/schema';
import { documentUrl, openDocument } from '@/lib/resources/documents/service';
import { getOrder, getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { createOrder } from '@/lib/resources/orders/service';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { createRefund, getCreditNote, listRefunds } from '@/lib/resources/refunds/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal } from '@/testing/call-api';
import {
  makeCustomer,
  makeOrder,
  makeProduct as makeProductRow,
  makeSeller,
  type Seller,
} from '@/testing/factories';
import { readPdf } from '@/testing/pdf';
import {
  buyer,
  confirm,
  fixed,
  free,
  makeCheckout,
  makeProduct,
  refuseConfirm,
} from '@/testing/shop';
import { isSoak, runs } from '@/testing/soak';

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Buys a product and returns the order. */
async function buy(seller: Seller, productId: string, more: object = {}) {
  const checkout = await makeCheckout(seller, productId);
  await confirm(checkout, buyer(more));
  const query = { checkout_id: [checkout.id] };
  const { items } = await callApi(listOrders, { query }, { as: seller });
  const [order] = items;
  if (!order) throw new Error('The checkout has no order');
  return order;
}

/** The invoice of an order, its page and its PDF, by the address that the API gives. */
async function invoiceOf(seller: Seller, id: string) {
  return opened(await callApi(getOrderInvoice, { params: { id } }, { as: seller }));
}

async function opened({ url }: { url: string }) {
  const document = await openDocument(tokenOf(url), new Date());
  const page = renderToStaticMarkup(
    createElement(DocumentPage, { document, pdfUrl: '/x.pdf', logoUrl: null }),
  );
  const params = Promise.resolve({ token: tokenOf(url) });
  const response = await GET(new Request(`${url}.pdf`), { params });
  return { document, page, response, pdf: new Uint8Array(await response.arrayBuffer()) };
}

const sequencesOf = async (organizationId: string, kind: DocumentKind = 'invoice') => {
  const rows = await db(null).document.findMany({
    where: { organizationId, kind },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(({ sequence }) => sequence);
};
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('numbers', () => {
  const SALES = isSoak ? 200 : 16;

  it(`have no gap after ${SALES} sales at once, with declines and aborted transactions among them`, async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const products = [await makeProduct(seller, fixed()), await makeProduct(seller, free)];
    const row = await makeProductRow(organizationId);
    const customer = await makeCustomer(organizationId);
    const abort = () =>
      transaction(systemScope(organizationId, new Date()), async (scope) => {
        await createOrder(scope, {
          id: newId(),
          organizationId,
          checkoutId: null,
          attemptId: null,
          customerId: customer.id,
          productId: row.id,
          priceId: row.prices[0]?.id ?? '',
          discountId: null,
          subscriptionId: null,
          lines: [{ description: 'Pro', amount: 1000, periodStart: null, periodEnd: null }],
          taxAmount: 0,
          currency: 'usd',
          billingReason: 'purchase',
          billingName: null,
          billingAddress: null,
          billingTaxId: null,
          metadata: {},
          customFieldData: {},
          now: new Date(),
        });
        // Fails after the number was taken.
        scope.beforeCommit?.(() => Promise.reject(new Error('aborted')));
      });
    const sell = async (index: number) => {
      const checkout = await makeCheckout(seller, products[index % 2]?.id ?? '');
      const email = { customer_email: `buyer-${index}@example.com` };
      if (index % 10 === 0) {
        const card = { confirmation_token_id: 'pm_card_chargeDeclined', ...email };
        await refuseConfirm(checkout, buyer(card));
      }
      if (index % 10 === 1) await expect(abort()).rejects.toThrow('aborted');
      await confirm(checkout, buyer(email));
    };
    await Promise.all(upTo(SALES).map(sell));
    expect(await sequencesOf(organizationId)).toEqual(upTo(SALES));
    const orders = await db(null).order.findMany({ where: { organizationId } });
    const numbers = orders.map(({ invoiceNumber }) => Number(invoiceNumber?.slice(-6)));
    expect(numbers.sort((one, other) => one - other)).toEqual(upTo(SALES));
    // What was announced is what was written.
    const events = await db(null).event.findMany({
      where: { organizationId, kind: 'order.created' },
    });
    const announced = events.map(
      ({ snapshot }) => snapshot as { id: string; invoice_number: string },
    );
    expect(announced).toHaveLength(SALES);
    const byId = new Map(orders.map(({ id, invoiceNumber }) => [id, invoiceNumber]));
    for (const { id, invoice_number } of announced) expect(byId.get(id)).toBe(invoice_number);
  });

  it('of several orders of one transaction follow each other', async () => {
    const { organizationId } = await makeSeller();
    const product = await makeProductRow(organizationId);
    const customer = await makeCustomer(organizationId);
    const ids = await transaction(systemScope(organizationId, new Date()), async (scope) => {
      const made: string[] = [];
      for (const amount of [100, 200, 300]) {
        const id = newId();
        made.push(id);
        await db(scope).order.create({
          data: {
            id,
            organizationId,
            customerId: customer.id,
            productId: product.id,
            priceId: product.prices[0]?.id ?? '',
            amount,
            taxAmount: 0,
            currency: 'usd',
            billingReason: 'purchase',
          },
        });
      }
      return made;
    });
    const rows = await db(null).order.findMany({
      where: { id: { in: ids } },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ invoiceNumber }) => invoiceNumber?.slice(-7))).toEqual([
      '-000001',
      '-000002',
      '-000003',
    ]);
  });

  it('go on when the prefix changes, and what is issued keeps its own', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller);
    const first = await buy(seller, product.id);
    const change = { params: { id: seller.organizationId }, body: { invoice_prefix: 'new7' } };
    const changed = await callApi(updateOrganization, change, { as: seller });
    expect(changed.invoice_prefix).toBe('NEW7');
    const second = await buy(seller, product.id);
    expect(first.invoice_number).toMatch(/^TEST[A-Z0-9]{4}-000001$/);
    expect(second.invoice_number).toBe('NEW7-000002');
    const again = await callApi(getOrder, { params: { id: first.id } }, { as: seller });
    expect(again.invoice_number).toBe(first.invoice_number);
  });

  it('find their order in the list: whole, in any case, or by the last digits', {
    tags: 'soak',
  }, async () => {
    const [seller, other] = [await makeSeller(), await makeSeller()];
    const product = await makeProduct(seller);
    const change = { params: { id: other.organizationId }, body: { invoice_prefix: 'OTHER' } };
    await callApi(updateOrganization, change, { as: other });
    const foreign = await buy(other, (await makeProduct(other)).id);
    const [first, second] = [await buy(seller, product.id), await buy(seller, product.id)];
    const find = async (text: string) => {
      const { items } = await callApi(listOrders, { query: { query: text } }, { as: seller });
      return items.map(({ id }) => id);
    };
    expect(await find(String(second.invoice_number))).toEqual([second.id]);
    expect(await find(` ${first.invoice_number?.toLowerCase()} `)).toEqual([first.id]);
    expect(await find('000002')).toEqual([second.id]);
    expect(await find('1')).toContain(first.id);
    expect(await find(String(foreign.invoice_number))).toEqual([]);
    expect(await find('OTHER-000002')).toEqual([]);
  });
});

describe('an issued invoice', () => {
  it('stays the same, page and PDF, whatever becomes of product, customer and organization', async () => {
    const seller = await makeSeller();
    const { organizationId: id } = seller;
    const product = await makeProduct(seller, fixed(), { name: 'Before' });
    const order = await buy(seller, product.id);
    const before = await invoiceOf(seller, order.id);
    expect(before.response.headers.get('content-type')).toBe('application/pdf');
    const renamed = {
      name: 'After',
      legal_name: 'After Ltd',
      tax_id: 'DE1',
      email: 'after@example.com',
      timezone: 'Asia/Tokyo',
      invoice_prefix: 'AFTER',
      legal_address: { country: 'FR' },
    };
    const as = { as: seller };
    await callApi(updateOrganization, { params: { id }, body: renamed }, as);
    const archived = { name: 'After', is_archived: true };
    await callApi(updateProduct, { params: { id: product.id }, body: archived }, as);
    await callApi(deleteCustomer, { params: { id: order.customer_id } }, as);
    const after = await invoiceOf(seller, order.id);
    expect(after.page).toContain('Before');
    expect(after.page).toBe(before.page);
    expect(hash(after.pdf)).toBe(hash(before.pdf));
  });

  it('cannot be changed in the database', async () => {
    const seller = await makeSeller();
    const { id } = await buy(seller, (await makeProduct(seller)).id);
    await expect(
      db(null).document.update({ where: { id }, data: { content: {} } }),
    ).rejects.toThrow('does not change');
  });

  it('is 410 as a PDF when its address has expired, and 404 when it is none', async () => {
    const pdfOf = async (token: string) =>
      GET(new Request(`http://localhost:3000/invoices/${token}.pdf`), {
        params: Promise.resolve({ token }),
      });
    const seller = await makeSeller();
    const { id } = await buy(seller, (await makeProduct(seller)).id);
    const past = new Date(Date.now() - 3_600_001);
    expect((await pdfOf(tokenOf(documentUrl(id, past)))).status).toBe(410);
    expect((await pdfOf(tokenOf(documentUrl(newId(), new Date())))).status).toBe(404);
    expect((await pdfOf('x')).status).toBe(404);
  });
});

describe('a credit note', () => {
  const refund = (seller: Seller, order_id: string, amount: number) =>
    callApi(createRefund, { body: { order_id, amount, reason: 'other' as const } }, { as: seller });

  it('is issued with the refund, names the invoice and its buyer, and is frozen like it', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller, fixed(), { name: 'Pen' });
    const order = await buy(seller, product.id, { customer_name: 'Ada' });
    await callApi(
      updateProduct,
      { params: { id: product.id }, body: { name: 'Pencil' } },
      { as: seller },
    );
    const made = await refund(seller, order.id, 700);
    const prefix = order.invoice_number?.split('-')[0];
    expect(made).toMatchObject({ status: 'succeeded', credit_note_number: `${prefix}-CN-000001` });
    const read = () => callApi(getCreditNote, { params: { id: made.id } }, { as: seller });
    const note = await opened(await read());
    expect(note.document).toMatchObject({
      kind: 'credit_note',
      content: {
        number: made.credit_note_number,
        invoice_number: order.invoice_number,
        order_id: order.id,
        issued_at: made.modified_at,
        buyer: { name: 'Ada', email: 'buyer@example.com' },
        lines: [{ description: 'Refund: Pen', amount: 700 }],
        amount: 700,
      },
    });
    for (const text of ['Credit note', order.invoice_number, 'Refund: Pen', '$7.00']) {
      expect(note.page).toContain(text);
      expect((await readPdf(note.pdf)).pages[0]).toContain(text);
    }
    const body = { name: 'Another shop', invoice_prefix: 'OTHER' };
    await callApi(
      updateOrganization,
      { params: { id: seller.organizationId }, body },
      { as: seller },
    );
    const again = await opened(await read());
    expect([again.page, hash(again.pdf)]).toEqual([note.page, hash(note.pdf)]);
    const query = { query: made.credit_note_number?.toLowerCase() ?? '' };
    const { items } = await callApi(listRefunds, { query }, { as: seller });
    expect(items.map(({ id }) => id)).toEqual([made.id]);
    // What was announced has the number too.
    const event = await db(null).event.findFirstOrThrow({
      where: { objectId: made.id, kind: 'refund.updated' },
    });
    expect(event.snapshot).toMatchObject({ credit_note_number: made.credit_note_number });
  });

  it('splits what is given back as the invoice does; those of the whole order add up to its tax', {
    tags: 'soak',
  }, async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const product = await makeProduct(seller, fixed(1200));
    const sale = {
      product: await makeProductRow(organizationId),
      customer: await makeCustomer(organizationId),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 4 }),
        async (amounts) => {
          // Imported with its tax, and paid by what was charged for another.
          const { id: bought } = await buy(seller, product.id);
          const { attemptId } = await db(null).order.findUniqueOrThrow({ where: { id: bought } });
          await db(null).order.update({ where: { id: bought }, data: { attemptId: null } });
          const paid = { amount: 1000, taxAmount: 200, attemptId };
          const order = await makeOrder(organizationId, { ...sale, ...paid });
          const taxes: number[] = [];
          let left = 1200;
          for (const wanted of [...amounts, 1200]) {
            const amount = Math.min(wanted, left);
            if (amount === 0) continue;
            left -= amount;
            const { id } = await refund(seller, order.id, amount);
            const note = await opened(
              await callApi(getCreditNote, { params: { id } }, { as: seller }),
            );
            const { content } = note.document;
            expect(content.amount + content.tax_amount).toBe(amount);
            expect(content.lines.map((line) => line.amount)).toEqual([content.amount]);
            expect(Math.abs(content.tax_amount - amount / 6)).toBeLessThanOrEqual(1);
            expect(note.page).not.toMatch(/no tax/i);
            taxes.push(content.tax_amount);
          }
          expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(200);
        },
      ),
      { numRuns: runs(6) },
    );
  });

  it('has a number without gaps, however many refunds are made at once', async () => {
    const seller = await makeSeller();
    const product = await makeProduct(seller);
    const orders = await Promise.all(
      upTo(5).map((n) => buy(seller, product.id, { customer_email: `b${n}@example.com` })),
    );
    const parts = orders.flatMap(({ id }) => [500, 500, 1000, 1].map((amount) => ({ id, amount })));
    const answers = await Promise.allSettled(
      parts.map(({ id, amount }) => refund(seller, id, amount)),
    );
    const made = answers.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBeGreaterThanOrEqual(15);
    expect(await sequencesOf(seller.organizationId, 'credit_note')).toEqual(upTo(made));
  });

  it('is not there before the refund has succeeded', async () => {
    const seller = await makeSeller();
    const card = { confirmation_token_id: 'pm_card_pendingRefund' };
    const order = await buy(seller, (await makeProduct(seller)).id, card);
    const { id, credit_note_number } = await refund(seller, order.id, 700);
    expect(credit_note_number).toBeNull();
    const failure = await refusal(getCreditNote, { params: { id } }, { as: seller });
    expect(failure.status).toBe(404);
  });
});

const SELLER = {
  name: 'Shop',
  legal_name: null,
  legal_address: null,
  tax_id: null,
  email: null,
  timezone: 'UTC',
  is_sandbox: false,
};

/** A document with these lines, and what else is given. */
function documentOf(lines: readonly { description: string; amount: number }[], more: object = {}) {
  return {
    kind: 'invoice',
    content: {
      number: 'SHOP-000007',
      order_id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      invoice_number: null,
      issued_at: '2026-03-31T20:00:00.000Z',
      seller: SELLER,
      buyer: { name: 'Łukasz Ελένη Дмитрий', email: 'b@example.com', address: null, tax_id: null },
      product: 'Pen',
      lines: lines.map((line) => ({ ...line, period_start: null, period_end: null })),
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      tax_amount: 0,
      currency: 'usd',
      ...more,
    },
  } as IssuedDocument;
}

describe('the PDF of an invoice', () => {
  it('has the names of buyers in Latin, Greek and Cyrillic as text, its title and its language', async () => {
    const bytes = await renderPdf(documentOf([{ description: 'Pen', amount: 2000 }]));
    const { pages, title, language } = await readPdf(bytes);
    expect(pages).toHaveLength(1);
    for (const text of ['Łukasz Ελένη Дмитрий', 'SHOP-000007', '$20.00', 'Pen', 'March 31, 2026']) {
      expect(pages[0]).toContain(text);
    }
    expect(pages[0]).not.toContain('Page 1');
    expect({ title, language }).toEqual({ title: 'Invoice SHOP-000007', language: 'en-US' });
  });

  it('is the same bytes each time', { tags: 'soak' }, async () => {
    const document = documentOf([{ description: 'Pen', amount: 2000 }]);
    const renderOn = async (day: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) });
      try {
        return await renderPdf(document);
      } finally {
        vi.useRealTimers();
      }
    };
    const [first, second] = [await renderOn('2026-04-01'), await renderOn('2026-04-02')];
    expect(hash(first)).toBe(hash(second));
    const other = documentOf([{ description: 'Pen', amount: 2001 }]);
    expect(hash(await renderPdf(other))).not.toBe(hash(first));
  });

  it('goes on over as many pages as it needs, and numbers them', { tags: 'soak' }, async () => {
    const lines = upTo(100).map((index) => ({ description: `Line ${index}`, amount: index }));
    const { pages } = await readPdf(await renderPdf(documentOf(lines)));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('Invoice SHOP-000007');
    });
    const text = pages.join('\n').split('\n');
    for (const { description } of lines) expect(text).toContain(description);
    expect(text).toContain('$50.50');
  });

  it('breaks names that are longer than a page, with and without spaces', {
    tags: 'soak',
  }, async () => {
    for (const description of ['word '.repeat(2000), 'W'.repeat(5000)]) {
      const { pages } = await readPdf(await renderPdf(documentOf([{ description, amount: 7 }])));
      expect(pages.length).toBeGreaterThan(1);
      const text = pages.join('\n');
      expect(text.match(/word|W/g)).toHaveLength(description.match(/word|W/g)?.length ?? 0);
      expect(text).toContain('$0.07');
    }
  });
});

it('the lines of a printed document add up to its total', () => {
  const line = fc.record({
    description: fc.string(),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.nat({ max: 100_000 }), (lines, tax) => {
      const { lines: printed, total } = printDocument(documentOf(lines, { tax_amount: tax }));
      expect(printed.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(total.amount);
    }),
  );
});
