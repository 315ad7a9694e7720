import { createHash } from 'node:crypto';
import { commit } from '@/lib/api/commands';
import { ApiError } from '@/lib/contract/errors';
import { mayGrantOrganization, type Permission, uncovered } from '@/lib/contract/permissions';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { DAY_MS } from '@/lib/contract/times';
import type { Scope } from '@/lib/database/connection/scope';
import { scopesOf } from '@/lib/resources/oauth-clients/rules';
import { authenticateClient, type Client } from '@/lib/resources/oauth-clients/service';
import { sign } from '@/lib/resources/oauth-keys/service';
import * as repository from '@/lib/resources/oauth-tokens/repository';
import { invalidGrant } from '@/lib/resources/oauth-tokens/rules';
import type {
  IntrospectTokenResponse,
  NamedToken,
  TokenRequest,
  TokenResponse,
  UserInfo,
} from '@/lib/resources/oauth-tokens/schema';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { decrypt, digest, encrypt, randomToken } from '@/lib/runtime/secrets';

// The tokens of apps (docs/contract/oauth.md#tokens).

const ACCESS_SECONDS = 3600;
const REFRESH_MS = { idle: 30 * DAY_MS, whole: 365 * DAY_MS };
/** So long a client that has lost the answer to a refresh gets it again. */
const REPEAT_MS = 10_000;

/** Answers a code or a refresh token with tokens. Throws the errors of RFC 6749, 5.2. */
export async function request(
  scope: Scope,
  body: TokenRequest,
  headers: Headers,
): Promise<TokenResponse> {
  const client = await authenticateClient(headers, body, scope.realTime);
  const { grant_type: type } = body;
  if (type !== 'authorization_code' && type !== 'refresh_token') {
    if (!type) throw new ApiError('invalid_request', 'Send a grant_type.');
    const detail = 'The grant_type is authorization_code or refresh_token.';
    throw new ApiError('unsupported_grant_type', detail);
  }
  if (!client.grantTypes.includes(type)) {
    throw new ApiError('unauthorized_client', `This app is not registered for ${type}.`);
  }
  return type === 'refresh_token'
    ? refresh(scope, client, body)
    : exchangeCode(scope, client, body);
}

function exchangeCode(scope: Scope, client: Client, body: TokenRequest): Promise<TokenResponse> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = body;
  if (!code) throw new ApiError('invalid_request', 'Send the code.');
  const { realTime: now } = scope;
  const codeDigest = digest(code);
  return commit(scope, async (scope) => {
    const row = await repository.lockCode(scope, codeDigest);
    if (row?.clientId !== client.id) throw invalidGrant('The code is unknown.');
    if (row.usedAt) {
      await repository.removeOfCode(scope, codeDigest);
      return invalidGrant('The code was used already, so its tokens have ended.');
    }
    if (row.expiresAt <= now || !isInForce(row)) throw invalidGrant('The code is over.');
    if (row.redirectUri !== redirectUri) {
      throw invalidGrant('The redirect_uri is not that of the authorization.');
    }
    if (!isProven(row.codeChallenge, verifier || undefined)) {
      throw invalidGrant('The code_verifier is not that of the code_challenge.');
    }
    await repository.markCodeUsed(scope, codeDigest, now);
    const { nonce, authTime, scopes } = row;
    const endsAt = new Date(now.getTime() + REFRESH_MS.whole);
    return issue(scope, client, { grant: row, codeDigest, scopes, nonce, authTime, endsAt });
  });
}

/** Whether a verifier is that of the challenge (RFC 7636, 4.6), and neither is there without the other. */
function isProven(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === (verifier ?? null);
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}

/** Whether what was granted may still be used: an organization's grant needs the role of who has given it. */
function isInForce({ organizationId, role }: repository.GrantColumns): boolean {
  return organizationId === null || mayGrantOrganization(role);
}

