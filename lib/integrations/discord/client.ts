import {
  DiscordAPIError,
  HTTPError,
  makeURLSearchParams,
  RateLimitError,
  REST,
} from '@discordjs/rest';
import {
  type APIGuild,
  type APIGuildMember,
  type APIRole,
  type APIUser,
  OAuth2Scopes,
  PermissionFlagsBits,
  type RESTPostOAuth2AccessTokenResult,
  Routes,
} from 'discord-api-types/v10';
import { OutsideFailure, orMissing } from '@/lib/integrations/outgoing/failure';
import { outgoingFetch } from '@/lib/integrations/outgoing/fetch';
import { env } from '@/lib/runtime/env';

// Discord, as far as benefits need it: its library without retries and waits of its own, which the jobs do.

export interface DiscordRole {
  id: string;
  name: string;
  /** Why the bot cannot give it; null where it can. */
  refusal: 'administrative' | 'above_bot' | 'managed' | null;
}

export interface DiscordGuild {
  id: string;
  name: string;
  roles: DiscordRole[];
  /** The bot may give roles and bring members. */
  isAdministered: boolean;
}

export interface DiscordUser {
  id: string;
  username: string;
}

/** With which an account lets a server bring it in; `expiresAt` in milliseconds since 1970. */
export interface DiscordTokens {
  access: string;
  refresh: string;
  expiresAt: number;
}

export interface DiscordClient {
  id: string;
  secret: string;
}

const LIMITS = { rule: 'any', timeoutMs: 15_000, maxBytes: 4 * 1024 * 1024 } as const;

/** What would hand over a part of the server with a role. */
const ADMINISTRATIVE =
  PermissionFlagsBits.Administrator |
  PermissionFlagsBits.ManageGuild |
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ManageChannels |
  PermissionFlagsBits.ManageWebhooks |
  PermissionFlagsBits.KickMembers |
  PermissionFlagsBits.BanMembers |
  PermissionFlagsBits.ModerateMembers |
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.ManageNicknames |
  PermissionFlagsBits.ManageThreads |
  PermissionFlagsBits.ManageEvents |
  PermissionFlagsBits.ManageGuildExpressions |
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.ViewAuditLog |
  PermissionFlagsBits.MuteMembers |
  PermissionFlagsBits.DeafenMembers |
  PermissionFlagsBits.MoveMembers;

function rest(authPrefix: 'Bot' | 'Bearer', token?: string): REST {
  const client = new REST({
    api: env().DISCORD_API_URL,
    version: '10',
    authPrefix,
    retries: 0,
    rejectOnRateLimit: () => true,
    makeRequest: outgoingFetch(LIMITS) as REST['options']['makeRequest'],
    // Each is used for a short time: nothing is left to sweep.
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
  });
  return token === undefined ? client : client.setToken(token);
}

/** Discord with the token of a bot. Its functions reject with an `OutsideFailure`. */
export function discord(botToken: string) {
  const client = rest('Bot', botToken);
  return {
    /** The id of the application that the bot is of. */
    applicationId: async (): Promise<string> => {
      const application = await asked(client.get(Routes.currentApplication()));
      return (application as { id: string }).id;
    },

    /** A server with its roles; undefined where the bot is not in it. */
    guild: async (id: string): Promise<DiscordGuild | undefined> => {
      const found = await orRefused(asked(client.get(Routes.guild(id))));
      if (!found) return undefined;
      const guild = found as APIGuild;
      const bot = (await asked(client.get(Routes.user()))) as APIUser;
      const member = (await asked(client.get(Routes.guildMember(id, bot.id)))) as APIGuildMember;
      return guildOf(guild, member);
    },

    /** The roles of a member; undefined where the account is none. */
    rolesOf: async (guildId: string, userId: string): Promise<string[] | undefined> => {
      const found = await orMissing(asked(client.get(Routes.guildMember(guildId, userId))));
      return (found as APIGuildMember | undefined)?.roles;
    },

    /** Brings an account into the server with a role. False where it is a member already, whose roles stay. */
    join: async (
      guildId: string,
      userId: string,
      { accessToken, roleId }: { accessToken: string; roleId: string },
    ): Promise<boolean> => {
      const body = { access_token: accessToken, roles: [roleId] };
      const member = await asked(client.put(Routes.guildMember(guildId, userId), { body }));
      // 201 with the member, or 204 without a body.
      return typeof member === 'object' && member !== null && 'user' in member;
    },

    addRole: async (guildId: string, userId: string, roleId: string): Promise<void> => {
      await asked(client.put(Routes.guildMemberRole(guildId, userId, roleId)));
    },

    /** Does nothing where the account has left. */
    removeRole: async (guildId: string, userId: string, roleId: string): Promise<void> => {
      await orMissing(asked(client.delete(Routes.guildMemberRole(guildId, userId, roleId))));
    },
  };
}

export type Discord = ReturnType<typeof discord>;

