import { currencyTerms, roundedQuotient } from '@/lib/contract/money';
import { addMonths } from '@/lib/contract/times';
import { type DiscountTerms, discountAmount } from '@/lib/resources/discounts/rules';
import type { RecurringInterval } from '@/lib/resources/products/schema';

/** A line of an order; the amount is in minor units, negative where it reduces. */
export interface Line {
  description: string;
  amount: number;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** Of the discount that lowered the sum by this line. */
  discountId?: string | undefined;
}

/** A line as columns hold it and the API prints it. */
export interface PrintedLine {
  description: string;
  amount: number;
  period_start: string | null;
  period_end: string | null;
}

/** A line that waits for the next charge, as its column holds it. */
export interface StoredLine extends PrintedLine {
  discount_id?: string | undefined;
}

/** The part of a recurring price that charges depend on. */
export interface BilledPrice {
  id: string;
  productId: string;
  /** Of the product, as lines name it. */
  name: string;
  /** For each interval, in minor units; null when free. */
  amount: number | null;
  /** Of the amount; a free price has one as well, in which nothing is charged. */
  currency: string;
  interval: RecurringInterval;
}

/** A discount as a subscription has it. */
export interface BilledDiscount extends DiscountTerms {
  id: string;
  name: string;
  duration: 'once' | 'forever' | 'repeating';
  durationInMonths: number | null;
  /** The time of the first order that it reduced; null before there is one. */
  firstUsedAt: Date | null;
}

export interface Period {
  start: Date;
  end: Date;
}

/** What a subscription owes or is owed beside its price, in minor units. */
export interface Balances {
  /** Used up by the next charges. */
  credit: number;
  /** A sum that was too small to be charged. */
  carried: number;
}

/** An order that a subscription leads to. Its amount is the sum of its lines, and is charged. */
export interface PlannedOrder {
  billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: Line[];
  amount: number;
  /** The discount that lowered it (docs/contract/orders.md#discount-of-an-order). */
  discountId: string | null;
}

/**
 * Whether a discount reduces an order at `at` (docs/contract/subscriptions.md#discounts): `once` the
 * first one, `repeating` those of so many months from the first one on, `forever` all.
 */
export function isReducing(discount: BilledDiscount, at: Date): boolean {
  const { duration, durationInMonths, firstUsedAt } = discount;
  if (duration === 'forever' || firstUsedAt === null) return true;
  if (duration === 'once') return false;
  return at < addMonths(firstUsedAt, durationInMonths ?? 0);
}

/** What an interval of a price costs at `at`, in minor units: before and after the discount. */
export function amountsAt(price: BilledPrice, discount: BilledDiscount | null, at: Date) {
  const amount = price.amount ?? 0;
  const isReduced = discount !== null && price.amount !== null && isReducing(discount, at);
  const reduction = isReduced ? discountAmount(discount, amount, price.currency) : 0;
  return { amount, reduction, net: amount - reduction, isReduced };
}

/** The lines of a whole period: the price, and what the discount takes off. */
export function periodLines(
  price: BilledPrice,
  discount: BilledDiscount | null,
  { at, period }: { at: Date; period: Period },
): Line[] {
  const { amount, reduction, isReduced } = amountsAt(price, discount, at);
  return soldLines(
    price.name,
    amount,
    isReduced ? discount && { ...discount, reduction } : null,
    period,
  );
}

/** The line of what is sold, and that of the discount where one lowers it; amounts are minor units. */
export function soldLines(
  name: string,
  amount: number,
  discount: { id: string; name: string; reduction: number } | null,
  period: Period | null,
): Line[] {
  const times = { periodStart: period?.start ?? null, periodEnd: period?.end ?? null };
  const sold = { description: name, amount, ...times };
  if (!discount || discount.reduction === 0) return [sold];
  const { id: discountId, reduction } = discount;
  return [
    sold,
    { description: `${DISCOUNT}${discount.name}`, amount: -reduction, ...times, discountId },
  ];
}

/** Begins the line of a discount, which is one of few that take something off. */
export const DISCOUNT = 'Discount: ';

