/** With less variety a key could be guessed (docs/contract/license-keys.md#weak-keys). */
const ENOUGH_BITS = 80;
/** The most bytes of a key in UTF-8, as much as the index of keys takes. */
const MAX_BYTES = 2500;

/** The variety of a key in bits: its length in characters × log2 of how many of them are distinct. */
export function bitsOf(key: string): number {
  const characters = [...key];
  return characters.length * Math.log2(Math.max(1, new Set(characters).size));
}

/** Whether a key is easily guessed: it is delivered, and unknown to the calls that take a bare key. */
export function isWeak(key: string): boolean {
  return bitsOf(key) < ENOUGH_BITS;
}

/**
 * A key of a seller as it is kept: without the white space around it, in its own case. Null for what is none: nothing, more
 * than 1,000 characters or 2,500 bytes, and what holds control characters or bytes that are no UTF-8.
 */
export function ownKey(sent: string): string | null {
  const key = sent.trim();
  const { length } = [...key];
  if (length < 1 || length > 1000 || new TextEncoder().encode(key).length > MAX_BYTES) return null;
  return /[\p{Cc}\uFFFD]/u.test(key) ? null : key;
}

/** How many keys of a pool there are, and how many grants wait for one. */
export interface PoolCounts {
  free: number;
  granted: number;
  pending: number;
}

/** Whether the seller should add keys: as many are free as the benefit says, or none. */
export function isLow({ free }: Pick<PoolCounts, 'free'>, lowStockAt: number | null): boolean {
  return free <= (lowStockAt ?? 0);
}
