import { scalarsOf } from '@/lib/api/scalars';
import { timestamp } from '@/lib/contract/serialize';
import type {
  Invitation as InvitationRow,
  Membership,
  User,
} from '@/lib/database/generated/client';
import { avatarUrl } from '@/lib/resources/avatars/serialize';
import { Invitation, type InvitationCreated, type Member } from '@/lib/resources/members/schema';
import { publicUrl } from '@/lib/runtime/env';

/** A member as the API prints it. */
export function serializeMember(row: Membership & { user: User }): Member {
  return {
    user_id: row.userId,
    created_at: timestamp(row.createdAt),
    email: row.user.email,
    name: row.user.name,
    avatar_url: avatarUrl(row.user),
    role: row.role,
  };
}

/** An invitation without its link. */
export const serializeInvitation = scalarsOf('Invitation', Invitation);

/** A new invitation with its link, of which only the digest is stored. */
export function serializeCreatedInvitation(row: InvitationRow, token: string): InvitationCreated {
  return { ...serializeInvitation(row), url: invitationUrl(token) };
}

/** The page of a link's token. */
export function invitationUrl(token: string): string {
  return `${publicUrl()}/invitations/${token}`;
}
