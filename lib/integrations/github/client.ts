import { Octokit, RequestError } from 'octokit';
import { OutsideFailure, orMissing } from '@/lib/integrations/outgoing/failure';
import { outgoingFetch } from '@/lib/integrations/outgoing/fetch';
import { env } from '@/lib/runtime/env';

// GitHub, as far as benefits need it: octokit without retries and waits of its own, which the jobs do.

/** The permissions of a collaborator, as invitations name them. */
export type RepositoryPermission = 'pull' | 'triage' | 'push' | 'maintain' | 'admin';

export interface GitHubOrganization {
  id: string;
  name: string;
  avatarUrl: string;
  bio: string | null;
  prettyName: string | null;
  company: string | null;
  blog: string | null;
  location: string | null;
  email: string | null;
  twitterUsername: string | null;
}

export interface GitHubRepository {
  id: string;
  owner: string;
  name: string;
  description: string | null;
  isPrivate: boolean;
  stars: number;
  license: string | null;
  homepage: string | null;
}

export interface GitHubUser {
  id: string;
  login: string;
}

export interface GitHubInvitation {
  id: string;
  /** The id of the invited account. */
  accountId: string;
  permission: RepositoryPermission;
  hasExpired: boolean;
}

const LIMITS = { rule: 'any', timeoutMs: 15_000, maxBytes: 8 * 1024 * 1024 } as const;
const PAGE = 100;
/** How long to wait where GitHub limits without saying for how long. */
const LIMIT_MS = 60_000;

const FROM_ROLE: Readonly<Record<string, RepositoryPermission>> = {
  read: 'pull',
  triage: 'triage',
  write: 'push',
  maintain: 'maintain',
  admin: 'admin',
};

const TO_ROLE = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
} as const;

/** GitHub with a token. Its functions reject with an `OutsideFailure`. */
export function gitHub(token: string) {
  const octokit = new Octokit({
    auth: token,
    baseUrl: env().GITHUB_API_URL,
    request: { fetch: outgoingFetch(LIMITS) },
    retry: { enabled: false },
    throttle: { enabled: false },
    log: SILENT,
  });
  const { orgs, repos } = octokit.rest;
  return {
    /** An organization by its name; undefined where there is none, or it is a personal account. */
    organization: async (name: string): Promise<GitHubOrganization | undefined> => {
      const found = await orMissing(asked(orgs.get({ org: name })));
      return found && organizationOf(found.data);
    },

    /** Whether a personal account has this name. */
    isPersonalAccount: async (name: string): Promise<boolean> => {
      const found = await orMissing(asked(octokit.rest.users.getByUsername({ username: name })));
      return found?.data.type === 'User';
    },

    /** Whether the token's account administers an organization. */
    isAdministrator: async (name: string): Promise<boolean> => {
      const found = await orMissing(asked(orgs.getMembershipForAuthenticatedUser({ org: name })));
      return found?.data.role === 'admin' && found.data.state === 'active';
    },

    /** The repositories of an organization, a page after the other. */
    async *repositories(organization: string): AsyncGenerator<GitHubRepository[]> {
      for (let page = 1; ; page += 1) {
        const { data } = await asked(
          repos.listForOrg({ org: organization, type: 'all', per_page: PAGE, page }),
        );
        yield data.map(repositoryOf);
        if (data.length < PAGE) return;
      }
    },

    /** A repository by its id, wherever it was moved; undefined where the token does not see it. */
    repository: async (id: string): Promise<GitHubRepository | undefined> => {
      const found = await orMissing(
        asked(octokit.request('GET /repositories/{repository_id}', { repository_id: Number(id) })),
      );
      return found && repositoryOf(found.data as RawRepository);
    },

    /** An account by its name. */
    user: async (username: string): Promise<GitHubUser | undefined> => {
      const found = await orMissing(asked(octokit.rest.users.getByUsername({ username })));
      return found?.data.type === 'User' ? userOf(found.data) : undefined;
    },

    /** An account by its id, however it is called now. */
    userById: async (id: string): Promise<GitHubUser | undefined> => {
      const found = await orMissing(
        asked(octokit.request('GET /user/{account_id}', { account_id: Number(id) })),
      );
      return found && userOf(found.data as GitHubAccount);
    },

    /** What an account may do in a repository; null where it is no collaborator. */
    permission: async (
      repository: GitHubRepository,
      username: string,
    ): Promise<RepositoryPermission | null> => {
      const where = { owner: repository.owner, repo: repository.name, username };
      // The permission alone would not tell: everybody may read a public repository.
      const found = await orMissing(asked(repos.checkCollaborator(where)));
      if (!found) return null;
      const { data } = await asked(repos.getCollaboratorPermissionLevel(where));
      return FROM_ROLE[data.role_name] ?? 'pull';
    },

    /** The invitations to a repository that nobody has answered. */
    invitations: async (repository: GitHubRepository): Promise<GitHubInvitation[]> => {
      const { owner, name: repo } = repository;
      const all: GitHubInvitation[] = [];
      for (let page = 1; ; page += 1) {
        const { data } = await asked(repos.listInvitations({ owner, repo, per_page: PAGE, page }));
        all.push(...data.map(invitationOf));
        if (data.length < PAGE) return all;
      }
    },

    /**
     * Invites an account to a repository, or changes what a collaborator may do. Returns the id of the invitation; null
     * where the account has the permission at once.
     */
    invite: async (
      repository: GitHubRepository,
      username: string,
      permission: RepositoryPermission,
    ): Promise<string | null> => {
      const { owner, name: repo } = repository;
      const { data } = await asked(repos.addCollaborator({ owner, repo, username, permission }));
      return data?.id === undefined ? null : String(data.id);
    },

    /** Changes what an invitation gives. */
    changeInvitation: async (
      repository: GitHubRepository,
      invitationId: string,
      permission: RepositoryPermission,
    ): Promise<void> => {
      const { owner, name: repo } = repository;
      const invitation_id = Number(invitationId);
      const permissions = TO_ROLE[permission];
      await asked(repos.updateInvitation({ owner, repo, invitation_id, permissions }));
    },

    /** Takes an invitation back; does nothing where it is gone. */
    removeInvitation: async (repository: GitHubRepository, invitationId: string): Promise<void> => {
      const { owner, name: repo } = repository;
      const invitation_id = Number(invitationId);
      await orMissing(asked(repos.deleteInvitation({ owner, repo, invitation_id })));
    },

    /** Removes a collaborator; does nothing where it is none. */
    removeCollaborator: async (repository: GitHubRepository, username: string): Promise<void> => {
      const { owner, name: repo } = repository;
      await orMissing(asked(repos.removeCollaborator({ owner, repo, username })));
    },
  };
}

