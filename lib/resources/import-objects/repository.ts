import { db, tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Import } from '@/lib/database/generated/client';
import { ID } from '@/lib/database/query/list';
import { lockRows } from '@/lib/database/rows/lock';
import { columnName, type RowMapping } from '@/lib/database/rows/mapping';
import { insertRows, updateRow } from '@/lib/database/rows/write';
import { TYPE as LICENSE_KEYS } from '@/lib/resources/benefits/types/license-keys';
import type {
  KnownBenefit,
  KnownProduct,
  KnownPurchase,
  Stored,
  WantedPrice,
} from '@/lib/resources/import-formats/kinds/kind';
import { ImportKind } from '@/lib/resources/import-formats/schema';
import { RUNNING_STATUSES } from '@/lib/resources/subscription-statuses/rules';

/** The import that rows are of. */
export type ImportRow = Import;

/** The tables that rows become rows of, and what of them is not deleted. */
const TABLES = {
  customers: { model: 'Customer', table: 'customers' },
  products: { model: 'Product', table: 'products' },
  discounts: { model: 'Discount', table: 'discounts' },
  license_keys: { model: 'LicenseKey', table: 'license_keys' },
  subscriptions: { model: 'Subscription', table: 'subscriptions' },
  orders: { model: 'Order', table: 'orders' },
} as const satisfies Record<ImportKind, RowMapping>;

/** The tables that an import writes beside those of its kind. */
const PARTS = {
  prices: { model: 'Price', table: 'prices' },
  license_activations: { model: 'LicenseActivation', table: 'license_activations' },
} as const satisfies Record<string, RowMapping>;

export type TableName = ImportKind | keyof typeof PARTS | 'benefit_grants';

const isLive = (kind: ImportKind) =>
  kind === 'customers' || kind === 'discounts' ? sql`t.deleted_at IS NULL` : sql`true`;

/** What an import has done to a row of a table. */
export interface Change {
  table: TableName;
  objectId: string;
  /** The columns that were changed, as they were, by their names; null: the row is new. */
  before: Readonly<Record<string, unknown>> | null;
  modifiedAt: Date | null;
}

// ——— what rows have named ———

export interface NamedValue {
  /** `external`, or what is unique of the kind. */
  name: string;
  value: string;
  row: number;
}

/** Those of these values that earlier rows of the import have named, with the row: `name value`. */
export async function namedBefore(
  scope: Scope,
  importId: string,
  values: readonly NamedValue[],
): Promise<Map<string, number>> {
  if (values.length === 0) return new Map();
  const rows = await execute<{ name: string; value: string; row: number }>(
    scope,
    sql`SELECT t.name, t.value, t.row FROM import_keys t
        JOIN unnest(${values.map(({ name }) => name)}::text[], ${values.map(({ value }) => value)}::text[]) v (name, value)
          ON v.name = t.name AND v.value = t.value
        WHERE ${tenant(scope, 't')} AND t.import_id = ${importId}::uuid`,
  );
  return new Map(rows.map(({ name, value, row }) => [`${name} ${value}`, row]));
}

export async function noteNamed(
  scope: Scope,
  { id, organizationId }: ImportRow,
  values: readonly NamedValue[],
): Promise<void> {
  if (values.length === 0) return;
  await execute(
    scope,
    sql`INSERT INTO import_keys (import_id, organization_id, name, value, row)
        SELECT ${id}::uuid, ${organizationId}::uuid, v.name, v.value, v.row
        FROM unnest(${values.map(({ name }) => name)}::text[], ${values.map(({ value }) => value)}::text[],
          ${values.map(({ row }) => row)}::int[]) v (name, value, row)
        ON CONFLICT DO NOTHING RETURNING 1 AS one`,
  );
}

/** Forgets what rows have named, which is needed only while an import runs. */
export async function forgetNamed(scope: Scope, importId: string): Promise<void> {
  await db(scope).importKey.deleteMany({ where: { importId } });
}

// ——— what is there already ———

