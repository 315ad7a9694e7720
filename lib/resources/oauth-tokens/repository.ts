import type { Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { OAuthTokenKind, Prisma } from '@/lib/database/generated/client';

/** What codes and tokens hang on: whom a client acts for. */
export interface GrantColumns {
  grantId: string;
  clientId: string;
  userId: string;
  organizationId: string | null;
  /** Of the person in the organization; null where there is none. */
  role: Role | null;
}

const GRANT = sql`g.id AS "grantId", g.client_id AS "clientId", g.user_id AS "userId",
  g.organization_id AS "organizationId", m.role`;
const MEMBERSHIP = sql`LEFT JOIN memberships m ON m.user_id = g.user_id AND m.organization_id = g.organization_id`;

export interface CodeRow extends GrantColumns {
  scopes: string[];
  redirectUri: string;
  codeChallenge: string | null;
  nonce: string | null;
  authTime: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

/** A code, which nobody else uses until the transaction ends; undefined where there is none. */
export async function lockCode(scope: Scope, digest: string): Promise<CodeRow | undefined> {
  const [row] = await execute<CodeRow>(
    scope,
    sql`SELECT ${GRANT}, k.scopes, k.redirect_uri AS "redirectUri", k.code_challenge AS "codeChallenge", k.nonce,
          k.auth_time AS "authTime", k.expires_at AS "expiresAt", k.used_at AS "usedAt"
        FROM oauth_codes k JOIN oauth_grants g ON g.id = k.grant_id ${MEMBERSHIP}
        WHERE k.digest = ${digest} FOR UPDATE OF k`,
  );
  return row;
}

export async function markCodeUsed(scope: Scope, digest: string, now: Date): Promise<void> {
  await db(scope).oAuthCode.update({ where: { digest }, data: { usedAt: now } });
}

export interface TokenRow extends GrantColumns {
  id: string;
  kind: OAuthTokenKind;
  codeDigest: string;
  scopes: string[];
  authTime: Date;
  createdAt: Date;
  expiresAt: Date;
  endsAt: Date;
  usedAt: Date | null;
  sealedAnswer: string | null;
}

/** A token, which nobody else uses until the transaction ends; undefined where there is none. */
export async function lockToken(scope: Scope, digest: string): Promise<TokenRow | undefined> {
  return (await readTokens(scope, digest, sql`FOR UPDATE OF k`))[0];
}

/** A token; undefined where there is none. */
export async function findToken(digest: string): Promise<TokenRow | undefined> {
  return (await readTokens(null, digest, sql``))[0];
}

function readTokens(scope: Scope | null, digest: string, lock: Prisma.Sql): Promise<TokenRow[]> {
  return execute<TokenRow>(
    scope,
    sql`SELECT ${GRANT}, k.id, k.kind, k.code_digest AS "codeDigest", k.scopes, k.auth_time AS "authTime",
          k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.ends_at AS "endsAt", k.used_at AS "usedAt",
          k.sealed_answer AS "sealedAnswer"
        FROM oauth_tokens k JOIN oauth_grants g ON g.id = k.grant_id ${MEMBERSHIP}
        WHERE k.digest = ${digest} ${lock}`,
  );
}

export async function storeTokens(
  scope: Scope,
  data: Prisma.OAuthTokenUncheckedCreateInput[],
): Promise<void> {
  await db(scope).oAuthToken.createMany({ data });
}

/** Notes that another has taken a refresh token's place, with what was answered, encrypted. */
export async function markRefreshed(
  scope: Scope,
  id: string,
  usedAt: Date,
  sealedAnswer: string,
): Promise<void> {
  await db(scope).oAuthToken.update({ where: { id }, data: { usedAt, sealedAnswer } });
}

/** Ends a token alone. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await db(scope).oAuthToken.deleteMany({ where: { id } });
}

/** Ends the tokens that were made from a code. */
export async function removeOfCode(scope: Scope, codeDigest: string): Promise<void> {
  await db(scope).oAuthToken.deleteMany({ where: { codeDigest } });
}

/** Ends all tokens of a grant, and the codes that would make others. */
export async function removeOfGrant(scope: Scope, grantId: string): Promise<void> {
  await db(scope).oAuthToken.deleteMany({ where: { grantId } });
  await db(scope).oAuthCode.deleteMany({ where: { grantId } });
}

/** The name and address of a person, or the name of an organization; null where there is none. */
export async function findSubject(scope: Scope, id: string, subType: 'user' | 'organization') {
  if (subType === 'organization') {
    const [found] = await execute<{ name: string }>(
      scope,
      sql`SELECT name FROM organizations WHERE id = ${id}::uuid`,
    );
    return found ? { id, name: found.name, email: null, isConfirmed: false } : null;
  }
  const found = await db(scope).user.findUnique({ where: { id } });
  if (!found) return null;
  return { id, name: found.name, email: found.email, isConfirmed: found.emailVerified };
}

/** Deletes tokens and codes that were over before a time, and the answers that refresh tokens may not get again. */
export async function removeOver(before: Date, answersBefore: Date): Promise<void> {
  await db(null).oAuthToken.deleteMany({ where: { expiresAt: { lte: before } } });
  await db(null).oAuthToken.updateMany({
    where: { usedAt: { lte: answersBefore }, sealedAnswer: { not: null } },
    data: { sealedAnswer: null },
  });
  await db(null).oAuthCode.deleteMany({ where: { expiresAt: { lte: before } } });
}
