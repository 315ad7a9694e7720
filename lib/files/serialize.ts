import { timestamp } from '@/lib/api/serialize';
import type { File } from '@/lib/database/generated/client';
import { publicUrl } from '@/lib/env';
import { readableSize } from '@/lib/files/rules';
import type { ProductMediaFile } from '@/lib/files/schema';

/** A picture of a product as the API prints it (specification 2.5). */
export function serializeFile(row: File): ProductMediaFile {
  const size = Number(row.size);
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    path: row.path,
    mime_type: row.mimeType,
    size,
    storage_version: row.storageVersion,
    checksum_etag: row.checksumEtag,
    checksum_sha256_base64: row.checksumSha256Base64,
    checksum_sha256_hex: row.checksumSha256Hex,
    last_modified_at: timestamp(row.lastModifiedAt),
    version: row.version,
    service: 'product_media',
    is_uploaded: row.isUploaded,
    created_at: timestamp(row.createdAt),
    size_readable: readableSize(size),
    public_url: `${publicUrl()}/media/${row.id}`,
  };
}
