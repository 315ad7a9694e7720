import { createHash } from 'node:crypto';
import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { HOUR_MS } from '@/lib/contract/times';
import type { Scope } from '@/lib/database/connection/scope';
import * as discord from '@/lib/integrations/discord/client';
import * as gitHubSignIn from '@/lib/integrations/github/sign-in';
import { OutsideFailure, tryLater } from '@/lib/integrations/outgoing/failure';
import {
  forgetAccounts,
  liveBenefitOfBuyer,
  nameAccount,
} from '@/lib/resources/benefit-grants/service';
import { platformOf } from '@/lib/resources/benefits/rules';
import { requireFullSession } from '@/lib/resources/customer-sessions/rules';
import * as discordConnections from '@/lib/resources/discord-connections/service';
import * as externalOrganizations from '@/lib/resources/external-organizations/service';
import {
  type LinkedAccount,
  type LinkedAccountComplete,
  type LinkedAccountCreate,
  PLATFORM_NAMES,
  Platform,
} from '@/lib/resources/linked-accounts/schema';
import { serializeLinkedAccount } from '@/lib/resources/linked-accounts/serialize';
import * as linkedAccounts from '@/lib/resources/linked-accounts/service';
import { limitAsking } from '@/lib/resources/linked-accounts/service';
import { getPublic as getOrganization } from '@/lib/resources/organizations/service';
import { findByExternalId as findRepository } from '@/lib/resources/repositories/service';
import { publicUrl } from '@/lib/runtime/env';
import { decrypt, encrypt, randomToken } from '@/lib/runtime/secrets';

// Linking an account of a customer outside (docs/contract/connections.md#buyers-accounts): by signing in with it, or by a
// name of GitHub, which counts as proven once that account accepts an invitation.

const PURPOSE = 'linking an account';
/** For so long a customer may be away to sign in. */
const STATE_MS = HOUR_MS;

/** What the platform brings back unread: encrypted, and of use in the session alone that began. */
const State = z.object({
  session_id: z.string(),
  platform: Platform,
  connection_id: z.string(),
  verifier: z.string(),
  expires_at: z.number(),
});
type State = z.infer<typeof State>;

/**
 * Answers where to sign in, or links the GitHub account of a name. Throws 403 for a session that is bound to a checkout,
 * and where the seller is not connected; 422 at `benefit_id` for a benefit that the customer does not have, at `platform`
 * for one of another, at `username` for no account, or where the seller has an app to sign in with.
 */
export async function beginLink(
  scope: Scope,
  { platform, benefit_id: benefitId, username }: LinkedAccountCreate,
): Promise<LinkedAccount | { authorize_url: string }> {
  requireFullSession(scope, 'your accounts');
  const benefit = await liveBenefitOfBuyer(scope, benefitId);
  if (!benefit) throw invalid(bodyProblem('benefit_id', 'You don’t have this benefit.'));
  if (platformOf(benefit) !== platform) {
    throw invalid(bodyProblem('platform', 'This benefit needs an account of another platform.'));
  }
  const client = await connectionFor(scope, platform, benefit);
  if (client.kind === 'names') {
    if (username === undefined) {
      throw invalid(bodyProblem('username', 'Enter your GitHub user name.'));
    }
    return linkName(scope, client.connection, username);
  }
  if (username !== undefined) {
    const why = `Sign in with ${PLATFORM_NAMES[platform]} instead of entering a name.`;
    throw invalid(bodyProblem('username', why));
  }
  return { authorize_url: await authorizeUrl(scope, platform, client) };
}

type SignInClient =
  | { kind: 'names'; connection: externalOrganizations.ExternalOrganizationRow }
  | { kind: 'sign_in'; connectionId: string; clientId: string };

/** How the customer names an account for a benefit. Throws 403 where the seller's connection does not reach it. */
async function connectionFor(
  scope: Scope,
  platform: Platform,
  { organizationId, properties }: { organizationId: string; properties: unknown },
): Promise<SignInClient> {
  const named = properties as Record<string, string | null>;
  if (platform === 'discord') {
    const found = await discordConnections.findByGuild(scope, organizationId, named.guild_id ?? '');
    if (found?.status !== 'connected') throw notConnected(platform);
    return { kind: 'sign_in', connectionId: found.id, clientId: found.clientId };
  }
  const repository =
    named.repository_id && (await findRepository(scope, organizationId, named.repository_id));
  const connection = repository ? repository.externalOrganization : null;
  if (connection?.status !== 'connected') throw notConnected(platform);
  const { id: connectionId, clientId } = connection;
  return clientId === null
    ? { kind: 'names', connection }
    : { kind: 'sign_in', connectionId, clientId };
}

function notConnected(platform: Platform): ApiError {
  const name = PLATFORM_NAMES[platform];
  return new ApiError('NotPermitted', `The seller has not connected ${name}. Try again later.`);
}

async function linkName(
  scope: Scope,
  connection: externalOrganizations.ExternalOrganizationRow,
  username: string,
): Promise<LinkedAccount> {
  await limitAsking(scope, customerOf(scope));
  const user = await asked(externalOrganizations.clientOf(connection).user(username));
  if (!user) throw invalid(bodyProblem('username', `GitHub has no account ${username}.`));
  return keep(scope, connection.organizationId, {
    platform: 'github',
    account: { id: user.id, username: user.login },
    isProven: false,
  });
}

