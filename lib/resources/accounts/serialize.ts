import Bowser from 'bowser';
import { timestamp } from '@/lib/contract/serialize';
import type { Session as SessionRow } from '@/lib/database/generated/client';
import type { Session } from '@/lib/resources/accounts/schema';

/** A session, with the browser and system that its user agent names. */
export function serializeSession(row: SessionRow, currentId: string): Session {
  const { browser, os } = row.userAgent ? Bowser.parse(row.userAgent) : {};
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    last_used_at: timestamp(row.updatedAt),
    expires_at: timestamp(row.expiresAt),
    ip_address: row.ipAddress || null,
    browser: browser?.name || null,
    os: os?.name || null,
    is_current: row.id === currentId,
  };
}
