import type { ApiFailure } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { putBytes } from '@/lib/client/upload';
import { completeFile, createFile } from '@/lib/resources/files/contract';
import { MAX_PART_SIZE } from '@/lib/resources/files/rules';
import { FileCreate, type FileRead } from '@/lib/resources/files/schema';

/** The file has a type or size that is not allowed: a retry cannot succeed. */
export class WrongFile extends Error {}

interface Progress {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a file: creates the file, uploads its parts, and completes it. Throws {@link WrongFile} for a
 * file that the API would refuse, {@link ApiFailure} for errors that a retry may solve.
 */
export function useUpload<S extends FileRead['service']>(organizationId: string, service: S) {
  const create = useCommand(createFile);
  const complete = useCommand(completeFile);
  return async (file: File, { signal, onProgress }: Progress) => {
    const kind: FileRead['service'] = service;
    const body = {
      organization_id: organizationId,
      service: kind,
      name: file.name,
      // Browsers know the types of few files.
      mime_type: file.type || 'application/octet-stream',
      size: file.size,
      upload: { parts: planOf(file.size) },
    };
    // Validates type and size before reading the file.
    const parsed = FileCreate.safeParse(body);
    if (!parsed.success) throw new WrongFile(parsed.error.issues[0]?.message);
    const hashed = [];
    // One part at a time, so that a large file is never in memory whole.
    for (const part of body.upload.parts) {
      signal.throwIfAborted();
      const digest = await digestOf(file.slice(part.chunk_start, part.chunk_end));
      hashed.push({ ...part, checksum_sha256_base64: digest });
    }
    signal.throwIfAborted();
    const announced = await create.mutateAsync({
      body: { ...body, upload: { parts: hashed } },
    });
    let before = 0;
    const parts = [];
    for (const part of announced.upload.parts) {
      signal.throwIfAborted();
      const bytes = file.slice(part.chunk_start, part.chunk_end);
      const etag = await putBytes(part.url, bytes, {
        headers: part.headers,
        signal,
        onProgress: (sent) => onProgress(Math.min(1, (before + sent) / file.size)),
      });
      before += bytes.size;
      parts.push({
        number: part.number,
        checksum_etag: etag,
        checksum_sha256_base64: part.checksum_sha256_base64,
      });
    }
    const { id, path } = announced.upload;
    const done = await complete.mutateAsync({
      params: { id: announced.id },
      body: { id, path, parts },
    });
    return done as Extract<FileRead, { service: S }>;
  };
}

function planOf(size: number) {
  const parts = [];
  for (let start = 0; start < size; start += MAX_PART_SIZE) {
    parts.push({
      number: parts.length + 1,
      chunk_start: start,
      chunk_end: Math.min(start + MAX_PART_SIZE, size),
    });
  }
  return parts;
}

/** SHA-256 in base64; null where the page is not served over https and the browser has no digest. */
async function digestOf(bytes: Blob): Promise<string | null> {
  if (!globalThis.crypto.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
