/** Whether this run is `npm run soak`, which has the time for everything in full size (docs/decisions/test-time.md). */
export const isSoak = process.env.SOAK === 'full';

/** How often a property that needs the database is tried: all of `whole` times in a soak, else a fifth of them, or another part. */
export function runs(whole: number, part = 5): number {
  return isSoak ? whole : Math.ceil(whole / part);
}
