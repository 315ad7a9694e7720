import type { User } from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import type { Seller } from '@/lib/resources/identity/schema';

/** A seller's account as he sees it himself. */
export function serializeSeller(row: User): Seller {
  const { id, email, name } = row;
  return { id, email, name, avatar_url: avatarUrl(row) };
}
