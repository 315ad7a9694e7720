// Runs vitest and, beside it, the browser tests: each leaves a core idle while it waits. One that fails
// does not stop the other. What the browser tests print follows when vitest is done.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Starts a package's command; `ended` is whether it succeeded. */
function start(name, args, stdio) {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest);
  const file = path.join(path.dirname(manifest), bin[name] ?? bin);
  const child = spawn(process.execPath, [file, ...args], { stdio: ['inherit', stdio, stdio] });
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
  return { child, ended };
}

// What an earlier run has left says nothing of this one.
rmSync('test-results', { recursive: true, force: true });
const browser = start('playwright', ['test', '--project', 'specs'], 'pipe');
const buffered = [];
const buffer = (chunk) => buffered.push(chunk);
for (const stream of [browser.child.stdout, browser.child.stderr]) stream.on('data', buffer);

const results = [await start('vitest', ['run'], 'inherit').ended];
for (const stream of [browser.child.stdout, browser.child.stderr]) stream.off('data', buffer);
for (const chunk of buffered) process.stdout.write(chunk);
browser.child.stdout.pipe(process.stdout);
browser.child.stderr.pipe(process.stderr);
results.push(await browser.ended);
process.exitCode = results.every(Boolean) ? 0 : 1;
