import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET } from '@/app/media/[id]/route';
import { completeFile } from '@/lib/resources/files/contract';
import type { FileUploadCompleted } from '@/lib/resources/files/schema';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import {
  announce,
  announcement,
  completion,
  PICTURES,
  picturesOf,
  put,
  sendParts,
  sha256,
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
const png = PICTURES['image/png'] ?? Buffer.alloc(0);
const picture = { service: 'product_media', name: 'cover.png', mime_type: 'image/png' } as const;
const storedBytes = (id: string) => readFile(path.join(folder, 'files', id));
/** What is left of an upload beside the whole file. */
const leftOf = async (id: string) =>
  (await readdir(path.join(folder, 'files/unfinished'))).filter((name) => name.includes(id));

describe('a completion', () => {
  const problemsOf = async (body: FileUploadCompleted, id = body.id) =>
    places(await refusal(completeFile, completion(body, id), { as: seller }));

  it('names this upload and every part of it once', async () => {
    const file = await announce(seller, content);
    const body = await sendParts(file, content);
    const [first, second] = body.parts;
    if (!first || !second) throw new Error('there are three parts');
    expect(
      await problemsOf(
        { id: 'x', path: '../x', parts: [first, first, second, { ...first, number: 9 }] },
        file.id,
      ),
    ).toEqual(['body.id', 'body.parts', 'body.parts.1.number', 'body.parts.3.number', 'body.path']);
    expect(await problemsOf({ ...body, parts: [] })).toEqual(['body.parts']);
  });

  it('waits for what has not arrived, and works when it has', async () => {
    const file = await announce(seller, content);
    const [first] = file.upload.parts;
    await put(first?.url ?? '', content.subarray(0, 1024));
    const unsent = {
      id: file.upload.id,
      path: file.path,
      parts: file.upload.parts.map(({ number }) => ({
        number,
        checksum_etag: 'x',
        checksum_sha256_base64: sha256(content),
      })),
    };
    expect(await problemsOf(unsent)).toEqual(['body.parts.1.number', 'body.parts.2.number']);
    const body = await sendParts(file, content);
    await callApi(completeFile, completion(body), { as: seller });
    expect(await storedBytes(file.id)).toEqual(content);
  });

  it('is refused for wrong checksums of parts and of the whole', async () => {
    const file = await announce(seller, content, { checksum_sha256_base64: sha256(png) });
    const body = await sendParts(file, content);
    expect(await problemsOf(body)).toEqual(['body.parts']);
    for (const part of body.parts.slice(0, 1)) {
      Object.assign(part, { checksum_etag: '"x"', checksum_sha256_base64: sha256(png) });
    }
    expect(await problemsOf(body)).toEqual([
      'body.parts',
      'body.parts.0.checksum_etag',
      'body.parts.0.checksum_sha256_base64',
    ]);
    expect(await leftOf(file.id)).toHaveLength(3);
    await expect(storedBytes(file.id)).rejects.toThrow('ENOENT');
  });

  it('is refused for a picture that is none by its bytes', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '%PDF-1.7', 'x']) {
      const bytes = Buffer.from(text);
      const file = await announce(seller, bytes, picture);
      const body = await sendParts(file, bytes);
      expect(await problemsOf(body)).toEqual(['body.parts']);
      const params = Promise.resolve({ id: file.id });
      expect((await GET(new Request('http://localhost:3000/'), { params })).status).toBe(404);
    }
  });

  it.each(['product_media', 'organization_avatar'] as const)(
    'of a %s takes at most 40 megapixels and 16,384 pixels a side, by the header',
    { tags: 'soak' },
    async (service) => {
      const sizes: [number, number, boolean][] = [
        [16_383, 16_383, false],
        [16_385, 1, false],
        [1, 16_385, false],
        [6325, 6325, false],
        [8000, 5000, true],
        [16_383, 1, true],
      ];
      for (const [width, height, isTaken] of sizes) {
        for (const [type, bytes] of Object.entries(picturesOf(width, height))) {
          const file = await announce(seller, bytes, { ...picture, service });
          const body = await sendParts(file, bytes);
          const name = `${type} ${width} × ${height}`;
          if (isTaken) {
            const { is_uploaded } = await callApi(completeFile, completion(body), { as: seller });
            expect(is_uploaded, name).toBe(true);
            continue;
          }
          const failure = await refusal(completeFile, completion(body), { as: seller });
          expect(failure.status, name).toBe(422);
          expect(places(failure), name).toEqual(['body.parts']);
          expect(failure.message).toContain(`${width} × ${height} pixels`);
          expect(failure.message).toContain('at most 40 megapixels and 16384 pixels a side');
          await expect(storedBytes(file.id)).rejects.toThrow('ENOENT');
          expect(await problemsOf(body), 'a second try').toEqual(['body.parts']);
        }
      }
    },
  );

  it('of a picture whose size cannot be read is refused', async () => {
    const { 'image/webp': webp, 'image/avif': avif } = picturesOf(100, 100);
    for (const bytes of [png.subarray(0, 20), webp?.subarray(0, 14), avif?.subarray(0, 60)]) {
      if (!bytes) throw new Error('there is a picture of each kind');
      const file = await announce(seller, bytes, picture);
      const body = await sendParts(file, bytes);
      const failure = await refusal(completeFile, completion(body), { as: seller });
      expect(failure.status).toBe(422);
      expect(failure.message).toMatch(/^The dimensions of this image can't be read\. /);
      expect(await leftOf(file.id)).toHaveLength(file.upload.parts.length);
    }
  });

  it('may be repeated, with a key and without, and by several at once', async () => {
    const file = await announce(seller, content);
    const body = await sendParts(file, content);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => callApi(completeFile, completion(body), { as: seller })),
    );
    const [first] = answers;
    expect(answers).toEqual(answers.map(() => first));
    const again = () =>
      callApi(completeFile, completion(body), { as: seller, idempotencyKey: file.id });
    expect(await again()).toEqual(first);
    expect(await again()).toEqual(first);
    expect(await problemsOf({ ...body, path: 'files/x' })).toEqual(['body.path']);
    expect(await storedBytes(file.id)).toEqual(content);
    expect(await leftOf(file.id)).toEqual([]);
  });

  it('and a part sent at the same time never leave bytes that are not those of the checksums', async () => {
    const other = Buffer.from('9876543210'.repeat(250));
    const plain = announcement(content, { checksum_sha256_base64: null });
    const parts = plain.upload.parts.map((part) => ({ ...part, checksum_sha256_base64: null }));
    for (let round = 0; round < 5; round += 1) {
      const file = await announce(seller, content, { ...plain, upload: { parts } });
      const body = await sendParts(file, content);
      const unchecked = body.parts.map((part) => ({ ...part, checksum_sha256_base64: null }));
      const [answer] = await Promise.allSettled([
        callApi(completeFile, completion({ ...body, parts: unchecked }), {
          as: seller,
        }),
        ...file.upload.parts.map(({ url, chunk_start, chunk_end }) =>
          put(url, other.subarray(chunk_start, chunk_end)),
        ),
      ]);
      if (answer.status === 'rejected') continue;
      expect(answer.value.checksum_sha256_base64).toBe(sha256(content));
      expect(await storedBytes(file.id)).toEqual(content);
    }
  });
});
