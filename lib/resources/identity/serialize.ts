import Bowser from 'bowser';
import { timestamp } from '@/lib/contract/serialize';
import type { Session as SessionRow, User } from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import type { Seller, Session } from '@/lib/resources/identity/schema';

/** The calling seller. */
export function serializeSeller(row: User): Seller {
  const { id, email, name } = row;
  return { id, email, name, avatar_url: avatarUrl(row) };
}

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
