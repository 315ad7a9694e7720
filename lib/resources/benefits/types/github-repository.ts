import { z } from 'zod';
import { trimmedText } from '@/lib/contract/fields';
import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import type {
  GitHub,
  GitHubInvitation,
  GitHubRepository,
  RepositoryPermission,
} from '@/lib/integrations/github/client';
import type { FailureKind } from '@/lib/integrations/outgoing/failure';
import { CONNECTION, connectionStatus } from '@/lib/resources/benefits/types/connection-status';
import { NO_ACCESS, type Outcome, type Run } from '@/lib/resources/benefits/types/effect';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';

/** Access to a repository on GitHub (docs/contract/connections.md#repositories). */
export const TYPE = 'github_repository';

/** From the least to the most. */
export const PERMISSIONS = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;

const Permission = z.enum(PERMISSIONS).meta({ id: 'Permission' });

export const Properties = z.object({
  repository_owner: trimmedText({ min: 1, max: 200 }),
  repository_name: trimmedText({ min: 1, max: 200 }),
  permission: Permission,
});

const Stored = z.object({
  repository_owner: z.string(),
  repository_name: z.string(),
  permission: Permission,
  repository_id: z.string().nullable(),
});
type Stored = z.infer<typeof Stored>;

export const PRINTED = { ...CONNECTION, type: z.literal(TYPE), properties: Stored };
export const ForCustomer = z.object({
  repository_owner: z.string(),
  repository_name: z.string(),
});

export const rules: TypeRules<z.output<typeof Properties>, Stored> = {
  accepted: () => Properties,
  store: (accepted) => ({ ...accepted, repository_id: null }),
  async lookUp(properties, lookups) {
    const { repository_owner: owner, repository_name: name, repository_id: id } = properties;
    const found = await lookups.repository({ id, owner, name });
    if (!found) return { properties, isConnected: false, problems: [] };
    const present = {
      ...properties,
      repository_owner: found.owner,
      repository_name: found.name,
      repository_id: found.id,
    };
    return { properties: present, isConnected: found.isConnected, problems: [] };
  },
  print: ({ properties, isConnected }) => ({
    properties,
    connection_status: connectionStatus(isConnected),
  }),
  printForCustomer: ({ repository_owner, repository_name }) => ({
    repository_owner,
    repository_name,
  }),
  grant: ({ repository_owner, repository_name, permission }) => ({
    repository_owner,
    repository_name,
    permission,
  }),
  outside: { platform: 'github', targetOf: (_, { repository_id }) => repository_id },
};

/** When GitHub lets an invitation expire that nobody has answered. */
const INVITATION_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;
/** GitHub takes so many invitations to one repository in a day. */
export const MOST_INVITATIONS = 50;

/** The most that some grants give; null for none. */
export function highest(permissions: readonly string[]): RepositoryPermission | null {
  return PERMISSIONS.findLast((one) => permissions.includes(one)) ?? null;
}

interface Target {
  repositoryId: string;
  accountId: string;
  /** What the grants of this account give; null where none is left. */
  permission: RepositoryPermission | null;
  /** When the repository takes an invitation again; null: now. */
  invitationsFrom(): Promise<Date | null>;
}

/**
 * Brings what an account may do in a repository in line with its grants: invites it, raises or lowers what we gave, or
 * takes that away, the invitation too. What the account had before is left alone. Rejects with an `OutsideFailure`.
 */
export async function applyToRepository(
  github: GitHub,
  target: Target,
  run: Run,
): Promise<Outcome> {
  const { permission, repositoryId, accountId } = target;
  const repository = await github.repository(repositoryId);
  if (!repository) return permission === null ? gone(run) : MISSING;
  const user = await github.userById(accountId);
  if (!user) return permission === null ? gone(run) : ACCOUNT_GONE;
  const { login } = user;
  if (permission === null) return takeAway(github, { repository, login, accountId }, run);

  const has = await github.permission(repository, login);
  const invitation = has === null ? await invitationOf(github, repository, accountId) : undefined;
  if (run.access.before === null) {
    await run.keep({ before: has ?? (invitation ? 'invited' : 'none') });
  }
  if (has !== null) {
    const { given } = run.access;
    if (given !== null && given !== permission) {
      await run.keep({ given: permission });
      await github.invite(repository, login, permission);
    }
    await run.keep({ hasArrived: true, invitationId: null });
    return { status: 'granted', isProven: given !== null };
  }
  if (run.access.hasArrived && !run.isAsked) return REMOVED;
  if (invitation && !invitation.hasExpired) {
    if (run.access.given !== null && invitation.permission !== permission) {
      await run.keep({ given: permission });
      await github.changeInvitation(repository, invitation.id, permission);
    }
    await run.keep({ invitationId: invitation.id });
    return waiting(run);
  }
  if (run.access.given !== null && run.access.invitationId !== null && !run.isAsked) {
    return invitation || isOver(run) ? EXPIRED : DECLINED;
  }
  return invite(github, { repository, login, permission, invitation, target }, run);
}