/** The live objects of a kind with these ids. */
export async function liveIds(
  scope: Scope,
  kind: ImportKind,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await execute<{ id: string }>(
    scope,
    sql`SELECT t.id FROM ${raw(TABLES[kind].table)} t
        WHERE ${tenant(scope, 't')} AND t.id = ANY(${[...ids]}::uuid[]) AND ${isLive(kind)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The live objects of a kind by what they are called where they come from. */
export async function byExternalIds(
  scope: Scope,
  kind: ImportKind,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await execute<{ external_id: string; id: string }>(
    scope,
    sql`SELECT x.external_id, t.id FROM external_ids x JOIN ${raw(TABLES[kind].table)} t ON t.id = x.object_id
        WHERE ${tenant(scope, 'x')} AND x.kind = ${kind} AND x.external_id = ANY(${[...externalIds]}::text[])
          AND ${isLive(kind)}`,
  );
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

/** What else is unique of a kind: a column, in lower case unless its case counts. */
interface Natural {
  name: string;
  column: Sql;
  hasCase?: boolean;
  hasFormer?: boolean;
}

const NATURAL: Partial<Record<ImportKind, Natural>> = {
  customers: { name: 'email', column: sql`lower(t.email)` },
  discounts: { name: 'code', column: sql`lower(t.code)` },
  license_keys: { name: 'key', column: sql`t.key`, hasCase: true, hasFormer: true },
};

/** The live objects of a kind by what else is unique of them; in lower case, but for license keys. */
export async function byNatural(
  scope: Scope,
  kind: ImportKind,
  values: readonly string[],
): Promise<Map<string, string>> {
  const { column, hasFormer = false } = NATURAL[kind] ?? {};
  if (!column || values.length === 0) return new Map();
  const rows = await execute<{ value: string; id: string }>(
    scope,
    sql`SELECT ${column} AS value, t.id FROM ${raw(TABLES[kind].table)} t
        WHERE ${tenant(scope, 't')} AND ${column} = ANY(${[...values]}::text[]) AND ${isLive(kind)}`,
  );
  const found = new Map(rows.map(({ value, id }) => [value, id]));
  if (!hasFormer) return found;
  // A value that a key had works on for a while, and is nobody else's until then.
  const former = await db(scope).formerLicenseKey.findMany({
    where: { key: { in: [...values] } },
    select: { key: true, licenseKeyId: true },
  });
  for (const { key, licenseKeyId } of former) if (!found.has(key)) found.set(key, licenseKeyId);
  return found;
}

/** Whether another object has by now what was unique of a changed one. */
export async function isTaken(scope: Scope, { table, objectId, before }: Change): Promise<boolean> {
  const kind = ImportKind.safeParse(table).data;
  const { name = '', hasCase = false } = (kind && NATURAL[kind]) ?? {};
  const value = before?.[name];
  if (!kind || typeof value !== 'string') return false;
  const wanted = hasCase ? value : value.toLowerCase();
  const holder = (await byNatural(scope, kind, [wanted])).get(wanted);
  return holder !== undefined && holder !== objectId;
}

/** Objects of a kind, locked until the transaction ends. */
export async function lockObjects(
  scope: Scope,
  kind: ImportKind,
  ids: readonly string[],
): Promise<Map<string, Stored>> {
  if (ids.length === 0) return new Map();
  const named = sql`t.id = ANY(${[...ids]}::uuid[])`;
  const rows: Stored[] = await lockRows(scope, TABLES[kind], named, 'NO KEY UPDATE');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Customers that rows refer to are not deleted before the transaction ends. */
export async function holdCustomers(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await lockRows(
    scope,
    TABLES.customers,
    sql`t.id = ANY(${[...ids]}::uuid[]) AND t.deleted_at IS NULL`,
    'SHARE',
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a reference can be an id of ours. */
export const isId = (reference: string) => ID.test(reference);

/** The ids of references, which are ids of ours or of where the objects come from. */
export async function resolve(
  scope: Scope,
  kind: ImportKind,
  references: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const all = [...references];
  const ids = all.filter(isId);
  const live = await liveIds(
    scope,
    kind,
    ids.map((id) => id.toLowerCase()),
  );
  const found = await byExternalIds(scope, kind, all);
  for (const id of ids) if (live.has(id.toLowerCase())) found.set(id, id.toLowerCase());
  return found;
}

const OF_KEYS = sql`b.type = ${LICENSE_KEYS}::benefit_type AND b.deleted_at IS NULL`;
const EXPIRE_AFTER = sql`(b.properties -> 'activations' ->> 'expire_after_days')::int`;

/** Products with their benefits that give license keys. */
export async function productsBy(
  scope: Scope,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<KnownProduct[]> {
  if (ids.length + names.length === 0) return [];
  return execute<KnownProduct>(
    scope,
    sql`SELECT t.id, t.name, t.is_recurring AS "isRecurring", coalesce((
          SELECT json_agg(json_build_object('id', b.id, 'expireActivationsAfterDays', ${EXPIRE_AFTER}) ORDER BY l.position)
          FROM product_benefits l JOIN benefits b ON b.id = l.benefit_id
          WHERE l.product_id = t.id AND ${OF_KEYS}), '[]') AS "keyBenefits"
        FROM products t WHERE ${tenant(scope, 't')}
          AND (t.id = ANY(${[...ids]}::uuid[]) OR t.name = ANY(${[...names]}::text[]))`,
  );
}

/** The benefits that give license keys. */
export async function keyBenefits(
  scope: Scope,
): Promise<(KnownBenefit & { description: string })[]> {
  return execute<KnownBenefit & { description: string }>(
    scope,
    sql`SELECT b.id, b.description, ${EXPIRE_AFTER} AS "expireActivationsAfterDays" FROM benefits b
        WHERE ${tenant(scope, 'b')} AND ${OF_KEYS} ORDER BY b.id LIMIT 1000`,
  );
}

/** All benefits that may be chosen, by their descriptions; of several with one the oldest. */
export async function benefitsByDescription(scope: Scope): Promise<Map<string, string>> {
  const rows = await db(scope).benefit.findMany({
    where: { deletedAt: null, selectable: true },
    orderBy: { id: 'desc' },
    select: { id: true, description: true },
    take: 1000,
  });
  return new Map(rows.map(({ id, description }) => [description, id]));
}

/** The ids of live discounts by their codes, in lower case. */
export function discountsByCode(
  scope: Scope,
  codes: readonly string[],
): Promise<Map<string, string>> {
  return byNatural(
    scope,
    'discounts',
    codes.map((code) => code.toLowerCase()),
  );
}

/** Purchases by their ids. */
export async function purchasesBy(
  scope: Scope,
  kind: 'subscriptions' | 'orders',
  ids: readonly string[],
): Promise<KnownPurchase[]> {
  if (ids.length === 0) return [];
  const running = raw(RUNNING_STATUSES.map((status) => `'${status}'`).join(', '));
  const isRunning =
    kind === 'subscriptions' ? sql`t.status IN (${running})` : sql`t.status <> 'refunded'`;
  return execute<KnownPurchase>(
    scope,
    sql`SELECT t.id, t.customer_id AS "customerId", t.product_id AS "productId",
          t.external_id IS NOT NULL AS "isImported", ${isRunning} AS "isRunning"
        FROM ${raw(kind)} t WHERE ${tenant(scope, 't')} AND t.id = ANY(${[...ids]}::uuid[])`,
  );
}

/** The grants of a benefit that imported keys may be the keys of, with the keys that they have. */
export interface OpenGrant {
  grantId: string;
  customerId: string;
  benefitId: string;
  subscriptionId: string | null;
  orderId: string | null;
  /** Null: it has none. */
  keyId: string | null;
  /** A key that was made for an imported purchase, and that nobody has used or been told of. */
  isReplaceable: boolean;
}

export async function openGrants(
  scope: Scope,
  { customerIds, benefitIds }: { customerIds: readonly string[]; benefitIds: readonly string[] },
): Promise<OpenGrant[]> {
  if (customerIds.length === 0) return [];
  return execute<OpenGrant>(
    scope,
    sql`SELECT t.id AS "grantId", t.customer_id AS "customerId", t.benefit_id AS "benefitId",
          t.subscription_id AS "subscriptionId", t.order_id AS "orderId", k.id AS "keyId",
          coalesce(k.external_id IS NULL AND k.validations = 0 AND k.usage = 0
            AND coalesce(s.external_id, o.external_id) IS NOT NULL
            AND NOT EXISTS (SELECT FROM license_activations a WHERE a.license_key_id = k.id), true) AS "isReplaceable"
        FROM benefit_grants t LEFT JOIN license_keys k ON k.grant_id = t.id
          LEFT JOIN subscriptions s ON s.id = t.subscription_id LEFT JOIN orders o ON o.id = t.order_id
        WHERE ${tenant(scope, 't')} AND t.customer_id = ANY(${[...customerIds]}::uuid[])
          AND t.benefit_id = ANY(${[...benefitIds]}::uuid[])
        ORDER BY t.created_at, t.id`,
  );
}

/** The prices of products, oldest first. */
export async function pricesOf(
  scope: Scope,
  productIds: readonly string[],
): Promise<(WantedPrice & { id: string })[]> {
  if (productIds.length === 0) return [];
  return execute<WantedPrice & { id: string }>(
    scope,
    sql`SELECT t.id, t.product_id AS "productId", t.amount::float8 AS amount, t.currency,
          t.recurring_interval AS interval
        FROM prices t WHERE ${tenant(scope, 't')} AND t.product_id = ANY(${[...productIds]}::uuid[])
          AND t.amount_type <> 'custom'
        ORDER BY t.is_archived, t.created_at, t.id`,
  );
}

// ——— writing ———

/** Writes new rows of a table, which all give the same fields. Throws where one is there already. */
export async function insertObjects(
  scope: Scope,
  table: ImportKind | keyof typeof PARTS,
  rows: readonly object[],
): Promise<void> {
  const mapping: Pick<RowMapping, 'model' | 'table'> = { ...TABLES, ...PARTS }[table];
  await insertRows(scope, mapping, rows);
}

export async function updateObject(
  scope: Scope,
  kind: ImportKind,
  id: string,
  changes: object,
): Promise<void> {
  await updateRow(scope, TABLES[kind] as RowMapping, id, changes);
}

/** Changes several objects of a kind, which all give the same fields, by one statement. */
export async function updateObjects(
  scope: Scope,
  kind: ImportKind,
  rows: readonly ({ id: string } & Record<string, unknown>)[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { id: _, ...fields } = byColumn(first);
  const columns = Object.keys(fields).map((name) => raw(`"${name}"`));
  const table = raw(TABLES[kind].table);
  await execute(
    scope,
    sql`UPDATE ${table} t SET ${join(columns.map((column) => sql`${column} = o.${column}`))}
        FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(rows.map(byColumn))}::json) o
        WHERE ${tenant(scope, 't')} AND t.id = o.id RETURNING 1 AS one`,
  );
}

/** Gives products their benefits, in their order. */
export async function addBenefits(
  scope: Scope,
  links: readonly {
    organizationId: string;
    productId: string;
    benefitId: string;
    position: number;
  }[],
): Promise<void> {
  if (links.length > 0) await db(scope).productBenefit.createMany({ data: [...links] });
}

/** Says which products discounts are for. */
export async function addProducts(
  scope: Scope,
  links: readonly { organizationId: string; discountId: string; productId: string }[],
): Promise<void> {
  if (links.length > 0) await db(scope).discountProduct.createMany({ data: [...links] });
}

/** Keeps what objects are called where they come from; of several of one name the first has it. */
export async function addExternalIds(
  scope: Scope,
  { id: importId, organizationId, kind }: ImportRow,
  all: readonly { externalId: string; objectId: string }[],
): Promise<void> {
  if (all.length === 0) return;
  const first = new Map<string, (typeof all)[number]>();
  for (const name of all) if (!first.has(name.externalId)) first.set(name.externalId, name);
  const names = [...first.values()];
  await execute(
    scope,
    sql`INSERT INTO external_ids (organization_id, kind, external_id, object_id, import_id)
        SELECT ${organizationId}::uuid, ${kind}, n.external_id, n.object_id, ${importId}::uuid
        FROM unnest(${names.map(({ externalId }) => externalId)}::text[],
          ${names.map(({ objectId }) => objectId)}::uuid[]) n (external_id, object_id)
        ON CONFLICT (organization_id, kind, external_id)
          DO UPDATE SET object_id = excluded.object_id, import_id = excluded.import_id
        RETURNING 1 AS one`,
  );
}

/** Forgets what an import has called these objects. */
export async function removeExternalIds(
  scope: Scope,
  importId: string,
  objectIds: readonly string[],
): Promise<void> {
  await db(scope).externalId.deleteMany({ where: { importId, objectId: { in: [...objectIds] } } });
}

/** Forgets what an undone import has called objects, but for those that it has made and left. */
export async function removeOtherNames(
  scope: Scope,
  { id, kind }: Pick<ImportRow, 'id' | 'kind'>,
): Promise<void> {
  await execute(
    scope,
    sql`DELETE FROM external_ids x WHERE ${tenant(scope, 'x')} AND x.import_id = ${id}::uuid
          AND NOT EXISTS (SELECT FROM ${raw(TABLES[kind as ImportKind].table)} t
            WHERE t.id = x.object_id AND t.external_id = x.external_id) RETURNING 1 AS one`,
  );
}

/** The grants of these purchases and their keys, which were made for them. */
export async function grantsOf(
  scope: Scope,
  source: 'subscription_id' | 'order_id',
  ids: readonly string[],
): Promise<{ grantId: string; keyId: string | null }[]> {
  return execute<{ grantId: string; keyId: string | null }>(
    scope,
    sql`SELECT t.id AS "grantId", k.id AS "keyId" FROM benefit_grants t LEFT JOIN license_keys k ON k.grant_id = t.id
        WHERE ${tenant(scope, 't')} AND t.${raw(source)} = ANY(${[...ids]}::uuid[])`,
  );
}

/** Fields as columns with their values, as {@link Change} keeps them. */
export function byColumn(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [columnName(field), value]),
  );
}
