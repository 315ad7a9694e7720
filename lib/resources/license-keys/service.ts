import { columnsOf } from '@/lib/api/columns';
import type { RequestContext } from '@/lib/api/context';
import { listAndExport } from '@/lib/api/list';
import type { QueryOf } from '@/lib/contract/contract';
import { ApiError, notFound, orNotFound } from '@/lib/contract/errors';
import { paginated } from '@/lib/contract/pagination';
import { metadata, stored } from '@/lib/contract/serialize';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import type { LicenseKeysProperties } from '@/lib/resources/benefits/schema';
import type { listCustomerLicenseKeys } from '@/lib/resources/license-keys/contract';
import * as repository from '@/lib/resources/license-keys/repository';
import {
  evaluate,
  expiryOf,
  type KeyFacts,
  keyOf,
  type LicenseCode,
  sentenceOf,
} from '@/lib/resources/license-keys/rules';
import type {
  LicenseKey,
  LicenseKeyActivate,
  LicenseKeyActivation,
  LicenseKeyDeactivate,
  LicenseKeyUpdate,
  LicenseKeyValidate,
  LicenseKeyWithActivations,
  ValidatedLicenseKey,
} from '@/lib/resources/license-keys/schema';
import {
  type LicenseKeyRow,
  serializeActivation,
  serializeActivationBase,
  serializeLicenseKey,
  serializeWithActivations,
  shownTo,
} from '@/lib/resources/license-keys/serialize';
import { limitFailures } from '@/lib/resources/limits/service';
import { newId } from '@/lib/runtime/ids';

const columns = columnsOf('LicenseKey');

export const { listAll, exportAll } = listAndExport(repository.list, serializeLicenseKey);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<LicenseKeyWithActivations> {
  return serializeWithActivations(await findOrThrow(scope, id));
}

export async function listOfBuyer(scope: Scope, query: QueryOf<typeof listCustomerLicenseKeys>) {
  const { rows, totalCount } = await repository.listOfBuyer(scope, query).page(query);
  return paginated(
    rows.map((row) => serializeLicenseKey(shownTo(scope, row))),
    totalCount,
    query.limit,
  );
}

