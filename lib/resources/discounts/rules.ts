import { bodyProblem, type Problem } from '@/lib/contract/errors';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';

/** The reduction of a discount: an amount in minor units, or basis points (hundredths of a percent). */
export interface DiscountTerms {
  type: 'fixed' | 'percentage';
  amount: number | null;
  basisPoints: number | null;
}

/**
 * The reduction of an amount in minor units (docs/contract/checkouts.md#amounts): never more than the amount;
 * of a percentage half a unit is rounded up.
 */
export function discountAmount(discount: DiscountTerms, amount: number): number {
  if (discount.type === 'fixed') return Math.min(discount.amount ?? 0, amount);
  return Math.floor((amount * (discount.basisPoints ?? 0) + 5000) / 10_000);
}

/** The columns that limit when and how often a discount can be redeemed. */
export interface Limits {
  startsAt: Date | null;
  endsAt: Date | null;
  maxRedemptions: number | null;
  redemptionsCount: number;
}

/** Whether a discount has started, has not ended and is below its cap. */
export function isRedeemable(limits: Limits, now: Date): boolean {
  const { startsAt, endsAt, maxRedemptions, redemptionsCount } = limits;
  return (
    (startsAt === null || startsAt <= now) &&
    (endsAt === null || now < endsAt) &&
    (maxRedemptions === null || redemptionsCount < maxRedemptions)
  );
}

/** Problems of a discount's window and cap (docs/contract/catalogue.md#discount-rules). */
export function limitProblems({
  startsAt,
  endsAt,
  maxRedemptions,
  redemptionsCount,
}: Limits): Problem[] {
  const problems: Problem[] = [];
  if (startsAt && endsAt && startsAt >= endsAt) {
    problems.push(bodyProblem('ends_at', 'The end must be after the start.'));
  }
  if (maxRedemptions !== null && maxRedemptions < redemptionsCount) {
    problems.push(
      bodyProblem(
        'max_redemptions',
        `It has already been redeemed ${redemptionsCount} ${redemptionsCount === 1 ? 'time' : 'times'}.`,
      ),
    );
  }
  return problems;
}

/** The columns for the reduction and its duration. */
export interface Terms extends DiscountTerms {
  currency: string | null;
  duration: 'once' | 'forever' | 'repeating';
  durationInMonths: number | null;
}

type Changes = { [Field in keyof Terms]?: Terms[Field] | null | undefined };

/**
 * The terms after a change: fields that the new type or duration does not have are dropped, those that it
 * needs are required, and the reduction is frozen after the first redemption
 * (docs/contract/catalogue.md#frozen-amounts).
 */
export function changeTerms(
  before: Terms & { redemptionsCount: number },
  changes: Changes,
): { terms: Terms; problems: Problem[] } {
  const type = changes.type ?? before.type;
  const duration = changes.duration ?? before.duration;
  const fixed = type === 'fixed';
  const terms: Terms = {
    type,
    amount: fixed ? (changes.amount ?? before.amount) : null,
    currency: fixed ? (changes.currency ?? before.currency ?? DEFAULT_CURRENCY) : null,
    basisPoints: fixed ? null : (changes.basisPoints ?? before.basisPoints),
    duration,
    durationInMonths:
      duration === 'repeating' ? (changes.durationInMonths ?? before.durationInMonths) : null,
  };
  const problems: Problem[] = [];
  const need = (field: string, value: number | null) => {
    if (value !== null) return;
    problems.push({ loc: ['body', field], msg: 'This field is required.', type: 'missing' });
  };
  need(fixed ? 'amount' : 'basis_points', fixed ? terms.amount : terms.basisPoints);
  if (duration === 'repeating') need('duration_in_months', terms.durationInMonths);
  if (before.redemptionsCount > 0) problems.push(...frozenProblems(before, terms));
  return { terms, problems };
}

function frozenProblems(before: Terms, after: Terms): Problem[] {
  // A change of the type changes every field: only the type is named as the problem.
  const changed = {
    type: before.type !== after.type,
    amount: before.type === after.type && before.amount !== after.amount,
    currency: before.type === after.type && before.currency !== after.currency,
    basis_points: before.type === after.type && before.basisPoints !== after.basisPoints,
  };
  return Object.entries(changed)
    .filter(([, isChanged]) => isChanged)
    .map(([field]) =>
      bodyProblem(field, "The amount of a discount can't change after it was redeemed."),
    );
}
