/**
 * How often a property that needs the database is tried: all of `whole` times in `npm run soak`, else a fifth
 * of them, or another part.
 */
export function runs(whole: number, part = 5): number {
  return process.env.SOAK === 'full' ? whole : Math.ceil(whole / part);
}
