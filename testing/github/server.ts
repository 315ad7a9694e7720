import { createHash, randomBytes } from 'node:crypto';
import {
  type Answer,
  type Call,
  type Fault,
  type Listening,
  listenAs,
} from '@/testing/remote-double';

// A GitHub of the tests: the calls that the product makes, with the parameters and answers of GitHub's REST reference. It
// keeps organizations, repositories, collaborators and invitations, which wait to be accepted, are declined, or expire.

type Permission = 'pull' | 'triage' | 'push' | 'maintain' | 'admin';
const ROLES = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
} as const;

export interface User {
  id: number;
  login: string;
  /** Of the organization: it needs no invitation. */
  isMember?: boolean;
}
export interface Repo {
  id: number;
  owner: string;
  name: string;
  private: boolean;
  collaborators: Map<number, Permission>;
}
export interface Invitation {
  id: number;
  repoId: number;
  userId: number;
  permission: Permission;
  createdAt: number;
  expired: boolean;
}
interface Org {
  id: number;
  login: string;
}
interface Token {
  /** Null: of nobody who administers anything. */
  administers: string | null;
  userId: number;
}
interface Client {
  secret: string;
}

const MOST_INVITATIONS = 50;

export class GitHubDouble {
  readonly orgs: Org[] = [];
  readonly users: User[] = [];
  readonly repos: Repo[] = [];
  readonly tokens = new Map<string, Token>();
  readonly clients = new Map<string, Client>();
  invitations: Invitation[] = [];
  /** Invitations sent, by repository, also those that were answered. */
  readonly sent = new Map<number, number>();
  readonly calls: Call[] = [];
  /** What a request asked for that the reference does not know. */
  readonly violations: string[] = [];
  /** Stands in the way of requests while it is set. */
  fault: Fault | null = null;
  /** The account that signs in at the page of an app; null: the page asks for its name. */
  signsInAs: User | null = null;
  private readonly codes = new Map<
    string,
    { userId: number; challenge: string | null; redirect: string; clientId: string }
  >();
  private readonly userTokens = new Map<string, number>();
  private last = 1000;

  nextId(): number {
    this.last += 1;
    return this.last;
  }
  addUser(login: string): User {
    const user = { id: this.nextId(), login };
    this.users.push(user);
    return user;
  }
  addOrg(login: string): { org: Org; token: string } {
    const org = { id: this.nextId(), login };
    this.orgs.push(org);
    return { org, token: this.addToken(login) };
  }
  addToken(administers: string | null): string {
    const token = `github_pat_${randomBytes(12).toString('hex')}`;
    this.tokens.set(token, { administers, userId: this.nextId() });
    return token;
  }
  addRepo(owner: string, name: string, isPrivate = true): Repo {
    const repo: Repo = {
      id: this.nextId(),
      owner,
      name,
      private: isPrivate,
      collaborators: new Map(),
    };
    this.repos.push(repo);
    return repo;
  }
  addClient(): { id: string; secret: string } {
    const id = `Iv1.${randomBytes(8).toString('hex')}`;
    const secret = randomBytes(20).toString('hex');
    this.clients.set(id, { secret });
    return { id, secret };
  }
  /** What its owner does with a token that leaked. */
  revokeToken(token: string): void {
    this.tokens.delete(token);
  }
  /** The invitations that wait for an account. */
  invitationsOf(login: string): Invitation[] {
    const user = this.users.find((one) => same(one.login, login));
    return this.invitations.filter(({ userId }) => userId === user?.id);
  }
  /** What the invited account does on GitHub. */
  accept({ id }: Invitation): void {
    const invitation = this.take(id);
    this.repo(invitation.repoId).collaborators.set(invitation.userId, invitation.permission);
  }
  decline({ id }: Invitation): void {
    this.take(id);
  }
  expire({ id }: Invitation): void {
    const found = this.invitations.find((one) => one.id === id);
    if (found) found.expired = true;
  }
  private take(id: number): Invitation {
    const found = this.invitations.find((one) => one.id === id);
    if (!found) throw new Error(`There is no invitation ${id}`);
    this.invitations = this.invitations.filter((one) => one !== found);
    return found;
  }
  private repo(id: number): Repo {
    const found = this.repos.find((one) => one.id === id);
    if (!found) throw new Error(`There is no repository ${id}`);
    return found;
  }

