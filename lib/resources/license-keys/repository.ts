import type { QueryOf } from '@/lib/contract/contract';
import type { Metadata } from '@/lib/contract/fields';
import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';
import type {
  FormerLicenseKey,
  LicenseActivation,
  LicenseKeyStatus,
} from '@/lib/database/generated/client';
import { type Due, findDueRows } from '@/lib/database/query/clocks';
import { customerRows } from '@/lib/database/query/customer';
import {
  afterFilter,
  beforeFilter,
  booleanFilter,
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import { lockRow, lockRows } from '@/lib/database/rows/lock';
import type { RowMapping, RowOf } from '@/lib/database/rows/mapping';
import { selectMany, selectOne, selectRow } from '@/lib/database/rows/rows';
import { type Fields, insertRow, insertRows, updateRow } from '@/lib/database/rows/write';
import { BY_CUSTOMER, CUSTOMER, soldInCheckout } from '@/lib/resources/customers/relations';
import { externalIdFilter } from '@/lib/resources/import-formats/relations';
import { isFromPool } from '@/lib/resources/key-pools/relations';
import type {
  exportLicenseKeys,
  listCustomerLicenseKeys,
} from '@/lib/resources/license-keys/contract';
import { INT32_MAX, usageLimit } from '@/lib/resources/license-keys/rules';
import type { LicenseKeySort } from '@/lib/resources/license-keys/schema';

/** The prefix of a display key, in a search text that was copied from one. */
const MASK = /^\s*\*+-/;

const LIST: ListDefinition<LicenseKeySort> = {
  table: 'license_keys',
  customerPredicate: customerRows(
    't.customer_id',
    (id) => sql`t.grant_id IN (SELECT g.id FROM benefit_grants g WHERE ${soldInCheckout('g', id)})`,
  ),
  sorts: { created_at: required(sql`t.created_at`), status: required(sql`t.status`) },
  totals: { 't.status': 'status', 't.benefit_id': 'reference' },
};

/** The columns alone. */
const COLUMNS = { model: 'LicenseKey', table: 'license_keys' } as const satisfies RowMapping;

const MAPPING = {
  ...COLUMNS,
  relations: {
    customer: CUSTOMER,
    _count: {
      counts: {
        activations: sql`(SELECT count(*)::int FROM license_activations a WHERE a.license_key_id = t.id)`,
      },
    },
  },
} as const satisfies RowMapping;

export type LicenseKeyRow = RowOf<typeof MAPPING>;

const ACTIVATION = {
  model: 'LicenseActivation',
  table: 'license_activations',
} as const satisfies RowMapping;

/** Of a key the value that somebody has sent, and when it ends; null where it is the present one. */
export interface UsedKey {
  row: LicenseKeyRow;
  former: FormerLicenseKey | null;
}

const AT_LIMIT = `(t.limit_usage IS NOT NULL AND t.usage >= t.limit_usage OR t.limit_activations IS NOT NULL
  AND (SELECT count(*) FROM license_activations a WHERE a.license_key_id = t.id) >= t.limit_activations)`;

/** The scope's license keys. */
export function list(scope: Scope, query: QueryOf<typeof exportLicenseKeys>) {
  const conditions = [
    idFilter('t.benefit_id', query.benefit_id),
    enumFilter('t.status', 'license_key_status', query.status),
    idFilter('t.customer_id', query.customer_id),
    booleanFilter(AT_LIMIT, query.at_limit),
    afterFilter('t.expires_at', query.expires_after),
    beforeFilter('t.expires_at', query.expires_before),
    query.key?.length
      ? sql`t.key = ANY(${[...query.key, ...query.key.map(inCapitals)]}::text[])`
      : undefined,
    searchFilter(['t.key'], query.query?.replace(MASK, ''), {
      scope,
      table: 'license_keys',
      tables: [BY_CUSTOMER],
    }),
    externalIdFilter(scope, 'license_keys', query.external_id),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, MAPPING);
}

/** What the export of a key has beside what its list prints. */
export interface KeyParts {
  activations: { label: string; conditions: Metadata; meta: Metadata }[];
  subscriptionId: string | null;
  orderId: string | null;
}

/** Of these keys their activations, oldest first, and what they came with. */
export async function partsOf(
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, KeyParts>> {
  const rows = await execute<KeyParts & { id: string }>(
    scope,
    sql`SELECT t.id, g.subscription_id AS "subscriptionId", g.order_id AS "orderId", coalesce((
          SELECT json_agg(json_build_object('label', a.label, 'conditions', a.conditions, 'meta', a.meta)
            ORDER BY a.created_at, a.id)
          FROM license_activations a WHERE a.license_key_id = t.id), '[]') AS activations
        FROM license_keys t LEFT JOIN benefit_grants g ON g.id = t.grant_id
        WHERE ${tenant(scope, 't')} AND t.id = ANY(${[...ids]}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...parts }) => [id, parts]));
}

/** The license keys of the calling customer. */
export function listOfBuyer(
  scope: Scope,
  query: Omit<QueryOf<typeof listCustomerLicenseKeys>, 'page' | 'limit'>,
) {
  const conditions = [
    idFilter('t.benefit_id', query.benefit_id),
    booleanFilter('t.transferred_at IS NOT NULL', query.is_transferred),
    searchFilter(['t.key'], query.query?.replace(MASK, '')),
    ...createdFilter(query),
  ];
  return listing(scope, LIST, query, conditions, MAPPING);
}

/** A key with its activations, oldest first; null when there is none in the scope. */
export async function find(scope: Scope, id: string) {
  const row = await selectRow(scope, MAPPING, id);
  if (!row) return null;
  const activations = await db(scope).licenseActivation.findMany({
    where: { licenseKeyId: id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const former = await db(scope).formerLicenseKey.findFirst({ where: { licenseKeyId: id } });
  return { ...row, activations, former };
}

function inCapitals(key: string): string {
  return key.toUpperCase();
}

/** What finds a key by its value, first as it was sent and then, where that is another one, in capitals. */
async function inEitherCase(
  key: string,
  find: (key: string, isGenerated: boolean) => Promise<UsedKey | null>,
): Promise<UsedKey | null> {
  const found = await find(key, false);
  const capitals = inCapitals(key);
  return found ?? (capitals === key ? null : find(capitals, true));
}

/**
 * A key by its present value, or by the one before, in either case where it was generated
 * (docs/contract/license-keys.md#key-format); null when there is none in the scope.
 */
export function findByKey(scope: Scope, sent: string): Promise<UsedKey | null> {
  return inEitherCase(sent, async (key, isGenerated) => {
    const row = await selectOne(
      scope,
      MAPPING,
      sql`SELECT k.id, 1 AS position FROM license_keys k
          WHERE ${tenant(scope, 'k')} AND k.key = ${key} ${generated('k', isGenerated)}`,
    );
    if (row) return { row, former: null };
    const former = await findFormer(scope, key, isGenerated);
    const rotated = former && (await selectRow(scope, MAPPING, former.licenseKeyId));
    return rotated && { row: rotated, former };
  });
}

function generated(alias: string, isGenerated: boolean): Sql {
  return isGenerated ? sql`AND NOT ${isFromPool(alias)}` : raw('');
}

async function findFormer(
  scope: Scope,
  key: string,
  isGenerated: boolean,
): Promise<FormerLicenseKey | null> {
  const former = await db(scope).formerLicenseKey.findFirst({ where: { key } });
  if (!former || !isGenerated) return former;
  return (await db(scope).poolKey.findFirst({ where: { key } })) ? null : former;
}

/** A key, locked until the transaction ends; null when there is none in the scope. */
export function lock(scope: Scope, id: string): Promise<LicenseKeyRow | null> {
  return lockRow(scope, MAPPING, sql`t.id = ${id}::uuid`, 'NO KEY UPDATE');
}

/** Keys of the scope, in the order of these ids. */
export function load(scope: Scope, ids: readonly string[]): Promise<LicenseKeyRow[]> {
  return selectMany(scope, MAPPING, ids);
}

/**
 * {@link findByKey}, locked until the transaction ends, so that activations are counted one after the other.
 */
export function lockByKey(scope: Scope, sent: string): Promise<UsedKey | null> {
  return inEitherCase(sent, async (key, isGenerated) => {
    const named = sql`t.key = ${key} ${generated('t', isGenerated)}`;
    const row = await lockRow(scope, MAPPING, named, 'NO KEY UPDATE');
    if (row) return { row, former: null };
    const before = await findFormer(scope, key, isGenerated);
    const rotated = before && (await lock(scope, before.licenseKeyId));
    // Another rotation may have ended it while this one waited for the lock.
    const former = rotated && (await findFormer(scope, key, isGenerated));
    return former && { row: rotated, former };
  });
}

/** Keeps the value that a key had, in place of one from before; null: none goes on working. */
export async function replaceFormer(
  scope: Scope,
  licenseKeyId: string,
  former: Omit<FormerLicenseKey, 'licenseKeyId'> | null,
): Promise<void> {
  const { formerLicenseKey } = db(scope);
  await formerLicenseKey.deleteMany({ where: { licenseKeyId } });
  if (former) await formerLicenseKey.create({ data: { ...former, licenseKeyId } });
}

/** The benefit that a key is of. */
export async function benefitOf(scope: Scope, id: string) {
  const select = { description: true, properties: true } as const;
  const { benefit } = await db(scope).licenseKey.findUniqueOrThrow({
    where: { id },
    select: { benefit: { select } },
  });
  return benefit;
}

/**
 * Counts a validation and adds the usage in one statement, where status, expiry and usage limit are still
 * those that were evaluated and the usage fits; otherwise null, and the key has to be evaluated again.
 */
export async function countValidation(
  scope: Scope,
  row: LicenseKeyRow,
  { incrementUsage, now }: { incrementUsage: number; now: Date },
): Promise<LicenseKeyRow | null> {
  const highestUsage = incrementUsage > 0 ? usageLimit(row) - incrementUsage : INT32_MAX;
  const [counted] = await execute<Pick<LicenseKeyRow, 'usage' | 'validations'>>(
    scope,
    sql`UPDATE license_keys t SET usage = t.usage + ${incrementUsage}, validations = t.validations + 1,
          last_validated_at = ${now}
        WHERE ${tenant(scope, 't')} AND t.id = ${row.id}::uuid AND t.usage <= ${highestUsage}
          AND t.status = ${row.status}::license_key_status
          AND t.limit_usage IS NOT DISTINCT FROM ${row.limitUsage}
          AND t.expires_at IS NOT DISTINCT FROM ${row.expiresAt}
        RETURNING t.usage, t.validations`,
    { prepared: true },
  );
  return counted ? { ...row, ...counted, lastValidatedAt: now } : null;
}

export function update(
  scope: Scope,
  id: string,
  changes: Fields<LicenseKeyRow>,
): Promise<LicenseKeyRow> {
  return updateRow(scope, MAPPING, id, changes);
}

/** Inserts the keys that the organization does not have yet; returns the ids inserted. */
export function createUnused(
  scope: Scope,
  data: readonly Fields<LicenseKeyRow>[],
): Promise<Set<string>> {
  return insertRows(scope, MAPPING, data, { skipConflicts: true });
}

/** The imported keys of a benefit and of these customers that have no grant, oldest first, locked. */
export function lockWaiting(scope: Scope, benefitId: string, customerIds: readonly string[]) {
  const ofCustomers = sql`t.customer_id = ANY(${[...new Set(customerIds)]}::uuid[])`;
  return lockRows(
    scope,
    COLUMNS,
    sql`t.benefit_id = ${benefitId}::uuid AND ${ofCustomers} AND t.grant_id IS NULL AND t.external_id IS NOT NULL`,
    'NO KEY UPDATE',
  );
}

/** What these subscriptions and orders are called where they were imported from; orders after `order/`. */
export async function externalIdsOf(
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db(scope).externalId.findMany({ where: { objectId: { in: [...ids] } } });
  const names = new Map<string, string[]>();
  for (const { objectId, externalId, kind } of rows) {
    const name = kind === 'orders' ? `order/${externalId}` : externalId;
    names.set(objectId, [...(names.get(objectId) ?? []), name]);
  }
  return names;
}

/** Changes the status of these grants' keys that have the status `from`; returns their ids. */
export async function moveStatus(
  scope: Scope,
  grantIds: readonly string[],
  { from, to, now }: { from: LicenseKeyStatus; to: LicenseKeyStatus; now: Date },
): Promise<string[]> {
  const moved = await db(scope).licenseKey.updateManyAndReturn({
    where: { grantId: { in: [...grantIds] }, status: from },
    data: { status: to, modifiedAt: now },
    select: { id: true },
  });
  return moved.map(({ id }) => id);
}

/** An activation of a key; null when there is none in the scope. */
export async function findActivation(
  scope: Scope,
  licenseKeyId: string,
  id: string,
): Promise<LicenseActivation | null> {
  const row = await selectRow(scope, ACTIVATION, id);
  return row?.licenseKeyId === licenseKeyId ? row : null;
}

export function createActivation(
  scope: Scope,
  data: Fields<LicenseActivation>,
): Promise<LicenseActivation> {
  return insertRow(scope, ACTIVATION, data, { prepared: true });
}

/** Notes the use of an activation of a locked key. */
export async function touchActivation(
  scope: Scope,
  id: string,
  use: { lastUsedAt: Date; expiresAt: Date },
): Promise<void> {
  await db(scope).licenseActivation.updateMany({ where: { id }, data: use });
}

/** Deletes the activations of a locked key that have ended at `now`; returns how many. */
export async function removeUnused(scope: Scope, licenseKeyId: string, now: Date): Promise<number> {
  const where = { licenseKeyId, expiresAt: { lte: now } };
  return (await db(scope).licenseActivation.deleteMany({ where })).count;
}

/** Activations of any organization that have ended by its clock; those whose advance is under way are left to that. */
export function findUnused(realTime: Date): Promise<Due[]> {
  return findDueRows(
    {
      table: 'license_activations',
      at: 'expires_at',
      where: sql`t.expires_at IS NOT NULL`,
      object: raw('t.license_key_id'),
    },
    realTime,
    UNUSED_BATCH,
  );
}

/** How many {@link findUnused} finds at most. */
export const UNUSED_BATCH = 500;

/** The key of an activation; null when there is none. */
export async function keyOfActivation(scope: Scope, id: string): Promise<string | null> {
  const row = await selectRow(scope, ACTIVATION, id);
  return row?.licenseKeyId ?? null;
}

/** Deletes an activation; false when the key has none with this id. */
export async function removeActivation(
  scope: Scope,
  licenseKeyId: string,
  id: string,
): Promise<boolean> {
  const { count } = await db(scope).licenseActivation.deleteMany({ where: { id, licenseKeyId } });
  return count > 0;
}

/** Deletes the activations of a key. */
export async function removeActivations(scope: Scope, licenseKeyId: string): Promise<void> {
  await db(scope).licenseActivation.deleteMany({ where: { licenseKeyId } });
}
