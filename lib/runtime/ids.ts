import { v5, v7 } from 'uuid';

/**
 * A new time-ordered id (UUID v7, real time even where a test clock runs;
 * docs/contract/conventions.md#ids, docs/contract/time.md#test-clocks).
 */
export function newId(): string {
  return v7();
}

/**
 * The name that a request brings along, where it is a plain one
 * (docs/contract/installation.md#request-ids), else a new one.
 */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : newId();
}

/** The id of something that no row stands for: always the same for one name beside another id. */
export function derivedId(id: string, name: string): string {
  return v5(name, id);
}
