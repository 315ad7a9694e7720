import { addDays, dayOf } from '@/lib/contract/times';
import { type TokenUsage, USAGE_DAYS } from '@/lib/resources/tokens/schema';

/** How often a token has read: on each day, today the last, and each operation, the most frequent first. */
export function usageOf(
  items: TokenUsage['items'],
  { today, zone }: { today: string; zone: string },
): {
  total: number;
  days: { day: string; count: number }[];
  operations: { operation: string; count: number }[];
} {
  const first = addDays(today, 1 - USAGE_DAYS);
  const byDay = new Map(
    Array.from({ length: USAGE_DAYS }, (_, place) => [addDays(first, place), 0]),
  );
  const byOperation = new Map<string, number>();
  let total = 0;
  for (const { hour, operation, count } of items) {
    const day = dayOf(hour, zone);
    const known = byDay.get(day);
    // The API's days are 24 hours each, so that it has some of one more.
    if (known === undefined) continue;
    byDay.set(day, known + count);
    byOperation.set(operation, (byOperation.get(operation) ?? 0) + count);
    total += count;
  }
  return {
    total,
    days: [...byDay].map(([day, count]) => ({ day, count })),
    operations: [...byOperation]
      .map(([operation, count]) => ({ operation, count }))
      .sort((one, other) => other.count - one.count),
  };
}