async function authorizeUrl(
  scope: Scope,
  platform: Platform,
  { connectionId, clientId }: { connectionId: string; clientId: string },
): Promise<string> {
  const verifier = randomToken();
  const state: State = {
    session_id: sessionOf(scope),
    platform,
    connection_id: connectionId,
    verifier,
    expires_at: scope.realTime.getTime() + STATE_MS,
  };
  const sealed = encrypt(JSON.stringify(state), PURPOSE);
  const redirectUrl = await redirectUrlOf(scope, platform);
  if (platform === 'discord') return discord.authorizeUrl({ clientId, redirectUrl, state: sealed });
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return gitHubSignIn.authorizeUrl({ clientId, redirectUrl, state: sealed, challenge });
}

/**
 * Links the account with which the customer has signed in. Throws 403 for another session than the one that began, and for
 * the account of another customer; 422 at `state` for one that is over or made up, at `code` for one that is not taken.
 */
export async function completeLink(
  scope: Scope,
  { state: sealed, code }: LinkedAccountComplete,
): Promise<LinkedAccount> {
  requireFullSession(scope, 'your accounts');
  const state = stateOf(sealed);
  if (!state || state.expires_at <= scope.realTime.getTime()) {
    throw invalid(bodyProblem('state', 'This took too long. Link the account again.'));
  }
  if (state.session_id !== sessionOf(scope)) {
    throw new ApiError('NotPermitted', 'You signed in again meanwhile. Link the account again.');
  }
  await limitAsking(scope, customerOf(scope));
  const [organizationId = ''] = scope.organizationIds;
  const claim = await signedIn(scope, state, code);
  return keep(scope, organizationId, { platform: state.platform, isProven: true, ...claim });
}

async function signedIn(scope: Scope, state: State, code: string) {
  const { platform, connection_id: connectionId, verifier } = state;
  const redirectUrl = await redirectUrlOf(scope, platform);
  try {
    if (platform === 'discord') {
      const row = await discordConnections.getRow(scope, connectionId);
      const { client } = discordConnections.credentialsOf(row);
      const now = scope.realTime.getTime();
      return await discord.signedInAccount(client, { code, redirectUrl }, now);
    }
    const row = await externalOrganizations.getRow(scope, connectionId);
    const { client } = externalOrganizations.credentialsOf(row);
    if (!client) throw notConnected(platform);
    const user = await gitHubSignIn.signedInAccount(client, { code, verifier, redirectUrl });
    return { account: { id: user.id, username: user.login } };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notConnected(platform);
    throw refusalOf(error, platform);
  }
}

/** Links an account, and has it granted what waits for one. */
function keep(
  scope: Scope,
  organizationId: string,
  claim: Omit<linkedAccounts.Claim, 'organizationId' | 'customerId'>,
): Promise<LinkedAccount> {
  const customerId = customerOf(scope);
  return commit(scope, async (scope) => {
    const { row, displaced } = await linkedAccounts.link(scope, {
      organizationId,
      customerId,
      ...claim,
    });
    await forgetAccounts(scope, displaced);
    await nameAccount(scope, row);
    return serializeLinkedAccount(row);
  });
}

/** Unlinks an account of the customer, and takes back what was granted to it. Throws 404, 403 as {@link beginLink}. */
export function unlink(scope: Scope, id: string): Promise<void> {
  requireFullSession(scope, 'your accounts');
  return commit(scope, async (scope) => {
    const row = await linkedAccounts.getOfCustomer(scope, customerOf(scope), id);
    await linkedAccounts.remove(scope, row.id);
    await forgetAccounts(scope, [row.id]);
  });
}

function stateOf(sealed: string): State | null {
  try {
    return State.parse(JSON.parse(decrypt(sealed, PURPOSE)));
  } catch {
    return null;
  }
}

/** The page of the portal that the platform sends back to; sellers enter it as their app's callback. */
async function redirectUrlOf(scope: Scope, platform: Platform): Promise<string> {
  const [organizationId = ''] = scope.organizationIds;
  const { slug } = await getOrganization(scope, organizationId);
  return `${publicUrl()}/portal/${slug}/link/${platform}`;
}

function sessionOf({ caller }: Scope): string {
  return caller.kind === 'customer' ? caller.sessionId : '';
}

function customerOf({ caller }: Scope): string {
  return caller.kind === 'customer' ? caller.customerId : '';
}

async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusalOf(error, 'github');
  }
}

function refusalOf(error: unknown, platform: Platform): unknown {
  if (!(error instanceof OutsideFailure)) return error;
  if (error.kind === 'invalid') {
    const why = `${PLATFORM_NAMES[platform]} did not take it. Link the account again.`;
    return invalid(bodyProblem('code', why));
  }
  if (error.kind === 'unauthorized') return notConnected(platform);
  return tryLater(error, `${PLATFORM_NAMES[platform]} does not answer. Try again in a minute.`);
}
