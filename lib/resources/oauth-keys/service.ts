import { createLocalJWKSet, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { jsonColumn } from '@/lib/contract/serialize';
import { DAY_MS } from '@/lib/contract/times';
import { installationScope, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import * as repository from '@/lib/resources/oauth-keys/repository';
import { SIGNING_ALGORITHM } from '@/lib/resources/oauth-keys/rules';
import { publicUrl } from '@/lib/runtime/env';
import { newSigningKey, signClaims } from '@/lib/runtime/signing-keys';

// The keys that sign ID tokens (docs/contract/oauth.md#signing-keys).

const USE = { algorithm: SIGNING_ALGORITHM, purpose: 'oauth-signing-key' } as const;
/** How long a key is published after another took its place. */
const PUBLISHED_MS = 30 * DAY_MS;

/**
 * Signs the claims of an ID token by the present key, which is read for each: a new key is used at once on every node.
 */
export async function sign(scope: Scope, claims: JWTPayload, now: Date): Promise<string> {
  return signClaims(await signingKey(scope, now), claims, { ...USE, typ: 'JWT' });
}

/** Whom an ID token of this installation is about, also one that is over; null for any other text. */
export async function subjectOfIdToken(token: string, now: Date): Promise<string | null> {
  const keys = createLocalJWKSet(await publishedKeys(now));
  try {
    // A hint may be over: only whose it was counts.
    const options = { issuer: publicUrl(), currentDate: new Date(0) };
    return (await jwtVerify(token, keys, options)).payload.sub ?? null;
  } catch {
    return null;
  }
}

/** The public keys by which tokens are checked (RFC 7517). */
export async function publishedKeys(now: Date): Promise<{ keys: JWK[] }> {
  const rows = await repository.listPublished(publishedSince(now));
  return { keys: rows.map(({ publicKey }) => jsonColumn<JWK>(publicKey)) };
}

/** Makes a key that signs from now on, in place of the present one. */
export async function rotate(now: Date): Promise<void> {
  const key = await newKey(now);
  await transaction(installationScope(), async (scope) => {
    await repository.retireSigning(scope, now);
    await repository.createSigning(scope, key);
  });
}

/** Makes the first key, so that apps find one before their first token, and deletes those that are not published any more. */
export async function keepKeys(now: Date): Promise<void> {
  await signingKey(installationScope(), now);
  await repository.removeRetired(publishedSince(now));
}

/** The key that signs; the first is made where there is none. */
async function signingKey(scope: Scope, now: Date) {
  const known = await repository.findSigning(scope);
  if (known) return known;
  await repository.createSigning(scope, await newKey(now));
  // Another node may have been first.
  const made = await repository.findSigning(scope);
  if (!made) throw new Error('There is no key that signs');
  return made;
}

function publishedSince(now: Date): Date {
  return new Date(now.getTime() - PUBLISHED_MS);
}

async function newKey(now: Date) {
  return { ...(await newSigningKey(USE)), createdAt: now };
}
