import { commit } from '@/lib/api/commands';
import { listAndExportOf } from '@/lib/api/list';
import { roleIn } from '@/lib/api/rights';
import { roleForbids } from '@/lib/api/tenancy';
import { ApiError, bodyProblem, invalid, notFound, orNotFound } from '@/lib/contract/errors';
import { mayGrantOrganization, ROLES, type Role } from '@/lib/contract/permissions';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { type Scope, systemScope, systemScopeOf } from '@/lib/database/connection/scope';
import { allowAddress, countRequested, queueMail } from '@/lib/resources/mails/service';
import * as repository from '@/lib/resources/members/repository';
import { mayInvite, whyNotChanged, whyNotGiven } from '@/lib/resources/members/rules';
import type {
  InvitationAccept,
  InvitationCreate,
  InvitationCreated,
  Member,
  MemberUpdate,
} from '@/lib/resources/members/schema';
import {
  invitationUrl,
  serializeCreatedInvitation,
  serializeInvitation,
  serializeMember,
} from '@/lib/resources/members/serialize';
import { endOfOrganization } from '@/lib/resources/oauth-grants/service';
import type { Organization } from '@/lib/resources/organizations/schema';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken } from '@/lib/runtime/secrets';

const INVITATION_MS = 7 * 86_400_000;

/**
 * The tokens of an invitation's new links, and what is stored of them: one that its maker is shown, and one that its mail
 * alone carries, which proves the address.
 */
function mintLinks(now: Date) {
  const mint = () => `${SECRET_PREFIX.invitation}${randomToken()}`;
  const [token, mailed] = [mint(), mint()];
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const stored = { digest: digest(token), mailedDigest: digest(mailed), expiresAt };
  return { token, mailed, stored } as const;
}

/**
 * The member, locked with the owners until the transaction ends, or the invitation that a path names; null where there
 * is none.
 */
export async function lockPerson(
  scope: Scope,
  params: Readonly<Record<string, string>>,
): Promise<object | null> {
  const { id = '', user_id, invitation_id } = params;
  if (user_id !== undefined) {
    await repository.lockRoles(scope, id, user_id);
    const member = await repository.findMember(scope, id, user_id);
    return member && serializeMember(member);
  }
  if (invitation_id === undefined) return null;
  const invitation = await repository.findInvitation(scope, id, invitation_id);
  return invitation && serializeInvitation(invitation);
}

/** Throw 404. */
export const { listAll: listMembers, exportAll: exportMembers } = listAndExportOf(
  getOrganization,
  repository.listMembers,
  serializeMember,
);

interface MemberOf {
  /** The organization. */
  id: string;
  user_id: string;
}

/**
 * Changes a member's role (docs/contract/callers.md#members), and ends his invitations and apps that it does not allow. Throws
 * 404, and 403 where the rules forbid it.
 */
export function updateMember(
  scope: Scope,
  member: MemberOf,
  { role }: MemberUpdate,
): Promise<Member> {
  return commit(scope, async (scope) => {
    await getOrganization(scope, member.id);
    await requireChangeable(scope, scope, member, role);
    await repository.setRole(scope, member.id, member.user_id, role);
    const lost = ROLES.filter((given) => !mayInvite(role, given));
    await repository.endInvitations(scope, member.id, member.user_id, lost);
    if (!mayGrantOrganization(role)) await endOfOrganization(scope, member.user_id, member.id);
    return serializeMember(
      orNotFound(await repository.findMember(scope, member.id, member.user_id), 'The member'),
    );
  });
}

/**
 * Ends a membership (docs/contract/callers.md#members); a member of any role ends his own. Throws 404, and 403 where
 * the rules forbid it.
 */
export function removeMember(scope: Scope, member: MemberOf): Promise<void> {
  const { id, user_id: userId } = member;
  // Whoever may not manage members has no scope for it, but may end his own membership.
  const isOwn = isCaller(scope, userId) && roleIn(scope, id) !== undefined;
  const within = isOwn ? systemScopeOf(scope, id, scope.realTime) : scope;
  return commit(within, async (inner) => {
    await getOrganization(inner, id);
    await requireChangeable(scope, inner, member, null);
    await repository.removeMember(inner, id, userId);
  });
}

function isCaller({ caller }: Scope, userId: string): boolean {
  return caller.kind === 'user' && caller.userId === userId;
}

/** `within` is the scope of the transaction. */
async function requireChangeable(
  scope: Scope,
  within: Scope,
  { id, user_id: userId }: MemberOf,
  to: Role | null,
): Promise<void> {
  const { role, owners } = await repository.lockRoles(within, id, userId);
  if (role === null) throw notFound('The member');
  const by = roleIn(scope, id) ?? 'member';
  refuse(whyNotChanged({ by, isOwn: isCaller(scope, userId), from: role, to, owners }));
}

function refuse(why: string | null): void {
  if (why !== null) throw new ApiError('NotPermitted', why);
}

/** Throw 404. */
export const { listAll: listInvitations, exportAll: exportInvitations } = listAndExportOf(
  getOrganization,
  repository.listInvitations,
  serializeInvitation,
);

/**
 * Invites an address and mails it a link (docs/contract/callers.md#invitations); the result contains another one. Throws 404, 403 for a role that the caller may not give, 422 at `email` for the address of a member, and 429
 * (docs/contract/mail.md#limits).
 */
