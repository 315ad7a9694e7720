import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET } from '@/app/media/[id]/route';
import { db } from '@/lib/database/connection/client';
import { completeFile, createFile, listFiles, updateFile } from '@/lib/resources/files/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  announce,
  announcement,
  completion,
  PICTURES,
  sendParts,
  sha256,
  uploadFile,
  useTemporaryStorage,
} from '@/testing/files';

let folder: string;
let seller: Seller;
beforeAll(async () => {
  folder = await useTemporaryStorage();
  seller = await makeSeller();
});
afterAll(() => rm(folder, { recursive: true }));

const content = Buffer.from('0123456789'.repeat(250));
const picture = { service: 'product_media', name: 'cover.png', mime_type: 'image/png' } as const;
const storedBytes = (id: string) => readFile(path.join(folder, 'files', id));
/** What is left of an upload beside the whole file. */
const leftOf = async (id: string) =>
  (await readdir(path.join(folder, 'files/unfinished'))).filter((name) => name.includes(id));

describe('an upload', () => {
  it('is announced, sent in parts, completed, and only then a file', async () => {
    const file = await announce(seller, content, { version: '1.2' });
    expect(file).toMatchObject({
      organization_id: seller.organizationId,
      service: 'downloadable',
      name: 'setup.zip',
      mime_type: 'application/zip',
      size: 2500,
      size_readable: '2.4 KB',
      version: '1.2',
      is_uploaded: false,
      path: `files/${file.id}`,
      checksum_sha256_base64: sha256(content),
      checksum_etag: null,
      last_modified_at: null,
      storage_version: null,
    });
    expect(file.upload.parts.map(({ number, chunk_end }) => [number, chunk_end])).toEqual([
      [1, 1024],
      [2, 2048],
      [3, 2500],
    ]);
    for (const { url, expires_at } of file.upload.parts) {
      expect(url).toMatch(/^http:\/\/localhost:3000\/uploads\/[\w.-]+$/);
      expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    }
    const listed = () => callApi(listFiles, { query: { ids: [file.id] } }, { as: seller });
    expect((await listed()).items).toEqual([]);

    const body = await sendParts(file, content);
    expect(await leftOf(file.id)).toHaveLength(3);
    const uploaded = await callApi(completeFile, completion(body), { as: seller });
    const hex = Buffer.from(sha256(content), 'base64').toString('hex');
    expect(uploaded).toMatchObject({
      id: file.id,
      is_uploaded: true,
      checksum_sha256_base64: sha256(content),
      checksum_sha256_hex: hex,
      checksum_etag: `"${hex}"`,
    });
    expect(uploaded.last_modified_at).not.toBeNull();
    expect('public_url' in uploaded).toBe(false);
    expect(await storedBytes(file.id)).toEqual(content);
    expect(await leftOf(file.id)).toEqual([]);
    expect((await listed()).items).toEqual([uploaded]);
  });

  it('needs no checksums, and takes its parts in any order and again', async () => {
    const body = announcement(content, { checksum_sha256_base64: null });
    const parts = body.upload.parts
      .map((part) => ({ ...part, checksum_sha256_base64: null }))
      .reverse();
    const file = await callApi(
      createFile,
      { body: { ...body, upload: { parts } } },
      { as: seller },
    );
    const first = await sendParts(file, Buffer.alloc(content.length));
    const second = await sendParts(file, content);
    const failure = await refusal(completeFile, completion(first), { as: seller });
    expect(places(failure).slice(0, 1)).toEqual(['body.parts.0.checksum_etag']);
    second.parts.reverse();
    for (const part of second.parts) part.checksum_etag = part.checksum_etag.replaceAll('"', '');
    await callApi(completeFile, completion(second), { as: seller });
    expect(await storedBytes(file.id)).toEqual(content);
  });

  it('of a picture is served to everybody under its id, as what its bytes are', async () => {
    for (const [mimeType, bytes] of Object.entries(PICTURES)) {
      for (const service of ['product_media', 'organization_avatar'] as const) {
        const file = await uploadFile(seller, bytes, { ...picture, service });
        if (file.service !== service) throw new Error('not a picture');
        expect(file.mime_type).toBe(mimeType);
        expect(file.public_url).toBe(`http://localhost:3000/media/${file.id}`);
        const params = Promise.resolve({ id: file.id });
        const response = await GET(new Request(file.public_url), { params });
        expect(response.headers.get('content-type')).toBe(mimeType);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      }
    }
  });
});

