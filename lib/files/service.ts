import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { notFound } from '@/lib/api/errors';
import { Id } from '@/lib/api/fields';
import type { FileService } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';
import { env } from '@/lib/env';
import * as repository from '@/lib/files/repository';

/** Which of the ids are uploaded files of the organization and of that kind. */
export async function findUploadedFiles(
  scope: Scope,
  where: { organizationId: string; service: FileService; ids: readonly string[] },
): Promise<Set<string>> {
  if (where.ids.length === 0) return new Set();
  return new Set((await repository.findUploaded(scope, where)).map(({ id }) => id));
}

/** A picture to send to a browser. */
export interface Media {
  mimeType: string;
  /** In bytes. */
  size: number;
  content: ReadableStream;
}

/** Opens a product's picture or an organization's avatar. Throws 404 for everything else. */
export async function openMedia(id: string): Promise<Media> {
  const parsed = Id.safeParse(id);
  const file = parsed.success ? await repository.findPublic(parsed.data) : null;
  const handle = file ? await openStored(file.id) : null;
  if (!file || !handle) throw notFound('The file');
  const { size } = await handle.stat();
  const content = Readable.toWeb(handle.createReadStream()) as ReadableStream;
  return { mimeType: file.mimeType, size, content };
}

/** The bytes of a file lie under its id; null when they are gone. */
async function openStored(id: string): Promise<FileHandle | null> {
  try {
    return await open(path.join(env().DATA_DIR, 'files', id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
