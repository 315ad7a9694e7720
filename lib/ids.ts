import { v7 } from 'uuid';

/** A new time-ordered id (UUID v7, real time even where a test clock runs; semantics §1, §12). */
export function newId(): string {
  return v7();
}
