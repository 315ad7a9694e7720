import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { removeUnfinished } from '@/lib/runtime/storage/local';
import {
  documentName,
  fileName,
  type ObjectName,
  partName,
  storage,
} from '@/lib/runtime/storage/storage';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-storage-'));
  provideSettings({ DATA_DIR: path.join(folder, 'data') });
});
afterAll(() => rm(folder, { recursive: true }));

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const textOf = async (name: ObjectName, range?: { start: number; end: number }) => {
  const object = await storage().read(name);
  if (!object) return null;
  const read: Uint8Array[] = [];
  for await (const chunk of object.chunks(range)) read.push(chunk);
  return Buffer.concat(read).toString();
};
const unfinished = () => readdir(path.join(folder, 'data/files/unfinished'));

it('has an object when it is complete, and not before', async () => {
  const name = fileName(newId());
  expect(await storage().read(name)).toBeNull();
  const upload = await storage().multipart(name, chunks('ab', 'cdef'));
  expect(await storage().read(name)).toBeNull();
  await upload.complete();
  await upload.complete();
  await upload.abort();
  expect(await textOf(name)).toBe('abcdef');
  expect(await textOf(name, { start: 1, end: 3 })).toBe('bc');
  expect(await textOf(name, { start: 3, end: 3 })).toBe('');
  expect((await storage().read(name))?.size).toBe(6);
  await storage().put(name, chunks('new'));
  expect(await textOf(name)).toBe('new');
  await storage().remove(name);
  await storage().remove(name);
  expect(await storage().read(name)).toBeNull();
});

it('keeps rendered documents apart from files', async () => {
  const name = documentName('0'.repeat(64));
  await storage().put(name, chunks('%PDF'));
  expect(await textOf(name)).toBe('%PDF');
  expect(await readdir(path.join(folder, 'data/files/documents'))).toEqual(['0'.repeat(64)]);
});

it('keeps nothing of what was aborted or broke off', async () => {
  const name = fileName(newId());
  await storage().put(name, chunks('before'));
  await (await storage().multipart(name, chunks('x'))).abort();
  async function* broken() {
    yield Buffer.from('some');
    throw new Error('broken off');
  }
  await expect(storage().multipart(name, broken())).rejects.toThrow('broken off');
  await expect(storage().put(name, broken())).rejects.toThrow('broken off');
  expect(await textOf(name)).toBe('before');
  expect(await unfinished()).toEqual([]);
});

it('asks its source for no more than it has written', async () => {
  let given = 0;
  let most = 0;
  async function* source() {
    for (let index = 0; index < 100; index += 1) {
      given += 1;
      most = Math.max(most, given);
      yield Buffer.alloc(65_536);
      given -= 1;
    }
  }
  await storage().put(fileName(newId()), source());
  expect(most).toBe(1);
});

it('knows no name but those of ids', async () => {
  await writeFile(path.join(folder, 'secret'), 'secret');
  for (const name of [
    'files/../../secret',
    'files/x',
    `files/${newId()}/../x`,
    `parts/${newId()}`,
    `parts/${newId()}.temporary`,
    `parts/../${newId()}.1`,
    'documents/../../secret',
    `documents/${newId()}`,
    newId(),
  ]) {
    await expect(storage().read(name as ObjectName), name).rejects.toThrow('named by');
    await expect(storage().remove(name as ObjectName)).rejects.toThrow('named by');
    await expect(storage().put(name as ObjectName, chunks('x'))).rejects.toThrow('named by');
    await expect(storage().multipart(name as ObjectName, chunks('x'))).rejects.toThrow('named by');
  }
  expect(await readFile(path.join(folder, 'secret'), 'utf8')).toBe('secret');
});

it('removes what was not finished before a moment, and nothing else', async () => {
  const id = newId();
  await storage().put(fileName(id), chunks('whole'));
  await storage().put(partName(id, 1), chunks('part'));
  await storage().multipart(fileName(newId()), chunks('neither completed nor aborted'));
  expect(await unfinished()).toHaveLength(2);
  await removeUnfinished(new Date(Date.now() - 60_000));
  expect(await unfinished()).toHaveLength(2);
  await removeUnfinished(new Date(Date.now() + 60_000));
  expect(await unfinished()).toEqual([]);
  expect(await textOf(fileName(id))).toBe('whole');
});
