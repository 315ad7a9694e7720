import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { createFile, deleteFile } from '@/lib/resources/files/contract';
import { sweepFiles } from '@/lib/resources/files/jobs';
import { MAX_PART_SIZE, quotaProblem } from '@/lib/resources/files/rules';
import { provideSettings } from '@/lib/runtime/env';
import { fileName, storage } from '@/lib/runtime/storage/storage';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { uploadFile, useTemporaryStorage } from '@/testing/files';

// docs/contract/files.md#quota

let folder: string;
let seller: Seller;
beforeAll(async () => {
  folder = await useTemporaryStorage();
  provideSettings({ ORGANIZATION_STORAGE_GIB: '1' });
});
afterAll(async () => {
  provideSettings({ ORGANIZATION_STORAGE_GIB: '' });
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  seller = await makeSeller();
});

const MIB = 1024 ** 2;

/** The announcement of a file of so many MiB. */
function fileOf(megabytes: number) {
  const size = megabytes * MIB;
  const parts = Array.from({ length: Math.ceil(size / MAX_PART_SIZE) }, (_, index) => ({
    number: index + 1,
    chunk_start: index * MAX_PART_SIZE,
    chunk_end: Math.min(size, (index + 1) * MAX_PART_SIZE),
  }));
  const service = 'downloadable' as const;
  return { service, name: 'guide.zip', mime_type: 'application/zip', size, upload: { parts } };
}
const announce = (megabytes: number) =>
  callApi(createFile, { body: fileOf(megabytes) }, { as: seller });
const refuse = (megabytes: number) =>
  refusal(createFile, { body: fileOf(megabytes) }, { as: seller });

describe('what an organization stores', () => {
  it('has a limit, which announced files count for until they are deleted', async () => {
    await announce(600);
    const second = await announce(424);
    const failure = await refuse(1);
    expect(failure).toMatchObject({ status: 403, name: 'ApiFailure' });
    expect(failure.message).toContain('Your organization uses 1 GB of 1 GB for files.');
    await callApi(deleteFile, { params: { id: second.id } }, { as: seller });
    await announce(424);
    // Another organization has its own room.
    await callApi(createFile, { body: fileOf(1024) }, { as: await makeSeller() });
  });

  it('has room again once an abandoned upload is removed', async () => {
    const { id } = await announce(1024);
    await db(null).file.update({ where: { id }, data: { createdAt: new Date(0) } });
    await refuse(1);
    await sweepFiles(new Date());
    await announce(1024);
  });

  it('loses the bytes of a deleted file at once', async () => {
    const { id } = await uploadFile(seller, Buffer.from('a guide'));
    await callApi(deleteFile, { params: { id } }, { as: seller });
    expect(await storage().read(fileName(id))).toBeNull();
  });

  it('is not exceeded by announcements at the same time', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => announce(200)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const { _sum } = await db(null).file.aggregate({
      where: { organizationId: seller.organizationId },
      _sum: { size: true },
    });
    expect(Number(_sum.size)).toBe(1000 * MIB);
  });

  it('has no limit where the setting is 0', () => {
    expect(quotaProblem(1e15, 1e15, 0)).toBeUndefined();
  });
});
