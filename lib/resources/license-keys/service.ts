import { isDeepStrictEqual } from 'node:util';
import { bodyColumns } from '@/lib/api/columns';
import { commit, commitOne } from '@/lib/api/commands';
import { counted, listAndExport, pageOf } from '@/lib/api/list';
import { findNamedOrganization } from '@/lib/auth/credentials';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, notFound, orNotFound } from '@/lib/contract/errors';
import { masked } from '@/lib/contract/secret';
import { jsonColumn, metadata } from '@/lib/contract/serialize';
import { clockOf, type Scope, systemScopeOf } from '@/lib/database/connection/scope';
import type { LicenseKeysProperties } from '@/lib/resources/benefits/types/license-keys';
import type { EventKind } from '@/lib/resources/events/schema';
import { type NewEvent, recordAll } from '@/lib/resources/events/service';
import type { listCustomerLicenseKeys } from '@/lib/resources/license-keys/contract';
import * as repository from '@/lib/resources/license-keys/repository';
import {
  evaluate,
  expiryOf,
  type KeyState,
  keyOf,
  type LicenseCode,
  messageOf,
} from '@/lib/resources/license-keys/rules';
import {
  LicenseKey,
  type LicenseKeyActivate,
  type LicenseKeyActivation,
  type LicenseKeyDeactivate,
  LicenseKeyStatus,
  type LicenseKeyUpdate,
  type LicenseKeyValidate,
  type LicenseKeyWithActivations,
  type ValidatedLicenseKey,
} from '@/lib/resources/license-keys/schema';
import {
  type LicenseKeyRow,
  redactForCaller,
  serializeActivation,
  serializeActivationBase,
  serializeLicenseKey,
  serializeWithActivations,
} from '@/lib/resources/license-keys/serialize';
import { limitFailures } from '@/lib/resources/limits/service';
import { newId } from '@/lib/runtime/ids';

const columns = bodyColumns('LicenseKey');

export const { listAll, exportAll } = listAndExport(repository.list, serializeLicenseKey);

export const countAll = counted(repository.list, {
  status: { column: 't.status', values: LicenseKeyStatus.options },
});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<LicenseKeyWithActivations> {
  return serializeWithActivations(await findOrThrow(scope, id));
}

export async function listOfBuyer(scope: Scope, query: QueryOf<typeof listCustomerLicenseKeys>) {
  return pageOf(
    await repository.listOfBuyer(scope, query).page(query),
    (row) => serializeLicenseKey(redactForCaller(scope, row)),
    query,
  );
}

/** Throws 404. */
export async function getOfBuyer(scope: Scope, id: string): Promise<LicenseKeyWithActivations> {
  const isOwn = await repository.listOfBuyer(scope, { sorting: [] }).find(id);
  if (!isOwn) throw notFound('The license key');
  return serializeWithActivations(redactForCaller(scope, await findOrThrow(scope, id)));
}

/** Throws 404. */
export async function getActivation(
  scope: Scope,
  id: string,
  activationId: string,
): Promise<LicenseKeyActivation> {
  const row = await repository.findActivation(scope, id, activationId);
  const licenseKey = row && (await repository.find(scope, id));
  if (!licenseKey) throw notFound('The activation');
  return serializeActivation({ ...row, licenseKey });
}

/**
 * Changes the given fields; limits may be lower than what is used already. Throws 404. Records `license_key.updated`
 * where status, limits or expiry are others then.
 */
export async function update(
  scope: Scope,
  id: string,
  body: LicenseKeyUpdate,
): Promise<LicenseKey> {
  return commit(scope, async (scope) => {
    const before = orNotFound(await repository.lock(scope, id), 'The license key');
    const row = await repository.update(scope, id, {
      modifiedAt: clockOf(scope, before.organizationId),
      ...columns(body),
    });
    if (!isDeepStrictEqual(termsOf(before), termsOf(row))) {
      await recordAll(scope, [eventOf('license_key.updated', row)]);
    }
    return serializeLicenseKey(row);
  });
}

function termsOf({ status, limitActivations, limitUsage, expiresAt }: LicenseKeyRow) {
  return { status, limitActivations, limitUsage, expiresAt };
}

