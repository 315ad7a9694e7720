import type { Metadata } from '@/lib/contract/fields';

/** The most that a counter can hold. */
export const INT32_MAX = 2_147_483_647;
const DAY = 86_400_000;

/**
 * What a key is worth for what is asked of it, and why not
 * (docs/contract/license-keys.md#evaluation).
 */
const CODES = {
  VALID: 'The license key is valid.',
  NOT_FOUND: 'There is no such license key.',
  REVOKED: 'The license key is revoked.',
  DISABLED: 'The license key is disabled.',
  EXPIRED: 'The license key has expired.',
  ACTIVATION_NOT_FOUND: 'The license key has no such activation.',
  CONDITIONS_MISMATCH: 'The conditions are not those of the activation.',
  BENEFIT_MISMATCH: 'The license key belongs to another benefit.',
  CUSTOMER_MISMATCH: 'The license key belongs to another customer.',
  USAGE_EXCEEDED: 'The usage limit of the license key would be exceeded.',
  ACTIVATION_NOT_SUPPORTED: 'The license key cannot be activated.',
  ACTIVATION_LIMIT_REACHED: 'All activations of the license key are in use.',
} as const;

export type LicenseCode = keyof typeof CODES;

/** The sentence for a person that goes with a code. */
export function messageOf(code: LicenseCode): string {
  return CODES[code];
}

/** What the evaluator has to know of a key. */
export interface KeyState {
  status: 'granted' | 'revoked' | 'disabled';
  expiresAt: Date | null;
  benefitId: string;
  customerId: string;
  usage: number;
  limitUsage: number | null;
  activationsCount: number;
  /** Null: the key cannot be activated. */
  limitActivations: number | null;
}

/** What is asked of a key: whether it stands at all, an activation, or a validation. */
export type KeyCheck =
  | { about: 'standing' }
  | { about: 'activation' }
  | {
      about: 'validation';
      /** The conditions of the activation that was named; null when there is no such activation. */
      activation?: { conditions: Metadata } | null | undefined;
      /** Those given now, which have to be equal. */
      conditions: Metadata;
      benefitId: string | null;
      customerId: string | null;
      incrementUsage: number;
    };

/**
 * The one judgement of a license key: the first code that stands in the way, else `VALID`. A key
 * that expires at `now` has expired.
 */
export function evaluate(key: KeyState | null, check: KeyCheck, now: Date): LicenseCode {
  if (key === null) return 'NOT_FOUND';
  if (key.status === 'revoked') return 'REVOKED';
  if (key.status === 'disabled') return 'DISABLED';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'EXPIRED';
  if (check.about === 'activation') {
    if (key.limitActivations === null) return 'ACTIVATION_NOT_SUPPORTED';
    if (key.activationsCount >= key.limitActivations) return 'ACTIVATION_LIMIT_REACHED';
  }
  if (check.about === 'validation') {
    const { activation, conditions, benefitId, customerId, incrementUsage } = check;
    if (activation === null) return 'ACTIVATION_NOT_FOUND';
    if (activation && !isSame(activation.conditions, conditions)) return 'CONDITIONS_MISMATCH';
    if (benefitId !== null && benefitId !== key.benefitId) return 'BENEFIT_MISMATCH';
    if (customerId !== null && customerId !== key.customerId) return 'CUSTOMER_MISMATCH';
    if (incrementUsage > 0 && key.usage + incrementUsage > usageLimit(key)) return 'USAGE_EXCEEDED';
  }
  return 'VALID';
}

/** How far a key may be used. */
export function usageLimit({ limitUsage }: Pick<KeyState, 'limitUsage'>): number {
  return limitUsage ?? INT32_MAX;
}

/** Whether two sets of pairs are equal, in any order. */
function isSame(one: Metadata, other: Metadata): boolean {
  const pairs = Object.entries(one);
  return (
    pairs.length === Object.keys(other).length &&
    pairs.every(([name, value]) => Object.hasOwn(other, name) && other[name] === value)
  );
}

/** The end of a key's life, by its benefit; a month's end stays a month's end (in UTC). */
export function expiryOf(
  start: Date,
  expires: { ttl: number; timeframe: 'day' | 'month' | 'year' } | null,
): Date | null {
  if (expires === null) return null;
  const { ttl, timeframe } = expires;
  if (timeframe === 'day') return new Date(start.getTime() + ttl * DAY);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + (timeframe === 'year' ? 12 * ttl : ttl));
  // A day that the month lacks has run over into the next one: go back to the last day.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

/**
 * A key of a random UUID: in capitals, after the prefix where there is one
 * (docs/contract/license-keys.md#key-format).
 */
export function keyOf(prefix: string | null, uuid: string): string {
  const capitals = uuid.toUpperCase();
  return prefix === null ? capitals : `${prefix.toUpperCase()}-${capitals}`;
}

/** A key as it may be shown to others: its last six characters. */
export function displayKey(key: string): string {
  return `****-${key.slice(-6)}`;
}
