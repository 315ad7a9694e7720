import { timestamp } from '@/lib/contract/serialize';
import { displayKey } from '@/lib/resources/license-keys/rules';
import type { KeyUploadRow, PoolKeyRow } from '@/lib/resources/pool-keys/repository';
import type { PoolKey, PoolKeyUpload } from '@/lib/resources/pool-keys/schema';

/** A key of a pool: masked. */
export function serializePoolKey(row: PoolKeyRow): PoolKey {
  const { id, createdAt, key, status, licenseKeyId: license_key_id } = row;
  return { id, created_at: timestamp(createdAt), key: displayKey(key), status, license_key_id };
}

export function serializeUpload(row: KeyUploadRow): PoolKeyUpload {
  const { id, total, done, added, repeated, rejected, weak, error } = row;
  const status = row.status as PoolKeyUpload['status'];
  return { id, status, total: total ?? 0, done, added, repeated, rejected, weak, error };
}
