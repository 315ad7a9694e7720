import { randomBytes } from 'node:crypto';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import {
  type Answer,
  type Call,
  type Fault,
  type Listening,
  listenAs,
} from '@/testing/remote-double';

// A Discord of the tests: the calls that the product makes, with the parameters and answers of Discord's reference. It
// keeps servers, roles and members, checks the order of roles, and tokens of accounts that end.

export interface Role {
  id: string;
  name: string;
  permissions: string;
  position: number;
  managed: boolean;
}
interface Guild {
  id: string;
  name: string;
  roles: Role[];
  members: Map<string, Set<string>>;
}
interface Application {
  id: string;
  secret: string;
  botId: string;
  botToken: string;
}
export interface User {
  id: string;
  username: string;
}
export class DiscordDouble {
  readonly guilds: Guild[] = [];
  readonly users: User[] = [];
  readonly applications: Application[] = [];
  readonly calls: Call[] = [];
  readonly violations: string[] = [];
  fault: Fault | null = null;
  /** The account that signs in at the page of an app; null: the page asks for its name. */
  signsInAs: User | null = null;
  private readonly codes = new Map<string, { userId: string; redirect: string }>();
  /** Access tokens of accounts. */
  readonly accessTokens = new Map<string, string>();
  readonly refreshTokens = new Map<string, string>();
  private last = 100_000_000_000_000_000n;

  nextId(): string {
    this.last += 1n;
    return String(this.last);
  }
  addUser(username: string): User {
    const user = { id: this.nextId(), username };
    this.users.push(user);
    return user;
  }
  addApplication(): Application {
    const application = {
      id: this.nextId(),
      secret: randomBytes(16).toString('hex'),
      botId: this.nextId(),
      botToken: `bot.${randomBytes(16).toString('hex')}`,
    };
    this.applications.push(application);
    return application;
  }
  /** A server in which an application's bot may give roles and bring members. */
  addGuild(name: string, { botId }: Application): Guild {
    const id = this.nextId();
    const rights = PermissionFlagsBits.ManageRoles | PermissionFlagsBits.CreateInstantInvite;
    const everyone = { id, name: '@everyone', permissions: '0', position: 0, managed: false };
    const bot = {
      id: this.nextId(),
      name: 'Tilldesk',
      permissions: String(rights),
      position: 50,
      managed: true,
    };
    const guild = {
      id,
      name,
      roles: [everyone, bot],
      members: new Map([[botId, new Set([bot.id])]]),
    };
    this.guilds.push(guild);
    return guild;
  }
  addRole({ id: guildId }: Pick<Guild, 'id'>, name: string, more: Partial<Role> = {}): Role {
    const role = {
      id: this.nextId(),
      name,
      permissions: '0',
      position: 10,
      managed: false,
      ...more,
    };
    this.guilds.find(({ id }) => id === guildId)?.roles.push(role);
    return role;
  }
  /** What its owner does with a bot's token that leaked: answers the new one. */
  resetToken({ id }: Pick<Application, 'id'>): string {
    const application = this.applications.find((one) => one.id === id);
    if (!application) throw new Error(`There is no application ${id}`);
    application.botToken = `bot.${randomBytes(16).toString('hex')}`;
    return application.botToken;
  }
  /** The roles of an account in a server; null while it is no member. */
  rolesOf({ id }: Pick<Guild, 'id'>, { id: userId }: Pick<User, 'id'>): string[] | null {
    const roles = this.guilds.find((guild) => guild.id === id)?.members.get(userId);
    return roles ? [...roles] : null;
  }

  answer(call: Call): Answer {
    const { method, path, authorization } = call;
    if (path === '/oauth2/token' && method === 'POST') return this.token(call);
    if (authorization.startsWith('Bearer ')) {
      const user = this.users.find(
        ({ id }) => id === this.accessTokens.get(authorization.slice(7)),
      );
      if (path === '/users/@me' && user) return ok(user);
      return failed(401, 0, '401: Unauthorized');
    }
    const application = this.applications.find(
      ({ botToken }) => authorization === `Bot ${botToken}`,
    );
    if (!application) return failed(401, 0, '401: Unauthorized');
    if (path === '/applications/@me') return ok({ id: application.id });
    if (path === '/users/@me')
      return ok({ id: application.botId, username: 'tilldesk', bot: true });
    const [, guildId = '', rest = ''] = /^\/guilds\/(\d+)(.*)$/.exec(path) ?? [];
    const guild = this.guilds.find(({ id }) => id === guildId);
    if (!guild?.members.has(application.botId)) return failed(403, 50001, 'Missing Access');
    if (rest === '' && method === 'GET') {
      const { id, name, roles } = guild;
      return ok({ id, name, roles });
    }
    const [, userId = '', roleId] = /^\/members\/(\d+)(?:\/roles\/(\d+))?$/.exec(rest) ?? [];
    if (userId === '') {
      this.violations.push(`${method} ${path} is not in the reference`);
      return failed(404, 0, '404: Not Found');
    }
    return roleId === undefined
      ? this.member(call, guild, userId, application)
      : this.role(call, guild, { userId, roleId }, application);
  }

