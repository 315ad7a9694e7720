import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as GET_DOWNLOAD } from '@/app/downloads/[token]/route';
import { GET } from '@/app/media/[id]/route';
import { db } from '@/lib/database/connection/client';
import {
  createBenefit,
  deleteBenefit,
  getBenefit,
  updateBenefit,
} from '@/lib/resources/benefits/contract';
import {
  deleteFile,
  downloadFile,
  getFile,
  listFiles,
  updateFile,
} from '@/lib/resources/files/contract';
import type { FileRead } from '@/lib/resources/files/schema';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal } from '@/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/testing/factories';
import { announce, PICTURES, uploadFile, useTemporaryStorage } from '@/testing/files';
import { fixed } from '@/testing/shop';
import { runs } from '@/testing/soak';
import { inModelOrder } from '@/testing/sorting';

let folder: string;
let seller: Seller;
beforeAll(async () => {
  folder = await useTemporaryStorage();
  seller = await makeSeller();
});
afterAll(() => rm(folder, { recursive: true }));

const media = (id: string) =>
  GET(new Request(`http://localhost:3000/media/${id}`), { params: Promise.resolve({ id }) });
const picture = { service: 'product_media', name: 'cover.png', mime_type: 'image/png' } as const;
const png = PICTURES['image/png'] ?? Buffer.alloc(0);

describe('GET /media/{id}', () => {
  it('answers 404 for downloads, unfinished uploads, lost bytes and what is no file', async () => {
    const download = await uploadFile(seller, png);
    const unfinished = await announce(seller, png, picture);
    const lost = await makeFile(seller.organizationId);
    for (const id of [download.id, unfinished.id, lost.id, newId(), '..', '%2e%2e', 'x']) {
      expect((await media(id)).status, id).toBe(404);
    }
  });
});

