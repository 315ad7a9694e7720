import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeFile } from '@/lib/resources/files/contract';
import { signToken } from '@/lib/runtime/secrets';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { announce, completion, put, sendParts, useTemporaryStorage } from '@/testing/files';

let folder: string;
let seller: Seller;
beforeAll(async () => {
  folder = await useTemporaryStorage();
  seller = await makeSeller();
});
afterAll(() => rm(folder, { recursive: true }));

const content = Buffer.from('0123456789'.repeat(250));
/** What is left of an upload beside the whole file. */
const leftOf = async (id: string) =>
  (await readdir(path.join(folder, 'files/unfinished'))).filter((name) => name.includes(id));

describe('a part', () => {
  const statusOf = async (url: string, body: Uint8Array | ReadableStream<Uint8Array>) => {
    const response = await put(url, body);
    const text = await response.text();
    const { error } = text ? (JSON.parse(text) as { error?: string }) : {};
    return [response.status, error];
  };
  const announced = async () => {
    const file = await announce(seller, content);
    return { file, url: file.upload.parts[0]?.url ?? '', first: content.subarray(0, 1024) };
  };

  it('is exactly the announced bytes, else it leaves nothing', async () => {
    const { file, url, first } = await announced();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(first.subarray(0, 500));
      },
      pull: (controller) => controller.error(new Error('the connection is gone')),
    });
    for (const body of [
      content.subarray(1024, 2048),
      first.subarray(1),
      content.subarray(0, 1025),
      Buffer.alloc(0),
      broken,
    ]) {
      expect(await statusOf(url, body)).toEqual([422, 'RequestValidationError']);
    }
    expect(await readdir(path.join(folder, 'files/unfinished'))).not.toContain(`${file.id}.1`);
    expect(await statusOf(url, first)).toEqual([200, undefined]);
    expect(await leftOf(file.id)).toEqual([`${file.id}.1`]);
    expect(
      (await readdir(path.join(folder, 'files/unfinished'))).filter((name) =>
        name.endsWith('.temporary'),
      ),
    ).toEqual([]);
  });

  it('that goes on for ever is cut off', async () => {
    const { url, first } = await announced();
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          sent += 1;
          controller.enqueue(first);
        },
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    expect(await statusOf(url, endless)).toEqual([422, 'RequestValidationError']);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(5);
  });

  it('has an address that nobody can make up or change', async () => {
    const { file, url, first } = await announced();
    const [, id = '', number, expires = '', signature = ''] =
      /([^/.]+)\.(\d+)\.([^.]+)\.([^.]+)$/.exec(url) ?? [];
    const other = await announce(await makeSeller(), content);
    const later = (Number.parseInt(expires, 36) + 1).toString(36);
    for (const token of [
      'x',
      '..',
      `${id}.${number}.${expires}`,
      `${id}.${number}.${expires}.${signature.slice(1)}`,
      `${id}.${number}.${expires}.${'A'.repeat(43)}`,
      `${id}.2.${expires}.${signature}`,
      `${id}.${number}.${later}.${signature}`,
      `${other.id}.${number}.${expires}.${signature}`,
      signToken(`${file.id}.1`, new Date(Date.now() + 1000), 'download'),
      signToken(`${file.id}.4`, new Date(Date.now() + 1000), 'upload'),
    ]) {
      const forged = `http://localhost:3000/uploads/${token}`;
      expect(await statusOf(forged, first), token).toEqual([404, 'ResourceNotFound']);
    }
    const past = signToken(`${file.id}.1`, new Date(Date.now() - 1), 'upload');
    expect(await statusOf(`http://localhost:3000/uploads/${past}`, first)).toEqual([
      410,
      'ResourceUnavailable',
    ]);
  });

  it('is refused once the file is complete', async () => {
    const { file, url, first } = await announced();
    const body = await sendParts(file, content);
    await callApi(completeFile, completion(body), { as: seller });
    expect(await statusOf(url, first)).toEqual([409, 'Conflict']);
    expect(await leftOf(file.id)).toEqual([]);
  });

  it('may be sent by several at once: one of them is kept, whole', async () => {
    const { file, url, first } = await announced();
    const answers = await Promise.all(Array.from({ length: 8 }, () => statusOf(url, first)));
    expect(answers).toEqual(Array.from({ length: 8 }, () => [200, undefined]));
    expect(await leftOf(file.id)).toEqual([`${file.id}.1`]);
  });
});
