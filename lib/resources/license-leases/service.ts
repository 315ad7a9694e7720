import { deflateSync } from 'node:zlib';
import type { JWK, JWTPayload } from 'jose';
import { commit } from '@/lib/api/commands';
import { findNamedOrganization } from '@/lib/auth/credentials';
import { bodyProblem, invalid, notFound, orNotFound } from '@/lib/contract/errors';
import { jsonColumn, metadata } from '@/lib/contract/serialize';
import { clockOf, type Scope, systemScope } from '@/lib/database/connection/scope';
import { usedAt } from '@/lib/resources/license-keys/rules';
import { serializeValue, type UsedKey } from '@/lib/resources/license-keys/serialize';
import {
  decided,
  lockKey,
  noteUse,
  requireValid,
  type Told,
  withKey,
} from '@/lib/resources/license-keys/service';
import * as repository from '@/lib/resources/license-leases/repository';
import {
  LIST_SECONDS,
  MAX_TTL_SECONDS,
  statusBits,
  timesOf,
} from '@/lib/resources/license-leases/rules';
import type {
  LeaseKeyRotated,
  LicenseKeyLease,
  LicenseKeyLeaseByKey,
  LicenseKeyLeaseCreate,
} from '@/lib/resources/license-leases/schema';
import { countAttempt } from '@/lib/resources/limits/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { newSigningKey, signClaims } from '@/lib/runtime/signing-keys';

const USE = { algorithm: 'EdDSA', purpose: 'license-lease-key' } as const;

/**
 * A lease of the key that a request without a token names (docs/contract/leases.md). Throws as validating does, 422 where
 * the key needs an activation, and 429.
 */
export function leaseByKey(scope: Scope, body: LicenseKeyLeaseByKey): Promise<LicenseKeyLease> {
  return withKey(scope, body, (scope, used, told) => issue(scope, used, told, body));
}

/** A lease of a seller's key. Throws as {@link leaseByKey} does. */
export function lease(
  scope: Scope,
  id: string,
  body: LicenseKeyLeaseCreate,
): Promise<LicenseKeyLease> {
  return commit(scope, async (scope) => {
    const row = orNotFound(await lockKey(scope, id), 'The license key');
    return decided(scope, (told) => {
      told.key = row;
      return issue(scope, { row, former: null }, told, body);
    });
  });
}

async function issue(
  scope: Scope,
  used: UsedKey,
  told: Told,
  { activation_id, ttl_seconds, conditions }: LicenseKeyLeaseCreate,
): Promise<LicenseKeyLease> {
  const { row: key, former } = used;
  told.key = key;
  const now = clockOf(scope, key.organizationId);
  if (!activation_id && key.limitActivations !== null) {
    const why = 'This key is used by activations. Send the one that the lease is for.';
    throw invalid(bodyProblem('activation_id', why));
  }
  const activation = await requireValid(scope, key, { activation_id, conditions }, told);
  const detail = 'This license key was leased too often. Try again in an hour.';
  await countAttempt('license_lease', [key.id], scope.realTime, { detail, scope });
  // The lease is a use, and does not outlive the activation that gets no further one.
  const use = activation && usedAt(key, now);
  if (activation) await noteUse(scope, key, activation);
  const ends = [key.expiresAt, former?.validUntil ?? null, use?.expiresAt ?? null];
  const times = timesOf(now, ttl_seconds, ends);
  const { iat, exp, refreshAfter } = times;
  const endsAt = new Date(exp * 1000);
  const idx = await repository.takeSlot(
    scope,
    {
      organizationId: key.organizationId,
      licenseKeyId: key.id,
      version: former?.version ?? key.version,
      activationId: activation?.id ?? null,
    },
    { endsAt, now },
  );
  const claims = {
    iss: publicUrl(),
    aud: key.organizationId,
    sub: key.id,
    jti: newId(),
    iat,
    nbf: iat,
    exp,
    activation_id: activation?.id ?? null,
    label: activation?.label ?? null,
    benefit_id: key.benefitId,
    product_ids: await repository.productsOf(scope, key.id),
    customer_id: key.customerId,
    limits: {
      limit_activations: key.limitActivations,
      limit_usage: key.limitUsage,
      usage: key.usage,
    },
    conditions: activation ? metadata(activation.conditions) : conditions,
    meta: activation ? metadata(activation.meta) : {},
    status: { idx },
  };
  return {
    lease: await sign(scope, key.organizationId, 'license-lease+jwt', claims, now),
    expires_at: endsAt.toISOString(),
    refresh_after: new Date(refreshAfter * 1000).toISOString(),
    ...serializeValue(used),
  };
}

