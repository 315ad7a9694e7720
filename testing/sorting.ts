import type { Sorting } from '@/lib/contract/pagination';

type Key = string | number | null;

/** The plain model of sorting: criteria in their order, null last both ways, ties by id. */
export function inModelOrder<Row extends { id: string }, Sort extends string>(
  rows: readonly Row[],
  sorting: readonly Sorting<Sort>[],
  keysOf: Record<Sort, (row: Row) => Key[]>,
): Row[] {
  const criteria = sorting.map((criterion) => ({
    sign: criterion.startsWith('-') ? -1 : 1,
    keys: keysOf[criterion.replace(/^-/, '') as Sort],
  }));
  return [...rows].sort((a, b) => {
    for (const { sign, keys } of criteria) {
      const others = keys(b);
      for (const [index, key] of keys(a).entries()) {
        const order = compare(key, others[index] ?? null, sign);
        if (order !== 0) return order;
      }
    }
    return compare(a.id, b.id, 1);
  });
}

function compare(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' || typeof b === 'number') return sign * (Number(a) - Number(b));
  return sign * Buffer.compare(Buffer.from(a.toLowerCase()), Buffer.from(b.toLowerCase()));
}