  answer(call: Call): Answer {
    const { method, path } = call;
    if (path === '/login/oauth/access_token') return this.exchange(call);
    const credential = tokenOf(call);
    const userId = credential ? this.userTokens.get(credential) : undefined;
    if (userId !== undefined && path === '/user') {
      const user = this.users.find(({ id }) => id === userId);
      return { status: 200, body: { ...user, type: 'User' } };
    }
    const token = credential ? this.tokens.get(credential) : undefined;
    if (!token) return failed(401, 'Bad credentials');
    for (const [verb, pattern, handle] of this.routes) {
      const match = verb === method ? pattern.exec(path) : null;
      if (match) return handle.call(this, call, match.slice(1).map(decodeURIComponent), token);
    }
    this.violations.push(`${method} ${path} is not in the reference`);
    return failed(404, 'Not Found');
  }

  private readonly routes: [
    string,
    RegExp,
    (call: Call, names: string[], token: Token) => Answer,
  ][] = [
    [
      'GET',
      /^\/orgs\/([^/]+)$/,
      (_call, [name = '']) => {
        const org = this.orgs.find((one) => same(one.login, name));
        return org ? ok(orgOf(org)) : failed(404, 'Not Found');
      },
    ],
    [
      'GET',
      /^\/users\/([^/]+)$/,
      (_call, [name = '']) => {
        const user = this.users.find((one) => same(one.login, name));
        if (user) return ok({ ...user, type: 'User' });
        const org = this.orgs.find((one) => same(one.login, name));
        return org ? ok({ ...org, type: 'Organization' }) : failed(404, 'Not Found');
      },
    ],
    [
      'GET',
      /^\/user\/(\d+)$/,
      (_call, [id]) => {
        const user = this.users.find((one) => one.id === Number(id));
        return user ? ok({ ...user, type: 'User' }) : failed(404, 'Not Found');
      },
    ],
    [
      'GET',
      /^\/user\/memberships\/orgs\/([^/]+)$/,
      (_call, [name = ''], token) => {
        if (!token.administers)
          return failed(403, 'Resource not accessible by personal access token');
        if (!same(token.administers, name)) return failed(404, 'Not Found');
        return ok({ role: 'admin', state: 'active', organization: { login: name } });
      },
    ],
    [
      'GET',
      /^\/orgs\/([^/]+)\/repos$/,
      (call, [name = ''], token) => {
        this.check(call, ['type', 'sort', 'direction', 'per_page', 'page'], []);
        if (!same(token.administers ?? '', name)) return failed(404, 'Not Found');
        return ok(page(call, this.repos.filter(({ owner }) => same(owner, name)).map(repoOf)));
      },
    ],
    [
      'GET',
      /^\/repositories\/(\d+)$/,
      (_call, [id], token) => {
        const repo = this.repos.find((one) => one.id === Number(id));
        const isSeen = repo && (!repo.private || same(token.administers ?? '', repo.owner));
        return isSeen ? ok(repoOf(repo)) : failed(404, 'Not Found');
      },
    ],
    [
      'GET',
      /^\/repos\/([^/]+)\/([^/]+)\/collaborators\/([^/]+)$/,
      (call, names, token) =>
        this.inRepo(call, names, token, (repo, user) =>
          repo.collaborators.has(user.id) ? { status: 204 } : failed(404, 'Not Found'),
        ),
    ],
    [
      'GET',
      /^\/repos\/([^/]+)\/([^/]+)\/collaborators\/([^/]+)\/permission$/,
      (call, names, token) =>
        this.inRepo(call, names, token, (repo, user) => {
          const permission = repo.collaborators.get(user.id);
          const role = permission ? ROLES[permission] : repo.private ? 'none' : 'read';
          return ok({ permission: role, role_name: role, user });
        }),
    ],
    [
      'PUT',
      /^\/repos\/([^/]+)\/([^/]+)\/collaborators\/([^/]+)$/,
      (call, names, token) =>
        this.inRepo(call, names, token, (repo, user) => this.invite(call, repo, user)),
    ],
    [
      'DELETE',
      /^\/repos\/([^/]+)\/([^/]+)\/collaborators\/([^/]+)$/,
      (call, names, token) =>
        this.inRepo(call, names, token, (repo, user) => {
          repo.collaborators.delete(user.id);
          return { status: 204 };
        }),
    ],
    [
      'GET',
      /^\/repos\/([^/]+)\/([^/]+)\/invitations$/,
      (call, names, token) => {
        this.check(call, ['per_page', 'page'], []);
        return this.inRepo(call, names, token, (repo) =>
          ok(
            page(
              call,
              this.invitations
                .filter(({ repoId }) => repoId === repo.id)
                .map((one) => this.invitationOf(one)),
            ),
          ),
        );
      },
    ],
    [
      'PATCH',
      /^\/repos\/([^/]+)\/([^/]+)\/invitations\/(\d+)$/,
      (call, names, token) => {
        this.check(call, [], ['permissions']);
        return this.inRepo(call, names.slice(0, 2), token, () => {
          const found = this.invitations.find(({ id }) => id === Number(names[2]));
          const permission = Object.entries(ROLES).find(
            ([, role]) => role === call.body.permissions,
          )?.[0];
          if (!found || !permission) return failed(404, 'Not Found');
          found.permission = permission as Permission;
          return ok(this.invitationOf(found));
        });
      },
    ],
    [
      'DELETE',
      /^\/repos\/([^/]+)\/([^/]+)\/invitations\/(\d+)$/,
      (call, names, token) =>
        this.inRepo(call, names.slice(0, 2), token, () => {
          const found = this.invitations.some(({ id }) => id === Number(names[2]));
          if (!found) return failed(404, 'Not Found');
          this.take(Number(names[2]));
          return { status: 204 };
        }),
    ],
  ];

