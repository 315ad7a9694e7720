import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PUT } from '@/app/uploads/[token]/route';
import type { ContractInput } from '@/lib/api/contract';
import { provideSettings } from '@/lib/env';
import { completeFile, createFile } from '@/lib/files/contract';
import type { FileUpload, FileUploadCompleted } from '@/lib/files/schema';
import { type Actor, callApi } from '@/lib/testing/call-api';

// Uploads as a client does them: announce, PUT every part to its address, complete.

/** Gives this test file a folder of its own for the bytes; answers it. */
export async function useTemporaryStorage(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-files-'));
  provideSettings({ DATA_DIR: folder });
  return folder;
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** The beginnings of pictures, which is all that tells their kind. */
export const PICTURES: Record<string, Buffer> = {
  'image/png': bytes('\x89PNG\r\n\x1a\n and so on'),
  'image/jpeg': bytes('\xff\xd8\xff\xe0 and so on'),
  'image/gif': bytes('GIF89a and so on'),
  'image/webp': bytes('RIFF\x10\x00\x00\x00WEBPVP8 and so on'),
  'image/avif': bytes('\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf and so on'),
};

type Body = NonNullable<ContractInput<typeof createFile>['body']>;

/** The body that announces a content, in parts of `partSize` bytes, with every checksum. */
export function announcement(content: Buffer, given: Partial<Body> = {}, partSize = 1024): Body {
  const starts = Array.from(
    { length: Math.ceil(content.length / partSize) },
    (_, i) => i * partSize,
  );
  return {
    service: 'downloadable',
    name: 'setup.zip',
    mime_type: 'application/zip',
    size: content.length,
    checksum_sha256_base64: sha256(content),
    upload: {
      parts: starts.map((chunk_start, index) => {
        const chunk_end = Math.min(chunk_start + partSize, content.length);
        const checksum_sha256_base64 = sha256(content.subarray(chunk_start, chunk_end));
        return { number: index + 1, chunk_start, chunk_end, checksum_sha256_base64 };
      }),
    },
    ...given,
  };
}

export function announce(as: Actor, content: Buffer, given: Partial<Body> = {}, partSize = 1024) {
  return callApi(createFile, { body: announcement(content, given, partSize) }, { as });
}

/** PUTs bytes to a signed address. */
export function put(url: string, body: Uint8Array | ReadableStream<Uint8Array>): Promise<Response> {
  const token = new URL(url).pathname.replace('/uploads/', '');
  const request = new Request(url, { method: 'PUT', body, duplex: 'half' } as RequestInit);
  return PUT(request, { params: Promise.resolve({ token }) });
}

/** PUTs every part; answers what completes the upload. */
export async function sendParts(
  { upload }: FileUpload,
  content: Buffer,
): Promise<FileUploadCompleted> {
  const parts = await Promise.all(
    upload.parts.map(async ({ number, url, chunk_start, chunk_end }) => {
      const part = content.subarray(chunk_start, chunk_end);
      const response = await put(url, part);
      if (!response.ok) throw new Error(await response.text());
      const checksum_etag = response.headers.get('etag') ?? '';
      return { number, checksum_etag, checksum_sha256_base64: sha256(part) };
    }),
  );
  return { id: upload.id, path: upload.path, parts };
}

/** A completion by this body, of the file that it names unless another is given. */
export function completion(body: FileUploadCompleted, id = body.id) {
  return { params: { id }, body };
}

/** A whole upload. */
export async function uploadFile(as: Actor, content: Buffer, given: Partial<Body> = {}) {
  const file = await announce(as, content, given);
  return callApi(completeFile, completion(await sendParts(file, content)), { as });
}
