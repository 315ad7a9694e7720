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
import { transaction } from '@/lib/database/connection/transaction';
import { isPooled, type LicenseKeysProperties } from '@/lib/resources/benefits/types/license-keys';
import type { EventKind } from '@/lib/resources/events/schema';
import { type NewEvent, recordAll } from '@/lib/resources/events/service';
import { isWeak } from '@/lib/resources/key-pools/rules';
import * as pools from '@/lib/resources/key-pools/service';
import type {
  exportLicenseKeyDecisions,
  listLicenseKeyDecisions,
} from '@/lib/resources/license-decisions/contract';
import { allOf, countDecision, listOf } from '@/lib/resources/license-decisions/service';
import type {
  exportLicenseKeys,
  listCustomerLicenseKeys,
} from '@/lib/resources/license-keys/contract';
import * as repository from '@/lib/resources/license-keys/repository';
import {
  evaluate,
  expiryOf,
  type KeyState,
  keyOf,
  type LicenseCode,
  messageOf,
  usedAt,
} from '@/lib/resources/license-keys/rules';
import {
  LicenseKey,
  type LicenseKeyActivate,
  type LicenseKeyActivation,
  type LicenseKeyDeactivate,
  type LicenseKeyExport,
  LicenseKeyStatus,
  type LicenseKeyUpdate,
  type LicenseKeyValidate,
  type LicenseKeyWithActivations,
  type ValidatedLicenseKey,
} from '@/lib/resources/license-keys/schema';
import {
  type LicenseActivation,
  type LicenseKeyRow,
  redactForCaller,
  rowOfValue,
  serializeActivation,
  serializeActivationBase,
  serializeExported,
  serializeLicenseKey,
  serializeValue,
  serializeWithActivations,
  type UsedKey,
} from '@/lib/resources/license-keys/serialize';
import { limitFailures } from '@/lib/resources/limits/service';
import { findZone } from '@/lib/resources/organizations/service';
import { newId } from '@/lib/runtime/ids';

const columns = bodyColumns('LicenseKey');

export const { listAll } = listAndExport(repository.list, serializeLicenseKey);

/** All license keys that a list has, in batches (docs/contract/license-keys.md#export). */
export async function* exportAll(
  scope: Scope,
  query: QueryOf<typeof exportLicenseKeys>,
): AsyncGenerator<LicenseKeyExport[]> {
  for await (const rows of repository.list(scope, query).all()) {
    const ids = rows.map(({ id }) => id);
    const parts = await repository.partsOf(scope, ids);
    yield rows.map((row) => serializeExported(row, parts.get(row.id)));
  }
}

/** The ids of the first `limit` keys that a list has. */
export function idsOf(
  scope: Scope,
  query: QueryOf<typeof exportLicenseKeys>,
  limit: number,
): Promise<string[]> {
  return repository.list(scope, query).ids(limit);
}

export const countAll = counted(repository.list, {
  status: { column: 't.status', values: LicenseKeyStatus.options },
});

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<LicenseKeyWithActivations> {
  return withActivationsOf(scope, await findOrThrow(scope, id));
}

function withActivationsOf(scope: Scope, row: Awaited<ReturnType<typeof findOrThrow>>) {
  return serializeWithActivations(row, clockOf(scope, row.organizationId));
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
  return withActivationsOf(scope, redactForCaller(scope, await findOrThrow(scope, id)));
}

/** A page of what those who have used a key were told (docs/contract/license-keys.md#decisions). Throws 404. */
export async function listDecisions(
  scope: Scope,
  id: string,
  query: QueryOf<typeof listLicenseKeyDecisions>,
) {
  return listOf(scope, id, query, await zoneOfKey(scope, id));
}

/** All of them. Throws 404. */
export async function* exportDecisions(
  scope: Scope,
  id: string,
  query: QueryOf<typeof exportLicenseKeyDecisions>,
) {
  yield await allOf(scope, id, query, await zoneOfKey(scope, id));
}

async function zoneOfKey(scope: Scope, id: string): Promise<string> {
  const [row] = await repository.load(scope, [id]);
  const { organizationId } = orNotFound(row ?? null, 'The license key');
  return (await findZone(scope, organizationId)) ?? 'UTC';
}

