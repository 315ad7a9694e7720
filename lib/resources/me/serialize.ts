import type { User } from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import type { Seller } from '@/lib/resources/me/schema';

/** The calling seller. */
export function serializeSeller(row: User): Seller {
  const { id, email, name } = row;
  return { id, email, name, avatar_url: avatarUrl(row) };
}
