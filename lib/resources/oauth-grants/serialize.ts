import type { Permission } from '@/lib/contract/permissions';
import { timestamp } from '@/lib/contract/serialize';
import { serializePublicClient } from '@/lib/resources/oauth-clients/serialize';
import type { GrantRow } from '@/lib/resources/oauth-grants/repository';
import type { ConnectedApp } from '@/lib/resources/oauth-grants/schema';

/** A grant as the person sees it who has given it. */
export function serializeConnectedApp(row: GrantRow): ConnectedApp {
  return {
    id: row.id,
    client: serializePublicClient(row.client),
    sub_type: row.organizationId === null ? 'user' : 'organization',
    sub: row.organizationId ?? row.userId,
    scopes: row.scopes as Permission[],
    created_at: timestamp(row.createdAt),
    last_used_at: timestamp(row.lastUsedAt),
  };
}