/** Throws 404. */
export async function getActivation(
  scope: Scope,
  id: string,
  activationId: string,
): Promise<LicenseKeyActivation> {
  const row = await repository.findActivation(scope, id, activationId);
  const [licenseKey] = row ? await repository.load(scope, [id]) : [];
  if (!row || !licenseKey) throw notFound('The activation');
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
export function eventOf(kind: Kind, row: LicenseKeyRow): NewEvent {
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

/** A key, locked until the transaction ends; null when there is none in the scope. */
export function lockKey(scope: Scope, id: string): Promise<LicenseKeyRow | null> {
  return repository.lock(scope, id);
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
  const work = async (
    scope: Scope,
    told: Told,
    { isLocked } = { isLocked: false },
  ): Promise<ValidatedLicenseKey> => {
    const find = isLocked ? repository.lockByKey : repository.findByKey;
    const used = usable(scope, await find(scope, body.key));
    const key = used.row;
    told.key = key;
    // The use of the activation is noted with the validation, before or after its end.
    const notesUse = body.activation_id && key.expireActivationsAfterDays !== null;
    if (notesUse && !isLocked) {
      return commit(scope, (inner) => work(inner, told, { isLocked: true }));
    }
    const activation = await requireValid(scope, key, body, told);
    const incrementUsage = body.increment_usage ?? 0;
    const now = clockOf(scope, key.organizationId);
    const row = await repository.countValidation(scope, key, { incrementUsage, now });
    if (!row) return work(scope, told, { isLocked });
    if (activation) await noteUse(scope, key, activation);
    return {
      ...serializeLicenseKey(redactForCaller(scope, rowOfValue({ ...used, row }))),
      activation: activation
        ? serializeActivationBase({ ...activation, ...usedAt(key, now) })
        : null,
      ...serializeValue(used),
    };
  };
  return limited(scope, body, (scope) =>
    decided(scope, (told) => commitOne(scope, (scope) => work(scope, told))),
  );
}

/** Notes that an activation of a locked key was used, where the key ends those that nobody uses. */
export async function noteUse(
  scope: Scope,
  key: LicenseKeyRow,
  { id }: LicenseActivation,
): Promise<void> {
  const use = usedAt(key, clockOf(scope, key.organizationId));
  if (use) await repository.touchActivation(scope, id, use);
}

/** What a validation, or a lease, asks of a key. */
type Asked = Pick<LicenseKeyValidate, 'activation_id' | 'conditions'> &
  Partial<Pick<LicenseKeyValidate, 'benefit_id' | 'customer_id' | 'increment_usage'>>;

/**
 * The activation of a key that is asked for, null where none is. Throws 404, and 400 where the usage limit would be
 * exceeded, both with a `code`.
 */
export async function requireValid(
  scope: Scope,
  key: LicenseKeyRow,
  { activation_id, benefit_id, customer_id, increment_usage, conditions }: Asked,
  told: Told,
): Promise<LicenseActivation | null> {
  told.activationId = activation_id ?? null;
  const activation = activation_id
    ? await repository.findActivation(scope, key.id, activation_id)
    : undefined;
  const code = evaluate(
    stateOf(key),
    {
      about: 'validation',
      activation: activation && {
        conditions: metadata(activation.conditions),
        expiresAt: activation.expiresAt,
      },
      conditions,
      benefitId: benefit_id ?? null,
      customerId: customer_id ?? null,
      incrementUsage: increment_usage ?? 0,
    },
    clockOf(scope, key.organizationId),
  );
  if (code === 'USAGE_EXCEEDED') throw refusal('BadRequest', code);
  if (code !== 'VALID') throw refusal('ResourceNotFound', code);
  return activation ?? null;
}

/**
 * Activates a key, counted under its row lock (docs/contract/license-keys.md#activation). Throws 403 when the
 * key cannot be activated and 404 for an unknown key, both with a `code`, and 429 after too many of those. Records
 * `license_key.updated`.
 */
export function activate(scope: Scope, body: LicenseKeyActivate): Promise<LicenseKeyActivation> {
  return withKey(scope, body, async (scope, used, told) => {
    const now = clockOf(scope, used.row.organizationId);
    const key = await withoutUnused(scope, used.row, now);
    told.key = key;
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
      ...usedAt(key, now),
    });
    told.activationId = activation.id;
    const row = withActivations(key, key._count.activations + 1);
    await recordAll(scope, [eventOf('license_key.updated', row)]);
    const licenseKey = redactForCaller(scope, rowOfValue({ ...used, row }));
    return serializeActivation({ ...activation, licenseKey }, used);
  });
}

/** A locked key, after its activations that have ended were removed. */
async function withoutUnused(scope: Scope, key: LicenseKeyRow, now: Date): Promise<LicenseKeyRow> {
  if (key.expireActivationsAfterDays === null) return key;
  const removed = await repository.removeUnused(scope, key.id, now);
  return withActivations(key, key._count.activations - removed);
}

