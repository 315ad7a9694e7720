// Reads and changes values inside JSON bodies, for tests that vary them.

type Json = Record<string, unknown>;

/** The paths of a body's values that are no objects. */
export function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The value at a path; undefined where there is none. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], body);
}

/** A copy of a body with another value at a path. */
export function withValue(body: object, path: readonly string[], value: unknown): object {
  // Not structuredClone, which keeps objects shared that stand at two places.
  const copy = JSON.parse(JSON.stringify(body)) as Json;
  const holder = valueAt(copy, path.slice(0, -1)) as Json;
  holder[path.at(-1) ?? ''] = value;
  return copy;
}
