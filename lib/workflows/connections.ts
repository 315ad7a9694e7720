import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { organizationFor } from '@/lib/api/tenancy';
import { bodyProblem, invalid } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { DAY_MS } from '@/lib/contract/times';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import { forgetAccounts } from '@/lib/resources/benefit-grants/service';
import { followConnections } from '@/lib/resources/benefits/service';
import type {
  DiscordConnection,
  DiscordConnectionCreate,
  DiscordConnectionUpdate,
} from '@/lib/resources/discord-connections/schema';
import * as discordConnections from '@/lib/resources/discord-connections/service';
import type {
  ExternalOrganization,
  ExternalOrganizationCreate,
  ExternalOrganizationUpdate,
} from '@/lib/resources/external-organizations/schema';
import * as externalOrganizations from '@/lib/resources/external-organizations/service';
import { effectsQueue, type Reports, wake } from '@/lib/resources/grant-effects/service';
import { Platform } from '@/lib/resources/linked-accounts/schema';
import { queueMail } from '@/lib/resources/mails/service';
import { administratorsOf } from '@/lib/resources/members/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { replaceAll as replaceRepositories } from '@/lib/resources/repositories/service';
import { publicUrl } from '@/lib/runtime/env';
import { addJob, handler, jobKind } from '@/lib/runtime/jobs/job';

// Connections with GitHub and Discord (docs/contract/connections.md#credentials): credentials are tried before they are
// kept, outside of any transaction. A change of one leads to the benefits that it reaches, and to their grants.

/** How often what a connection knows is read again. */
const READ_MS = DAY_MS;

/** Throws 422 for what GitHub does not take, and where it is connected already; 503 where it gives no answer. */
export async function connectGitHub(
  scope: Scope,
  body: ExternalOrganizationCreate,
): Promise<ExternalOrganization> {
  const organizationId = organizationFor(scope, body.organization_id);
  const credentials = { token: body.access_token, client: clientOf(body) };
  const reading = await externalOrganizations.tryCredentials(body.name, credentials);
  return commit(scope, async (scope) => {
    const known = await externalOrganizations.findByExternalId(
      scope,
      organizationId,
      reading.profile.id,
    );
    if (known) {
      throw invalid(
        bodyProblem('name', `${known.name} is connected already. Reconnect it instead.`),
      );
    }
    const row = await externalOrganizations.add(scope, organizationId, credentials, reading);
    await replaceRepositories(
      scope,
      { organizationId, connectionId: row.id },
      reading.repositories,
    );
    await follow(scope, organizationId, 'github');
    return externalOrganizations.get(scope, row.id);
  });
}

/** Throws 404, and 422 and 503 as {@link connectGitHub}. What is left out stays as it is. */
export async function reconnectGitHub(
  scope: Scope,
  id: string,
  body: ExternalOrganizationUpdate,
): Promise<ExternalOrganization> {
  const row = await externalOrganizations.getRow(scope, id);
  const before = externalOrganizations.credentialsOf(row);
  const credentials = {
    token: body.access_token ?? before.token,
    client: clientOf({
      client_id: body.client_id === undefined ? before.client?.id : body.client_id,
      client_secret: body.client_secret === undefined ? before.client?.secret : body.client_secret,
    }),
  };
  const reading = await externalOrganizations.tryCredentials(row.name, credentials);
  if (reading.profile.id !== row.externalId) {
    const why = `${row.name} is another organization on GitHub now. Disconnect it, and connect that one.`;
    throw invalid(bodyProblem('access_token', why));
  }
  return commit(scope, async (scope) => {
    const { organizationId } = row;
    await externalOrganizations.renew(scope, id, credentials, reading);
    await replaceRepositories(scope, { organizationId, connectionId: id }, reading.repositories);
    await follow(scope, organizationId, 'github');
    return externalOrganizations.get(scope, id);
  });
}

/**
 * Reads an organization of GitHub again. Throws 404, and 422 and 503 as {@link connectGitHub}; one that GitHub refuses is
 * broken from then on.
 */
export function syncGitHub(scope: Scope, id: string): Promise<ExternalOrganization> {
  return reconnectGitHub(scope, id, {}).catch(async (error: unknown) => {
    const { organizationId } = await externalOrganizations.getRow(scope, id);
    return breakRefused(organizationId, 'github', id, error);
  });
}

/** What was granted stays on GitHub. Throws 404. */
export function disconnectGitHub(scope: Scope, id: string): Promise<void> {
  return commit(scope, async (scope) => {
    const { organizationId } = await externalOrganizations.getRow(scope, id);
    await externalOrganizations.remove(scope, id);
    await follow(scope, organizationId, 'github');
  });
}

/** Both parts of a client, or none. Throws 422 for one alone. */
function clientOf({
  client_id: id,
  client_secret: secret,
}: {
  client_id?: string | null | undefined;
  client_secret?: string | null | undefined;
}) {
  if (!id && !secret) return null;
  if (id && secret) return { id, secret };
  const missing = id ? 'client_secret' : 'client_id';
  throw invalid(bodyProblem(missing, 'Enter both the client ID and the client secret.'));
}

/** Throws 422 for what Discord does not take, and where it is connected already; 503 where it gives no answer. */
export async function connectDiscord(
  scope: Scope,
  body: DiscordConnectionCreate,
): Promise<DiscordConnection> {
  const organizationId = organizationFor(scope, body.organization_id);
  const credentials = {
    botToken: body.bot_token,
    client: { id: body.client_id, secret: body.client_secret },
  };
  const guild = await discordConnections.tryCredentials(body.guild_id, credentials);
  return commit(scope, async (scope) => {
    if (await discordConnections.findByGuild(scope, organizationId, guild.id)) {
      throw invalid(
        bodyProblem('guild_id', `${guild.name} is connected already. Reconnect it instead.`),
      );
    }
    const { id } = await discordConnections.add(scope, organizationId, credentials, guild);
    await follow(scope, organizationId, 'discord');
    return discordConnections.get(scope, id);
  });
}

