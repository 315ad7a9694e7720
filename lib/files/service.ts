import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { notFound } from '@/lib/api/errors';
import { Id } from '@/lib/api/fields';
import type { Scope } from '@/lib/database/scope';
import { env } from '@/lib/env';
import * as repository from '@/lib/files/repository';
import type { FileService } from '@/lib/files/schema';
import { codeOf } from '@/lib/operator-error';

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
  if (!file) throw notFound('The file');
  const { DATA_DIR } = env();
  // The bytes lie under the id, never under a name that somebody chose.
  const place = path.join(DATA_DIR, 'files', file.id);
  const size = await sizeOf(place);
  if (size === null) throw notFound('The file');
  return { mimeType: file.mimeType, size, content: read(place) };
}

async function sizeOf(place: string): Promise<number | null> {
  try {
    return (await stat(place)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Opens the file when its first bytes are wanted: a HEAD request never wants them. */
function read(place: string): ReadableStream<Uint8Array> {
  const chunks = chunksOf(place);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* chunksOf(place: string): AsyncGenerator<Uint8Array, undefined> {
  yield* createReadStream(place);
}
