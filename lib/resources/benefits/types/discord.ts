import { z } from 'zod';
import { bodyProblem } from '@/lib/contract/errors';
import { text, trimmedText } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';
import type { Discord } from '@/lib/integrations/discord/client';
import { CONNECTION, connectionStatus } from '@/lib/resources/benefits/types/connection-status';
import { NO_ACCESS, type Outcome, type Run } from '@/lib/resources/benefits/types/effect';
import { guildOfToken, guildToken } from '@/lib/resources/benefits/types/guild-token';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';

/** A role on the seller's Discord server (docs/contract/connections.md#discord). */
export const TYPE = 'discord';

export const Properties = z.object({
  guild_token: secret(text({ min: 1, max: 4000 })),
  role_id: trimmedText({ min: 1, max: 200 }),
});

export const PRINTED = {
  ...CONNECTION,
  type: z.literal(TYPE),
  properties: z.object({
    guild_id: z.string(),
    role_id: z.string(),
    guild_token: secret(z.string()),
  }),
};
export const ForCustomer = z.object({ guild_id: z.string() });

interface Stored {
  guild_id: string;
  role_id: string;
}

export const rules: TypeRules<z.output<typeof Properties>, Stored> = {
  accepted: () => Properties,
  store: ({ guild_token, role_id }, digest) => ({
    guild_id: guildId(guild_token, digest),
    role_id,
  }),
  async lookUp(properties, lookups) {
    const server = await lookups.server(properties.guild_id);
    if (!server) return { properties, isConnected: false, problems: [] };
    const why = server.roleProblem(properties.role_id);
    const problems = why === null ? [] : [bodyProblem(['properties', 'role_id'], why)];
    return { properties, isConnected: server.isConnected && why === null, problems };
  },
  print: ({ properties, isConnected }) => ({
    properties: { ...properties, guild_token: guildToken(properties.guild_id) },
    connection_status: connectionStatus(isConnected),
  }),
  printForCustomer: ({ guild_id }) => ({ guild_id }),
  grant: ({ guild_id, role_id }) => ({ guild_id, role_id }),
  outside: {
    platform: 'discord',
    targetOf: ({ guild_id, role_id }) => `${guild_id}:${role_id}`,
  },
};

/**
 * The id of a guild: the one that the token of a connected server names; else one that is derived from the opaque token,
 * which is not stored (docs/contract/benefits.md#outside-accounts).
 */
function guildId(token: string, digest: (token: string) => string): string {
  return (
    guildOfToken(token) ??
    BigInt(`0x${digest(token)}`)
      .toString()
      .slice(-18)
  );
}

interface Target {
  guildId: string;
  roleId: string;
  accountId: string;
  /** Whether a grant of this account gives the role. */
  isGiven: boolean;
  /** A token of the account, with which it joins the server; null where it has taken that back. */
  accessToken(): Promise<string | null>;
}

/**
 * Brings the role of an account in line with its grants: brings the account into the server and gives the role, or takes
 * the role away. The membership stays, and a role that the account had before. Rejects with an `OutsideFailure`.
 */
export async function applyToRole(discord: Discord, target: Target, run: Run): Promise<Outcome> {
  const { guildId, roleId, accountId, isGiven } = target;
  const roles = await discord.rolesOf(guildId, accountId);
  const hasRole = roles?.includes(roleId) === true;
  if (!isGiven) {
    if (run.access.given !== null && hasRole) await discord.removeRole(guildId, accountId, roleId);
    await run.keep(NO_ACCESS);
    return { status: 'ended' };
  }
  if (run.access.before === null) {
    await run.keep({ before: hasRole ? 'role' : roles ? 'member' : 'none' });
  }
  if (hasRole) {
    await run.keep({ hasArrived: true });
    return { status: 'granted' };
  }
  if (run.access.hasArrived && !run.isAsked) return REMOVED;
  const token = roles ? null : await target.accessToken();
  if (!roles && token === null) return SIGN_IN_AGAIN;
  await run.keep({ before: roles ? 'member' : 'none', given: 'role', hasArrived: false });
  const hasJoined =
    token !== null && (await discord.join(guildId, accountId, { accessToken: token, roleId }));
  if (!hasJoined) await discord.addRole(guildId, accountId, roleId);
  await run.keep({ hasArrived: true });
  return { status: 'granted' };
}

const REMOVED: Outcome = {
  status: 'failed',
  error: {
    code: 'REMOVED_OUTSIDE',
    detail: 'The role was removed on Discord, or the customer has left the server.',
  },
};
const SIGN_IN_AGAIN: Outcome = {
  status: 'waiting_for_buyer',
  error: {
    code: 'ACCOUNT_GONE',
    detail: 'The customer has disconnected Discord, and links the account again to join.',
  },
};
