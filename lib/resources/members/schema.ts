import { z } from 'zod';
import { Email, Id, Timestamp, text } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import { Role } from '@/lib/resources/organizations/schema';

/** A member of an organization. */
export const Member = z
  .object({
    user_id: Id,
    created_at: Timestamp,
    email: z.string(),
    name: z.string(),
    avatar_url: z.string(),
    role: Role,
  })
  .meta({ id: 'OrganizationMember', resource: 'members' });
export type Member = z.infer<typeof Member>;

export const MEMBER_SORTS = ['created_at', 'name', 'email', 'role'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

export const MemberUpdate = z.object({ role: Role }).meta({ id: 'OrganizationMemberUpdate' });
export type MemberUpdate = z.infer<typeof MemberUpdate>;

/** An invitation that nobody has accepted yet. */
export const Invitation = z
  .object({
    id: Id,
    created_at: Timestamp,
    expires_at: Timestamp,
    organization_id: Id,
    email: z.string(),
    role: Role,
  })
  .meta({ id: 'Invitation', resource: 'members' });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationCreated = Invitation.extend({
  url: secret(z.url()).meta({ description: 'The link to pass on: shown this once.' }),
}).meta({ id: 'InvitationCreated', resource: 'members' });
export type InvitationCreated = z.infer<typeof InvitationCreated>;

export const InvitationCreate = z
  .object({ email: Email.toLowerCase(), role: Role })
  .meta({ id: 'InvitationCreate' });
export type InvitationCreate = z.infer<typeof InvitationCreate>;

export const INVITATION_SORTS = ['created_at', 'email', 'expires_at'] as const;
export type InvitationSort = (typeof INVITATION_SORTS)[number];

export const InvitationAccept = z
  .object({
    token: secret(text({ min: 1, max: 200 })).meta({ description: 'The last part of the link.' }),
  })
  .meta({ id: 'InvitationAccept' });
export type InvitationAccept = z.infer<typeof InvitationAccept>;
