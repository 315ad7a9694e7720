import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PUT } from '@/app/uploads/[token]/route';
import type { ContractInput } from '@/lib/contract/contract';
import { completeFile, createFile } from '@/lib/resources/files/contract';
import type { FileUpload, FileUploadCompleted } from '@/lib/resources/files/schema';
import { provideSettings } from '@/lib/runtime/env';
import { type Actor, callApi } from '@/testing/call-api';

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

/** Text of one byte a character, and numbers in as many bytes as they say. */
const bytes = (text: string) => Buffer.from(text, 'latin1');
const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value]));
const u32 = (...values: number[]) => u16(...values.flatMap((value) => [value >>> 16, value]));
const little16 = (value: number) => u16(value).reverse();
const little24 = (value: number) => u32(value).subarray(1).reverse();
const join = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part)));

/** A box of ISO 14496-12, of which AVIF is made. */
export function box(name: string, ...content: (string | Buffer)[]): Buffer {
  const inner = join(...content);
  return join(u32(inner.length + 8), name, inner);
}

/** A picture of each kind, by its media type, as far as its header tells its size in pixels. */
export function picturesOf(width: number, height: number): Record<string, Buffer> {
  const jfif = join('\xff\xe0', u16(16), 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0');
  const frame = join('\xff\xc0', u16(11), '\x08', u16(height, width), '\x01\x01\x11\0');
  const canvas = join('\x10\0\0\0', little24(width - 1), little24(height - 1));
  const sizes = box('ipco', box('ispe', u32(0, width, height)));
  return {
    'image/png': join(
      '\x89PNG\r\n\x1a\n',
      u32(13),
      'IHDR',
      u32(width, height),
      '\x08\x06 and so on',
    ),
    'image/jpeg': join('\xff\xd8', jfif, frame, '\xff\xda and so on'),
    'image/gif': join('GIF89a', little16(width), little16(height), ' and so on'),
    'image/webp': join('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', canvas, ' and so on'),
    'image/avif': join(
      box('ftyp', 'mif1\0\0\0\0mif1avifmiaf'),
      box('meta', u32(0), box('iprp', sizes)),
      ' and so on',
    ),
  };
}

/** Small pictures. */
export const PICTURES = picturesOf(64, 48);

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
