import { useOrganization } from '@/components/session/organization';

/**
 * Why the caller cannot change the organization; null where he can
 * (docs/contract/callers.md#roles).
 */
export function useEditBlockedReason(): string | null {
  return useOrganization().role === 'member' ? 'Owners and admins change this.' : null;
}