  private inRepo(
    _call: Call,
    [owner = '', name = '', login]: string[],
    token: Token,
    then: (repo: Repo, user: User) => Answer,
  ): Answer {
    const repo = this.repos.find((one) => same(one.owner, owner) && same(one.name, name));
    if (!repo || !same(token.administers ?? '', owner)) return failed(404, 'Not Found');
    if (login === undefined) return then(repo, { id: 0, login: '' });
    const user = this.users.find((one) => same(one.login, login));
    return user ? then(repo, user) : failed(404, 'Not Found');
  }

  private invite(call: Call, repo: Repo, user: User): Answer {
    this.check(call, [], ['permission']);
    const permission = (call.body.permission ?? 'push') as Permission;
    if (!(permission in ROLES)) return failed(422, 'Validation Failed');
    if (repo.collaborators.has(user.id)) {
      repo.collaborators.set(user.id, permission);
      return { status: 204 };
    }
    if (user.isMember) {
      repo.collaborators.set(user.id, permission);
      return { status: 204 };
    }
    const known = this.invitations.find(
      (one) => one.repoId === repo.id && one.userId === user.id && !one.expired,
    );
    if (known) return { status: 201, body: this.invitationOf(known) };
    const sent = this.sent.get(repo.id) ?? 0;
    if (sent >= MOST_INVITATIONS)
      return failed(422, 'You have exceeded the invitations of this repository');
    this.sent.set(repo.id, sent + 1);
    const invitation = {
      id: this.nextId(),
      repoId: repo.id,
      userId: user.id,
      permission,
      createdAt: Date.now(),
      expired: false,
    };
    this.invitations.push(invitation);
    return { status: 201, body: this.invitationOf(invitation) };
  }

