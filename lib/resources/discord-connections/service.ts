import { listAndExport } from '@/lib/api/list';
import { bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import {
  type Discord,
  type DiscordClient,
  type DiscordGuild,
  discord,
  isClient,
} from '@/lib/integrations/discord/client';
import { OutsideFailure, tryLater } from '@/lib/integrations/outgoing/failure';
import * as repository from '@/lib/resources/discord-connections/repository';
import type { DiscordConnection } from '@/lib/resources/discord-connections/schema';
import { serializeDiscordConnection } from '@/lib/resources/discord-connections/serialize';
import { newId } from '@/lib/runtime/ids';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

// The connections with Discord (docs/contract/connections.md#discord). Which benefits and grants they change is known by
// lib/workflows/connections.ts.

const PURPOSE = 'connections';

export type { DiscordConnectionRow } from '@/lib/resources/discord-connections/repository';
export const { findByGuild, findUnread, remove, update } = repository;

export const { listAll, exportAll } = listAndExport(repository.list, serializeDiscordConnection);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<DiscordConnection> {
  return serializeDiscordConnection(await getRow(scope, id));
}

/** The row of {@link get}. Throws 404. */
export async function getRow(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The Discord server');
}

export interface Credentials {
  botToken: string;
  client: DiscordClient;
}

/** The credentials of a connection, decrypted. */
export function credentialsOf(row: repository.DiscordConnectionRow): Credentials {
  return {
    botToken: decrypt(row.sealedBotToken, PURPOSE),
    client: { id: row.clientId, secret: decrypt(row.sealedClientSecret, PURPOSE) },
  };
}

/** Discord as a connection's bot sees it. */
export function clientOf(row: repository.DiscordConnectionRow): Discord {
  return discord(credentialsOf(row).botToken);
}

/**
 * Tries credentials and reads the server with them, outside of any transaction. Throws 422 for a token or a client that
 * Discord does not take, and for a bot that is not in the server or may not give roles there; 503 where Discord gives no
 * answer.
 */
export async function tryCredentials(
  guildId: string,
  { botToken, client }: Credentials,
): Promise<DiscordGuild> {
  const bot = discord(botToken);
  try {
    if ((await bot.applicationId()) !== client.id) {
      throw invalid(bodyProblem('client_id', 'The bot belongs to another application.'));
    }
    const guild = await bot.guild(guildId);
    if (!guild) {
      throw invalid(bodyProblem('guild_id', 'The bot is not in this server. Invite it first.'));
    }
    if (!guild.isAdministered) {
      const why = 'Give the bot the permissions “Manage Roles” and “Create Invite” in the server.';
      throw invalid(bodyProblem('bot_token', why));
    }
    if (!(await isClient(client))) {
      throw invalid(bodyProblem('client_secret', 'Discord does not take this client secret.'));
    }
    return guild;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof OutsideFailure)) return error;
  if (error.kind === 'limited' || error.kind === 'unavailable') return tryLater(error);
  return invalid(bodyProblem('bot_token', 'Discord does not take this token.'));
}

/** Adds a connection in the caller's transaction. */
export function add(
  scope: Scope,
  organizationId: string,
  credentials: Credentials,
  guild: DiscordGuild,
) {
  return repository.create(scope, {
    id: newId(),
    organizationId,
    createdAt: scope.realTime,
    guildId: guild.id,
    status: 'connected',
    ...readColumns(scope, guild),
    ...credentialColumns(credentials),
  });
}

/** Stores new credentials and what was read with them, in the caller's transaction: it works again. */
export function renew(scope: Scope, id: string, credentials: Credentials, guild: DiscordGuild) {
  return repository.update(scope, id, {
    modifiedAt: scope.realTime,
    status: 'connected',
    problem: null,
    limitedUntil: null,
    ...readColumns(scope, guild),
    ...credentialColumns(credentials),
  });
}

function readColumns({ realTime }: Scope, guild: DiscordGuild) {
  return {
    guildName: guild.name,
    roles: guild.roles.map((role) => ({ ...role })),
    syncedAt: realTime,
  };
}

function credentialColumns({ botToken, client }: Credentials) {
  return {
    sealedBotToken: encrypt(botToken, PURPOSE),
    clientId: client.id,
    sealedClientSecret: encrypt(client.secret, PURPOSE),
  };
}