export async function invite(
  scope: Scope,
  organizationId: string,
  { email, role }: InvitationCreate,
): Promise<InvitationCreated> {
  const { name } = await getOrganization(scope, organizationId);
  refuse(whyNotGiven(roleIn(scope, organizationId) ?? 'member', role));
  await countRequested({ organizationId, kind: 'invitation', email }, scope);
  const maker = makerOf(scope);
  return commit(scope, async (scope) => {
    // The caller may have been removed or demoted since the request was authenticated.
    const by = await repository.lockMakersRole(scope, organizationId, maker);
    if (by === null || !mayInvite(by, role)) throw roleForbids();
    if (await repository.isMember(scope, organizationId, email)) {
      throw invalid(bodyProblem('email', 'This person is already a member.'));
    }
    await allowAddress(scope, organizationId, email);
    const { token, mailed, stored } = mintLinks(scope.realTime);
    const row = await repository.replaceInvitation(scope, {
      id: newId(),
      organizationId,
      createdAt: scope.realTime,
      email,
      role,
      ...maker,
      ...stored,
    });
    const invitation = serializeCreatedInvitation(row, token);
    await queueMail(scope, {
      kind: 'invitation',
      organizationId,
      recipient: email,
      data: {
        organization_name: name,
        role,
        inviter: await callersName(scope),
        expires_at: invitation.expires_at,
      },
      secrets: { url: invitationUrl(mailed) },
    });
    return invitation;
  });
}

/**
 * Gives the pending invitation of an address a new link, for its mail, and another 7 days; earlier links end. Throws
 * 403 for an invitation that was accepted or withdrawn.
 */
export async function renewInvitation(
  scope: Scope,
  organizationId: string,
  email: string,
): Promise<InvitationCreated> {
  const { mailed, stored } = mintLinks(scope.realTime);
  const row = await repository.renewInvitation(scope, organizationId, email, stored);
  if (!row) {
    throw new ApiError('NotPermitted', 'This invitation was accepted or withdrawn.');
  }
  return serializeCreatedInvitation(row, mailed);
}

/** The caller as the maker of an invitation. */
function makerOf({ caller }: Scope): repository.InvitationMaker {
  return {
    makerId: caller.kind === 'user' ? caller.userId : null,
    makerTokenId: caller.kind === 'organization' ? caller.tokenId : null,
  };
}

/** The name of the seller who is calling; null where an organization is. */
async function callersName(scope: Scope): Promise<string | null> {
  const { caller } = scope;
  if (caller.kind !== 'user') return null;
  return (await repository.findUser(scope, caller.userId))?.name ?? null;
}

/** Throws 404. */
export function removeInvitation(
  scope: Scope,
  { id, invitation_id }: { id: string; invitation_id: string },
): Promise<void> {
  return commit(scope, async (scope) => {
    if (await repository.removeInvitation(scope, id, invitation_id)) return;
    throw notFound('The invitation');
  });
}

/** What the holder of a link may know of its invitation. */
export interface OpenInvitation extends repository.InvitationMaker {
  organizationId: string;
  /** Of the organization. */
  name: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** The link is that of its mail, which proves the address. */
  isMailed: boolean;
}

/**
 * The invitation of a link's token. Throws 404 for one that is unknown, used or withdrawn, or whose maker may not
 * invite any more, and 410 for an expired one.
 */
export async function openInvitation(token: string, now: Date): Promise<OpenInvitation> {
  const given = digest(token);
  const row = orNotFound(await repository.findByDigest(given), 'The invitation');
  if (row.expiresAt <= now) {
    throw new ApiError('ResourceUnavailable', 'This invitation has expired. Ask for a new one.');
  }
  const { organizationId, email, role, makerId, makerTokenId, organization } = row;
  await requireMaker(systemScope(organizationId, now), row);
  const isMailed = row.mailedDigest === given;
  return { organizationId, name: organization.name, email, role, isMailed, makerId, makerTokenId };
}

/** Throws 404 where an invitation's maker has lost the right to it; nobody loses it before the transaction ends. */
async function requireMaker(
  scope: Scope,
  {
    organizationId,
    role,
    ...maker
  }: Pick<OpenInvitation, 'organizationId' | 'role'> & repository.InvitationMaker,
): Promise<void> {
  const isStored = maker.makerId !== null || maker.makerTokenId !== null;
  if (!isStored) return;
  const by = await repository.lockMakersRole(scope, organizationId, maker);
  if (by === null || !mayInvite(by, role)) throw notFound('The invitation');
}

/**
 * Makes the caller a member by the token of a link, once; the mailed one confirms the caller's address. Throws as {@link openInvitation}, and 403 where the caller's
 * address is another one.
 */
export async function acceptInvitation(
  scope: Scope,
  { token }: InvitationAccept,
): Promise<Organization> {
  const { caller, realTime: now } = scope;
  const userId = caller.kind === 'user' ? caller.userId : null;
  const user = userId ? await repository.findUser(scope, userId) : null;
  const invitation = await openInvitation(token, now);
  const { organizationId, email, role } = invitation;
  if (!userId || user?.email !== email) {
    throw new ApiError('NotPermitted', 'Sign in with the email address that was invited.');
  }
  return commit(systemScopeOf(scope, organizationId, now), async (scope) => {
    // The maker is locked before the invitation, as by his removal; the other order could deadlock.
    await requireMaker(scope, invitation);
    const used = await repository.useInvitation(scope, organizationId, digest(token));
    if (!used) throw notFound('The invitation');
    await repository.addMember(scope, { organizationId, userId, role, createdAt: now });
    if (invitation.isMailed) await repository.confirmAddress(scope, userId, email);
    return getOrganization(scope, organizationId);
  });
}

/** The owners of an organization of the scope, for mails to the seller. */
export function ownersOf(scope: Scope, organizationId: string) {
  return repository.findWithRoles(scope, organizationId, ['owner']);
}

/** Its owners and admins, for mails about how it is set up. */
export function administratorsOf(scope: Scope, organizationId: string) {
  return repository.findWithRoles(scope, organizationId, ['owner', 'admin']);
}

export const { lockOnlyOwned } = repository;