/** Throws 404. */
export async function getOfBuyer(scope: Scope, id: string): Promise<LicenseKeyWithActivations> {
  const isOwn = await repository.listOfBuyer(scope, { sorting: [] }).find(id);
  if (!isOwn) throw notFound('The license key');
  return serializeWithActivations(shownTo(scope, await findOrThrow(scope, id)));
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

/** Applies what is sent; the limits may go below what is used. Throws 404. */
export async function update(
  context: RequestContext,
  id: string,
  body: LicenseKeyUpdate,
): Promise<LicenseKey> {
  return context.commit(async (scope) => {
    await findOrThrow(scope, id);
    const row = await repository.update(scope, id, {
      modifiedAt: context.now,
      ...columns(body),
    });
    return serializeLicenseKey(row);
  });
}

async function findOrThrow(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The license key');
}

/**
 * Says whether a key is good for what is asked, counts the validation and adds the usage, by a
 * statement that does so only while the judgement stands
 * (docs/contract/license-keys.md#validation). Throws 404 when it is not valid and 400 when its
 * usage limit would be exceeded, both with a `code`, and 429 after too many unknown keys.
 */
export function validate(
  context: RequestContext,
  body: LicenseKeyValidate,
): Promise<ValidatedLicenseKey> {
  const work = async (scope: Scope): Promise<ValidatedLicenseKey> => {
    const { activation_id, benefit_id, customer_id, increment_usage, conditions } = body;
    const key = await repository.findByKey(scope, body.key);
    if (!key) throw refusal('ResourceNotFound', 'NOT_FOUND');
    const activation = activation_id
      ? await repository.findActivation(scope, key.id, activation_id)
      : undefined;
    const incrementUsage = increment_usage ?? 0;
    const code = evaluate(
      factsOf(key),
      {
        about: 'validation',
        activation: activation && { conditions: metadata(activation.conditions) },
        conditions,
        benefitId: benefit_id ?? null,
        customerId: customer_id ?? null,
        incrementUsage,
      },
      context.now,
    );
    if (code === 'USAGE_EXCEEDED') throw refusal('BadRequest', code);
    if (code !== 'VALID') throw refusal('ResourceNotFound', code);
    const now = context.now;
    const row = await repository.countValidation(scope, key, { incrementUsage, now });
    if (!row) return work(scope);
    return {
      ...serializeLicenseKey(shownTo(scope, row)),
      activation: activation ? serializeActivationBase(activation) : null,
    };
  };
  return limited(context, body, (scope) => context.commitOne(work, scope));
}

/**
 * Takes one of the key's activations, counted under a lock
 * (docs/contract/license-keys.md#activation). Throws 403 when the key cannot be activated (now) and
 * 404 for an unknown key, both with a `code`, and 429 after too many of those.
 */
export function activate(
  context: RequestContext,
  body: LicenseKeyActivate,
): Promise<LicenseKeyActivation> {
  return withKey(context, body, async (scope, key) => {
    const code = evaluate(factsOf(key), { about: 'activation' }, context.now);
    if (code !== 'VALID') throw refusal('NotPermitted', code);
    const activation = await repository.createActivation(scope, {
      id: newId(),
      organizationId: key.organizationId,
      licenseKeyId: key.id,
      createdAt: context.now,
      label: body.label,
      conditions: body.conditions,
      meta: body.meta,
    });
    const _count = { activations: key._count.activations + 1 };
    return serializeActivation({ ...activation, licenseKey: shownTo(scope, { ...key, _count }) });
  });
}

/** Gives an activation back, whatever became of its key. Throws 404 with a `code`, and 429. */
export async function deactivate(
  context: RequestContext,
  body: LicenseKeyDeactivate,
): Promise<void> {
  await withKey(context, body, async (scope, key) => {
    const removed = await repository.removeActivation(scope, key.id, body.activation_id);
    if (!removed) throw refusal('ResourceNotFound', 'ACTIVATION_NOT_FOUND');
  });
}

interface Named {
  organization_id: string;
  key: string;
}

/** Commits work on the key that a request without a token names, with the key's row locked. */
function withKey<T>(
  context: RequestContext,
  named: Named,
  work: (scope: Scope, row: LicenseKeyRow) => Promise<T>,
): Promise<T> {
  return limited(context, named, (scope) =>
    context.commit(async (inner) => {
      const row = await repository.lockByKey(inner, named.key);
      if (!row) throw refusal('ResourceNotFound', 'NOT_FOUND');
      return work(inner, row);
    }, scope),
  );
}

/**
 * Runs work in the organization that a request without a token names. An unknown organization is an
 * unknown key; unknown keys are limited per address (docs/contract/callers.md#failed-attempts).
 */
async function limited<T>(
  context: RequestContext,
  { organization_id }: Named,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const scope = systemScope(organization_id, context.requestId);
  const isFailure = (error: unknown) =>
    error instanceof ApiError && error.fields.code === 'NOT_FOUND';
  const isSandbox = await repository.isSandbox(scope, organization_id);
  const { ip, now } = context;
  return limitFailures({ kind: 'license_key', subjects: [ip], isSandbox, now, isFailure }, () =>
    work(scope),
  );
}

function factsOf(row: LicenseKeyRow): KeyFacts {
  return { ...row, activationsCount: row._count.activations };
}

function refusal(
  name: 'BadRequest' | 'NotPermitted' | 'ResourceNotFound',
  code: LicenseCode,
): ApiError {
  return new ApiError(name, sentenceOf(code), { fields: { code } });
}

/**
 * Issues one key for each of the grants of a license-key benefit: limits and expiry are those that
 * the benefit has at `now` (docs/contract/benefits.md#properties).
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
  const { prefix, activations, limit_usage, expires } = stored<LicenseKeysProperties>(
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
    // A key that exists already is drawn again.
    const left = new Set(keys.filter(({ id }) => !issued.has(id)).map(({ grantId }) => grantId));
    keyless = keyless.filter(({ id }) => left.has(id));
  }
}

/**
 * Revokes the keys of these grants, or grants the revoked ones again: a key that the seller has
 * disabled stays disabled, and no key gets another date or limit (docs/contract/benefits.md#edits,
 * docs/contract/license-keys.md#grants-again).
 */
export async function setKeyStatusForGrants(
  scope: Scope,
  grantIds: readonly string[],
  status: 'granted' | 'revoked',
  now: Date,
): Promise<void> {
  if (grantIds.length === 0) return;
  const from = status === 'granted' ? 'revoked' : 'granted';
  await repository.moveStatus(scope, grantIds, { from, to: status, now });
}
