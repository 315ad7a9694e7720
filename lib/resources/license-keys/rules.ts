import type { Metadata } from '@/lib/contract/fields';

/** The largest value of an `integer` column. */
export const INT32_MAX = 2_147_483_647;
const DAY = 86_400_000;

/** The results of an evaluation (docs/contract/license-keys.md#evaluation). */
const CODES = {
  VALID: 'The license key is valid.',
  NOT_FOUND: "This license key doesn't exist.",
  REVOKED: 'The license key is revoked.',
  DISABLED: 'The license key is disabled.',
  EXPIRED: 'The license key has expired.',
  ACTIVATION_NOT_FOUND: 'This license key has no activation with this ID.',
  CONDITIONS_MISMATCH: "The conditions don't match the activation.",
  BENEFIT_MISMATCH: 'The license key belongs to another benefit.',
  CUSTOMER_MISMATCH: 'The license key belongs to another customer.',
  USAGE_EXCEEDED: "This would exceed the license key's usage limit.",
  ACTIVATION_NOT_SUPPORTED: "This license key doesn't support activations.",
  ACTIVATION_LIMIT_REACHED: 'The license key has reached its activation limit.',
} as const;

export type LicenseCode = keyof typeof CODES;

/** The message of a code. */
export function messageOf(code: LicenseCode): string {
  return CODES[code];
}

/** The part of a license key that is evaluated. */
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

/** What a key is evaluated for: in general, for an activation or for a validation. */
export type KeyCheck =
  | { about: 'key' }
  | { about: 'activation' }
  | {
      about: 'validation';
      /** The activation that the request names; null when there is none with its id. */
      activation?: { conditions: Metadata; expiresAt?: Date | null } | null | undefined;
      /** The request's conditions, which have to equal those of the activation. */
      conditions: Metadata;
      benefitId: string | null;
      customerId: string | null;
      incrementUsage: number;
    };

/**
 * Evaluates a license key: the first code that applies, else `VALID`. A key that expires at `now` has
 * expired.
 */
export function evaluate(key: KeyState | null, check: KeyCheck, now: Date): LicenseCode {
  if (key === null) return 'NOT_FOUND';
  if (key.status === 'revoked') return 'REVOKED';
  if (key.status === 'disabled') return 'DISABLED';
  if (isOver(key, now)) return 'EXPIRED';
  if (check.about === 'activation') {
    if (key.limitActivations === null) return 'ACTIVATION_NOT_SUPPORTED';
    if (key.activationsCount >= key.limitActivations) return 'ACTIVATION_LIMIT_REACHED';
  }
  if (check.about === 'validation') {
    const { activation, conditions, benefitId, customerId, incrementUsage } = check;
    if (activation === null || (activation && isOver(activation, now)))
      return 'ACTIVATION_NOT_FOUND';
    if (activation && !isSame(activation.conditions, conditions)) return 'CONDITIONS_MISMATCH';
    if (benefitId !== null && benefitId !== key.benefitId) return 'BENEFIT_MISMATCH';
    if (customerId !== null && customerId !== key.customerId) return 'CUSTOMER_MISMATCH';
    if (incrementUsage > 0 && key.usage + incrementUsage > usageLimit(key)) return 'USAGE_EXCEEDED';
  }
  return 'VALID';
}

/** Whether something has ended at `now`, which it does at its very end. */
function isOver({ expiresAt = null }: { expiresAt?: Date | null }, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/**
 * What a use at `now` makes of an activation: it ends so many days later without a further one; null where its key does
 * not end activations (docs/contract/license-keys.md#unused-activations).
 */
export function usedAt(
  { expireActivationsAfterDays: days }: { expireActivationsAfterDays: number | null },
  now: Date,
): { lastUsedAt: Date; expiresAt: Date } | null {
  return days === null
    ? null
    : { lastUsedAt: now, expiresAt: new Date(now.getTime() + days * DAY) };
}

/** A change that many keys get at once (docs/contract/license-keys.md#changes-of-many-keys). */
export type KeyChange =
  | { action: 'disable' | 'enable' }
  | { action: 'extend'; by: NonNullable<Parameters<typeof expiryOf>[1]> }
  | { action: 'limits'; limitActivations?: number | null; limitUsage?: number | null };

/** The fields of a key that such a change sets at `now`; null where it leaves the key as it is. */
export function changesOf(
  key: Pick<KeyState, 'status' | 'expiresAt' | 'limitActivations' | 'limitUsage'>,
  change: KeyChange,
  now: Date,
): Partial<Pick<KeyState, 'status' | 'expiresAt' | 'limitActivations' | 'limitUsage'>> | null {
  switch (change.action) {
    case 'disable':
      return key.status === 'granted' ? { status: 'disabled' } : null;
    case 'enable':
      return key.status === 'disabled' ? { status: 'granted' } : null;
    case 'extend': {
      if (key.expiresAt === null) return null;
      const start = key.expiresAt > now ? key.expiresAt : now;
      return { expiresAt: expiryOf(start, change.by) };
    }
    case 'limits': {
      const { limitActivations = key.limitActivations, limitUsage = key.limitUsage } = change;
      const isSame = limitActivations === key.limitActivations && limitUsage === key.limitUsage;
      return isSame ? null : { limitActivations, limitUsage };
    }
  }
}

/** The largest usage that a key allows. */
export function usageLimit({ limitUsage }: Pick<KeyState, 'limitUsage'>): number {
  return limitUsage ?? INT32_MAX;
}

/** Whether two objects have the same pairs, in any order. */
function isSame(one: Metadata, other: Metadata): boolean {
  const pairs = Object.entries(one);
  return (
    pairs.length === Object.keys(other).length &&
    pairs.every(([name, value]) => Object.hasOwn(other, name) && other[name] === value)
  );
}

/** The expiry of a key by its benefit, in UTC; a month after 31 January is the last day of February. */
export function expiryOf(
  start: Date,
  expires: { ttl: number; timeframe: 'day' | 'month' | 'year' } | null,
): Date | null {
  if (expires === null) return null;
  const { ttl, timeframe } = expires;
  if (timeframe === 'day') return new Date(start.getTime() + ttl * DAY);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + (timeframe === 'year' ? 12 * ttl : ttl));
  // The month has no such day, so the date is in the next one: go back to the last day of the month.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

/**
 * A key from a random UUID: in capitals, after the prefix where there is one
 * (docs/contract/license-keys.md#key-format).
 */
export function keyOf(prefix: string | null, uuid: string): string {
  const capitals = uuid.toUpperCase();
  return prefix === null ? capitals : `${prefix.toUpperCase()}-${capitals}`;
}

/** The masked form of a key: its last six characters, of a short one no more than half of it. */
export function displayKey(key: string): string {
  const shown = Math.min(6, Math.floor(key.length / 2));
  return `****-${key.slice(key.length - shown)}`;
}
