import Bowser from 'bowser';
import { timestamp } from '@/lib/contract/serialize';
import type { Session as SessionRow } from '@/lib/database/generated/client';
import type { Session } from '@/lib/resources/accounts/schema';

/** The browser and system that a user agent names. */
export function deviceOf(userAgent: string | null): { browser: string | null; os: string | null } {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : {};
  return { browser: browser?.name || null, os: os?.name || null };
}

/** A session, with the browser and system that its user agent names. */
export function serializeSession(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    last_used_at: timestamp(row.updatedAt),
    expires_at: timestamp(row.expiresAt),
    ip_address: row.ipAddress || null,
    ...deviceOf(row.userAgent),
    is_current: row.id === currentId,
  };
}
