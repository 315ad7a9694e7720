const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size in bytes as a person reads it: `512 B`, `1.2 MB`; a unit is 1024 of the one before. */
export function readableSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // What would be rounded up to 1024 is one of the next unit.
  while (size >= 1023.95 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Math.round(size * 10) / 10} ${UNITS[unit]}`;
}