  private invitationOf({ id, userId, permission, expired }: Invitation) {
    const invitee = this.users.find((one) => one.id === userId) ?? null;
    return {
      id,
      invitee,
      permissions: ROLES[permission],
      expired,
      created_at: new Date().toISOString(),
    };
  }

  /** Notes parameters that the reference does not name. */
  private check({ method, path, query, body }: Call, inQuery: string[], inBody: string[]): void {
    const unknown = [
      ...[...query.keys()].filter((name) => !inQuery.includes(name)),
      ...Object.keys(body).filter((name) => !inBody.includes(name)),
    ];
    if (unknown.length > 0) this.violations.push(`${method} ${path} has no ${unknown.join(', ')}`);
  }

  /** The page of an app: sends the browser back with a code. */
  authorize(query: URLSearchParams): string | null {
    const redirect = query.get('redirect_uri') ?? '';
    const clientId = query.get('client_id') ?? '';
    if (!this.clients.has(clientId) || query.get('code_challenge_method') !== 'S256') return null;
    const named = this.users.find((one) => same(one.login, query.get('account') ?? ''));
    const user = this.signsInAs ?? named;
    if (!user) return null;
    const code = randomBytes(10).toString('hex');
    const challenge = query.get('code_challenge');
    this.codes.set(code, { userId: user.id, challenge, redirect, clientId });
    const url = new URL(redirect);
    url.searchParams.set('code', code);
    url.searchParams.set('state', query.get('state') ?? '');
    return url.toString();
  }

  private exchange({ body }: Call): Answer {
    const client = this.clients.get(String(body.client_id));
    if (!client) return failed(404, 'Not Found');
    // GitHub answers faults of this call with 200.
    if (client.secret !== body.client_secret) return ok({ error: 'incorrect_client_credentials' });
    const code = this.codes.get(String(body.code));
    this.codes.delete(String(body.code));
    const verifier = String(body.code_verifier ?? '');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isValid =
      code?.clientId === body.client_id &&
      code?.challenge === challenge &&
      code?.redirect === body.redirect_uri;
    if (!code || !isValid) return ok({ error: 'bad_verification_code' });
    const token = `gho_${randomBytes(12).toString('hex')}`;
    this.userTokens.set(token, code.userId);
    return ok({ access_token: token, token_type: 'bearer', scope: '' });
  }
}

/** Starts one on a free port of this computer. */
export function listenAsGitHub(double: GitHubDouble): Promise<Listening> {
  return listenAs(double, { name: 'GitHub', signIn: '/login/oauth/authorize', api: '' });
}

/** The token of a call; null without one. */
function tokenOf({ authorization }: Call): string | null {
  return /^(?:token|bearer) (.+)$/i.exec(authorization)?.[1] ?? null;
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}
function failed(status: number, message: string): Answer {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}
function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
function page<T>({ query }: Call, all: T[]): T[] {
  const size = Number(query.get('per_page') ?? 30);
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  return all.slice(start, start + size);
}
function orgOf({ id, login }: Org) {
  return {
    id,
    login,
    avatar_url: `https://avatars.example.com/${id}`,
    description: 'Software for writers',
    name: 'North Light',
    company: null,
    blog: 'https://northlight.example.com',
    location: 'Portland',
    email: null,
    twitter_username: null,
    type: 'Organization',
  };
}
function repoOf({ id, owner, name, private: isPrivate }: Repo) {
  return {
    id,
    name,
    full_name: `${owner}/${name}`,
    owner: { login: owner },
    private: isPrivate,
    description: `About ${name}`,
    stargazers_count: 7,
    license: { spdx_id: 'MIT', name: 'MIT License' },
    homepage: '',
  };
}