  private member(call: Call, guild: Guild, userId: string, application: Application): Answer {
    const roles = guild.members.get(userId);
    if (call.method === 'GET') {
      if (!roles) return failed(404, 10007, 'Unknown Member');
      return ok({ user: { id: userId }, roles: [...roles] });
    }
    this.check(call, ['access_token', 'nick', 'roles', 'mute', 'deaf']);
    if (this.accessTokens.get(String(call.body.access_token)) !== userId) {
      return failed(403, 50025, 'Invalid OAuth2 access token');
    }
    if (roles) return { status: 204 };
    const given = (call.body.roles ?? []) as string[];
    const refused = given.find((id) => !this.mayGive(guild, id, application));
    if (refused) return failed(403, 50013, 'Missing Permissions');
    guild.members.set(userId, new Set(given));
    return { status: 201, body: { user: { id: userId }, roles: given } };
  }

  private role(
    { method }: Call,
    guild: Guild,
    { userId, roleId }: { userId: string; roleId: string },
    application: Application,
  ): Answer {
    const roles = guild.members.get(userId);
    if (!roles) return failed(404, 10007, 'Unknown Member');
    if (!guild.roles.some(({ id }) => id === roleId)) return failed(404, 10011, 'Unknown Role');
    if (!this.mayGive(guild, roleId, application)) return failed(403, 50013, 'Missing Permissions');
    if (method === 'PUT') roles.add(roleId);
    else roles.delete(roleId);
    return { status: 204 };
  }

  private mayGive(guild: Guild, roleId: string, { botId }: Application): boolean {
    const own = guild.roles.filter(({ id }) => guild.members.get(botId)?.has(id));
    const highest = Math.max(0, ...own.map(({ position }) => position));
    const role = guild.roles.find(({ id }) => id === roleId);
    return role !== undefined && !role.managed && role.position < highest;
  }

  private token({ body, authorization }: Call): Answer {
    const [id = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString('utf8')
      .split(':');
    const application = this.applications.find((one) => one.id === id && one.secret === secret);
    if (!application) return { status: 401, body: { error: 'invalid_client' } };
    if (body.grant_type === 'client_credentials') return ok(this.tokensFor(application.botId));
    if (body.grant_type === 'refresh_token') {
      const userId = this.refreshTokens.get(String(body.refresh_token));
      this.refreshTokens.delete(String(body.refresh_token));
      return userId
        ? ok(this.tokensFor(userId))
        : { status: 400, body: { error: 'invalid_grant' } };
    }
    const code = this.codes.get(String(body.code));
    this.codes.delete(String(body.code));
    if (code?.redirect !== body.redirect_uri || !code)
      return { status: 400, body: { error: 'invalid_grant' } };
    return ok(this.tokensFor(code.userId));
  }

  private tokensFor(userId: string) {
    const access = `access-${randomBytes(12).toString('hex')}`;
    const refresh = `refresh-${randomBytes(12).toString('hex')}`;
    this.accessTokens.set(access, userId);
    this.refreshTokens.set(refresh, userId);
    return {
      access_token: access,
      refresh_token: refresh,
      expires_in: 604_800,
      token_type: 'Bearer',
      scope: 'identify guilds.join',
    };
  }

  authorize(query: URLSearchParams): string | null {
    const redirect = query.get('redirect_uri') ?? '';
    const isKnown = this.applications.some(({ id }) => id === query.get('client_id'));
    const named = this.users.find(({ username }) => username === query.get('account'));
    const user = this.signsInAs ?? named;
    if (!isKnown || !user || query.get('scope') !== 'identify guilds.join') return null;
    const code = randomBytes(10).toString('hex');
    this.codes.set(code, { userId: user.id, redirect });
    const url = new URL(redirect);
    url.searchParams.set('code', code);
    url.searchParams.set('state', query.get('state') ?? '');
    return url.toString();
  }

  private check({ method, path, body }: Call, known: string[]): void {
    const unknown = Object.keys(body).filter((name) => !known.includes(name));
    if (unknown.length > 0) this.violations.push(`${method} ${path} has no ${unknown.join(', ')}`);
  }
}

/** Starts one on a free port of this computer. Its API is at the address, its pages beside it. */
export function listenAsDiscord(double: DiscordDouble): Promise<Listening> {
  return listenAs(double, { name: 'Discord', signIn: '/oauth2/authorize', api: '/api' });
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}
function failed(status: number, code: number, message: string): Answer {
  return { status, body: { message, code } };
}
