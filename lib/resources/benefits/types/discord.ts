import type { Discord } from '@/lib/integrations/discord/client';
import { NO_ACCESS, type Outcome, type Run } from '@/lib/resources/benefits/types/effect';

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
