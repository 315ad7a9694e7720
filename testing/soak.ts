/** Whether this run is `npm run soak`, which has the time for everything in full size (docs/decisions/test-time.md). */
export const isSoak = process.env.SOAK === 'full';

/** How often a property that needs the database is tried: all of `whole` times in a soak, else a fifth of them, or another part. */
export function runs(whole: number, part = 5): number {
  return isSoak ? whole : Math.ceil(whole / part);
}

/**
 * All of the items in a soak, else every fifth of them. Which these are depends on the name, such as that of an
 * operation: what many are tried with is tried with each of them.
 */
export function part<T>(items: readonly T[], name: string, step = 5): T[] {
  if (isSoak) return [...items];
  const first =
    [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % Math.min(step, items.length);
  return items.filter((_, index) => index % step === first);
}
