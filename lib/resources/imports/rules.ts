import { type DiscountTerms, discountAmount } from '@/lib/resources/discounts/rules';

/** How many of its errors an import prints. */
export const SHOWN_ERRORS = 1000;
/** How many rows a preview shows. */
export const PREVIEW_ROWS = 20;
/** Until when an import can be undone, in real time. */
export const UNDO_MS = 24 * 3_600_000;

/** Whether an import can be undone at `now`, in real time. */
export function undoUntil({
  status,
  finishedAt,
}: {
  status: string;
  finishedAt: Date | null;
}): Date | null {
  const isOver = status === 'done' || status === 'failed';
  return isOver && finishedAt ? new Date(finishedAt.getTime() + UNDO_MS) : null;
}

/** So many subscriptions that cost the same, in minor units: each of them, or together where no discount lowers it. */
interface Due {
  currency: string;
  count: number;
  amount: number;
  discount: DiscountTerms | null;
}

/**
 * What is charged in each currency after discounts, in minor units, the one with the most subscriptions first
 * (docs/contract/imports.md#held-subscriptions).
 */
export function sumsOf(dues: readonly Due[]): Omit<Due, 'discount'>[] {
  const sums = new Map<string, Omit<Due, 'discount'>>();
  for (const { currency, count, amount, discount } of dues) {
    const net = discount ? (amount - discountAmount(discount, amount, currency)) * count : amount;
    const before = sums.get(currency) ?? { currency, count: 0, amount: 0 };
    sums.set(currency, { currency, count: before.count + count, amount: before.amount + net });
  }
  return [...sums.values()].sort(
    (one, other) => other.count - one.count || (one.currency < other.currency ? -1 : 1),
  );
}
