import { jsonColumn, timestamp } from '@/lib/contract/serialize';
import type { Token as TokenRow } from '@/lib/database/generated/client';
import { PREFIX } from '@/lib/resources/tokens/rules';
import type { Token } from '@/lib/resources/tokens/schema';

/** A token as the API prints it: of the secret only the last characters. */
export function serializeToken(row: TokenRow): Token {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    kind: row.kind,
    name: row.name,
    hint: `${PREFIX[row.kind]}…${row.hint}`,
    scopes: jsonColumn(row.scopes),
    expires_at: timestamp(row.expiresAt),
    last_used_at: timestamp(row.lastUsedAt),
    user_id: row.userId,
    organization_id: row.organizationId,
  };
}
