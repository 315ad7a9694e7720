import type { Role } from '@/lib/contract/scopes';

/** Roles as they stand in a sentence. */
export const ROLE_LABELS: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
};