/** The page on which a buyer allows the app to read the name of the account and to bring it into servers. */
export function authorizeUrl(input: {
  clientId: string;
  redirectUrl: string;
  state: string;
}): string {
  const api = new URL(env().DISCORD_API_URL);
  const url = new URL(`${api.origin}${api.pathname.replace(/\/api$/, '')}/oauth2/authorize`);
  url.search = new URLSearchParams({
    client_id: input.clientId,
    redirect_uri: input.redirectUrl,
    response_type: 'code',
    scope: `${OAuth2Scopes.Identify} ${OAuth2Scopes.GuildsJoin}`,
    state: input.state,
    prompt: 'consent',
  }).toString();
  return url.toString();
}

/** The account that has signed in, by the code that it came back with. Rejects with an `OutsideFailure`. */
export async function signedInAccount(
  client: DiscordClient,
  grant: { code: string; redirectUrl: string },
  now: number,
): Promise<{ account: DiscordUser; tokens: DiscordTokens }> {
  const tokens = await exchange(
    client,
    { grant_type: 'authorization_code', code: grant.code, redirect_uri: grant.redirectUrl },
    now,
  );
  const user = (await asked(rest('Bearer', tokens.access).get(Routes.user()))) as APIUser;
  return { account: { id: user.id, username: user.username }, tokens };
}

/** New tokens for old ones. Rejects with an `OutsideFailure`: `invalid` where the account has taken them back. */
export function refreshedTokens(
  client: DiscordClient,
  { refresh }: DiscordTokens,
  now: number,
): Promise<DiscordTokens> {
  return exchange(client, { grant_type: 'refresh_token', refresh_token: refresh }, now);
}

/** Whether Discord knows the client's secret. Rejects with an `OutsideFailure`. */
export async function isClient(client: DiscordClient): Promise<boolean> {
  try {
    await token(client, { grant_type: 'client_credentials', scope: OAuth2Scopes.Identify });
    return true;
  } catch (error) {
    const isAnswered =
      error instanceof OutsideFailure && !['limited', 'unavailable'].includes(error.kind);
    if (isAnswered) return false;
    throw error;
  }
}

async function exchange(
  client: DiscordClient,
  fields: Record<string, string>,
  now: number,
): Promise<DiscordTokens> {
  const { access_token, refresh_token, expires_in } = await token(client, fields);
  return { access: access_token, refresh: refresh_token, expiresAt: now + expires_in * 1000 };
}

function token(
  client: DiscordClient,
  fields: Record<string, string>,
): Promise<RESTPostOAuth2AccessTokenResult> {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  return asked(
    rest('Bearer').post(Routes.oauth2TokenExchange(), {
      auth: false,
      passThroughBody: true,
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: makeURLSearchParams(fields),
    }),
  ) as Promise<RESTPostOAuth2AccessTokenResult>;
}

function guildOf(guild: APIGuild, bot: APIGuildMember): DiscordGuild {
  // The role of everybody has the id of the server.
  const own = guild.roles.filter(({ id }) => id === guild.id || bot.roles.includes(id));
  const rights = own.reduce((all, { permissions }) => all | BigInt(permissions), 0n);
  const highest = Math.max(0, ...own.map(({ position }) => position));
  const needed = PermissionFlagsBits.ManageRoles | PermissionFlagsBits.CreateInstantInvite;
  return {
    id: guild.id,
    name: guild.name,
    roles: guild.roles
      .filter(({ id }) => id !== guild.id)
      .sort((a, b) => b.position - a.position)
      .map((role) => ({ id: role.id, name: role.name, refusal: refusalOf(role, highest) })),
    isAdministered:
      (rights & PermissionFlagsBits.Administrator) !== 0n || (rights & needed) === needed,
  };
}

function refusalOf(role: APIRole, highest: number): DiscordRole['refusal'] {
  if (role.managed) return 'managed';
  if ((BigInt(role.permissions) & ADMINISTRATIVE) !== 0n) return 'administrative';
  return role.position >= highest ? 'above_bot' : null;
}

/** A server that the bot is not in is refused, not missing. */
async function orRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await orMissing(call);
  } catch (error) {
    if (error instanceof OutsideFailure && error.kind === 'refused') return undefined;
    throw error;
  }
}

async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): OutsideFailure {
  if (error instanceof RateLimitError) {
    const waitMs = Math.max(error.retryAfter, error.timeToReset, 1000);
    return new OutsideFailure('limited', 'Discord limits calls.', waitMs);
  }
  if (error instanceof DiscordAPIError) {
    const { status, message } = error;
    if (status === 401) return new OutsideFailure('unauthorized', message);
    if (status === 403) return new OutsideFailure('refused', message);
    if (status === 404) return new OutsideFailure('missing', message);
    return new OutsideFailure('invalid', message);
  }
  if (error instanceof HTTPError) {
    return new OutsideFailure('unavailable', `Discord answered ${error.status}.`);
  }
  const why = error instanceof Error ? error.message : String(error);
  return new OutsideFailure('unavailable', `Discord could not be reached: ${why}`);
}