/** The public keys of an organization's leases (docs/contract/leases.md#signing-keys). Throws 404. */
export async function publishedKeys(
  organizationId: string,
  realTime: Date,
): Promise<{ keys: JWK[] }> {
  const now = await clockOfNamed(organizationId, realTime);
  await signingKey(systemScope(organizationId), organizationId, now);
  const since = new Date(now.getTime() - MAX_TTL_SECONDS * 1000);
  const rows = await repository.listPublished(organizationId, since);
  return { keys: rows.map(({ publicKey }) => jsonColumn<JWK>(publicKey)) };
}

/**
 * The revocation list of an organization's leases as a compact JWS (docs/contract/leases.md#revocation). Throws 404.
 */
export async function revocationList(organizationId: string, realTime: Date): Promise<string> {
  const now = await clockOfNamed(organizationId, realTime);
  const { places, length, seq } = await repository.revokedPlaces(organizationId, now);
  const iat = Math.floor(now.getTime() / 1000);
  const lst = deflateSync(statusBits(places, length), { level: 9 }).toString('base64url');
  const claims = {
    iss: publicUrl(),
    aud: organizationId,
    iat,
    exp: iat + LIST_SECONDS,
    seq,
    status_list: { bits: 1, lst },
  };
  return sign(systemScope(organizationId), organizationId, 'license-revocations+jwt', claims, now);
}

/** Has another key sign an organization's leases, at once (docs/contract/leases.md#signing-keys). Throws 404. */
export function rotateLeaseKey(scope: Scope, organizationId: string): Promise<LeaseKeyRotated> {
  return commit(scope, async (scope) => {
    await getOrganization(scope, organizationId);
    const now = clockOf(scope, organizationId);
    const key = await newKey(organizationId, now);
    // Another rotation, or a first lease, may store its key in between: then that is replaced.
    do await repository.retireSigning(scope, organizationId, now);
    while (!(await repository.createSigning(scope, key)));
    return { kid: key.id };
  });
}

/** The time of an organization that an address without a credential names; throws 404 where there is none. */
async function clockOfNamed(organizationId: string, realTime: Date): Promise<Date> {
  const found = await findNamedOrganization(organizationId);
  if (!found.isKnown) throw notFound('The organization');
  return found.testClock?.now ?? realTime;
}

async function sign(
  scope: Scope,
  organizationId: string,
  typ: string,
  claims: JWTPayload,
  now: Date,
) {
  return signClaims(await signingKey(scope, organizationId, now), claims, { ...USE, typ });
}

/**
 * The key that signs. The first is made where there is none, also when somebody reads the public keys: an app that keeps
 * those for an hour would not know the key of the first lease else.
 */
async function signingKey(scope: Scope, organizationId: string, now: Date) {
  const known = await repository.findSigning(scope, organizationId);
  if (known) return known;
  await repository.createSigning(scope, await newKey(organizationId, now));
  const made = await repository.findSigning(scope, organizationId);
  if (!made) throw new Error('There is no key that signs');
  return made;
}

async function newKey(organizationId: string, now: Date) {
  return { ...(await newSigningKey(USE)), organizationId, createdAt: now };
}
