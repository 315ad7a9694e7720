import { replaceEqualDeep } from '@tanstack/react-query';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** Whether two values are equal, however deep they are and whatever the order of their keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  return replaceEqualDeep(one, other) === one;
}

/** The fields of `values` that differ from `before`. */
export function changedFields<V extends object>(values: V, before: object): Partial<V> {
  const held = before as Record<string, unknown>;
  const changed = Object.entries(values).filter(([name, value]) => !isEqual(value, held[name]));
  return Object.fromEntries(changed) as Partial<V>;
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
