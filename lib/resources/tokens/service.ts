import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import {
  ApiError,
  bodyProblem,
  invalid,
  notFound,
  orNotFound,
  type Problem,
} from '@/lib/contract/errors';
import type { Permission } from '@/lib/contract/permissions';
import { DAY_MS, hourOf } from '@/lib/contract/times';
import { Notes } from '@/lib/database/connection/notes';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/tokens/repository';
import { inPublishedOrder, missingPermissions, PREFIX } from '@/lib/resources/tokens/rules';
import {
  MAX_KEPT_TOKENS,
  type Token,
  type TokenCreate,
  type TokenCreated,
  type TokenUsage,
  USAGE_DAYS,
} from '@/lib/resources/tokens/schema';
import { serializeToken } from '@/lib/resources/tokens/serialize';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken } from '@/lib/runtime/secrets';

/** The owner of a token. */
type Owner = { userId: string } | { organizationId: string };

export const { listAll, exportAll } = listAndExport(repository.list, serializeToken);

/**
 * Throws 422 for scopes that the caller's credential has not, an expiry that has passed or a
 * foreign organization, 403 where his role does not manage the organization's tokens
 * (docs/contract/callers.md#roles).
 */
export async function create(scope: Scope, body: TokenCreate): Promise<TokenCreated> {
  const { rights, realTime: now } = scope;
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
  const problems: Problem[] = missingPermissions([...rights.permissions], body.scopes).map(
    (place) => bodyProblem(['scopes', place], 'You do not have this scope yourself.'),
  );
  if (expiresAt && expiresAt <= now) {
    problems.push(bodyProblem('expires_at', 'Choose a time in the future.'));
  }
  if (problems.length > 0) throw invalid(...problems);
  const owner = ownerFor(scope, body.organization_id);
  const token = { owner, name: body.name, scopes: body.scopes, expiresAt, now };
  return commit(scope, async (inner) => {
    // A reset of the password may have ended the caller's session since the request was authenticated.
    if (!(await repository.holdCredential(inner))) {
      throw new ApiError('Unauthorized', 'This session or token has ended. Sign in again.');
    }
    return issueToken(inner, token);
  });
}

/** The personal tokens of a user that have not expired, newest first: at most {@link MAX_KEPT_TOKENS}. */
export async function listPersonalTokens(userId: string, now: Date): Promise<Token[]> {
  return (await repository.listPersonal(userId, now, MAX_KEPT_TOKENS)).map(serializeToken);
}

/**
 * Ends the personal tokens of a user but those that he keeps, in the caller's transaction, which has ended his
 * sessions before: none can make another token any more. Returns how many were ended.
 */
export function endPersonalTokens(
  scope: Scope,
  userId: string,
  { kept, now }: { kept: readonly string[]; now: Date },
): Promise<number> {
  return repository.removePersonal(scope, userId, [...kept], now);
}

/** Throws 404. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    if (!(await repository.remove(scope, id))) throw notFound('The token');
  });
}

/** A token that the scope manages; null where there is none. */
export async function find(scope: Scope, id: string): Promise<Token | null> {
  const row = await repository.find(scope, id);
  return row && serializeToken(row);
}

/** What a token has read in the last days, by hour and operation. Throws 404. */
export async function getUsage(scope: Scope, id: string): Promise<TokenUsage> {
  orNotFound(await repository.find(scope, id), 'The token');
  const rows = await repository.listUsage(id, firstHour(scope.realTime));
  const items = rows.map(({ hour, operation, count }) => ({
    hour: hour.toISOString(),
    operation,
    count,
  }));
  return { items };
}

/** The first hour of which reads are kept. */
export function firstHour(now: Date): Date {
  return new Date(now.getTime() - USAGE_DAYS * DAY_MS);
}

interface Reads {
  token_id: string;
  hour: string;
  operation: string;
  count: number;
}

/** How long reads are counted before they are written. */
const USAGE_PAUSE_MS = 5000;

/** What was counted since the last write. */
let counted = new Map<string, Reads>();

const reads = new Notes<true>('what tokens have read', writeReads, { pauseMs: USAGE_PAUSE_MS });

async function writeReads(): Promise<void> {
  const written = [...counted.values()];
  counted = new Map();
  await repository.addUsage(written);
}

/** Counts a successful read by a token, in memory; nothing waits for it. */
export function countRead(tokenId: string, operation: string, at: Date): void {
  const hour = hourOf(at).toISOString();
  const key = `${tokenId} ${hour} ${operation}`;
  const known = counted.get(key);
  if (counted.size === 0) reads.add(newId(), true);
  if (known) known.count += 1;
  else counted.set(key, { token_id: tokenId, hour, operation, count: 1 });
}

/** Resolves when the reads that were counted by now are written. */
export function readsWritten(): Promise<void> {
  return reads.written();
}

/** Creates a token. Only the result contains the secret: the database stores its digest. */
export async function issueToken(
  scope: Scope,
  token: {
    owner: Owner;
    name: string;
    scopes: readonly Permission[];
    expiresAt: Date | null;
    now: Date;
  },
): Promise<TokenCreated> {
  const { owner, name, scopes, expiresAt, now } = token;
  const kind = 'userId' in owner ? 'personal' : 'organization';
  const secret = `${PREFIX[kind]}${randomToken()}`;
  const row = await repository.create(scope, {
    id: newId(),
    createdAt: now,
    kind,
    ...owner,
    name,
    scopes: inPublishedOrder(scopes),
    expiresAt,
    digest: digest(secret),
    hint: secret.slice(-4),
  });
  return { ...serializeToken(row), token: secret };
}

/** An organization token creates tokens of its organization; a seller also personal ones. */
function ownerFor(scope: Scope, organizationId: string | null | undefined): Owner {
  const { caller } = scope;
  if (caller.kind === 'user' && !organizationId) return { userId: caller.userId };
  return { organizationId: organizationFor(scope, organizationId) };
}
