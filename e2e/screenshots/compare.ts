import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A picture that is not the same in two folders, and in what: a sentence fragment for the terminal. */
export interface Difference {
  name: string;
  difference: string;
}

/** Compares the pictures of two folders by name. Antialiased edges count as equal (pixelmatch's default). */
export function compareFolders(before: string, after: string): Difference[] {
  const names = new Set([before, after].flatMap((folder) => picturesOf(folder)));
  return [...names].sort().flatMap((name) => {
    const [one, other] = [path.join(before, name), path.join(after, name)];
    if (!existsSync(one)) return { name, difference: 'is new' };
    if (!existsSync(other)) return { name, difference: 'is missing' };
    const difference = compare(readFileSync(one), readFileSync(other));
    return difference === null ? [] : { name, difference };
  });
}

function picturesOf(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.png'));
}

/** In what two PNG files differ; null where they show the same. */
function compare(before: Buffer, after: Buffer): string | null {
  if (before.equals(after)) return null;
  const one = PNG.sync.read(before);
  const other = PNG.sync.read(after);
  const { width, height } = one;
  if (width !== other.width || height !== other.height) {
    return `${width} × ${height} px before, ${other.width} × ${other.height} px after`;
  }
  const pixels = pixelmatch(one.data, other.data, undefined, width, height);
  if (pixels === 0) return null;
  return `${pixels} pixels, ${((100 * pixels) / (width * height)).toFixed(2)} %`;
}