async function invite(
  github: GitHub,
  {
    repository,
    login,
    permission,
    invitation,
    target,
  }: {
    repository: GitHubRepository;
    login: string;
    permission: RepositoryPermission;
    invitation: GitHubInvitation | undefined;
    target: Target;
  },
  run: Run,
): Promise<Outcome> {
  const from = await target.invitationsFrom();
  if (from !== null) {
    const detail = `GitHub takes ${MOST_INVITATIONS} invitations to a repository in 24 hours.`;
    return { status: 'limited', error: { code: 'INVITATION_LIMIT', detail }, nextTryAt: from };
  }
  if (invitation) await github.removeInvitation(repository, invitation.id);
  await run.keep({
    before: 'none',
    given: permission,
    invitationId: null,
    invitedAt: run.now,
    hasArrived: false,
  });
  const id = await github.invite(repository, login, permission).catch(async (error: unknown) => {
    // It has certainly not been given: what the seller gives by hand later is not ours to take away.
    if (isDefinite(error)) await run.keep({ given: null, invitedAt: null });
    throw error;
  });
  // One that needed no invitation counts for none.
  await run.keep(id === null ? { hasArrived: true, invitedAt: null } : { invitationId: id });
  return id === null ? { status: 'granted' } : waiting(run);
}

function isDefinite(error: unknown): boolean {
  return (error as { kind?: FailureKind }).kind !== 'unavailable';
}

async function takeAway(
  github: GitHub,
  where: { repository: GitHubRepository; login: string; accountId: string },
  run: Run,
): Promise<Outcome> {
  const { repository, login, accountId } = where;
  if (run.access.given !== null) {
    const invitation = await invitationOf(github, repository, accountId);
    if (invitation) await github.removeInvitation(repository, invitation.id);
    // After the invitation: one that is accepted in between makes a collaborator.
    if ((await github.permission(repository, login)) !== null) {
      await github.removeCollaborator(repository, login);
    }
  }
  return gone(run);
}

async function gone(run: Run): Promise<Outcome> {
  // When it was invited stays: it counts among the invitations of a day.
  await run.keep({ ...NO_ACCESS, invitedAt: run.access.invitedAt });
  return { status: 'ended' };
}

async function invitationOf(github: GitHub, repository: GitHubRepository, accountId: string) {
  const all = await github.invitations(repository);
  return all.find((one) => one.accountId === accountId);
}

function isOver({ access, now }: Run): boolean {
  return access.invitedAt !== null && now.getTime() - access.invitedAt.getTime() >= INVITATION_MS;
}

/** Soon after an invitation it is looked at often, later each hour. */
function waiting({ access, now }: Run): Outcome {
  const age = now.getTime() - (access.invitedAt ?? now).getTime();
  const pause = Math.min(Math.max(age / 4, MINUTE_MS), HOUR_MS);
  return { status: 'waiting_for_buyer', nextTryAt: new Date(now.getTime() + pause) };
}

const MISSING: Outcome = {
  status: 'failed',
  error: {
    code: 'TARGET_MISSING',
    detail: 'The token no longer sees the repository. Give it access again, or choose another one.',
  },
};
const ACCOUNT_GONE: Outcome = {
  status: 'waiting_for_buyer',
  error: { code: 'ACCOUNT_GONE', detail: 'The GitHub account no longer exists. Link another one.' },
};
const REMOVED: Outcome = {
  status: 'failed',
  error: {
    code: 'REMOVED_OUTSIDE',
    detail: 'Access was removed on GitHub. The customer can ask for a new invitation.',
  },
};
const EXPIRED: Outcome = {
  status: 'waiting_for_buyer',
  error: {
    code: 'INVITATION_EXPIRED',
    detail: 'The invitation expired after 7 days. The customer can ask for a new one.',
  },
};
const DECLINED: Outcome = {
  status: 'waiting_for_buyer',
  error: {
    code: 'INVITATION_DECLINED',
    detail: 'The invitation was declined or withdrawn. The customer can ask for a new one.',
  },
};
