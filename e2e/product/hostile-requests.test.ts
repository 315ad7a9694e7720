import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES, MAX_OPEN_BODY_BYTES } from '@/lib/api/request';
import { ApiFailure, type CallOptions, call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { listDownloadables } from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { completeFile, createFile } from '@/lib/resources/files/contract';
import { getMe } from '@/lib/resources/me/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { announcement, PICTURES, picturesOf } from '@/testing/files';
import { type Product, removeFolder, startProduct } from '@/testing/product';
import { buyer, free } from '@/testing/shop';
import { connectTo } from './database';
import { installedFolder, installedToken } from './installation';

// Hostile requests to the built product, and the security headers of its responses.

let folder: string;
let product: Product;
let token: string;
beforeAll(async () => {
  folder = await installedFolder();
  token = await installedToken();
  product = await startProduct(path.join(folder, 'data'));
});
afterAll(async () => {
  await product?.run.stop();
  await removeFolder(folder);
});

const send = <C extends AnyContract>(
  operation: C,
  input: ContractInput<C> = {},
  options: CallOptions = { token },
) => call(operation, input, { baseUrl: product.url, ...options });

/** Uploads a file as a client does: announce, send the parts, complete. */
async function upload(content: Buffer, given: Parameters<typeof announcement>[1] = {}) {
  const file = await send(createFile, { body: announcement(content, given) });
  const parts = await Promise.all(
    file.upload.parts.map(async ({ number, url, chunk_start, chunk_end }) => {
      const body = content.subarray(chunk_start, chunk_end);
      const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) });
      return { number, checksum_etag: response.headers.get('etag') ?? '' };
    }),
  );
  const { id, path } = file.upload;
  return send(completeFile, { params: { id: file.id }, body: { id, path, parts } });
}

const png = { service: 'product_media', name: 'cover.png', mime_type: 'image/png' } as const;

async function uploadPicture(service: 'product_media' | 'organization_avatar') {
  const file = await upload(PICTURES['image/png'] ?? Buffer.of(), { ...png, service });
  if (file.service !== service) throw new Error('not a picture');
  return file;
}

async function openCheckout(more: object = {}) {
  const { id: product_id } = await send(createProduct, {
    body: { name: 'A picture book', prices: free },
  });
  return send(createCheckout, { body: { payment_processor: 'stripe', product_id, ...more } });
}

describe('pictures', () => {
  test('are resized for nobody: the address of the optimizer is none', async () => {
    const { public_url } = await uploadPicture('product_media');
    const picture = encodeURIComponent(new URL(public_url).pathname);
    const search = `?url=${picture}&w=3840&q=75`;
    const addresses = [
      '/_next/image',
      '/_next/image/',
      '/_next/%69mage',
      '/%5Fnext/image',
      '/_next%2Fimage',
      '//_next/image',
      '/_next//image',
      '/_next/image/x',
    ];
    for (const address of addresses) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => fetch(product.url + address + search)),
      );
      for (const answer of answers) {
        expect(answer.status, address).toBe(404);
        expect(await answer.json()).toMatchObject({ error: 'ResourceNotFound' });
      }
    }
  });

  test('of few bytes and many pixels are refused when they are uploaded', async () => {
    for (const service of ['product_media', 'organization_avatar'] as const) {
      const webp = picturesOf(16_383, 16_383)['image/webp']?.subarray(0, 36) ?? Buffer.of();
      const refused = await upload(webp, { ...png, service }).catch((error) => error);
      expect(refused).toBeInstanceOf(ApiFailure);
      expect(refused).toMatchObject({ status: 422, problems: [{ loc: ['body', 'parts'] }] });
    }
  });
});