describe('the list of files', () => {
  it('is what a plain model says, for every page, sorting and filter', async () => {
    const owner = await makeSeller();
    const services = ['downloadable', 'product_media', 'organization_avatar', 'import'] as const;
    const all: FileRead[] = [];
    for (let index = 0; index < 9; index += 1) {
      const name = `File ${'BaAb'[index % 4]}${index % 5}`;
      const service = services[index % 4] ?? 'downloadable';
      const { id } = await makeFile(owner.organizationId, { name, service });
      all.push(await callApi(getFile, { params: { id } }, { as: owner }));
    }
    await makeFile(owner.organizationId, { name: 'File unfinished', isUploaded: false });
    const keys = {
      created_at: ({ created_at }: FileRead) => [created_at],
      name: ({ name }: FileRead) => [name],
      size: ({ size }: FileRead) => [size],
      service: ({ service }: FileRead) => [service],
    };
    const criterion = fc.constantFrom(
      ...(['created_at', 'name', 'size', 'service'] as const).flatMap(
        (sort) => [sort, `-${sort}`] as const,
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(criterion, { minLength: 1, maxLength: 3 }),
        fc.record({
          service: fc.subarray([...services]),
          ids: fc.subarray(all.map(({ id }) => id)),
          query: fc.constantFrom('', 'file a', 'LE B3'),
          page: fc.integer({ min: 1, max: 3 }),
          limit: fc.integer({ min: 1, max: 5 }),
        }),
        async (sorting, { service, ids, query, page, limit }) => {
          const answer = await callApi(
            listFiles,
            { query: { sorting, service, ids, query, page, limit } },
            { as: owner },
          );
          const hits = all
            .filter(({ service: own }) =>
              service.length === 0 ? own !== 'import' : service.includes(own),
            )
            .filter((one) => ids.length === 0 || ids.includes(one.id))
            .filter((one) => one.name.toLowerCase().includes(query.toLowerCase()));
          expect(answer.items).toEqual(
            inModelOrder(hits, sorting, keys).slice((page - 1) * limit, page * limit),
          );
          expect(answer.pagination.total_count).toBe(hits.length);
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

describe('a file', () => {
  it('is renamed; null clears the version and leaves the name', async () => {
    const { id } = await uploadFile(seller, png, { version: '1' });
    const change = (body: { name?: string | null; version?: string | null }) =>
      callApi(updateFile, { params: { id }, body }, { as: seller });
    expect(await change({ name: 'setup-2.zip' })).toMatchObject({
      name: 'setup-2.zip',
      version: '1',
    });
    expect(await change({ name: null, version: '2' })).toMatchObject({
      name: 'setup-2.zip',
      version: '2',
    });
    expect(await change({ version: null })).toMatchObject({ name: 'setup-2.zip', version: null });
    const tooLong = { params: { id }, body: { name: 'n'.repeat(256) } };
    expect(await refusal(updateFile, tooLong, { as: seller })).toMatchObject({ status: 422 });
  });

  it('that is deleted is nowhere any more, neither on products', async () => {
    const file = await uploadFile(seller, png, picture);
    const body = { name: 'Editor', prices: fixed(), medias: [file.id] };
    const { id, medias } = await callApi(createProduct, { body }, { as: seller });
    const { used_by, used_by_count, ...plain } = file;
    expect([used_by, used_by_count]).toEqual([[], 0]);
    expect(medias).toEqual([plain]);
    expect((await media(file.id)).status).toBe(200);

    await callApi(deleteFile, { params: { id: file.id } }, { as: seller });
    const product = await callApi(getProduct, { params: { id } }, { as: seller });
    expect(product.medias).toEqual([]);
    expect((await media(file.id)).status).toBe(404);
    const { items } = await callApi(listFiles, { query: { ids: [file.id] } }, { as: seller });
    expect(items).toEqual([]);
    for (const [operation, input] of [
      [deleteFile, {}],
      [updateFile, { body: { name: 'x' } }],
    ] as const) {
      const again = { params: { id: file.id }, ...input };
      expect(await refusal(operation, again, { as: seller })).toMatchObject({ status: 404 });
    }
    const attach = { params: { id }, body: { medias: [file.id] } };
    expect(await refusal(updateProduct, attach, { as: seller })).toMatchObject({ status: 422 });
    const files = { files: [(await uploadFile(seller, png)).id] };
    const [download = ''] = files.files;
    await callApi(deleteFile, { params: { id: download } }, { as: seller });
    const gift = { type: 'downloadables', description: 'A gift', properties: files } as const;
    expect(await refusal(createBenefit, { body: gift }, { as: seller })).toMatchObject({
      status: 422,
    });
  });

  it('says what uses it: products, benefits and the organization', { tags: 'soak' }, async () => {
    const owner = await makeSeller();
    const usesOf = async (id: string) => {
      const { used_by, used_by_count } = await callApi(getFile, { params: { id } }, { as: owner });
      return { used_by, used_by_count };
    };
    const cover = await uploadFile(owner, png, picture);
    const product = await callApi(
      createProduct,
      { body: { name: 'Editor', prices: fixed(), medias: [cover.id] } },
      { as: owner },
    );
    expect(await usesOf(cover.id)).toEqual({
      used_by: [{ kind: 'product', id: product.id, name: 'Editor' }],
      used_by_count: 1,
    });

    const guide = await uploadFile(owner, png);
    const benefits = [];
    for (let index = 0; index < 22; index += 1) {
      const description = `Guide ${String(index).padStart(2, '0')}`;
      const properties = { files: [guide.id] };
      const body = { type: 'downloadables' as const, description, properties };
      benefits.push(await callApi(createBenefit, { body }, { as: owner }));
    }
    const used = await usesOf(guide.id);
    expect(used.used_by_count).toBe(22);
    expect(used.used_by?.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      benefits.slice(0, 20).map(({ description }) => `benefit ${description}`),
    );
    for (const { id } of benefits) await callApi(deleteBenefit, { params: { id } }, { as: owner });
    expect(await usesOf(guide.id)).toEqual({ used_by: [], used_by_count: 0 });

    const avatar = await uploadFile(owner, png, {
      service: 'organization_avatar',
      name: 'logo.png',
      mime_type: 'image/png',
    });
    if (!('public_url' in avatar)) throw new Error('An avatar is public');
    const params = { id: owner.organizationId };
    const body = { avatar_url: avatar.public_url };
    await callApi(updateOrganization, { params, body }, { as: owner });
    expect(await usesOf(avatar.id)).toMatchObject({
      used_by: [{ kind: 'organization', id: owner.organizationId }],
      used_by_count: 1,
    });
  });

  it('is downloaded by its seller at a signed address, once its upload is complete', async () => {
    const { id } = await uploadFile(seller, png, { name: 'guide.pdf' });
    const { download } = await callApi(downloadFile, { params: { id } }, { as: seller });
    const token = new URL(download.url).pathname.split('/').at(-1) ?? '';
    const response = await GET_DOWNLOAD(new Request(download.url), {
      params: Promise.resolve({ token }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toContain('guide.pdf');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);

    const unfinished = await announce(seller, png, picture);
    const params = { id: unfinished.id };
    expect(await callApi(getFile, { params }, { as: seller })).toMatchObject({
      is_uploaded: false,
    });
    expect(await refusal(downloadFile, { params }, { as: seller })).toMatchObject({ status: 404 });
    const stranger = await makeSeller();
    expect(await refusal(downloadFile, { params: { id } }, { as: stranger })).toMatchObject({
      status: 404,
    });
  });

  it('that is deleted is taken out of the benefits that give it, which can be changed then', async () => {
    const [gone, kept] = [await uploadFile(seller, png), await uploadFile(seller, png)];
    const properties = {
      files: [gone.id, kept.id],
      archived: { [gone.id]: true, [kept.id]: true },
    };
    const body = { type: 'downloadables' as const, description: 'Both files', properties };
    const { id } = await callApi(createBenefit, { body }, { as: seller });
    await callApi(deleteFile, { params: { id: gone.id } }, { as: seller });
    const benefit = await callApi(getBenefit, { params: { id } }, { as: seller });
    expect(benefit.properties).toEqual({ files: [kept.id], archived: { [kept.id]: true } });
    const change = { params: { id }, body: { properties: benefit.properties } };
    expect(await callApi(updateBenefit, change, { as: seller })).toMatchObject(change.body);
  });

  it('is in no benefit when it is deleted while the benefit takes it', async () => {
    const body = {
      type: 'downloadables' as const,
      description: 'A gift',
      properties: { files: [] },
    };
    const { id } = await callApi(createBenefit, { body }, { as: seller });
    for (let round = 0; round < 5; round += 1) {
      const file = await makeFile(seller.organizationId, { service: 'downloadable' });
      const change = { params: { id }, body: { properties: { files: [file.id] } } };
      await Promise.allSettled([
        callApi(updateBenefit, change, { as: seller }),
        callApi(deleteFile, { params: { id: file.id } }, { as: seller }),
      ]);
      const { properties } = await callApi(getBenefit, { params: { id } }, { as: seller });
      expect(properties).toMatchObject({ files: [] });
    }
  });

  it('is deleted once, whoever asks at the same time, and may be told again with the key', async () => {
    const { id } = await uploadFile(seller, png);
    const send = (idempotencyKey: string) =>
      callApi(deleteFile, { params: { id } }, { as: seller, idempotencyKey });
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((key) => send(`${id}${key}`)));
    const won = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await send(`${id}${'abc'[won]}`);
  });

  it('is never on a product when it is deleted while the product takes it', async () => {
    const body = { name: 'Editor', prices: fixed() };
    const { id } = await callApi(createProduct, { body }, { as: seller });
    for (let round = 0; round < 5; round += 1) {
      const file = await makeFile(seller.organizationId);
      await Promise.allSettled([
        callApi(updateProduct, { params: { id }, body: { medias: [file.id] } }, { as: seller }),
        callApi(deleteFile, { params: { id: file.id } }, { as: seller }),
      ]);
      expect(await db(null).productMedia.count({ where: { fileId: file.id } })).toBe(0);
    }
  });
});
