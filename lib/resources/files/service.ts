import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import {
  ApiError,
  bodyProblem,
  invalid,
  notFound,
  orNotFound,
  type Problem,
} from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { grownField } from '@/lib/contract/size';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/files/repository';
import {
  completionProblems,
  imageType,
  isPicture,
  pictureProblem,
  quotaProblem,
} from '@/lib/resources/files/rules';
import type {
  FileCreate,
  FileDownload,
  FileRead,
  FileService,
  FileUpdate,
  FileUpload,
  FileUploadCompleted,
} from '@/lib/resources/files/schema';
import {
  announcedParts,
  type FileRow,
  serializeAnyFile,
  serializeDownload,
  serializeUpload,
} from '@/lib/resources/files/serialize';
import { env, publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { PICTURE_HEAD, pictureSize } from '@/lib/runtime/picture-size';
import { readToken } from '@/lib/runtime/secrets';
import { fileName, partName, type StoredObject, storage } from '@/lib/runtime/storage/storage';
import { exactly, join, LengthMismatch } from '@/lib/runtime/storage/streams';

export type { FileRow };

const columns = bodyColumns('File');

export const { listAll, exportAll } = listAndExport(repository.list, serializeAnyFile);

/** A file, uploaded or not, with what uses it. Throws 404. */
export async function get(scope: Scope, id: string): Promise<FileRead> {
  const rows = await repository.withUses(scope, [await findOrThrow(scope, id)]);
  return serializeAnyFile(orNotFound(rows[0], 'The file'));
}

/** A signed address of a file's bytes. Throws 404, also before its upload is complete. */
export async function getDownload(scope: Scope, id: string): Promise<FileDownload> {
  const row = await findOrThrow(scope, id);
  if (!row.isUploaded) throw notFound('The file');
  return serializeDownload(row, scope.realTime);
}

/**
 * Creates a file and announces its upload. Its bytes are stored under its id, not under the given name. Throws 403 where
 * it does not fit into what the organization may store.
 */
export async function create(scope: Scope, body: FileCreate): Promise<FileUpload> {
  const { organization_id, service, name, mime_type, size, version, upload } = body;
  const organizationId = organizationFor(scope, organization_id);
  return commit(scope, async (scope) => {
    const problem = await roomProblem(scope, organizationId, size);
    if (problem) throw new ApiError('NotPermitted', problem);
    const id = newId();
    const row = await repository.create(scope, {
      id,
      organizationId,
      createdAt: scope.realTime,
      service,
      name,
      mimeType: mime_type,
      size,
      path: fileName(id),
      version: version ?? null,
      checksumSha256Base64: body.checksum_sha256_base64 ?? null,
      uploadParts: upload.parts
        .map((part) => ({ ...part, checksum_sha256_base64: part.checksum_sha256_base64 ?? null }))
        .sort((a, b) => a.number - b.number),
    });
    return serializeUpload(row);
  });
}

/**
 * Why `size` bytes more do not fit into what an organization may store, as a sentence to its members; undefined where they
 * do. Nothing else is stored for it before the caller's transaction ends (docs/contract/files.md#quota).
 */
export async function roomProblem(
  scope: Scope,
  organizationId: string,
  size: number,
): Promise<string | undefined> {
  const used = await repository.lockStorage(scope, organizationId);
  return quotaProblem(used, size, env().ORGANIZATION_STORAGE_GIB);
}

/** Changes a file in the caller's transaction. Returns it, and the field by which it grew most. Throws 404. */
export async function update(
  scope: Scope,
  id: string,
  body: FileUpdate,
): Promise<{ file: FileRead; grown: string | undefined }> {
  const row = orNotFound(await repository.lock(scope, id), 'The file');
  const changed = await repository.update(scope, id, columns(body));
  return { file: await get(scope, id), grown: grownField(row, changed, ['name', 'version']) };
}

/** Marks a file deleted and detaches it from its products. Returns its row. Throws 404. */
export async function remove(scope: Scope, id: string, now: Date): Promise<FileRow> {
  const row = orNotFound(await repository.lock(scope, id), 'The file');
  await repository.remove(scope, id, now);
  return row;
}

/** Removes the bytes of a deleted file; what fails is left to the next sweep, which removes the row as well. */
export async function removeBytes(row: FileRow): Promise<void> {
  await Promise.allSettled([storage().remove(fileName(row.id)), removeParts(row)]);
}

/**
 * Stores a part of an upload atomically and durably; returns its ETag. The token in the URL is the
 * credential. Throws 404 for a forged one, 410 when it has expired, 409 when the file is complete, and 422
 * for bytes that differ from those announced.
 */
export async function receivePart(
  token: string,
  body: ReadableStream<Uint8Array> | null,
  now: Date,
): Promise<string> {
  const address = readToken(token, 'upload', now);
  if (!address) throw notFound('The upload');
  if (address.isExpired) throw new ApiError('ResourceUnavailable', 'This address has expired.');
  const [id = '', number] = address.text.split('.');
  const row = await repository.findByAddress(id);
  if (row?.isUploaded) throw new ApiError('Conflict', 'This file is already uploaded.');
  const part = row && announcedParts(row).find((announced) => announced.number === Number(number));
  if (!part) throw notFound('The upload');

  const size = part.chunk_end - part.chunk_start;
  let etag = '';
  const bytes = exactly(body, size, (sha256) => {
    if (!isChecksum(part.checksum_sha256_base64, sha256)) {
      throw invalid({ loc: ['body'], msg: "The checksum doesn't match.", type: 'value_error' });
    }
    etag = etagOf(sha256);
  });
  await storage()
    .put(partName(id, part.number), bytes)
    .catch((error) => {
      if (!(error instanceof LengthMismatch)) throw error;
      throw invalid({ loc: ['body'], msg: `This part has ${size} bytes.`, type: 'value_error' });
    });
  return etag;
}

/**
 * Joins the parts of an upload and checks them (docs/contract/files.md#uploads). Completing a complete file
 * again returns it as it is. Throws 404, and 422 for parts that are missing or differ from those announced.
 */
export async function complete(
  scope: Scope,
  id: string,
  body: FileUploadCompleted,
): Promise<FileRead> {
  const row = await findOrThrow(scope, id);
  const problems = completionProblems(
    { id, path: row.path, numbers: row.isUploaded ? null : numbersOf(row) },
    body,
  );
  if (problems.length > 0) throw invalid(...problems);
  const content = row.isUploaded
    ? null
    : await putTogether(row, body).catch(async (error) => {
        // A concurrent completion may have removed the parts.
        if ((await findOrThrow(scope, id)).isUploaded) return null;
        throw error;
      });
  let isCommitted = false;
  try {
    const completed = await commit(scope, async (scope) => {
      const current = await repository.lock(scope, id);
      if (!current) throw notFound('The file');
      if (current.isUploaded || !content) return get(scope, id);
      // Completed under the row lock, so that bytes and checksums are those of one completion.
      await content.upload.complete();
      const { mimeType, sha256 } = content;
      await repository.complete(scope, id, {
        mimeType,
        checksumEtag: etagOf(sha256),
        checksumSha256Base64: sha256.toString('base64'),
        checksumSha256Hex: sha256.toString('hex'),
        lastModifiedAt: scope.realTime,
      });
      return get(scope, id);
    });
    isCommitted = true;
    return completed;
  } finally {
    await content?.upload.abort();
    if (isCommitted) await removeParts(row);
  }
}

/**
 * The ids that are uploaded files of the organization with this purpose, locked against deletion inside a
 * transaction.
 */
export async function findUploadedFiles(
  scope: Scope,
  where: { organizationId: string; service: FileService; ids: readonly string[] },
): Promise<Set<string>> {
  if (where.ids.length === 0) return new Set();
  return new Set((await repository.lockUploaded(scope, where)).map(({ id }) => id));
}

/** The bytes of an uploaded file, which nothing but their reader sees; null where it was deleted. */
export async function readBytes(scope: Scope, id: string): Promise<StoredObject | null> {
  const row = await repository.find(scope, id);
  return row?.isUploaded ? storage().read(fileName(id)) : null;
}

/** The bytes of a file and the headers that describe them. */
export interface Content extends StoredObject {
  readonly name: string;
  readonly mimeType: string;
  /** Equal for equal bytes; null where it is not known. */
  readonly etag: string | null;
}

/** The address of a picture where this installation serves it, else null: other sites could track who sees it. */
export function ownPicture(url: string | null): string | null {
  return url !== null && URL.parse(url)?.origin === new URL(publicUrl()).origin ? url : null;
}

/** Opens a product's picture or an organization's avatar. Throws 404 for everything else. */
export async function openMedia(id: string): Promise<Content> {
  const parsed = Id.safeParse(id);
  const row = parsed.success ? await repository.findByAddress(parsed.data) : null;
  if (!row || !isPicture(row.service)) throw notFound('The file');
  return open(row);
}

/**
 * Opens a file by the token of a signed address. Throws 404 for a forged one and for a file that was
 * deleted, 410 when it has expired.
 */
export async function openDownload(token: string, now: Date): Promise<Content> {
  const address = readToken(token, 'download', now);
  if (!address) throw notFound('The download');
  if (address.isExpired) throw new ApiError('ResourceUnavailable', 'This download has expired.');
  const row = orNotFound(await repository.findByAddress(address.text), 'The file');
  return open(row);
}

async function open(row: FileRow): Promise<Content> {
  const object = row.isUploaded ? await storage().read(fileName(row.id)) : null;
  if (!object) throw notFound('The file');
  return { ...object, name: row.name, mimeType: row.mimeType, etag: row.checksumEtag };
}

async function findOrThrow(scope: Scope, id: string): Promise<FileRow> {
  return orNotFound(await repository.find(scope, id), 'The file');
}

async function putTogether(row: FileRow, { parts }: FileUploadCompleted) {
  const given = new Map(parts.map((part, index) => [part.number, { ...part, index }]));
  const problems: Problem[] = [];
  const complain = (number: number, field: string, msg: string) =>
    problems.push(bodyProblem(['parts', given.get(number)?.index ?? 0, field], msg));

  const objects: StoredObject[] = [];
  for (const number of numbersOf(row)) {
    const object = await storage().read(partName(row.id, number));
    if (object) objects.push(object);
    else complain(number, 'number', `Part ${number} has not arrived: send it to its address.`);
  }
  if (problems.length > 0) throw invalid(...problems);

  const mustBePicture = isPicture(row.service);
  const headSize = mustBePicture ? PICTURE_HEAD : 0;
  const { chunks, joined } = join(objects, headSize);
  const upload = await storage().multipart(fileName(row.id), chunks);
  const { head, digests, sha256 } = joined();
  for (const [index, digest] of digests.entries()) {
    const part = given.get(index + 1);
    if (part?.checksum_etag.replace(/^"|"$/g, '') !== digest.toString('hex')) {
      complain(index + 1, 'checksum_etag', 'The content received for this part is different.');
    }
    if (!isChecksum(part?.checksum_sha256_base64, digest)) {
      complain(index + 1, 'checksum_sha256_base64', "The checksum doesn't match.");
    }
  }
  if (!isChecksum(row.checksumSha256Base64, sha256)) {
    problems.push(bodyProblem('parts', "The checksum of the file doesn't match."));
  }
  const mimeType = mustBePicture ? imageType(head) : row.mimeType;
  if (mimeType === null) {
    problems.push(
      bodyProblem('parts', "This file isn't an image. Use PNG, JPEG, WebP, GIF, or AVIF."),
    );
  } else if (mustBePicture) {
    const wrong = pictureProblem(pictureSize(head, mimeType));
    if (wrong) problems.push(bodyProblem('parts', wrong));
  }
  if (problems.length === 0 && mimeType !== null) return { upload, sha256, mimeType };
  await upload.abort();
  throw invalid(...problems);
}

/** Whether a checksum is that of these bytes; true where there is none. */
function isChecksum(given: string | null | undefined, sha256: Buffer): boolean {
  return !given || given === sha256.toString('base64');
}

function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('hex')}"`;
}

/** Removes the parts of an upload; what fails is left to the next sweep. */
async function removeParts(row: FileRow): Promise<void> {
  await Promise.allSettled(
    numbersOf(row).map((number) => storage().remove(partName(row.id, number))),
  );
}

function numbersOf(row: FileRow): number[] {
  return announcedParts(row).map(({ number }) => number);
}
