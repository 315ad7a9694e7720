import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { env } from '@/lib/runtime/env';
import { codeOf } from '@/lib/runtime/operator-error';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@/lib/runtime/private-file';
import type { Multipart, ObjectName, Storage, StoredObject } from '@/lib/runtime/storage/storage';

// Files on the local disk: complete ones in DATA_DIR/files; rendered documents in its subfolder `documents`, parts
// and unfinished writes in `unfinished`, on the same file system, so that a rename is atomic.

const OBJECT = /^(?:files\/[0-9a-f-]{36}|parts\/[0-9a-f-]{36}\.\d{1,5}|documents\/[0-9a-f]{64})$/;

const filesFolder = () => path.resolve(env().DATA_DIR, 'files');
const documentsFolder = () => path.join(filesFolder(), 'documents');
const unfinishedFolder = () => path.join(filesFolder(), 'unfinished');

/** Throws for names that are no ids or digests, so that no name leads out of the folder. */
function pathOf(name: ObjectName): string {
  if (!OBJECT.test(name)) throw new Error('An object is named by an id or a digest');
  return path.join(folderOf(name), path.basename(name));
}

function folderOf(name: ObjectName): string {
  if (name.startsWith('parts/')) return unfinishedFolder();
  return name.startsWith('documents/') ? documentsFolder() : filesFolder();
}

/** Files on the local disk. */
export const localStorage: Storage = { put, multipart, read, remove };

/**
 * Removes other accounts' permissions from the folders, which earlier versions left open. A folder without
 * access is reported by whoever writes into it. Called at the start.
 */
export async function closeFolders(): Promise<void> {
  for (const folder of [filesFolder(), unfinishedFolder()]) {
    const found = await stat(folder).catch(() => null);
    const isOwn = found && found.uid === process.getuid?.();
    if (isOwn) await chmod(folder, found.mode & PRIVATE_FOLDER);
  }
}

async function put(name: ObjectName, source: AsyncIterable<Uint8Array>): Promise<void> {
  const upload = await multipart(name, source);
  await upload.complete().finally(upload.abort);
}

async function multipart(name: ObjectName, source: AsyncIterable<Uint8Array>): Promise<Multipart> {
  const file = pathOf(name);
  await mkdir(unfinishedFolder(), { recursive: true, mode: PRIVATE_FOLDER });
  const temporary = path.join(unfinishedFolder(), `${randomUUID()}.temporary`);
  const abort = () => rm(temporary, { force: true });
  try {
    await writeFile(temporary, source, { flag: 'wx', mode: PRIVATE_FILE, flush: true });
  } catch (error) {
    await abort();
    throw error;
  }
  let isComplete = false;
  return {
    complete: async () => {
      if (isComplete) return;
      await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
      await rename(temporary, file);
      await flushFolder(path.dirname(file));
      isComplete = true;
    },
    abort,
  };
}

/** Makes a rename durable (fsync of the folder); not needed on Windows. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function read(name: ObjectName): Promise<StoredObject | null> {
  const file = pathOf(name);
  const found = await stat(file).catch(ifMissing);
  if (!found?.isFile()) return null;
  return {
    size: found.size,
    async *chunks({ start, end } = { start: 0, end: found.size }) {
      if (start < end) yield* createReadStream(file, { start, end: end - 1 });
    },
  };
}

async function remove(name: ObjectName): Promise<void> {
  await rm(pathOf(name), { force: true });
}

/**
 * Removes parts, and multipart uploads that were neither completed nor aborted, last written before `before`: of the folder
 * alone, an object store has a lifecycle rule for it.
 */
export async function removeUnfinished(before: Date): Promise<void> {
  for (const name of (await readdir(unfinishedFolder()).catch(ifMissing)) ?? []) {
    const file = path.join(unfinishedFolder(), name);
    const found = await stat(file).catch(ifMissing);
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}

function ifMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}
