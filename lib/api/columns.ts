import type { CamelCase } from '@/lib/api/scalars';
import { fieldsOf } from '@/lib/database/connection/fields';
import type { Prisma } from '@/lib/database/generated/client';
import { columnName, type ModelRow } from '@/lib/database/rows/mapping';

/** The fields of a body that a row has as columns, under their names there. */
export type Columns<Row, Body> = {
  [Field in keyof Body as CamelCase<Field> extends keyof Row ? CamelCase<Field> : never]: Exclude<
    Body[Field],
    undefined
  >;
};

/**
 * Makes a function that translates a body to columns of a model: `starts_at` to `startsAt`. Fields that
 * are no columns are left out. So is what is not given: an update leaves it as it is, an insert takes the
 * default; null clears the column. The names are matched once, not for each body.
 */
export function bodyColumns<Model extends Prisma.ModelName>(model: Model) {
  const pairs = fieldsOf(model).map((property) => [property, columnName(property)] as const);
  return <Body extends object>(body: Body): Columns<ModelRow<Model>, Body> => {
    const fields = body as Readonly<Record<string, unknown>>;
    const given = pairs.filter(([, field]) => fields[field] !== undefined);
    return Object.fromEntries(
      given.map(([property, field]) => [property, fields[field]]),
    ) as Columns<ModelRow<Model>, Body>;
  };
}