type Kind = Extract<EventKind, `license_key.${string}`>;

/** An event about a key: without the key itself. */
function eventOf(kind: Kind, row: LicenseKeyRow): NewEvent {
  const snapshot = masked(LicenseKey, serializeLicenseKey(row)) as LicenseKey;
  return { kind, organizationId: row.organizationId, snapshot };
}

/** Records `license_key.created` for new keys, in the transaction that has issued them. */
export async function recordIssuedKeys(
  scope: Scope,
  rows: readonly Omit<LicenseKeyRow, '_count'>[],
): Promise<void> {
  const _count = { activations: 0 };
  const events = rows.map((row) => eventOf('license_key.created', { ...row, _count }));
  await recordAll(scope, events);
}

/** Records `license_key.updated` for each of these keys, in the transaction that has changed them. */
export async function recordChangedKeys(scope: Scope, ids: readonly string[]): Promise<void> {
  const rows = ids.length === 0 ? [] : await repository.load(scope, ids);
  const events = rows.map((row) => eventOf('license_key.updated', row));
  await recordAll(scope, events);
}

async function findOrThrow(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The license key');
}

/**
 * Validates a key, counts the validation and adds the usage by one conditional statement, repeated where the
 * key has changed since its evaluation (docs/contract/license-keys.md#validation). Throws 404 when it is not
 * valid and 400 when its usage limit would be exceeded, both with a `code`, and 429 after too many unknown
 * keys.
 */
export function validate(scope: Scope, body: LicenseKeyValidate): Promise<ValidatedLicenseKey> {
  const work = async (scope: Scope): Promise<ValidatedLicenseKey> => {
    const { activation_id, benefit_id, customer_id, increment_usage, conditions } = body;
    const key = await repository.findByKey(scope, body.key);
    if (!key) throw refusal('ResourceNotFound', 'NOT_FOUND');
    const activation = activation_id
      ? await repository.findActivation(scope, key.id, activation_id)
      : undefined;
    const incrementUsage = increment_usage ?? 0;
    const now = clockOf(scope, key.organizationId);
    const code = evaluate(
      stateOf(key),
      {
        about: 'validation',
        activation: activation && { conditions: metadata(activation.conditions) },
        conditions,
        benefitId: benefit_id ?? null,
        customerId: customer_id ?? null,
        incrementUsage,
      },
      now,
    );
    if (code === 'USAGE_EXCEEDED') throw refusal('BadRequest', code);
    if (code !== 'VALID') throw refusal('ResourceNotFound', code);
    const row = await repository.countValidation(scope, key, { incrementUsage, now });
    if (!row) return work(scope);
    return {
      ...serializeLicenseKey(redactForCaller(scope, row)),
      activation: activation ? serializeActivationBase(activation) : null,
    };
  };
  return limited(scope, body, (scope) => commitOne(scope, work));
}

/**
 * Activates a key, counted under its row lock (docs/contract/license-keys.md#activation). Throws 403 when the
 * key cannot be activated and 404 for an unknown key, both with a `code`, and 429 after too many of those. Records
 * `license_key.updated`.
 */
export function activate(scope: Scope, body: LicenseKeyActivate): Promise<LicenseKeyActivation> {
  return withKey(scope, body, async (scope, key) => {
    const now = clockOf(scope, key.organizationId);
    const code = evaluate(stateOf(key), { about: 'activation' }, now);
    if (code !== 'VALID') throw refusal('NotPermitted', code);
    const activation = await repository.createActivation(scope, {
      id: newId(),
      organizationId: key.organizationId,
      licenseKeyId: key.id,
      createdAt: now,
      label: body.label,
      conditions: body.conditions,
      meta: body.meta,
    });
    const activated = withActivations(key, key._count.activations + 1);
    await recordAll(scope, [eventOf('license_key.updated', activated)]);
    return serializeActivation({ ...activation, licenseKey: redactForCaller(scope, activated) });
  });
}

function withActivations(key: LicenseKeyRow, activations: number): LicenseKeyRow {
  return { ...key, _count: { activations } };
}

/**
 * Deletes an activation, whatever the status of its key. Throws 404 with a `code`, and 429. Records
 * `license_key.updated`.
 */
