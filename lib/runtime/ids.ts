import { v5, v7 } from 'uuid';

/**
 * A new time-ordered id (UUID v7, real time even where a test clock runs;
 * docs/contract/conventions.md#ids, docs/contract/time.md#test-clocks).
 */
export function newId(): string {
  return v7();
}

/**
 * The id that a request brings where it is a valid one (docs/contract/installation.md#request-ids), else a
 * new one.
 */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : newId();
}

/** A deterministic id (UUID v5) of something without a row, from an id and a name. */
export function derivedId(id: string, name: string): string {
  return v5(name, id);
}