describe('a body', () => {
  const json = { 'Content-Type': 'application/json' };
  const credential = () => ({ ...json, Authorization: `Bearer ${token}` });
  const post = (where: string, body: BodyInit, headers: Record<string, string>, method = 'POST') =>
    fetch(product.url + where, { method, headers, body, duplex: 'half' } as RequestInit);

  test('is at most 64 KiB where no credential is needed', async () => {
    const { client_secret } = await openCheckout();
    const tooLong = JSON.stringify({ key: 'x'.repeat(MAX_OPEN_BODY_BYTES) });
    const open: [string, string][] = [
      ['POST', '/v1/customer-portal/license-keys/validate'],
      ['POST', '/v1/customer-portal/license-keys/activate'],
      ['PATCH', `/v1/checkouts/custom/client/${client_secret}`],
      ['POST', `/v1/checkouts/custom/client/${client_secret}/confirm`],
      ['POST', '/api/auth/sign-in/email'],
      ['POST', '/api/auth/sign-up/email'],
    ];
    for (const [method, where] of open) {
      for (const body of [tooLong, new Blob([tooLong]).stream()]) {
        const answer = await post(where, body, json, method);
        expect(answer.status, where).toBe(413);
        expect(await answer.json()).toMatchObject({
          error: 'PayloadTooLarge',
          detail: 'The request body is larger than 64 KiB.',
        });
      }
      const short = JSON.stringify({ key: 'x'.repeat(MAX_OPEN_BODY_BYTES - 100) });
      expect((await post(where, short, json, method)).status, where).not.toBe(413);
    }
    expect((await post('/v1/custom-fields/', tooLong, credential())).status).toBe(422);
  });

  test('that is deep or wide is refused, and twenty at once leave the API usable', async () => {
    const room = MAX_BODY_BYTES - 100;
    const fill = (text: string) => text.repeat(Math.floor(room / text.length));
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, 0]));
    const hostile = [
      fill('['),
      fill('{"":'),
      `[${fill('0,')}0]`,
      `[${fill('[],')}0]`,
      JSON.stringify({ metadata: keys(75_000) }),
      JSON.stringify({ metadata: keys(45_000) }),
      JSON.stringify({ name: 'x'.repeat(room - 20) }),
      JSON.stringify({ slug: Array(49_000).fill('x') }),
    ];
    const wait = Array.from({ length: 20 }, async (_, nth) => {
      const body = hostile[nth % hostile.length] ?? '';
      const answer = await post('/v1/custom-fields/', body, credential());
      expect(answer.status).toBe(422);
      const { detail } = (await answer.json()) as { detail: unknown[] };
      expect(detail.length).toBeLessThanOrEqual(200);
    });
    const asked = Array.from({ length: 5 }, () => send(getMe));
    await Promise.all(wait);
    for (const me of await Promise.all(asked)) {
      expect(me).toMatchObject({ user: { email: 'ada@example.com' } });
    }
  });

  test('is not waited for where the caller is unknown', async () => {
    const headers = { ...json, Authorization: 'Bearer td_pat_unknown' };
    let end = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name": '));
        end = () => controller.close();
      },
    });
    const answer = await post('/v1/custom-fields/', body, headers);
    end();
    expect(answer.status).toBe(401);
  });
});

describe('what was uploaded or drawn', () => {
  const POLICY = "default-src 'none'; sandbox";

  test('may do nothing in a browser: pictures, avatars and downloads', async () => {
    const content = Buffer.from('<script>alert(1)</script>');
    const page = await upload(content, { name: 'page.html', mime_type: 'text/html' });
    const benefit = await send(createBenefit, {
      body: { type: 'downloadables', description: 'A page', properties: { files: [page.id] } },
    });
    const checkout = await openCheckout();
    await send(updateProductBenefits, {
      params: { id: checkout.product.id },
      body: { benefits: [benefit.id] },
    });
    const { customer_session_token } = await send(
      confirmCheckout,
      { params: checkout, body: buyer({ customer_email: 'bo@example.com' }) },
      {},
    );
    const { items } = await send(listDownloadables, {}, { token: customer_session_token });
    const { avatar_url } = await send(createCustomer, {
      body: { email: 'cy@example.com', name: 'Cy Cole' },
    });
    const media = await uploadPicture('product_media');
    const face = await uploadPicture('organization_avatar');
    const addresses = [
      media.public_url,
      face.public_url,
      avatar_url,
      ...items.map(({ file }) => file.download.url),
    ];
    expect(addresses).toHaveLength(4);
    for (const address of addresses) {
      // The address of a download redirects to the file's.
      const { url } = await fetch(address);
      const asked: [string, RequestInit, number][] = [
        [url, {}, 200],
        [url, { method: 'HEAD' }, 200],
        [`${url}x`, {}, 404],
      ];
      if (url !== address) asked.push([url, { headers: { Range: 'bytes=0-3' } }, 206]);
      for (const [where, how, expected] of asked) {
        const { status, headers } = await fetch(where, how);
        const policy = headers.get('content-security-policy');
        const nosniff = headers.get('x-content-type-options');
        expect({ where, status, policy, nosniff }).toEqual({
          where,
          status: expected,
          policy: POLICY,
          nosniff: 'nosniff',
        });
      }
    }
  });
});

describe('the page of a checkout', () => {
  const headersOf = async (client_secret: string) => {
    const { status, headers } = await fetch(`${product.url}/checkout/${client_secret}`);
    const policy = headers.get('content-security-policy') ?? '';
    return { status, policy, frame: headers.get('x-frame-options') };
  };

  test('is framed by its plain origin, and by nobody where an old row holds another', async () => {
    const { id, client_secret } = await openCheckout({ embed_origin: 'https://shop.example.com' });
    const framed = await headersOf(client_secret);
    expect(framed).toMatchObject({ status: 200, frame: null });
    expect(framed.policy).toMatch(/; frame-ancestors https:\/\/shop\.example\.com$/);

    const database = await connectTo(product.dataDir);
    try {
      for (const origin of ['*', 'https://*.example.com', "https://a;script-src'unsafe-inline'"]) {
        await database.query('UPDATE checkouts SET embed_origin = $1 WHERE id = $2', [origin, id]);
        const own = await headersOf(client_secret);
        expect(own).toMatchObject({ status: 200, frame: 'DENY' });
        expect(own.policy).toMatch(/; frame-ancestors 'none'$/);
      }
    } finally {
      await database.end();
    }
  });
});
