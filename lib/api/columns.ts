type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The fields of a body under the names of the columns that they are written to. */
export type Columns<Body extends object> = {
  [Name in keyof Body as Name extends string ? CamelCase<Name> : never]: Exclude<
    Body[Name],
    undefined
  >;
};

/**
 * Translates a body to the columns of its row: `starts_at` is `startsAt`. A field that is left out is no
 * column of the result, so an update leaves it as it is and an insert takes the default; null clears the
 * column. Fields that are no columns have to be taken out of the body before.
 */
export function columns<Body extends object>(body: Body): Columns<Body> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [camelCase(name), value]),
  ) as Columns<Body>;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