function refresh(scope: Scope, client: Client, body: TokenRequest): Promise<TokenResponse> {
  const { refresh_token: token, scope: wanted } = body;
  if (!token) throw new ApiError('invalid_request', 'Send the refresh_token.');
  const { realTime: now } = scope;
  return commit(scope, async (scope) => {
    const row = await repository.lockToken(scope, digest(token));
    if (row?.kind !== 'refresh' || row.clientId !== client.id) {
      throw invalidGrant('The refresh token is unknown.');
    }
    if (row.usedAt) {
      const isRepeated = now.getTime() - row.usedAt.getTime() <= REPEAT_MS && row.sealedAnswer;
      if (isRepeated) return JSON.parse(decrypt(isRepeated, purposeOf(token))) as TokenResponse;
      await repository.removeOfGrant(scope, row.grantId);
      return invalidGrant('The refresh token was used already, so all tokens have ended.');
    }
    if (row.expiresAt <= now || !isInForce(row)) throw invalidGrant('The refresh token is over.');
    const scopes = wanted ? narrowed(row.scopes, wanted) : row.scopes;
    const { codeDigest, authTime, endsAt } = row;
    const answer = await issue(scope, client, {
      grant: row,
      codeDigest,
      scopes,
      kept: row.scopes,
      nonce: null,
      authTime,
      endsAt,
    });
    const sealed = encrypt(JSON.stringify(answer), purposeOf(token));
    await repository.markRefreshed(scope, row.id, now, sealed);
    return answer;
  });
}

/** The purpose by which the key that encrypts the answer to a refresh follows from its token. */
function purposeOf(token: string): string {
  return `oauth refresh ${token}`;
}

/** Some of the scopes that were granted (RFC 6749, 6). Throws `invalid_scope`. */
function narrowed(granted: readonly string[], wanted: string): string[] {
  const { scopes, unknown } = scopesOf(wanted);
  if (scopes.length === 0 || unknown.length > 0 || uncovered(granted, scopes)) {
    throw new ApiError('invalid_scope', 'Name scopes that were allowed.');
  }
  return scopes;
}

interface Issued {
  grant: repository.GrantColumns;
  codeDigest: string;
  scopes: readonly string[];
  /** Of the refresh token, where the access token has fewer. */
  kept?: readonly string[];
  nonce: string | null;
  authTime: Date;
  endsAt: Date;
}

async function issue(
  scope: Scope,
  client: Client,
  { grant, codeDigest, scopes, kept = scopes, nonce, authTime, endsAt }: Issued,
): Promise<TokenResponse> {
  const { realTime: now } = scope;
  // What the app was registered for at first may be more than now.
  const allowed = (names: readonly string[]) =>
    names.filter((name) => !uncovered(client.scopes, [name as Permission]));
  const access = `${SECRET_PREFIX.oauthAccess}${randomToken()}`;
  const refresh = client.grantTypes.includes('refresh_token')
    ? `${SECRET_PREFIX.oauthRefresh}${randomToken()}`
    : null;
  const common = { grantId: grant.grantId, codeDigest, authTime, createdAt: now, endsAt };
  const idle = Math.min(now.getTime() + REFRESH_MS.idle, endsAt.getTime());
  const accessUntil = new Date(now.getTime() + ACCESS_SECONDS * 1000);
  await repository.storeTokens(scope, [
    row(common, 'access', access, allowed(scopes), accessUntil),
    ...(refresh ? [row(common, 'refresh', refresh, allowed(kept), new Date(idle))] : []),
  ]);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refresh,
    scope: allowed(scopes).join(' '),
    id_token: await idToken(scope, client, grant, {
      access,
      scopes: allowed(scopes),
      nonce,
      authTime,
      now,
    }),
  };
}

function row(
  common: { grantId: string; codeDigest: string; authTime: Date; createdAt: Date; endsAt: Date },
  kind: 'access' | 'refresh',
  token: string,
  scopes: string[],
  expiresAt: Date,
) {
  return { id: newId(), ...common, kind, digest: digest(token), scopes, expiresAt };
}