/**
 * Throws 404, and 422 and 503 as {@link connectDiscord}. What is left out stays as it is; the roles are read again. A server
 * that Discord refuses with nothing new is broken from then on.
 */
export async function reconnectDiscord(
  scope: Scope,
  id: string,
  body: DiscordConnectionUpdate,
): Promise<DiscordConnection> {
  const row = await discordConnections.getRow(scope, id);
  const before = discordConnections.credentialsOf(row);
  const credentials = {
    botToken: body.bot_token ?? before.botToken,
    client: {
      id: body.client_id ?? before.client.id,
      secret: body.client_secret ?? before.client.secret,
    },
  };
  const trial = discordConnections.tryCredentials(row.guildId, credentials);
  const isNew = Object.values(body).some((value) => value !== undefined);
  const guild = await (isNew
    ? trial
    : trial.catch((error: unknown) => breakRefused(row.organizationId, 'discord', id, error)));
  return commit(scope, async (scope) => {
    await discordConnections.renew(scope, id, credentials, guild);
    await follow(scope, row.organizationId, 'discord');
    return discordConnections.get(scope, id);
  });
}

/** What was granted stays on Discord. Throws 404. */
export function disconnectDiscord(scope: Scope, id: string): Promise<void> {
  return commit(scope, async (scope) => {
    const { organizationId } = await discordConnections.getRow(scope, id);
    await discordConnections.remove(scope, id);
    await follow(scope, organizationId, 'discord');
  });
}

/** Leads a change of connections to the benefits that they reach, and to the grants that wait for them. */
async function follow(scope: Scope, organizationId: string, platform: Platform): Promise<void> {
  await followConnections(scope, organizationId);
  await wake(scope, organizationId, platform);
}

/** The job that reads one connection again. */
export const readConnectionKind = jobKind(
  'read_connection',
  z.object({ organization_id: Id, platform: Platform, id: Id }),
  { lane: 'effects' },
);

/** Adds a job for each connection that was not read for a day: a platform that hangs holds up what goes outside alone. */
export async function readConnections(now: Date): Promise<void> {
  const since = new Date(now.getTime() - READ_MS);
  for (const platform of Platform.options) {
    for (const { id, organizationId } of await CONNECTIONS[platform].findUnread(since)) {
      const job = { organization_id: organizationId, platform, id };
      const queue = effectsQueue(organizationId, platform);
      const key = `${readConnectionKind.name}:${id}`;
      await transaction(systemScope(organizationId), (scope) =>
        addJob(scope, readConnectionKind, job, { queue, key }),
      );
    }
  }
}

const CONNECTIONS = { github: externalOrganizations, discord: discordConnections } as const;

/** Reads a connection again, unless that was done meanwhile. What gives no answer waits for the next day. */
export const readConnection = handler(
  readConnectionKind,
  async ({ organization_id: organizationId, platform, id }) => {
    const scope = systemScope(organizationId);
    const { getRow, update } = CONNECTIONS[platform];
    try {
      const { status, syncedAt } = await getRow(scope, id);
      const isDue = syncedAt !== null && scope.realTime.getTime() - syncedAt.getTime() >= READ_MS;
      if (status === 'broken' || !isDue) return;
      await (platform === 'github' ? syncGitHub(scope, id) : reconnectDiscord(scope, id, {}));
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 404 || status === 422) return;
      if (status !== 503 && !(error instanceof OutsideFailure)) throw error;
      await update(scope, id, { syncedAt: scope.realTime });
    }
  },
);

/** Notes that a platform has refused what is stored of a connection, and throws why. */
async function breakRefused(
  organizationId: string,
  platform: Platform,
  id: string,
  error: unknown,
): Promise<never> {
  const { status, message } = error as { status?: number; message: string };
  if (status === 422) await breakConnection(organizationId, platform, id, message);
  throw error;
}

/** Notes that a connection no longer works, and tells owners and admins; does nothing where that is known. */
export async function breakConnection(
  organizationId: string,
  platform: Platform,
  id: string,
  problem: string,
): Promise<void> {
  await transaction(systemScope(organizationId), async (scope) => {
    const isGitHub = platform === 'github';
    const row = isGitHub
      ? await externalOrganizations.getRow(scope, id)
      : await discordConnections.getRow(scope, id);
    if (row.status === 'broken') return;
    const changes = { status: 'broken', problem, modifiedAt: scope.realTime } as const;
    if (isGitHub) await externalOrganizations.update(scope, id, changes);
    else await discordConnections.update(scope, id, changes);
    await followConnections(scope, organizationId);
    const account = 'guildName' in row ? row.guildName : row.name;
    const { slug } = await getOrganization(scope, organizationId);
    const url = `${publicUrl()}/dashboard/${slug}/settings/connections`;
    const data = { platform, account, problem, url };
    for (const { email: recipient, name: recipientName } of await administratorsOf(
      scope,
      organizationId,
    )) {
      const content = { kind: 'connection_broken', data, secrets: {} } as const;
      await queueMail(scope, { ...content, organizationId, recipient, recipientName });
    }
  });
}

/** What jobs do with what they find out about connections and accounts. */
export const reports: Reports = { broken: breakConnection, displaced: forgetAccounts };
