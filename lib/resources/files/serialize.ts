import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, timestamp, withFields } from '@/lib/contract/serialize';
import type { File } from '@/lib/database/generated/client';
import type { UsedFile } from '@/lib/resources/files/repository';
import {
  DOWNLOAD_MS,
  isPicture,
  type PlannedPart,
  readableSize,
  UPLOAD_MS,
} from '@/lib/resources/files/rules';
import {
  FileBase,
  type FileDownload,
  type FileRead,
  type FileUpload,
  type ProductMediaFile,
} from '@/lib/resources/files/schema';
import { publicUrl } from '@/lib/runtime/env';
import { signToken } from '@/lib/runtime/secrets';

export type FileRow = File;

/** A part of an upload as announced, in the column `upload_parts`. */
export type AnnouncedPart = PlannedPart & { checksum_sha256_base64: string | null };

/** The parts of a file whose upload is not complete, by number. */
export function announcedParts(row: FileRow): AnnouncedPart[] {
  return jsonColumn<AnnouncedPart[] | null>(row.uploadParts) ?? [];
}

const scalars = scalarsOf('File', FileBase);

function serializeBase(row: FileRow) {
  const size = Number(row.size);
  return withFields(scalars(row), { size, size_readable: readableSize(size) });
}

function serializePicture(row: FileRow) {
  return {
    ...serializeBase(row),
    created_at: timestamp(row.createdAt),
    public_url: `${publicUrl()}/media/${row.id}`,
  };
}

/** A picture of a product as the API prints it (docs/contract/files.md#media-fields). */
export function serializeFile(row: FileRow): ProductMediaFile {
  return { ...serializePicture(row), service: 'product_media' };
}

/** Any file as the API prints it, with what uses it; pictures with their public address. */
export function serializeAnyFile(row: UsedFile): FileRead {
  const { service } = row;
  const uses = { used_by: row.uses, used_by_count: row.useCount };
  if (isPicture(service)) return { ...serializePicture(row), ...uses, service };
  return { ...serializeBase(row), ...uses, created_at: timestamp(row.createdAt), service };
}

/** A new file with a signed URL for each of its parts, which is the credential to send that part. */
export function serializeUpload(row: FileRow): FileUpload {
  const expiresAt = new Date(row.createdAt.getTime() + UPLOAD_MS);
  return {
    ...serializeBase(row),
    service: row.service,
    upload: {
      id: row.id,
      path: row.path,
      parts: announcedParts(row).map((part) => ({
        ...part,
        url: `${publicUrl()}/uploads/${signToken(`${row.id}.${part.number}`, expiresAt, 'upload')}`,
        expires_at: timestamp(expiresAt),
        headers: {},
      })),
    },
  };
}

/** A file with a signed URL of its bytes, which is the credential to download it for an hour. */
export function serializeDownload(row: FileRow, now: Date): FileDownload {
  const expiresAt = new Date(now.getTime() + DOWNLOAD_MS);
  return {
    ...serializeBase(row),
    service: row.service,
    download: {
      url: `${publicUrl()}/downloads/${signToken(row.id, expiresAt, 'download')}`,
      headers: {},
      expires_at: timestamp(expiresAt),
    },
  };
}
