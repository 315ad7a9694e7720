/**
 * How often a property that needs the database is tried: all of `whole` times in `npm run soak`, else a fifth
 * of them.
 */
export function runs(whole: number): number {
  return process.env.SOAK === 'full' ? whole : Math.ceil(whole / 5);
}
