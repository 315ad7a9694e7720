/** Whether this run is `npm run soak`, which has the time for everything in full size (docs/decisions/test-time.md). */
export const isSoak = process.env.SOAK === 'full';

/** How often a property that takes long is tried: all of `whole` times in a soak, else a fifth of them, or another part. */
export function runs(whole: number, part = 5): number {
  return isSoak ? whole : Math.ceil(whole / part);
}

/**
 * All of the items in a soak, else each `step`-th of them. Which these are depends on the name, such as that of an
 * operation: what many are tried with is tried with one or another of them.
 */
export function part<T>(items: readonly T[], name: string, step = 5): T[] {
  if (isSoak) return [...items];
  const first = sumOf(name) % Math.min(step, items.length);
  return items.filter((_, index) => index % step === first);
}

/** All of the operations in a soak, else about each `step`-th: by its own name, so that a further one changes nothing for others. */
export function some<T extends { id: string }>(operations: readonly T[], step = 5): T[] {
  return operations.filter(({ id }) => isSoak || sumOf(id) % step === 0);
}

function sumOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
