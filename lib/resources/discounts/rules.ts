import { bodyProblem, type Problem } from '@/lib/contract/errors';
import {
  currencyTerms,
  DEFAULT_CURRENCY,
  roundedQuotient,
  stepProblem,
} from '@/lib/contract/money';

/** The reduction of a discount: an amount in minor units of its currency, or basis points (hundredths of a percent). */
export interface DiscountTerms {
  type: 'fixed' | 'percentage';
  amount: number | null;
  currency: string | null;
  basisPoints: number | null;
}

/** Whether a discount lowers prices in a currency: a fixed one those in its own alone. */
export function fitsCurrency(discount: Omit<DiscountTerms, 'amount'>, currency: string): boolean {
  return discount.type === 'percentage' || discount.currency === currency;
}

/**
 * The reduction of an amount in minor units of a currency (docs/contract/checkouts.md#amounts): never more than the
 * amount; of a percentage rounded to the currency's step, half up.
 */
export function discountAmount(discount: DiscountTerms, amount: number, currency: string): number {
  if (!fitsCurrency(discount, currency)) return 0;
  if (discount.type === 'fixed') return Math.min(discount.amount ?? 0, amount);
  return roundedQuotient(BigInt(amount) * BigInt(discount.basisPoints ?? 0), 10_000n, currency);
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
    currency: fixed ? (before.currency ?? changes.currency ?? DEFAULT_CURRENCY) : null,
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
  const wrong = changes.amount && terms.currency && amountProblem(changes.amount, terms.currency);
  if (wrong) problems.push(bodyProblem('amount', wrong));
  if (duration === 'repeating') need('duration_in_months', terms.durationInMonths);
  if (before.redemptionsCount > 0) problems.push(...frozenProblems(before, terms));
  return { terms, problems };
}

function amountProblem(amount: number, currency: string): string | undefined {
  const { maximum } = currencyTerms(currency);
  if (amount > maximum) return `Enter a whole number of at most ${maximum}.`;
  return stepProblem(amount, currency);
}

function frozenProblems(before: Terms, after: Terms): Problem[] {
  // A change of the type changes every field: only the type is named as the problem.
  const changed = {
    type: before.type !== after.type,
    amount: before.type === after.type && before.amount !== after.amount,
    basis_points: before.type === after.type && before.basisPoints !== after.basisPoints,
  };
  return Object.entries(changed)
    .filter(([, isChanged]) => isChanged)
    .map(([field]) =>
      bodyProblem(field, "The amount of a discount can't change after it was redeemed."),
    );
}