/**
 * Removes the activations of a key that nobody has used for too long (docs/contract/license-keys.md#unused-activations).
 * Records `license_key.updated`.
 */
export function endUnused(scope: Scope, id: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const before = await repository.lock(scope, id);
    if (!before) return;
    const key = await withoutUnused(scope, before, clockOf(scope, before.organizationId));
    if (key._count.activations === before._count.activations) return;
    await recordAll(scope, [eventOf('license_key.updated', key)]);
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
  await withKey(scope, body, async (scope, { row: key }) => {
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

/**
 * A key that somebody has named; throws 404 for one that is unknown, or easily guessed
 * (docs/contract/license-keys.md#weak-keys), and a former value that has ended.
 */
function usable(scope: Scope, used: UsedKey | null): UsedKey {
  const { former, row } = used ?? { former: null };
  const isOver = former !== null && former.validUntil <= clockOf(scope, former.organizationId);
  if (!used || !row || isOver || isWeak(former?.key ?? row.key)) {
    throw refusal('ResourceNotFound', 'NOT_FOUND');
  }
  return used;
}

/** What a request was told about a key; null while it is not known which. */
export interface Told {
  key: LicenseKeyRow | null;
  activationId: string | null;
}

/** Counts what a request was told about the key that it has named (docs/contract/license-keys.md#decisions). */
export async function decided<T>(scope: Scope, work: (told: Told) => Promise<T>): Promise<T> {
  const told: Told = { key: null, activationId: null };
  const count = (code: string) => {
    if (!told.key) return;
    const { id, organizationId } = told.key;
    const at = clockOf(scope, organizationId);
    const { activationId } = told;
    countDecision({ organizationId, licenseKeyId: id, code, activationId, at, ip: scope.ip });
  };
  try {
    const answer = await work(told);
    count('VALID');
    return answer;
  } catch (error) {
    const code = error instanceof ApiError ? error.fields.code : undefined;
    if (typeof code === 'string') count(code);
    throw error;
  }
}

/** Commits work on the key that a request without a token names, under the key's row lock. Throws 404, and 429. */
export function withKey<T>(
  scope: Scope,
  named: Named,
  work: (scope: Scope, used: UsedKey, told: Told) => Promise<T>,
): Promise<T> {
  return limited(scope, named, (scope) =>
    decided(scope, (told) =>
      commit(scope, async (inner) =>
        work(inner, usable(inner, await repository.lockByKey(inner, named.key)), told),
      ),
    ),
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

/** The part of a key that {@link evaluate} is about. */
export function stateOf(row: LicenseKeyRow): KeyState {
  return { ...row, activationsCount: row._count.activations };
}

/** A refusal with the code of an evaluation (docs/contract/license-keys.md#evaluation). */
export function refusal(
  name: 'BadRequest' | 'NotPermitted' | 'ResourceNotFound',
  code: LicenseCode,
): ApiError {
  return new ApiError(name, messageOf(code), { fields: { code } });
}

/** Grants of a license-key benefit that get a key. */
export interface Issue {
  organizationId: string;
  benefit: { id: string; properties: unknown };
  grants: readonly { id: string; customerId: string }[];
  now: Date;
}

/**
 * Issues a key for each grant of a license-key benefit, with the limits and expiry of the benefit at `now`
 * (docs/contract/benefits.md#properties). {@link recordIssuedKeys} records them. From a pool each gets the oldest free
 * key; where none is left, or others wait already, it waits (docs/contract/license-keys.md#own-keys). In a quiet scope the
 * owners are not told what the pool needs.
 */
export async function issueKeys(scope: Scope, issue: Issue): Promise<void> {
  const { organizationId, benefit, grants, now } = issue;
  if (grants.length === 0) return;
  const properties = jsonColumn<LicenseKeysProperties>(benefit.properties);
  if (!isPooled(properties)) return generateKeys(scope, issue);
  const isWaitedFor = await pools.isWaitedFor(scope, benefit.id);
  const free = isWaitedFor ? [] : await pools.takeFree(scope, benefit.id, grants.length);
  const served = grants.slice(0, free.length);
  await giveKeys(scope, { ...issue, grants: served }, free);
  const pool = { organizationId, benefitId: benefit.id };
  const waiting = grants.slice(free.length).map(({ id }) => id);
  if (waiting.length > 0) await pools.enqueue(scope, { ...pool, now }, waiting);
  if (scope.isQuiet) return;
  if (waiting.length === 0) return pools.tellIfLow(scope, pool, properties.low_stock_at);
  await pools.queueTending(scope, pool, { isSold: true });
}

/** Gives each grant the key at its place, which {@link pools.takeFree} has locked. Returns the ids of the license keys. */
export async function giveKeys(
  scope: Scope,
  { organizationId, benefit, grants, now }: Issue,
  free: readonly pools.FreeKey[],
): Promise<string[]> {
  const given = grants.flatMap((grant, place) => {
    const own = free[place];
    return own ? [{ own, row: newKey({ organizationId, benefit, grant, now }, own.key) }] : [];
  });
  if (given.length === 0) return [];
  const rows = given.map(({ row }) => row);
  const issued = await repository.createUnused(scope, rows);
  if (issued.size < rows.length) throw new Error('A key of the pool was given out meanwhile');
  await pools.markGranted(
    scope,
    given.map(({ own, row }) => ({ id: own.id, licenseKeyId: row.id })),
  );
  return rows.map(({ id }) => id);
}

/** A new license key of a grant: its value, with what the benefit says at `now`. */
function newKey(
  {
    organizationId,
    benefit,
    grant,
    now,
  }: Pick<Issue, 'organizationId' | 'benefit' | 'now'> & { grant: Issue['grants'][number] },
  key: string,
) {
  const { activations, limit_usage, expires } = jsonColumn<LicenseKeysProperties>(
    benefit.properties,
  );
  return {
    id: newId(),
    organizationId,
    createdAt: now,
    customerId: grant.customerId,
    benefitId: benefit.id,
    grantId: grant.id,
    key,
    limitActivations: activations?.limit ?? null,
    expireActivationsAfterDays: activations?.expire_after_days ?? null,
    limitUsage: limit_usage,
    expiresAt: expiryOf(now, expires),
  };
}

/** Generates a key for each grant. */
export async function generateKeys(scope: Scope, issue: Issue): Promise<void> {
  const { prefix } = jsonColumn<LicenseKeysProperties>(issue.benefit.properties);
  let keyless = issue.grants;
  for (let tries = 1; keyless.length > 0; tries += 1) {
    if (tries > 5) throw new Error('No unused license key was found');
    const keys = keyless.map((grant) =>
      newKey({ ...issue, grant }, keyOf(prefix, crypto.randomUUID())),
    );
    const issued = await repository.createUnused(scope, keys);
    // A key that exists already is generated again.
    const left = new Set(keys.filter(({ id }) => !issued.has(id)).map(({ grantId }) => grantId));
    keyless = keyless.filter(({ id }) => left.has(id));
  }
}

/** A grant as imported keys are found for it: by its purchase, else by its customer. */
interface KeylessGrant {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  orderId: string | null;
}

/**
 * Makes imported keys that wait for their grants those of these grants: of each the one that names its purchase, else one
 * of its customer that names none. `taken` gets their ids; returns the grants without one.
 */
export async function attachImportedKeys<Grant extends KeylessGrant>(
  scope: Scope,
  {
    benefit,
    grants,
    taken,
  }: { benefit: { id: string }; grants: readonly Grant[]; taken: string[] },
): Promise<Grant[]> {
  const waiting = await repository.lockWaiting(
    scope,
    benefit.id,
    grants.map((grant) => grant.customerId),
  );
  if (waiting.length === 0) return [...grants];
  const names = await repository.externalIdsOf(
    scope,
    grants.flatMap(({ subscriptionId, orderId }) => subscriptionId ?? orderId ?? []),
  );
  const free = new Set(waiting);
  const find = (grant: Grant, isNamed: boolean) => {
    const own = names.get(grant.subscriptionId ?? grant.orderId ?? '') ?? [];
    for (const key of free) {
      if (key.customerId !== grant.customerId) continue;
      const { purchaseReference: reference } = key;
      if (isNamed ? reference !== null && own.includes(reference) : reference === null) return key;
    }
    return undefined;
  };
  const found = new Map<string, string>();
  for (const isNamed of [true, false]) {
    for (const grant of grants) {
      const key = found.has(grant.id) ? undefined : find(grant, isNamed);
      if (!key) continue;
      free.delete(key);
      found.set(grant.id, key.id);
    }
  }
  for (const [grantId, id] of found) {
    await repository.update(scope, id, { grantId });
    taken.push(id);
  }
  return grants.filter(({ id }) => !found.has(id));
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
