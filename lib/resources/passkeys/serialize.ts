import { timestamp } from '@/lib/contract/serialize';
import type { Passkey as PasskeyRow } from '@/lib/database/generated/client';
import type { Passkey } from '@/lib/resources/passkeys/schema';

export function serializePasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    created_at: timestamp(row.createdAt),
    last_used_at: row.lastUsedAt && timestamp(row.lastUsedAt),
  };
}
