// Runs a command of the product as compiled JavaScript: node scripts/run.mjs <command> [arguments].
// Compiles first where the sources have changed, which takes seconds; `start` then builds the pages
// where it has to.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const [command = ''] = process.argv.splice(2, 1);
if (!(await isCompiled())) compile();
await import(compiled(`lib/runtime/cli/${command}.js`));

/** @param {string} file */
function compiled(file) {
  return pathToFileURL(path.join(root, 'dist', file)).href;
}

/** Whether there is compiled code, and it was made from the present sources. */
async function isCompiled() {
  const file = 'lib/runtime/installation/build.js';
  if (!existsSync(path.join(root, 'dist', file))) return false;
  const { isCompiled } = await import(compiled(file));
  return isCompiled(root);
}

/** In a process of its own: this one then loads nothing of an earlier result. */
function compile() {
  const file = path.join(root, 'lib/runtime/cli/compile.ts');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
