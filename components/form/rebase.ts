import { replaceEqualDeep } from '@tanstack/react-query';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** Whether two values are equal, however deep they are and whatever the order of their keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  return replaceEqualDeep(one, other) === one;
}

/** Fields by their paths, such as `name` and `checkout_settings.success_url`. */
type Fields = Record<string, unknown>;

/** Each setting is a field of its own: the API merges settings (docs/contract/organizations.md#settings). */
function fieldsOf(values: object): Fields {
  const fields = Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    name.endsWith('_settings') && typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, its]: [string, unknown]) => [`${name}.${part}`, its])
      : [[name, value]],
  );
  return Object.fromEntries(fields);
}

/** The fields of `values` that differ from `before`. */
export function changedFields(values: object, before: object): Fields {
  const held = fieldsOf(before);
  const given = Object.entries(fieldsOf(values));
  return Object.fromEntries(given.filter(([name, value]) => !isEqual(value, held[name])));
}

/** The body of an update of fields. */
export function bodyOf(fields: Fields): object {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(fields)) {
    const [name = '', part] = path.split('.');
    body[name] = part === undefined ? value : { ...(body[name] as object), [part]: value };
  }
  return body;
}

/**
 * Makes `next` the saved values of a form, from which its changes are counted. What was typed since the values
 * `since` stays, as a change. Returns whether there is any.
 */
export function rebase<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'getValues' | 'reset' | 'setValue'>,
  next: V,
  since: V,
): boolean {
  const typed = changedFields(structuredClone(form.getValues()), since);
  form.reset(next as DefaultValues<V>);
  for (const [name, value] of Object.entries(typed)) {
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
  }
  return Object.keys(typed).length > 0;
}
