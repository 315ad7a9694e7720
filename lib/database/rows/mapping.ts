import type * as runtime from '@prisma/client/runtime/client';
import type { Cells } from '@/lib/database/connection/execute';
import { fieldsOf } from '@/lib/database/connection/fields';
import type { Scope } from '@/lib/database/connection/scope';
import { join, raw, type Sql, sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import {
  type SnapshotDefinition,
  type SnapshotRow,
  snapshotVersion,
} from '@/lib/database/rows/snapshots';

// Maps a table, and the single rows that its rows refer to, to objects as Prisma gives them with an `include`:
// one statement selects the columns of all of them side by side.

/** A property of a row that is no column of its own. */
export type Relation =
  /** The row that a column refers to; null where the column is. */
  | { model: Prisma.ModelName; table: string; column: string; optional?: boolean }
  /** The one row whose column refers to this one, or null. */
  | { model: Prisma.ModelName; table: string; referrer: string }
  /** An object of numbers that the database counts. */
  | { counts: Readonly<Record<string, Sql>> }
  /** An object of texts that the database finds. */
  | { texts: Readonly<Record<string, Sql>> }
  /** The cached snapshot of the row that a column refers to. */
  | { snapshot: SnapshotDefinition; column: string };

/**
 * How the rows of a table are loaded and written. `t` is the alias of the table everywhere. Declared `as const`,
 * so that {@link RowOf} knows its rows.
 */
export interface RowMapping {
  model: Prisma.ModelName;
  table: string;
  relations?: Readonly<Record<string, Relation>>;
  /** Which rows are the scope's, where the table's organization_id does not say it. */
  tenant?: (scope: Scope) => Sql;
}

/** A row of a model, without relations. */
export type ModelRow<Model extends Prisma.ModelName> = runtime.Types.Result.GetResult<
  Prisma.TypeMap['model'][Model]['payload'],
  object
>;

type JsonField<Model extends Prisma.ModelName> = {
  [Field in keyof ModelRow<Model>]: Prisma.JsonValue extends ModelRow<Model>[Field] ? Field : never;
}[keyof ModelRow<Model>];

/** The JSON columns of each model, by which the size of its rows is told: those that may be large. */
const JSON_FIELDS: {
  [Model in Prisma.ModelName as JsonField<Model> extends never ? never : Model]: Record<
    JsonField<Model>,
    true
  >;
} = {
  Advertisement: { approved: true, pending: true },
  AuditEntry: { actor: true, changes: true },
  Benefit: { properties: true },
  BenefitGrant: { properties: true },
  Checkout: {
    customerBillingAddress: true,
    customFieldData: true,
    customerMetadata: true,
    metadata: true,
  },
  CheckoutLink: { metadata: true },
  CustomField: { metadata: true, properties: true },
  Customer: { billingAddress: true, metadata: true },
  Discount: { metadata: true },
  DiscordConnection: { roles: true },
  Document: { content: true },
  Event: { actor: true, snapshot: true },
  File: { uploadParts: true },
  Import: { mapping: true },
  ImportChange: { before: true },
  LeaseKey: { publicKey: true },
  LicenseActivation: { conditions: true, meta: true },
  Mail: { data: true },
  OAuthKey: { publicKey: true },
  RequestLog: { caller: true, requestBody: true, responseBody: true },
  Order: { billingAddress: true, customFieldData: true, lines: true, metadata: true },
  Organization: {
    checkoutSettings: true,
    featureSettings: true,
    legalAddress: true,
    notificationSettings: true,
    profileSettings: true,
    subscriptionSettings: true,
  },
  PaymentAttempt: { paymentMethodDetails: true, update: true },
  Product: { metadata: true },
  Repository: { profileSettings: true },
  Refund: { metadata: true },
  Subscription: {
    billingAddress: true,
    customFieldData: true,
    funds: true,
    metadata: true,
    methodSetup: true,
    paymentMethodDetails: true,
    pendingLines: true,
  },
  WebhookAttempt: { requestHeaders: true, responseHeaders: true },
};

/** The JSON columns of a model. */
function jsonColumnsOf(alias: string, model: Prisma.ModelName): string[] {
  const fields = Object.keys((JSON_FIELDS as Record<string, object | undefined>)[model] ?? {});
  return fields.map((field) => `${alias}."${columnName(field)}"`);
}

/** The bytes that the JSON columns of a row have as text, which the database alone knows: it stores them compressed. */
export function jsonBytesOf(alias: string, model: Prisma.ModelName): string {
  const sizes = jsonColumnsOf(alias, model).map(
    (column) => `coalesce(octet_length(${column}::text), 0)`,
  );
  return ['0', ...sizes].join(' + ');
}

type RelationRow<R extends Relation> = R extends {
  snapshot: infer Definition extends SnapshotDefinition;
}
  ? SnapshotRow<Definition>
  : R extends { counts: infer Counts }
    ? Record<keyof Counts, number>
    : R extends { texts: infer Texts }
      ? Record<keyof Texts, string>
      : R extends { model: infer Model extends Prisma.ModelName }
        ? R extends { optional: true } | { referrer: string }
          ? ModelRow<Model> | null
          : ModelRow<Model>
        : never;

/** The rows of a mapping: its model with its relations. */
export type RowOf<Mapping extends RowMapping> = ModelRow<Mapping['model']> &
  (Mapping extends { relations: infer Relations extends Readonly<Record<string, Relation>> }
    ? { [Name in keyof Relations]: RelationRow<Relations[Name]> }
    : unknown);

/** Reads one relation out of a row's cells. */
interface Reader {
  columns: Sql[];
  join?: Sql;
  read(cells: Cells, start: number): unknown;
  snapshot?: SnapshotDefinition;
}

interface CompiledMapping {
  /** The columns with those of JSON empty in rows for which a condition does not hold. */
  columnsIf(condition: Sql): Sql;
  /** The size of all JSON columns of a row, in bytes. */
  bytes: Sql;
  /** Makes the row of its own cells; the relations are null. */
  makeRow: ReturnType<typeof rowFactory>;
  relations: { name: string; start: number; reader: Reader }[];
  columns: Sql;
  joins: Sql;
}

const compiled = new WeakMap<RowMapping, CompiledMapping>();

/** `createdAt` is the column `created_at`; a test holds this for every model. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function selectedColumns(alias: string, fields: readonly string[]): Sql[] {
  return fields.map((field) => raw(`${alias}."${columnName(field)}"`));
}

/** Makes objects of cells. Each starts as a copy of one that has all properties, so that all share a hidden class. */
function rowFactory(fields: readonly string[], more: readonly string[] = []) {
  const blank = Object.fromEntries([...fields, ...more].map((field) => [field, null as unknown]));
  return (cells: Cells, start: number) => {
    const row = { ...blank };
    for (let index = 0; index < fields.length; index += 1) {
      row[fields[index] as string] = cells[start + index];
    }
    return row;
  };
}

function readerOf(relation: Relation, alias: string): Reader {
  if ('counts' in relation || 'texts' in relation) {
    const found = 'counts' in relation ? relation.counts : relation.texts;
    return { columns: Object.values(found), read: rowFactory(Object.keys(found)) };
  }
  if ('snapshot' in relation) {
    const { column, snapshot } = relation;
    return {
      columns: [raw(`${alias}.id`), snapshotVersion(alias)],
      join: raw(`JOIN ${snapshot.table} ${alias} ON ${alias}.id = t.${column}`),
      read: (cells, start) => ({ id: cells[start], version: cells[start + 1] }),
      snapshot,
    };
  }
  const { model, table } = relation;
  const isOptional = 'referrer' in relation || relation.optional;
  const on =
    'referrer' in relation
      ? `${alias}.${relation.referrer} = t.id`
      : `${alias}.id = t.${relation.column}`;
  const fields = fieldsOf(model);
  // A table may have no id, but there the column that refers is never null.
  const reference = 'referrer' in relation ? relation.referrer : 'id';
  const present = fields.findIndex((field) => columnName(field) === reference);
  const makeRow = rowFactory(fields);
  return {
    columns: selectedColumns(alias, fields),
    join: raw(`${isOptional ? 'LEFT JOIN' : 'JOIN'} ${table} ${alias} ON ${on}`),
    read: (cells, start) => (cells[start + present] === null ? null : makeRow(cells, start)),
  };
}

/** The SQL of a mapping, and how its rows are made of cells. */
export function compile(mapping: RowMapping): CompiledMapping {
  const known = compiled.get(mapping);
  if (known) return known;
  const declared = mapping.relations ?? {};
  const fields = fieldsOf(mapping.model);
  const columns = selectedColumns('t', fields);
  const joins: Sql[] = [];
  const models = [{ alias: 't', model: mapping.model }];
  const relations = Object.entries(declared).map(([name, relation], index) => {
    const alias = `x${index}`;
    const reader = readerOf(relation, alias);
    if ('model' in relation) models.push({ alias, model: relation.model });
    const start = columns.length;
    columns.push(...reader.columns);
    if (reader.join) joins.push(reader.join);
    return { name, start, reader };
  });
  const large = new Set(models.flatMap(({ alias, model }) => jsonColumnsOf(alias, model)));
  const made = {
    columnsIf: (condition: Sql) =>
      join(
        columns.map((column) =>
          large.has(column.sql) ? sql`CASE WHEN ${condition} THEN ${column} END` : column,
        ),
      ),
    bytes: raw(models.map(({ alias, model }) => jsonBytesOf(alias, model)).join(' + ')),
    makeRow: rowFactory(fields, Object.keys(declared)),
    relations,
    columns: join(columns),
    joins: join([raw(''), ...joins], ' '),
  };
  compiled.set(mapping, made);
  return made;
}
