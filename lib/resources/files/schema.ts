import { z } from 'zod';
import {
  Id,
  int,
  notCleared,
  OrganizationIdInput,
  Timestamp,
  text,
  trimmedText,
} from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import {
  MAX_PARTS,
  MAX_SIZE,
  MAX_USES,
  partProblems,
  readableSize,
} from '@/lib/resources/files/rules';

/** The purpose of a file. */
export const FileService = z
  .enum(['downloadable', 'product_media', 'organization_avatar', 'import'])
  .meta({ id: 'FileServiceTypes' });
export type FileService = z.infer<typeof FileService>;

// ——— as they are printed ———

const printed = {
  id: Id,
  organization_id: Id,
  name: z.string(),
  path: z.string(),
  mime_type: z.string(),
  size: z.int(),
  storage_version: z.string().nullable(),
  checksum_etag: z.string().nullable(),
  checksum_sha256_base64: z.string().nullable(),
  checksum_sha256_hex: z.string().nullable(),
  last_modified_at: Timestamp.nullable(),
  version: z.string().nullable(),
  is_uploaded: z.boolean(),
  size_readable: z.string(),
};
/** The fields of every file, whatever its purpose. */
export const FileBase = z.object(printed);
const read = { ...printed, created_at: Timestamp };
const shown = { ...read, public_url: z.url() };

/** A picture of a product (docs/contract/files.md#media-fields). `size` counts bytes. */
export const ProductMediaFile = z
  .object({ ...shown, service: z.literal('product_media') })
  .meta({ id: 'ProductMediaFileRead', resource: 'files' });
export type ProductMediaFile = z.infer<typeof ProductMediaFile>;

function use<Kind extends string>(kind: Kind, resource: string) {
  return z.object({ kind: z.literal(kind), id: Id, name: z.string() }).meta({ resource });
}

/** What uses a file: a product as a picture, a benefit as a download, the organization as its avatar. */
const FileUse = z
  .discriminatedUnion('kind', [
    use('product', 'products'),
    use('benefit', 'benefits'),
    use('organization', 'organizations'),
  ])
  .meta({ id: 'FileUse' });
export type FileUse = z.infer<typeof FileUse>;

const uses = {
  used_by: z.array(FileUse).meta({ description: `By name, at most ${MAX_USES}.` }),
  used_by_count: z.int(),
};

/** A file with what uses it; pictures have a public URL. */
export const FileRead = z
  .discriminatedUnion('service', [
    z.object({ ...read, ...uses, service: z.literal('downloadable') }),
    z.object({ ...shown, ...uses, service: z.literal('product_media') }),
    z.object({ ...shown, ...uses, service: z.literal('organization_avatar') }),
    z.object({ ...read, ...uses, service: z.literal('import') }),
  ])
  .meta({ id: 'FileRead', resource: 'files' });
export type FileRead = z.infer<typeof FileRead>;

const headers = z.record(z.string(), z.string()).meta({ description: 'Headers to send along.' });

const UploadPart = z
  .object({
    number: z.int(),
    chunk_start: z.int(),
    chunk_end: z.int(),
    checksum_sha256_base64: z.string().nullable(),
    url: secret(z.url()).meta({
      description: 'PUT the bytes of the part here; it needs no token.',
    }),
    expires_at: Timestamp,
    headers,
  })
  .meta({ id: 'S3FileUploadPart' });

/** A file whose upload is not complete. */
export const FileUpload = z
  .object({
    ...printed,
    service: FileService,
    upload: z
      .object({ id: z.string(), path: z.string(), parts: z.array(UploadPart) })
      .meta({ id: 'S3FileUploadMultipart', resource: 'files' }),
  })
  .meta({ id: 'FileUpload', resource: 'files' });
export type FileUpload = z.infer<typeof FileUpload>;

