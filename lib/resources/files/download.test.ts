import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GET } from '@/app/downloads/[token]/route';
import { db } from '@/lib/database/connection/client';
import { deleteFile } from '@/lib/resources/files/contract';
import { FileDownload } from '@/lib/resources/files/schema';
import { serializeDownload } from '@/lib/resources/files/serialize';
import { signToken } from '@/lib/runtime/secrets';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { announce, uploadFile, useTemporaryStorage } from '@/testing/files';

const content = Buffer.from('<script>alert(1)</script>'.repeat(100));

let folder: string;
let seller: Seller;
beforeAll(async () => {
  folder = await useTemporaryStorage();
  seller = await makeSeller();
});
afterAll(() => rm(folder, { recursive: true }));

const download = (url: string, headers: Record<string, string> = {}) => {
  const token = new URL(url).pathname.replace('/downloads/', '');
  return GET(new Request(url, { headers }), { params: Promise.resolve({ token }) });
};
async function signed(id: string, now = new Date()) {
  const row = await db(null).file.findUniqueOrThrow({ where: { id } });
  return FileDownload.parse(serializeDownload(row, now)).download;
}
const page = { name: 'Größe.html', mime_type: 'text/html' };

it('is saved under its name, and never shown', async () => {
  const file = await uploadFile(seller, content, page);
  const { url, expires_at } = await signed(file.id);
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() + 3_500_000);
  const response = await download(url);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="Gr__e.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.html`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    etag: file.checksum_etag,
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
});

it('can be resumed while it is the same', async () => {
  const file = await uploadFile(seller, content, page);
  const { url } = await signed(file.id);
  const rest = await download(url, { range: 'bytes=2000-', 'if-range': file.checksum_etag ?? '' });
  expect(rest.status).toBe(206);
  expect(rest.headers.get('content-range')).toBe('bytes 2000-2499/2500');
  expect(rest.headers.get('content-length')).toBe('500');
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(content.subarray(2000));
  const changed = await download(url, { range: 'bytes=2000-', 'if-range': '"other"' });
  expect(changed.status).toBe(200);
  expect(Buffer.from(await changed.arrayBuffer())).toEqual(content);
  const past = await download(url, { range: 'bytes=2500-' });
  expect(past.status).toBe(416);
  expect(past.headers.get('content-range')).toBe('bytes */2500');
});

it('has an address that expires and cannot be made up', async () => {
  const file = await uploadFile(seller, content, page);
  const unfinished = await announce(seller, content);
  const { url } = await signed(file.id);
  const expired = await signed(file.id, new Date(Date.now() - 3_600_001));
  const at = (token: string) => `http://localhost:3000/downloads/${token}`;
  const soon = new Date(Date.now() + 60_000);
  const statusOf = async (address: string) => (await download(address)).status;
  expect(await statusOf(expired.url)).toBe(410);
  expect(await statusOf(`${url.slice(0, -43)}${'A'.repeat(43)}`)).toBe(404);
  expect(await statusOf(at('..'))).toBe(404);
  expect(await statusOf(at(signToken(file.id, soon, 'upload')))).toBe(404);
  expect(await statusOf(at(signToken(unfinished.id, soon, 'download')))).toBe(404);
  await callApi(deleteFile, { params: { id: file.id } }, { as: seller });
  expect(await statusOf(url)).toBe(404);
});