function subjectOf({
  userId,
  organizationId,
}: Pick<repository.GrantColumns, 'userId' | 'organizationId'>) {
  return organizationId === null
    ? ({ sub: userId, sub_type: 'user' } as const)
    : ({ sub: organizationId, sub_type: 'organization' } as const);
}

/** OpenID Connect Core, 2 and 3.1.3.6. */
async function idToken(
  scope: Scope,
  client: Client,
  grant: repository.GrantColumns,
  {
    access,
    scopes,
    nonce,
    authTime,
    now,
  }: { access: string; scopes: readonly string[]; nonce: string | null; authTime: Date; now: Date },
): Promise<string> {
  const { sub, sub_type } = subjectOf(grant);
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  const hash = createHash('sha256').update(access, 'ascii').digest();
  const claims = {
    iss: publicUrl(),
    aud: client.id,
    iat: seconds(now),
    exp: seconds(now) + ACCESS_SECONDS,
    auth_time: seconds(authTime),
    at_hash: hash.subarray(0, hash.length / 2).toString('base64url'),
    ...(nonce === null ? {} : { nonce }),
    ...(await claimsOf(scope, sub, sub_type, scopes)),
  };
  return sign(scope, claims, now);
}

/** What scopes let an app know of its subject. Throws where it is gone. */
async function claimsOf(
  scope: Scope,
  sub: string,
  subType: 'user' | 'organization',
  scopes: readonly string[],
): Promise<UserInfo> {
  const found = await repository.findSubject(scope, sub, subType);
  if (!found) throw new ApiError('invalid_token', 'The account is gone.');
  const { name, email, isConfirmed } = found;
  return {
    sub,
    ...(scopes.includes('profile') ? { name } : {}),
    ...(email !== null && scopes.includes('email') ? { email, email_verified: isConfirmed } : {}),
  };
}

/** Who a credential acts for. */
export function getUserInfo(scope: Scope): Promise<UserInfo> {
  const { caller, rights } = scope;
  const scopes = [...rights.permissions];
  if (caller.kind === 'user') return claimsOf(scope, caller.userId, 'user', scopes);
  if (caller.kind === 'organization') {
    return claimsOf(scope, caller.organizationId, 'organization', scopes);
  }
  throw new Error('Only sellers call this');
}

/** What a client may know of a token (RFC 7662). Throws `invalid_client` and `invalid_request`. */
export async function introspect(
  scope: Scope,
  body: NamedToken,
  headers: Headers,
): Promise<IntrospectTokenResponse> {
  const { realTime: now } = scope;
  const client = await authenticateClient(headers, body, now);
  const found = await repository.findToken(digest(named(body)));
  const isActive =
    found?.clientId === client.id &&
    found.usedAt === null &&
    found.expiresAt > now &&
    isInForce(found);
  if (!found || !isActive) return { active: false };
  return {
    active: true,
    client_id: client.id,
    token_type: `${found.kind}_token`,
    scope: found.scopes.join(' '),
    ...subjectOf(found),
    aud: client.id,
    iss: publicUrl(),
    exp: Math.floor(found.expiresAt.getTime() / 1000),
    iat: Math.floor(found.createdAt.getTime() / 1000),
  };
}

/** Ends a token (RFC 7009); any other text is answered alike. Throws `invalid_client` and `invalid_request`. */
export async function revoke(
  scope: Scope,
  body: NamedToken,
  headers: Headers,
): Promise<Record<never, never>> {
  const client = await authenticateClient(headers, body, scope.realTime);
  const token = digest(named(body));
  return commit(scope, async (scope) => {
    const found = await repository.lockToken(scope, token);
    if (found?.clientId !== client.id) return {};
    if (found.kind === 'refresh') await repository.removeOfGrant(scope, found.grantId);
    else await repository.remove(scope, found.id);
    return {};
  });
}

function named({ token }: NamedToken): string {
  if (!token) throw new ApiError('invalid_request', 'Send the token.');
  return token;
}

/** Deletes codes and tokens that are over; a code is known for a day more, so that its second use ends its tokens. */
export function purgeTokens(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  return repository.removeOver(before, new Date(now.getTime() - REPEAT_MS));
}
