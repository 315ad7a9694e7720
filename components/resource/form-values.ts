import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';

/** Without what the form does not hold: the organization, and what the API fills in by itself. */
type Held<Shape extends z.ZodRawShape> = {
  [Name in Exclude<keyof Shape, 'organization_id'> as Shape[Name] extends z.ZodDefault
    ? never
    : Name]: Exclude<z.input<Shape[Name]>, undefined>;
};

/** What nothing is by the kind of a field, the first that it takes; text, which may be required, is `''`. */
const NOTHING = [null, false, {}, []];

/** The values of an empty form whose body is flat, by the schema of what it creates. */
export function emptyOf<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>): Held<Shape> {
  const held = Object.entries<z.core.$ZodType>(shape).filter(
    ([name, field]) => name !== 'organization_id' && !(field instanceof z.ZodDefault),
  );
  return Object.fromEntries(
    held.map(([name, field]) => {
      const nothing = NOTHING.find((value) => z.safeParse(field, value).success);
      return [name, nothing === undefined ? '' : structuredClone(nothing)];
    }),
  ) as Held<Shape>;
}

/**
 * The body of a form's values: an amount is in the organization's currency until another is chosen. The form itself keeps
 * null, since a currency that was filled in would count as an unsaved change.
 */
export function inOwnCurrency<V extends object>(values: V, ownCurrency: string): V {
  const hasNone = 'currency' in values && values.currency === null;
  return hasNone ? { ...values, currency: ownCurrency } : values;
}

/** The form's values of a stored object: its fields of the same names; what it has not or is null stays empty. */
export function storedValues<V extends FieldValues>(stored: object, empty: V): V {
  const own = new Map<string, unknown>(Object.entries(stored));
  return Object.fromEntries(
    Object.entries(empty).map(([name, none]) => [name, own.get(name) ?? none]),
  ) as V;
}
