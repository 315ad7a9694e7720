import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Problem } from '@/lib/contract/errors';
import type { Metadata } from '@/lib/contract/fields';
import { limitProblems } from '@/lib/resources/discounts/rules';
import type { Discount, DiscountCreate } from '@/lib/resources/discounts/schema';

/** The values of the form of a discount, new or existing: those of all types and durations. */
export interface DiscountValues extends FieldValues {
  name: string;
  code: string | null;
  type: Discount['type'];
  /** What is no number yet stays as it was typed. */
  amount: number | string | null;
  /** Of the amount; null is the organization's default. */
  currency: string | null;
  basis_points: number | string | null;
  duration: Discount['duration'];
  duration_in_months: number | string | null;
  starts_at: string | null;
  ends_at: string | null;
  max_redemptions: number | string | null;
  products: string[];
  metadata: Metadata;
}

export const EMPTY: DiscountValues = {
  name: '',
  code: null,
  type: 'percentage',
  amount: null,
  currency: null,
  basis_points: null,
  duration: 'once',
  duration_in_months: null,
  starts_at: null,
  ends_at: null,
  max_redemptions: null,
  products: [],
  metadata: {},
};

/** The body of either operation: without the fields that the type and the duration do not have. */
export function bodyOf(values: DiscountValues): z.input<typeof DiscountCreate> {
  const { type, amount, currency, basis_points, duration, duration_in_months, ...rest } = values;
  // What is typed and no number is refused by the contract's schema.
  return {
    ...rest,
    ...(type === 'fixed' ? { type, amount, currency } : { type, basis_points }),
    ...(duration === 'repeating' ? { duration, duration_in_months } : { duration }),
  } as z.input<typeof DiscountCreate>;
}

/** What the contract's schema does not check: the window and the cap, by the rules of the API. */
export function problemsOf(values: DiscountValues, redemptionsCount: number): readonly Problem[] {
  const moment = (value: string | null) => (value === null ? null : new Date(value));
  return limitProblems({
    startsAt: moment(values.starts_at),
    endsAt: moment(values.ends_at),
    maxRedemptions: typeof values.max_redemptions === 'number' ? values.max_redemptions : null,
    redemptionsCount,
  });
}

/** Letters and digits that are not taken for others when they are read or heard. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A code of 8 characters that nobody guesses. */
export function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
