import type { z } from 'zod';
import { fieldsOf } from '@/lib/database/connection/fields';
import type { Prisma } from '@/lib/database/generated/client';
import { columnName, type ModelRow } from '@/lib/database/rows/mapping';

/** `created_at` is `createdAt`. */
export type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A column's value as JSON: a time as its timestamp; a JSON column has been written through its schema. */
type Printed<Value, Wire> = Prisma.JsonValue extends Value
  ? Wire
  : Value extends Date
    ? string
    : Value;

/** The fields of an object of the API that a row has under the same name in camel case, with the same type. */
type Scalars<Row, Wire> = {
  [Field in keyof Wire as CamelCase<Field> extends keyof Row
    ? [Printed<Row[CamelCase<Field>], Wire[Field]>] extends [Wire[Field]]
      ? Field
      : never
    : never]: Wire[Field];
};

/**
 * Makes a function that prints the columns of a model's row that the schema has as well: `createdAt` as
 * `created_at`, times as timestamps, all else as it is. Columns that the schema does not name are left out. Fields
 * whose type differs from the column's are missing in the result's type and have to be printed by the caller
 * (`withFields`). The names are matched once, not for each row, and each object starts as a copy of one that has
 * all fields of the schema: they share a hidden class, which neither this nor what the caller adds changes.
 */
export function scalarsOf<Model extends Prisma.ModelName, Schema extends z.ZodObject>(
  model: Model,
  schema: Schema,
): (row: ModelRow<Model>) => Scalars<ModelRow<Model>, z.infer<Schema>> {
  const pairs = fieldsOf(model)
    .map((property) => [property, columnName(property)] as const)
    .filter(([, field]) => field in schema.shape);
  const blank = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, undefined]));
  return (row) => {
    const columns = row as Readonly<Record<string, unknown>>;
    const printed: Record<string, unknown> = { ...blank };
    for (const [property, field] of pairs) {
      const value = columns[property];
      printed[field] = value instanceof Date ? value.toISOString() : value;
    }
    return printed as Scalars<ModelRow<Model>, z.infer<Schema>>;
  };
}
