import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The paths of the files that Next's build serves below `/_next/`. */
export function listAssets(project: string): ReadonlySet<string> {
  const folder = path.join(project, '.next/static');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Set(
    files.map(({ parentPath, name }) => {
      const file = path.relative(folder, path.join(parentPath, name));
      return `/_next/static/${file.split(path.sep).join('/')}`;
    }),
  );
}