export async function deactivate(scope: Scope, body: LicenseKeyDeactivate): Promise<void> {
  await withKey(scope, body, async (scope, key) => {
    const removed = await repository.removeActivation(scope, key.id, body.activation_id);
    if (!removed) throw refusal('ResourceNotFound', 'ACTIVATION_NOT_FOUND');
    const left = withActivations(key, key._count.activations - 1);
    await recordAll(scope, [eventOf('license_key.updated', left)]);
  });
}

interface Named {
  organization_id: string;
  key: string;
}

/** Commits work on the key that a request without a token names, under the key's row lock. */
function withKey<T>(
  scope: Scope,
  named: Named,
  work: (scope: Scope, row: LicenseKeyRow) => Promise<T>,
): Promise<T> {
  return limited(scope, named, (scope) =>
    commit(scope, async (inner) => {
      const row = await repository.lockByKey(inner, named.key);
      if (!row) throw refusal('ResourceNotFound', 'NOT_FOUND');
      return work(inner, row);
    }),
  );
}

/**
 * Runs work in the organization that a request without a token names. An unknown organization counts as an
 * unknown key; unknown keys are limited per address (docs/contract/callers.md#failed-attempts).
 */
async function limited<T>(
  scope: Scope,
  { organization_id }: Named,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { isSandbox, testClock } = await findNamedOrganization(organization_id);
  const { ip, realTime: now } = scope;
  const within = systemScopeOf(scope, organization_id, testClock ?? now);
  const isFailure = (error: unknown) =>
    error instanceof ApiError && error.fields.code === 'NOT_FOUND';
  return limitFailures({ kind: 'license_key', subjects: [ip], isSandbox, now, isFailure }, () =>
    work(within),
  );
}

function stateOf(row: LicenseKeyRow): KeyState {
  return { ...row, activationsCount: row._count.activations };
}

function refusal(
  name: 'BadRequest' | 'NotPermitted' | 'ResourceNotFound',
  code: LicenseCode,
): ApiError {
  return new ApiError(name, messageOf(code), { fields: { code } });
}

/**
 * Issues a key for each grant of a license-key benefit, with the limits and expiry of the benefit at `now`
 * (docs/contract/benefits.md#properties). {@link recordIssuedKeys} records them.
 */
export async function issueKeys(
  scope: Scope,
  issue: {
    organizationId: string;
    benefit: { id: string; properties: unknown };
    grants: readonly { id: string; customerId: string }[];
    now: Date;
  },
): Promise<void> {
  const { organizationId, benefit, grants, now } = issue;
  const { prefix, activations, limit_usage, expires } = jsonColumn<LicenseKeysProperties>(
    benefit.properties,
  );
  let keyless = grants;
  for (let tries = 1; keyless.length > 0; tries += 1) {
    if (tries > 5) throw new Error('No unused license key was found');
    const keys = keyless.map((grant) => ({
      id: newId(),
      organizationId,
      createdAt: now,
      customerId: grant.customerId,
      benefitId: benefit.id,
      grantId: grant.id,
      key: keyOf(prefix, crypto.randomUUID()),
      limitActivations: activations?.limit ?? null,
      limitUsage: limit_usage,
      expiresAt: expiryOf(now, expires),
    }));
    const issued = await repository.createUnused(scope, keys);
    // A key that exists already is generated again.
    const left = new Set(keys.filter(({ id }) => !issued.has(id)).map(({ grantId }) => grantId));
    keyless = keyless.filter(({ id }) => left.has(id));
  }
}

/**
 * Revokes the keys of these grants, or grants the revoked ones again. Disabled keys stay disabled; dates and
 * limits do not change (docs/contract/benefits.md#edits, docs/contract/license-keys.md#grants-again). Returns the ids
 * of those that have changed, for {@link recordChangedKeys}.
 */
export async function setKeyStatusForGrants(
  scope: Scope,
  grantIds: readonly string[],
  status: 'granted' | 'revoked',
  now: Date,
): Promise<string[]> {
  if (grantIds.length === 0) return [];
  const from = status === 'granted' ? 'revoked' : 'granted';
  return repository.moveStatus(scope, grantIds, { from, to: status, now });
}
