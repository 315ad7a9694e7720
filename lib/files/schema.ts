import { z } from 'zod';
import { Id, Timestamp } from '@/lib/api/fields';

/** What a file is for. */
export type FileService = 'downloadable' | 'product_media' | 'organization_avatar';

/** A picture of a product (specification 2.5). `size` counts bytes. */
export const ProductMediaFile = z
  .object({
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
    service: z.literal('product_media'),
    is_uploaded: z.boolean(),
    created_at: Timestamp,
    size_readable: z.string(),
    public_url: z.url(),
  })
  .meta({ id: 'ProductMediaFileRead' });
export type ProductMediaFile = z.infer<typeof ProductMediaFile>;