describe('an announcement', () => {
  const problemsOf = async (body: Parameters<typeof announcement>[1], size = content) =>
    places(await refusal(createFile, { body: announcement(size, body) }, { as: seller }));

  it('of a picture is no larger than its kind may be, and never SVG', async () => {
    for (const mime_type of ['image/svg+xml', 'text/html', 'image/png; x=y', 'image/bmp']) {
      expect(await problemsOf({ ...picture, mime_type })).toEqual(['body.mime_type']);
    }
    const parts = [{ number: 1, chunk_start: 0, chunk_end: 10 * 1024 * 1024 }];
    const avatar = { ...picture, service: 'organization_avatar' } as const;
    expect(await problemsOf({ ...avatar, size: 1024 * 1024 + 1 })).toContain('body.size');
    const large = { size: 10 * 1024 * 1024, checksum_sha256_base64: null, upload: { parts } };
    await announce(seller, content, { ...picture, ...large });
    expect(await problemsOf({ ...picture, ...large, size: large.size + 1 })).toContain('body.size');
    expect(await problemsOf({ size: 2 ** 31 + 1 })).toContain('body.size');
    expect(await problemsOf({ size: 0, upload: { parts: [] } })).toEqual([
      'body.size',
      'body.upload.parts',
    ]);
  });

  it('covers the file without gap, all problems told at once', async () => {
    const parts = [
      { number: 1, chunk_start: 0, chunk_end: 1000 },
      { number: 3, chunk_start: 1001, chunk_end: 2000 },
      { number: 4, chunk_start: 2000, chunk_end: 2000 + 10 * 1024 * 1024 + 1 },
    ];
    expect(await problemsOf({ name: ' ', upload: { parts } })).toEqual([
      'body.name',
      'body.upload.parts.1.chunk_start',
      'body.upload.parts.1.number',
      'body.upload.parts.2.chunk_end',
      'body.upload.parts.2.chunk_end',
      'body.upload.parts.2.number',
    ]);
  });

  it('holds well-formed checksums and types', async () => {
    const wrong = { checksum_sha256_base64: 'abc', mime_type: 'no type', name: '' };
    expect(await problemsOf({ ...wrong, version: 'v'.repeat(101) })).toEqual([
      'body.checksum_sha256_base64',
      'body.mime_type',
      'body.name',
      'body.version',
    ]);
  });

  it('is repeated with the same addresses under the same key, which are kept encrypted', async () => {
    const input = { body: announcement(content) };
    const send = () => callApi(createFile, input, { as: seller, idempotencyKey: 'announce' });
    const first = await send();
    expect(await send()).toEqual(first);
    const kept = await db(null).idempotencyEntry.findMany({
      where: { caller: `user:${seller.userId}` },
    });
    expect(kept.map(({ reply }) => reply?.slice(0, 4))).toEqual(['enc:']);
  });
});

it('shows nothing of it to another seller, who cannot touch it', async () => {
  const stranger = await makeSeller();
  const file = await announce(seller, content);
  const body = await sendParts(file, content);
  const as = { as: stranger };
  expect(await refusal(completeFile, completion(body), as)).toMatchObject({ status: 404 });
  const update = { params: { id: file.id }, body: { name: 'mine' } };
  expect(await refusal(updateFile, update, as)).toMatchObject({ status: 404 });
  await callApi(completeFile, completion(body), { as: seller });
  expect((await callApi(listFiles, {}, as)).items).toEqual([]);
  const into = announcement(content, { organization_id: seller.organizationId });
  expect(places(await refusal(createFile, { body: into }, as))).toEqual(['body.organization_id']);
});