/** What the discounts of printed lines take off, minor units; a discount without a line of its own is not in it. */
export function discountedBy(
  lines: readonly Pick<PrintedLine, 'description' | 'amount'>[],
): number {
  const discounts = lines.filter(
    ({ description, amount }) => amount < 0 && description.startsWith(DISCOUNT),
  );
  return discounts.reduce((sum, { amount }) => sum - amount, 0);
}

/** The discount that lowered an order of these lines: of two, that of the new period. */
export function discountOf(lines: readonly Line[]): string | null {
  return lines.findLast(({ discountId }) => discountId)?.discountId ?? null;
}

/**
 * The part of a period's amount that is left at `at`, by seconds, rounded to the currency's step, half up: always ≥ 0
 * (docs/contract/subscriptions.md#invoice).
 */
export function unusedPart(amount: number, period: Period, at: Date, currency: string): number {
  const whole = seconds(period.start, period.end);
  const left = Math.min(Math.max(seconds(at, period.end), 0), whole);
  return whole <= 0 ? 0 : scaled(amount, left, whole, currency);
}

function seconds(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1000);
}

/** amount × part / whole ≥ 0, rounded to the currency's step, half up. */
export function scaled(amount: number, part: number, whole: number, currency: string): number {
  return roundedQuotient(BigInt(amount) * BigInt(part), BigInt(whole), currency);
}

/** The line that gives back `amount`, what is unused of a period at `at`. */
export function unusedLine(name: string, amount: number, rest: Period): Line {
  return line(`Unused time on ${name}`, -amount, rest);
}

/** The line of what is left of a period at a price that begins in the middle of it, as a discount lowered it. */
export function remainingLine(
  name: string,
  amount: number,
  rest: Period,
  discountId: string | undefined,
): Line {
  return { ...line(`Remaining time on ${name}`, amount, rest), discountId };
}

/**
 * Completes the lines of an order with what the subscription owes or is owed: a negative sum is
 * booked as credit, a positive one uses credit up, and what remains below the least charge of the currency is
 * carried to the next one (docs/contract/subscriptions.md#small-totals).
 */
export function settleLines(
  charged: readonly Line[],
  balances: Balances,
  currency: string,
  least: number = currencyTerms(currency).minimum,
): { lines: Line[]; amount: number; carried: number; creditUsed: number; creditBooked: number } {
  const lines = [...charged];
  const add = (description: string, amount: number) => {
    if (amount !== 0) lines.push({ description, amount, periodStart: null, periodEnd: null });
  };
  add('Carried over from the last charge', balances.carried);
  let sum = sumOf(lines);
  if (sum < 0) {
    add('Booked as credit', -sum);
    return { lines, amount: 0, carried: 0, creditUsed: 0, creditBooked: -sum };
  }
  const creditUsed = Math.min(balances.credit, sum);
  add('Credit used', -creditUsed);
  sum -= creditUsed;
  const settled = { lines, creditUsed, creditBooked: 0 };
  if (sum >= least || sum === 0) return { ...settled, amount: sum, carried: 0 };
  add('Carried to the next charge', -sum);
  return { ...settled, amount: 0, carried: sum };
}

/**
 * Whether an order that is paid brings back benefits that a refund has revoked: a change of the price does only where
 * it takes money (docs/contract/orders.md#refunds-and-benefits).
 */
export function restoresBenefits({
  billingReason,
  amount,
}: Pick<PlannedOrder, 'billingReason' | 'amount'>): boolean {
  return amount > 0 || billingReason !== 'subscription_update';
}

/** The sum of lines, in minor units. */
export function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

function line(description: string, amount: number, period: Period): Line {
  return { description, amount, periodStart: period.start, periodEnd: period.end };
}

export function serializeLine({ description, amount, periodStart, periodEnd }: Line): PrintedLine {
  return {
    description,
    amount,
    period_start: periodStart?.toISOString() ?? null,
    period_end: periodEnd?.toISOString() ?? null,
  };
}

export function storeLine({ discountId, ...line }: Line): StoredLine {
  return { ...serializeLine(line), discount_id: discountId };
}

export function parseLine({
  description,
  amount,
  period_start,
  period_end,
  discount_id,
}: StoredLine): Line {
  return {
    description,
    amount,
    periodStart: period_start === null ? null : new Date(period_start),
    periodEnd: period_end === null ? null : new Date(period_end),
    discountId: discount_id,
  };
}
