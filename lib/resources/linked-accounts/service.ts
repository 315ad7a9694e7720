import { pageOf } from '@/lib/api/list';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import type { DiscordTokens } from '@/lib/integrations/discord/client';
import { countAttempt } from '@/lib/resources/limits/service';
import type { listLinkedAccounts } from '@/lib/resources/linked-accounts/contract';
import * as repository from '@/lib/resources/linked-accounts/repository';
import { PLATFORM_NAMES, type Platform } from '@/lib/resources/linked-accounts/schema';
import { serializeLinkedAccount } from '@/lib/resources/linked-accounts/serialize';
import { newId } from '@/lib/runtime/ids';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

// The accounts of customers outside (docs/contract/connections.md#buyers-accounts). What they do for grants is known by
// lib/workflows/link-account.ts.

const PURPOSE = 'linked accounts';

export const { findOfCustomer, remove, removeAll: unlinkAll } = repository;

export async function listOfBuyer(scope: Scope, query: QueryOf<typeof listLinkedAccounts>) {
  return pageOf(
    await repository.listOfBuyer(scope, query).page(query),
    serializeLinkedAccount,
    query,
  );
}

/** The account of a customer. Throws 404. */
export async function getOfCustomer(scope: Scope, customerId: string, id: string) {
  return orNotFound(await repository.findOfCustomer(scope, customerId, id), 'The account');
}

export interface Claim {
  organizationId: string;
  customerId: string;
  platform: Platform;
  account: { id: string; username: string };
  isProven: boolean;
  tokens?: DiscordTokens;
}

/**
 * Links an account to a customer, in the caller's transaction; one that he has linked is renewed. A proven one displaces
 * the unproven claims of others, whose ids are returned. Throws 403 where it is another customer's.
 */
export async function link(
  scope: Scope,
  { organizationId, customerId, platform, account, isProven, tokens }: Claim,
): Promise<{ row: repository.LinkedAccountRow; displaced: string[] }> {
  const of = { organizationId, platform, accountId: account.id };
  await repository.lockAccount(scope, of);
  const all = await repository.findByAccount(scope, of);
  const others = all.filter((one) => one.customerId !== customerId);
  if (others.some((one) => one.isProven)) {
    const detail = `This ${PLATFORM_NAMES[platform]} account is linked to another customer. Link another one, or ask the seller.`;
    throw new ApiError('NotPermitted', detail);
  }
  const own = all.find((one) => one.customerId === customerId);
  const columns = {
    accountUsername: account.username,
    isProven: isProven || own?.isProven === true,
    ...(tokens && { sealedTokens: sealTokens(tokens) }),
  };
  const row = own
    ? await repository.update(scope, own.id, columns)
    : await repository.create(scope, {
        id: newId(),
        organizationId,
        customerId,
        createdAt: scope.realTime,
        platform,
        accountId: account.id,
        ...columns,
      });
  return { row, displaced: isProven ? await displace(scope, others) : [] };
}

/**
 * Notes that an account has accepted what was sent to it, in the caller's transaction. Returns the ids of the claims that
 * this displaces: those of others, or this one where another customer has proven his before.
 */
export async function prove(scope: Scope, row: repository.LinkedAccountRow): Promise<string[]> {
  await repository.lockAccount(scope, row);
  const all = await repository.findByAccount(scope, row);
  const own = all.find(({ id }) => id === row.id);
  if (!own || own.isProven) return [];
  const others = all.filter(({ customerId }) => customerId !== row.customerId);
  if (others.some(({ isProven }) => isProven)) return displace(scope, [own]);
  await repository.update(scope, own.id, { isProven: true });
  return displace(scope, others);
}

async function displace(
  scope: Scope,
  rows: readonly repository.LinkedAccountRow[],
): Promise<string[]> {
  for (const { id } of rows) await repository.remove(scope, id);
  return rows.map(({ id }) => id);
}

/**
 * Counts that a customer has a platform asked with the seller's credentials, whose limits are shared by all customers.
 * Throws 429 (docs/contract/connections.md#buyers-accounts).
 */
export function limitAsking(scope: Scope, customerId: string): Promise<void> {
  const detail = 'That was often. Try again in an hour.';
  return countAttempt('account_link', [customerId], scope.realTime, { detail });
}

/** The tokens of an account of Discord; null where it has none. */
export function tokensOf({ sealedTokens }: repository.LinkedAccountRow): DiscordTokens | null {
  return sealedTokens === null
    ? null
    : (JSON.parse(decrypt(sealedTokens, PURPOSE)) as DiscordTokens);
}

/** Stores new tokens of an account of Discord; null where it has taken them back. */
export async function keepTokens(
  scope: Scope,
  id: string,
  tokens: DiscordTokens | null,
): Promise<void> {
  await repository.update(scope, id, { sealedTokens: tokens && sealTokens(tokens) });
}

function sealTokens(tokens: DiscordTokens): string {
  return encrypt(JSON.stringify(tokens), PURPOSE);
}