export type GitHub = ReturnType<typeof gitHub>;

/** Failures are answered, and kept with the grant: the library's own lines would name repositories and accounts. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

interface GitHubAccount {
  id: number;
  login: string;
}

interface RawRepository {
  id: number;
  name: string;
  owner: { login: string };
  private: boolean;
  description: string | null;
  stargazers_count?: number;
  license?: { spdx_id?: string | null; name?: string } | null;
  homepage?: string | null;
}

async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): OutsideFailure {
  const isAnswered = error instanceof RequestError && error.response !== undefined;
  if (!isAnswered) {
    const why = error instanceof Error ? error.message : String(error);
    return new OutsideFailure('unavailable', `GitHub could not be reached: ${why}`);
  }
  const { status, response } = error;
  const headers = (response?.headers ?? {}) as Record<string, string | undefined>;
  const message = messageOf(response?.data) ?? `GitHub answered ${status}.`;
  const limitMs = limitOf(status, headers, message);
  if (limitMs !== undefined) return new OutsideFailure('limited', message, limitMs);
  if (status === 401) return new OutsideFailure('unauthorized', message);
  if (status === 403) return new OutsideFailure('refused', message);
  if (status === 404 || status === 410) return new OutsideFailure('missing', message);
  if (status >= 400 && status < 500) return new OutsideFailure('invalid', message);
  return new OutsideFailure('unavailable', `GitHub answered ${status}.`);
}

function messageOf(data: unknown): string | undefined {
  const { message } = (data ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** Milliseconds until a limit has passed; undefined for what is no limit. */
function limitOf(
  status: number,
  headers: Record<string, string | undefined>,
  message: string,
): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfter = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && Number.isFinite(retryAfter)) {
    return Math.max(1, retryAfter) * 1000;
  }
  if (headers['x-ratelimit-remaining'] === '0') {
    // Both times are GitHub's, so that the clock of this computer does not matter.
    const at = Date.parse(headers.date ?? '');
    const reset = Number(headers['x-ratelimit-reset']) * 1000;
    const wait = reset - at;
    return Number.isFinite(wait) ? Math.max(1000, wait) : LIMIT_MS;
  }
  const isLimit = status === 429 || /rate limit/i.test(message);
  return isLimit ? LIMIT_MS : undefined;
}

function organizationOf(data: {
  id: number;
  login: string;
  avatar_url: string;
  description: string | null;
  name?: string | null;
  company?: string | null;
  blog?: string | null;
  location?: string | null;
  email?: string | null;
  twitter_username?: string | null;
}): GitHubOrganization {
  return {
    id: String(data.id),
    name: data.login,
    avatarUrl: data.avatar_url,
    bio: data.description || null,
    prettyName: data.name || null,
    company: data.company || null,
    blog: data.blog || null,
    location: data.location || null,
    email: data.email || null,
    twitterUsername: data.twitter_username || null,
  };
}

function repositoryOf(data: RawRepository): GitHubRepository {
  return {
    id: String(data.id),
    owner: data.owner.login,
    name: data.name,
    description: data.description || null,
    isPrivate: data.private,
    stars: data.stargazers_count ?? 0,
    license: data.license?.spdx_id || data.license?.name || null,
    homepage: data.homepage || null,
  };
}

function userOf({ id, login }: GitHubAccount): GitHubUser {
  return { id: String(id), login };
}

function invitationOf(data: {
  id: number;
  invitee: GitHubAccount | null;
  permissions: string;
  expired?: boolean;
}): GitHubInvitation {
  return {
    id: String(data.id),
    accountId: String(data.invitee?.id ?? ''),
    permission: FROM_ROLE[data.permissions] ?? 'pull',
    hasExpired: data.expired === true,
  };
}
