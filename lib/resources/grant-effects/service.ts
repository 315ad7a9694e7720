import { z } from 'zod';
import { Id } from '@/lib/contract/fields';
import { jsonColumn } from '@/lib/contract/serialize';
import { DAY_MS } from '@/lib/contract/times';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { refreshedTokens } from '@/lib/integrations/discord/client';
import { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import { rulesOf, typesWith } from '@/lib/resources/benefits/rules';
import { applyToRole } from '@/lib/resources/benefits/types/discord';
import type { Access, Outcome, Run } from '@/lib/resources/benefits/types/effect';
import {
  applyToRepository,
  highest,
  MOST_INVITATIONS,
} from '@/lib/resources/benefits/types/github-repository';
import * as discordConnections from '@/lib/resources/discord-connections/service';
import * as externalOrganizations from '@/lib/resources/external-organizations/service';
import * as repository from '@/lib/resources/grant-effects/repository';
import {
  accountMissing,
  columnsAfter,
  errorOf,
  notConnected,
} from '@/lib/resources/grant-effects/rules';
import { PLATFORM_NAMES, Platform } from '@/lib/resources/linked-accounts/schema';
import * as linkedAccounts from '@/lib/resources/linked-accounts/service';
import * as repositories from '@/lib/resources/repositories/service';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';

// What grants do outside (docs/contract/connections.md#grants, docs/decisions/grant-effects.md). Each grant has an effect,
// a row that says how far it has come and when it is looked at next. A job brings those of an organization that are due
// in line with their grants, one after the other.

/** So many effects a job looks at before the next one has its turn. */
const BATCH = 25;
const BROKEN_PROBLEM = {
  github: 'GitHub no longer takes the token. Create a new one and reconnect.',
  discord: 'Discord no longer takes the bot’s token. Reset it and reconnect.',
} as const;

export const { findOrganizationsDue } = repository;

/** The job that applies the effects of an organization on a platform that are due. */
export const effectsKind = jobKind(
  'apply_effects',
  z.object({ organization_id: z.string(), platform: Platform }),
  { lane: 'effects' },
);

/**
 * Has grants looked at once the caller's transaction commits: those of benefits that reach outside. A grant that was made,
 * revoked, or asked for anew.
 */
export async function touchGrants(scope: Scope, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return;
  const grants = await repository.findGrants(scope, grantIds, typesWith('outside'));
  const effects = grants.flatMap(({ id, organizationId, properties, benefit }) => {
    const { outside } = rulesOf(benefit);
    if (!outside) return [];
    const granted = jsonColumn<Record<string, string>>(properties);
    const targetId = outside.targetOf(granted, benefit.properties);
    return [{ grantId: id, organizationId, platform: outside.platform, targetId }];
  });
  if (effects.length === 0) return;
  await repository.touch(scope, effects);
  const due = new Map(effects.map((one) => [`${one.organizationId}:${one.platform}`, one]));
  for (const { organizationId, platform } of due.values()) {
    await addEffectsJob(scope, organizationId, platform);
  }
}

/** Has what is not done on a platform tried again, in the caller's transaction: something has changed there. */
export async function wake(
  scope: Scope,
  organizationId: string,
  platform: Platform,
): Promise<void> {
  await repository.wake(scope, organizationId, platform);
  await addEffectsJob(scope, organizationId, platform);
}

/** The queue of what an organization asks of a platform, one after the other. */
export function effectsQueue(organizationId: string, platform: Platform): string {
  return `${effectsKind.name}:${organizationId}:${platform}`;
}

/** Adds the job for what is due, in the caller's transaction: at most one waits, and one runs. */
export async function addEffectsJob(
  scope: Scope,
  organizationId: string,
  platform: Platform,
): Promise<void> {
  const name = effectsQueue(organizationId, platform);
  const payload = { organization_id: organizationId, platform };
  await addJob(scope, effectsKind, payload, { queue: name, key: name });
}

/** What others do with what a run finds out. */
export interface Reports {
  /** A connection no longer works. */
  broken(
    organizationId: string,
    platform: Platform,
    connectionId: string,
    problem: string,
  ): Promise<void>;
  /** An account is proven; these claims to it are displaced. */
  displaced(scope: Scope, accountIds: readonly string[]): Promise<void>;
}

/**
 * Applies effects of an organization that are due; adds the job anew where there are more. A platform that gives no answer
 * is asked again by the next minute's job: one that hangs would hold the worker for as long as each call may take.
 */
export async function applyDue(
  organizationId: string,
  platform: Platform,
  reports: Reports,
  signal?: AbortSignal,
): Promise<void> {
  const due = await repository.findDue(systemScope(organizationId), { platform, limit: BATCH });
  for (const effect of due) {
    signal?.throwIfAborted();
    const outcome = await apply(effect, reports);
    if (outcome.error?.code === 'UNAVAILABLE') return;
  }
  if (due.length < BATCH) return;
  await transaction(systemScope(organizationId), (scope) =>
    addEffectsJob(scope, organizationId, platform),
  );
}

async function apply(effect: repository.EffectRow, reports: Reports): Promise<Outcome> {
  const scope = systemScope(effect.organizationId);
  const { realTime: now } = scope;
  const outcome = await outcomeOf(scope, effect, reports);
  await transaction(scope, async (scope) => {
    if (outcome.isProven) {
      const account = await accountOf(scope, effect);
      const displaced = account ? await linkedAccounts.prove(scope, account) : [];
      if (displaced.length > 0) await reports.displaced(scope, displaced);
    }
    await repository.finish(scope, effect, columnsAfter(outcome, effect, now));
  });
  return outcome;
}

/** A connection that works, as an effect needs it. */
interface Connected {
  id: string;
  limitedUntil: Date | null;
  /** What the benefit names: a repository, or a server and a role. */
  targetId: string;
  run(target: Held, run: Run): Promise<Outcome>;
}

interface Held {
  accountId: string;
  accessId: string;
  /** A grant that is about to let go of it. */
  exceptGrantId: string | null;
}

/** `unreachable` where the connection does not work, or no longer sees what is looked for; null for no connection. */
type Reached = Connected | 'unreachable' | null;

async function outcomeOf(
  scope: Scope,
  effect: repository.EffectRow,
  reports: Reports,
): Promise<Outcome> {
  const { grant, platform, access, organizationId } = effect;
  const isLive = grant.grantedAt !== null && grant.revokedAt === null;
  const reached = isLive ? await connectionOf(scope, effect) : null;
  const connected = reached === 'unreachable' ? null : reached;
  const account = isLive ? await accountOf(scope, effect) : null;
  const isSame =
    connected !== null &&
    account !== null &&
    access !== null &&
    access.targetId === connected.targetId &&
    access.accountId === account.accountId;
  if (access && !isSame && (connected || !isLive)) {
    // What was given for another account or target, or for a grant that is over, is taken back first.
    const holder = await connectionOfTarget(scope, effect, access.targetId);
    if (holder === 'unreachable') return { status: 'failed', error: notConnected(platform) };
    if (holder) {
      const held = { connected: holder, access, exceptGrantId: effect.grantId };
      const released = await converge(scope, effect, held, reports);
      if (released.status === 'failed' || released.status === 'limited') return released;
    }
    await repository.hold(scope, effect.grantId, null);
    await repository.forgetAccess(scope, access.id);
  }
  if (!isLive) return { status: 'ended' };
  if (!account) return { status: 'waiting_for_buyer', error: accountMissing(platform) };
  if (!connected) return { status: 'failed', error: notConnected(platform) };
  const key = {
    organizationId,
    platform,
    targetId: connected.targetId,
    accountId: account.accountId,
  };
  const held = await repository.ensureAccess(scope, key);
  await repository.hold(scope, effect.grantId, held.id);
  return converge(scope, effect, { connected, access: held, exceptGrantId: null }, reports);
}

/** Brings an access in line with the grants that hold it, and tells of what fails. */
async function converge(
  scope: Scope,
  effect: repository.EffectRow,
  {
    connected,
    access,
    exceptGrantId,
  }: { connected: Connected; access: repository.AccessRow; exceptGrantId: string | null },
  reports: Reports,
): Promise<Outcome> {
  const { organizationId, platform } = effect;
  const { realTime: now } = scope;
  if (connected.limitedUntil !== null && connected.limitedUntil > now) {
    return limited(platform, connected.limitedUntil);
  }
  const state: Access = { ...access };
  const run: Run = {
    now,
    access: state,
    isAsked: effect.status === 'pending',
    keep: async (changes) => {
      Object.assign(state, changes);
      await repository.updateAccess(scope, access.id, changes);
    },
  };
  try {
    const { id: accessId, accountId } = access;
    return await connected.run({ accountId, accessId, exceptGrantId }, run);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    if (error.kind === 'limited') {
      const until = new Date(now.getTime() + error.retryAfterMs);
      await limitUntil(scope, platform, connected.id, until);
      return limited(platform, until);
    }
    if (error.kind === 'unauthorized') {
      await reports.broken(organizationId, platform, connected.id, BROKEN_PROBLEM[platform]);
      return { status: 'failed', error: notConnected(platform) };
    }
    return { status: 'failed', error: errorOf(error, platform) };
  }
}

function limited(platform: Platform, until: Date): Outcome {
  const detail = `${PLATFORM_NAMES[platform]} limits calls for a while.`;
  return { status: 'limited', error: { code: 'RATE_LIMITED', detail }, nextTryAt: until };
}

async function limitUntil(scope: Scope, platform: Platform, id: string, until: Date) {
  const changes = { limitedUntil: until };
  if (platform === 'github') await externalOrganizations.update(scope, id, changes);
  else await discordConnections.update(scope, id, changes);
}

/** The account that the customer has named for a grant; null for none. */
async function accountOf(scope: Scope, { grant }: repository.EffectRow) {
  const { account_id } = jsonColumn<{ account_id?: string }>(grant.properties);
  // What customers named before accounts were linked is any text.
  const { data: id } = Id.safeParse(account_id);
  return id === undefined ? null : linkedAccounts.findOfCustomer(scope, grant.customerId, id);
}

/** The connection that reaches what a grant gives. */
async function connectionOf(scope: Scope, effect: repository.EffectRow): Promise<Reached> {
  if (effect.targetId !== null) return connectionOfTarget(scope, effect, effect.targetId);
  // The names of a repository that no connection knew when it was granted.
  const { organizationId, grant, grantId } = effect;
  type Names = { repository_owner: string; repository_name: string };
  const { repository_owner: owner, repository_name: name } = jsonColumn<Names>(grant.properties);
  const found = await repositories.findByName(scope, organizationId, { owner, name });
  if (!found) return null;
  await repository.aim(scope, grantId, found.externalId);
  return connectionOfTarget(scope, effect, found.externalId);
}

function connectionOfTarget(
  scope: Scope,
  effect: repository.EffectRow,
  targetId: string,
): Promise<Reached> {
  if (effect.platform === 'github') return ofRepository(scope, effect, targetId);
  const [guildId = '', roleId = ''] = targetId.split(':');
  return ofRole(scope, effect, { guildId, roleId });
}

async function ofRepository(
  scope: Scope,
  { organizationId }: repository.EffectRow,
  repositoryId: string,
): Promise<Reached> {
  const found = await repositories.findByExternalId(scope, organizationId, repositoryId);
  const connection = found?.externalOrganization;
  if (!connection) {
    const others = await externalOrganizations.all(scope, organizationId);
    return others.length > 0 ? 'unreachable' : null;
  }
  if (connection.status !== 'connected') return 'unreachable';
  return {
    id: connection.id,
    limitedUntil: connection.limitedUntil,
    targetId: repositoryId,
    run: async ({ accountId, ...held }, run) => {
      const holding = await repository.grantsHolding(scope, held);
      const given = holding.map(
        (properties) => jsonColumn<{ permission: string }>(properties).permission,
      );
      const target = {
        repositoryId,
        accountId,
        permission: highest(given),
        invitationsFrom: () => invitationsFrom(scope, repositoryId),
      };
      return applyToRepository(externalOrganizations.clientOf(connection), target, run);
    },
  };
}

/** When a repository takes an invitation again; null: now. */
async function invitationsFrom(scope: Scope, targetId: string): Promise<Date | null> {
  const since = new Date(scope.realTime.getTime() - DAY_MS);
  const sent = await repository.invitedSince(scope, { targetId, since });
  const oldest = sent.at(-MOST_INVITATIONS);
  return oldest ? new Date(oldest.getTime() + DAY_MS) : null;
}

async function ofRole(
  scope: Scope,
  effect: repository.EffectRow,
  { guildId, roleId }: { guildId: string; roleId: string },
): Promise<Reached> {
  const { organizationId } = effect;
  const connection = await discordConnections.findByGuild(scope, organizationId, guildId);
  if (!connection) return null;
  if (connection.status !== 'connected') return 'unreachable';
  return {
    id: connection.id,
    limitedUntil: connection.limitedUntil,
    targetId: `${guildId}:${roleId}`,
    run: async ({ accountId, ...held }, run) => {
      const holding = await repository.grantsHolding(scope, held);
      const target = {
        guildId,
        roleId,
        accountId,
        isGiven: holding.length > 0,
        accessToken: () => freshToken(scope, effect, connection),
      };
      return applyToRole(discordConnections.clientOf(connection), target, run);
    },
  };
}

/** A token of the customer's account, renewed where it is over; null where he has taken it back. */
async function freshToken(
  scope: Scope,
  effect: repository.EffectRow,
  connection: discordConnections.DiscordConnectionRow,
): Promise<string | null> {
  const account = await accountOf(scope, effect);
  const tokens = account && linkedAccounts.tokensOf(account);
  if (!account || !tokens) return null;
  const now = scope.realTime.getTime();
  if (tokens.expiresAt > now) return tokens.access;
  const { client } = discordConnections.credentialsOf(connection);
  const renewed = await refreshedTokens(client, tokens, now).catch((error: unknown) => {
    if (error instanceof OutsideFailure && error.kind === 'invalid') return null;
    throw error;
  });
  await linkedAccounts.keepTokens(scope, account.id, renewed);
  return renewed?.access ?? null;
}
