import type { Role } from '@/lib/contract/permissions';

/** Whether a caller may change a view that he sees (docs/contract/additions.md#saved-views). */
export function mayChange(
  view: { userId: string | null },
  caller: { userId: string | null; role: Role | undefined },
): boolean {
  const isMaker = view.userId !== null && view.userId === caller.userId;
  return isMaker || caller.role === 'owner' || caller.role === 'admin';
}
