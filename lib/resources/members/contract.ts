import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many, TimestampInput } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  INVITATION_SORTS,
  Invitation,
  InvitationAccept,
  InvitationCreate,
  InvitationCreated,
  MEMBER_SORTS,
  Member,
  MemberUpdate,
} from '@/lib/resources/members/schema';
import { Organization, Role } from '@/lib/resources/organizations/schema';

const common = { tag: 'members', params: IdParams } as const;
// Members are managed by a session, or a token with this permission (docs/contract/callers.md#token-management).
const managing = { ...common, permissions: ['admin'], errors: ['NotPermitted'] } as const;
const MemberParams = IdParams.extend({ user_id: Id });

export const listMembers = contract({
  ...common,
  id: 'organizations:list_members',
  method: 'GET',
  path: '/v1/organizations/{id}/members',
  summary: 'List the members of an organization',
  permissions: ['organizations:read'],
  query: listQuery({ role: many(Role), sorting: sorting(MEMBER_SORTS, 'created_at') }),
  response: page(Member),
});

export const exportMembers = exportOf(listMembers, [
  'user_id',
  'created_at',
  'name',
  'email',
  'role',
]);

export const updateMember = contract({
  ...managing,
  id: 'members:update',
  method: 'PATCH',
  path: '/v1/organizations/{id}/members/{user_id}',
  summary: 'Change the role of a member',
  description: 'Only owners make owners and change their roles. The last owner stays owner.',
  params: MemberParams,
  body: MemberUpdate,
  response: Member,
  stepUp: true,
  changes: ['me'],
});

export const removeMember = contract({
  ...managing,
  id: 'members:delete',
  method: 'DELETE',
  path: '/v1/organizations/{id}/members/{user_id}',
  summary: 'Remove a member',
  description:
    'Access ends at once, and so do the invitations that the member has made; tokens of the organization stay. ' +
    'Members of any role remove themselves. ' +
    'Only owners remove owners, and the last owner stays.',
  params: MemberParams,
  personal: true,
  changes: ['me'],
});

export const listInvitations = contract({
  ...common,
  id: 'invitations:list',
  method: 'GET',
  path: '/v1/organizations/{id}/invitations',
  summary: 'List the pending invitations of an organization',
  permissions: ['organizations:read'],
  query: listQuery({
    role: many(Role),
    expires_after: TimestampInput.optional(),
    expires_before: TimestampInput.optional(),
    sorting: sorting(INVITATION_SORTS, '-created_at'),
  }),
  response: page(Invitation),
});

export const exportInvitations = exportOf(listInvitations, [
  'id',
  'created_at',
  'expires_at',
  'email',
  'role',
]);

const invitation = {
  ...managing,
  method: 'POST',
  summary: 'Invite someone to an organization',
  description:
    'The link works once, for 7 days, for an account with this address. It takes the place of an earlier ' +
    'invitation of the address. Only owners invite owners. It ends when the member or the token that made it ' +
    'may no longer give the role.',
  body: InvitationCreate,
  response: InvitationCreated,
  status: 201,
  secretReply: true,
} as const;

export const createInvitation = contract({
  ...invitation,
  id: 'invitations:create',
  path: '/v1/organizations/{id}/invitations',
});

export const createMember = contract({
  ...invitation,
  id: 'members:create',
  path: '/v1/organizations/{id}/members',
});

export const deleteInvitation = contract({
  ...managing,
  id: 'invitations:delete',
  method: 'DELETE',
  path: '/v1/organizations/{id}/invitations/{invitation_id}',
  summary: 'Withdraw an invitation',
  params: IdParams.extend({ invitation_id: Id }),
  row: 'invitations',
});

export const acceptInvitation = contract({
  tag: 'members',
  id: 'invitations:accept',
  method: 'POST',
  path: '/v1/invitations/accept',
  summary: 'Accept an invitation',
  description: 'By the account with the invited address. A member keeps the present role.',
  permissions: ['admin'],
  personal: true,
  body: InvitationAccept,
  response: Organization,
  errors: ['ResourceNotFound', 'ResourceUnavailable'],
  changes: ['me', 'organizations'],
});