/** A file with a signed URL of its bytes. */
export const FileDownload = z
  .object({
    ...printed,
    service: FileService,
    download: z
      .object({ url: secret(z.url()), headers, expires_at: Timestamp })
      .meta({ id: 'S3DownloadURL' }),
  })
  .meta({ id: 'FileDownload', resource: 'files' });
export type FileDownload = z.infer<typeof FileDownload>;

// ——— as they are accepted ———

const Checksum = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, { error: 'Enter a SHA-256 digest in base64.' });

const offset = z.int().min(0).max(MAX_SIZE.downloadable);

const UploadInput = z
  .object({
    parts: z
      .array(
        z
          .object({
            number: int({ min: 1 }),
            chunk_start: offset.meta({ description: 'The offset of the first byte.' }),
            chunk_end: offset.meta({ description: 'The offset after the last byte.' }),
            checksum_sha256_base64: Checksum.nullish(),
          })
          .meta({ id: 'S3FileCreatePart' }),
      )
      .min(1, { error: 'Send at least one part.' })
      .max(MAX_PARTS, { error: `Give at most ${MAX_PARTS} parts.` }),
  })
  .meta({ id: 'S3FileCreateMultipart' });

const name = trimmedText({ min: 1, max: 255 });
const version = trimmedText({ max: 100 }).nullish();
const pictureType = z.string().regex(/^image\/(?:png|jpe?g|webp|gif|avif)$/, {
  error: 'Use image/png, image/jpeg, image/webp, image/gif, or image/avif.',
});
const anyType = z
  .string()
  .max(255, { error: 'Enter at most 255 characters.' })
  .regex(/^[\w.+-]+\/[\w.+-]+(?: *; *[\w-]+=[\w.-]+)*$/, {
    error: 'Enter a media type, such as application/zip.',
  });

function created<S extends FileService>(service: S, mime_type: z.ZodString) {
  return z
    .object({
      organization_id: OrganizationIdInput,
      service: z.literal(service),
      name,
      mime_type,
      size: z
        .int()
        .min(1, { error: 'The file is empty.' })
        .max(MAX_SIZE[service], { error: `At most ${readableSize(MAX_SIZE[service])}.` }),
      checksum_sha256_base64: Checksum.nullish(),
      upload: UploadInput,
      version,
    })
    .superRefine(({ size, upload }, context) => {
      for (const { path, message } of partProblems(size, upload.parts)) {
        context.addIssue({ code: 'custom', path: ['upload', 'parts', ...path], message });
      }
    });
}

export const FileCreate = z
  .discriminatedUnion('service', [
    created('downloadable', anyType).meta({ id: 'DownloadableFileCreate' }),
    created('product_media', pictureType).meta({ id: 'ProductMediaFileCreate' }),
    created('organization_avatar', pictureType).meta({ id: 'OrganizationAvatarFileCreate' }),
    created('import', anyType).meta({ id: 'ImportFileCreate' }),
  ])
  .meta({ id: 'FileCreate' });
export type FileCreate = z.infer<typeof FileCreate>;

export const FileUpdate = z.object({ name: notCleared(name), version }).meta({ id: 'FilePatch' });
export type FileUpdate = z.infer<typeof FileUpdate>;

export const FileUploadCompleted = z
  .object({
    id: text({ max: 200 }).meta({ description: '`upload.id` of the created file.' }),
    path: text({ max: 500 }),
    parts: z
      .array(
        z
          .object({
            number: int({ min: 1 }),
            checksum_etag: text({ max: 200 }).meta({ description: 'The `ETag` of the PUT.' }),
            checksum_sha256_base64: Checksum.nullish(),
          })
          .meta({ id: 'S3FileUploadCompletedPart' }),
      )
      .max(MAX_PARTS, { error: `Give at most ${MAX_PARTS} parts.` }),
  })
  .meta({ id: 'FileUploadCompleted' });
export type FileUploadCompleted = z.infer<typeof FileUploadCompleted>;

export const FILE_SORTS = ['created_at', 'name', 'size', 'service'] as const;
export type FileSort = (typeof FILE_SORTS)[number];
