import { access, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { completeFile, deleteFile } from '@/lib/resources/files/contract';
import { sweepFiles } from '@/lib/resources/files/jobs';
import { createOAuth2Client } from '@/lib/resources/oauth-clients/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { callApi } from '@/testing/call-api';
import { makeProduct, makeSeller, type Seller } from '@/testing/factories';
import {
  announce,
  completion,
  PICTURES,
  put,
  sendParts,
  uploadFile,
  useTemporaryStorage,
} from '@/testing/files';

const HOUR = 3_600_000;
const content = Buffer.from('0123456789'.repeat(250));

let folder: string;
let seller: Seller;
beforeAll(async () => {
  folder = await useTemporaryStorage();
  seller = await makeSeller();
});
afterAll(() => rm(folder, { recursive: true }));

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const isStored = (id: string) =>
  access(path.join(folder, 'files', id)).then(
    () => true,
    () => false,
  );
const unfinished = () => readdir(path.join(folder, 'files/unfinished'));
const rows = (...ids: string[]) => db(null).file.count({ where: { id: { in: ids } } });

it('leaves complete files, and uploads that still have time', async () => {
  const file = await uploadFile(seller, content);
  const upload = await announce(seller, content);
  const body = await sendParts(upload, content);
  await sweepFiles(inHours(23));
  await callApi(completeFile, completion(body), { as: seller });
  await sweepFiles(inHours(10_000));
  expect(await isStored(file.id)).toBe(true);
  expect(await isStored(upload.id)).toBe(true);
  expect(await rows(file.id, upload.id)).toBe(2);
});

it('removes uploads that were not completed within a day', async () => {
  const upload = await announce(seller, content);
  await sendParts(upload, content);
  // As a completion leaves it that was killed before its transaction was over.
  await writeFile(path.join(folder, 'files', upload.id), content);
  await sweepFiles(inHours(25));
  expect(await rows(upload.id)).toBe(0);
  expect(await isStored(upload.id)).toBe(false);
  expect(await unfinished()).toEqual([]);
});

it('removes the bytes and parts of deleted files with the next round', async () => {
  const file = await uploadFile(seller, content);
  const upload = await announce(seller, content);
  const [part] = upload.upload.parts;
  await sendParts(upload, content);
  for (const { id } of [file, upload]) {
    await callApi(deleteFile, { params: { id } }, { as: seller });
  }
  expect((await put(part?.url ?? '', content.subarray(0, 1024))).status).toBe(404);
  await sweepFiles(inHours(0));
  expect(await rows(file.id, upload.id)).toBe(0);
  expect(await isStored(file.id)).toBe(false);
  expect(await unfinished()).toEqual([]);
});

it('removes pictures that nothing shows any more, and keeps those that are shown', {
  tags: 'soak',
}, async () => {
  const png = PICTURES['image/png'] ?? Buffer.of();
  const upload = (service: 'product_media' | 'organization_avatar') =>
    uploadFile(seller, png, { service, name: 'face.png', mime_type: 'image/png' });
  const [media, other] = [await upload('product_media'), await upload('product_media')];
  const [avatar, former, logo, face] = [
    await upload('organization_avatar'),
    await upload('organization_avatar'),
    await upload('organization_avatar'),
    await upload('organization_avatar'),
  ];
  const { id } = await makeProduct(seller.organizationId);
  const as = seller;
  await callApi(updateProduct, { params: { id }, body: { medias: [media.id] } }, { as });
  const wear = (avatar_url: string) =>
    callApi(
      updateOrganization,
      { params: { id: seller.organizationId }, body: { avatar_url } },
      { as },
    );
  const logo_uri = `http://localhost:3000/media/${logo.id}`;
  const redirect_uris = ['https://app.example.com/callback'];
  await callApi(
    createOAuth2Client,
    { body: { client_name: 'Ledger', redirect_uris, logo_uri } },
    { as },
  );
  const image = `http://localhost:3000/media/${face.id}`;
  await db(null).user.update({ where: { id: seller.userId }, data: { image } });
  await wear(`http://localhost:3000/media/${former.id}`);
  await wear(`http://localhost:3000/media/${avatar.id}`);
  await sweepFiles(inHours(23));
  expect(await rows(media.id, other.id, avatar.id, former.id)).toBe(4);
  await sweepFiles(inHours(25));
  expect(await rows(media.id, avatar.id, logo.id, face.id)).toBe(4);
  expect(await rows(other.id, former.id)).toBe(0);
  expect(await isStored(other.id)).toBe(false);
  await callApi(updateProduct, { params: { id }, body: { medias: [] } }, { as });
  await sweepFiles(inHours(25));
  expect(await rows(media.id)).toBe(0);
});

it('removes what a killed process or a part too late has left, when nobody can be at it', async () => {
  const names = [`${seller.organizationId}.1`, `${seller.organizationId}.temporary`];
  for (const name of names) await writeFile(path.join(folder, 'files/unfinished', name), 'bytes');
  await sweepFiles(inHours(1));
  expect((await unfinished()).sort()).toEqual(names.sort());
  await sweepFiles(inHours(25));
  expect(await unfinished()).toEqual([]);
});

it('never takes a file away from under its completion', async () => {
  for (let round = 0; round < 5; round += 1) {
    const upload = await announce(seller, content);
    const body = await sendParts(upload, content);
    const [completed] = await Promise.allSettled([
      callApi(completeFile, completion(body), { as: seller }),
      sweepFiles(inHours(25)),
    ]);
    const isComplete = completed.status === 'fulfilled';
    expect(await isStored(upload.id)).toBe(isComplete);
    expect(await rows(upload.id)).toBe(isComplete ? 1 : 0);
    await sweepFiles(inHours(25));
  }
});
