import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { GET } from '@/app/invoices/[token]/pdf/route';
import { unpacksWithin } from '@/lib/resources/documents/print/png';
import { MAX_WAITING, renderInThread } from '@/lib/resources/documents/print/render-in-thread';
import { renderPdf } from '@/lib/resources/documents/print/render-pdf';
import { documentUrl, openDocument } from '@/lib/resources/documents/service';
import { sweepFiles } from '@/lib/resources/files/jobs';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { env } from '@/lib/runtime/env';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { PICTURES, uploadFile } from '@/testing/files';
import { buyer, confirm, makeCheckout, makeProduct } from '@/testing/shop';

let seller: Seller;
let productId: string;
beforeAll(async () => {
  seller = await makeSeller();
  productId = (await makeProduct(seller)).id;
});

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** The token of a signed URL of the document of an order or a refund. */
const tokenFor = (id: string) => documentUrl(id, new Date()).split('/').at(-1) ?? '';

async function buy(): Promise<string> {
  const checkout = await makeCheckout(seller, productId);
  await confirm(checkout, buyer());
  const query = { checkout_id: [checkout.id] };
  const { items } = await callApi(listOrders, { query }, { as: seller });
  return items[0]?.id ?? '';
}

async function get(id: string, headers: Record<string, string> = {}) {
  const token = tokenFor(id);
  const request = new Request(`http://localhost:3000/invoices/${token}.pdf`, { headers });
  const response = await GET(request, { params: Promise.resolve({ token }) });
  const { status } = response;
  return { status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const kept = async () => {
  const folder = path.join(env().DATA_DIR, 'files/documents');
  const names = await readdir(folder).catch(() => []);
  return new Map(names.map((name) => [name, path.join(folder, name)]));
};

describe('the PDF of a document', () => {
  it('is rendered once and kept: that of an invoice and that of a credit note', async () => {
    const order = await buy();
    const body = { order_id: order, reason: 'other' as const };
    const { id: refund } = await callApi(createRefund, { body }, { as: seller });
    for (const id of [order, refund]) {
      const before = await kept();
      const [first, same] = await Promise.all([get(id), get(id)]);
      expect(first.status).toBe(200);
      expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(
        first.bytes.equals(await renderPdf(await openDocument(tokenFor(id), new Date()))),
      ).toBe(true);
      expect(same.bytes.equals(first.bytes)).toBe(true);
      const made = [...(await kept())].filter(([name]) => !before.has(name));
      expect(made).toHaveLength(1);
      expect((await readFile(made[0]?.[1] ?? '')).equals(first.bytes)).toBe(true);
      const again = await get(id);
      expect(again.bytes.equals(first.bytes)).toBe(true);
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      expect((await kept()).size).toBe(before.size + 1);
    }
  });

  it('shows the logo that the seller had then, and none that it cannot show', {
    tags: 'soak',
  }, async () => {
    const organizationId = seller.organizationId;
    const wear = async (mime: 'image/png' | 'image/jpeg' | 'image/webp', bytes?: Buffer) => {
      const content = bytes ?? PICTURES[mime] ?? Buffer.of();
      const more = { service: 'organization_avatar', name: 'logo', mime_type: mime } as const;
      const { id } = await uploadFile(seller, content, more);
      const body = { avatar_url: `http://localhost:3000/media/${id}` };
      await callApi(updateOrganization, { params: { id: organizationId }, body }, { as: seller });
    };
    const hasPicture = (pdf: Buffer) => pdf.includes('/Subtype /Image');
    await wear('image/png', PIXEL);
    const first = await buy();
    await wear('image/jpeg');
    const second = await buy();
    await wear('image/webp');
    const third = await buy();
    // It ends after its header.
    await wear('image/png');
    const fourth = await buy();
    await sweepFiles(new Date(Date.now() + 25 * 3_600_000));
    const shown: boolean[] = [];
    for (const id of [first, second, third, fourth]) {
      const { status, bytes } = await get(id);
      expect(status).toBe(200);
      shown.push(hasPicture(bytes));
    }
    expect(shown).toEqual([true, true, false, false]);
  });

  it('is not sent again to whoever has it', async () => {
    const id = await buy();
    const etag = (await get(id)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, bytes } = await get(id, { 'If-None-Match': known });
      expect([status, bytes.length], known).toEqual([304, 0]);
    }
    expect((await get(id, { 'If-None-Match': '"other"' })).status).toBe(200);
  });
});

it('unpacks no picture that is larger than it says', { tags: 'soak' }, async () => {
  const chunk = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)]);
  };
  const bomb = Buffer.concat([
    PIXEL.subarray(0, 33),
    chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))),
    chunk('IEND', Buffer.of()),
  ]);
  expect(bomb.length).toBeLessThan(100_000);
  expect([PIXEL, bomb].map((png) => unpacksWithin(40_000_000, png))).toEqual([true, false]);
  const document = await openDocument(tokenFor(await buy()), new Date());
  const pdf = Buffer.from(await renderInThread(document, { logo: bomb }));
  expect(pdf.includes('/Subtype /Image')).toBe(false);
});

describe('the thread that renders', () => {
  it('has twenty waiting at most; the next is 503 with Retry-After', { tags: 'soak' }, async () => {
    const ids = await Promise.all(Array.from({ length: MAX_WAITING + 4 }, buy));
    const answers = await Promise.all(ids.map((id) => get(id)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WAITING + 1);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get(ids.at(-1) ?? '')).status).toBe(200);
  });

  it('is replaced when it fails, and when a document takes too long', {
    tags: 'soak',
  }, async () => {
    const document = await openDocument(tokenFor(await buy()), new Date());
    const broken = { ...document, content: { ...document.content, issued_at: 'never' } };
    const results = await Promise.allSettled([
      renderInThread(broken),
      renderInThread(document),
      renderInThread(document, { limitMs: 0 }),
      renderInThread(document),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});
