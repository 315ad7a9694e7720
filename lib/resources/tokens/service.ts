import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { ApiError, bodyProblem, invalid, notFound, type Problem } from '@/lib/contract/errors';
import type { Permission } from '@/lib/contract/permissions';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/tokens/repository';
import { inPublishedOrder, missingPermissions, PREFIX } from '@/lib/resources/tokens/rules';
import {
  MAX_KEPT_TOKENS,
  type Token,
  type TokenCreate,
  type TokenCreated,
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
