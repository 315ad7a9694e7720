import { type Role, roleAllows } from '@/lib/contract/permissions';

/** A change of somebody's membership. */
export interface MembershipChange {
  /** The role of the caller in the organization. */
  by: Role;
  /** The member removes himself. */
  isOwn: boolean;
  from: Role;
  /** Null where the member is removed. */
  to: Role | null;
  /** How many owners the organization has. */
  owners: number;
}

/** Why a change of a membership is refused; null where it is allowed (docs/contract/callers.md#members). */
export function whyNotChanged({ by, isOwn, from, to, owners }: MembershipChange): string | null {
  const isLeaving = isOwn && to === null;
  if (by === 'member' && !isLeaving) return "Your role in this organization doesn't allow this.";
  if (from === 'owner' && by !== 'owner') return 'Only owners change the role of an owner.';
  if (from === 'owner' && to !== 'owner' && owners === 1) {
    return 'This is the last owner. Make someone else an owner first.';
  }
  return to === null ? null : whyNotGiven(by, to);
}

/** Why somebody may not give a role; null where it is allowed. */
export function whyNotGiven(by: Role, role: Role): string | null {
  return role === 'owner' && by !== 'owner' ? 'Only owners make someone an owner.' : null;
}

/** Whether who has a role may invite with another one: an invitation ends with this right of its maker. */
export function mayInvite(by: Role, role: Role): boolean {
  return roleAllows(by, 'admin') && whyNotGiven(by, role) === null;
}
