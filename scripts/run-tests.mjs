// Runs vitest, then the browser tests, both without what is left to the soak unless this is one (SOAK=full). Each keeps all
// cores busy, so that beside each other both would take twice as long and come nearer to their limits of time. One that
// fails does not stop the other.

import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);

// Ctrl-C reaches the runner as well, which stops what it has started: this process ends after it, and removes its folder.
let isStopped = false;
process.on('SIGINT', () => {
  isStopped = true;
});

/** Runs a package's command; whether it succeeded. */
function run(name, ...args) {
  if (isStopped) return false;
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest);
  const file = path.join(path.dirname(manifest), bin[name] ?? bin);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
    const end = () => {
      isStopped = true;
      child.kill('SIGTERM');
    };
    process.once('SIGTERM', end);
    child.once('close', (status) => {
      process.off('SIGTERM', end);
      resolve(status === 0);
    });
  });
}

// What an earlier run has left says nothing of this one.
rmSync('test-results', { recursive: true, force: true });
// Both start products on copies of one installed data directory. The account of the database enters its folder, which the
// next run removes where this one is killed (testing/temporary-directory.ts).
const installation = mkdtempSync(path.join(tmpdir(), `tilldesk-tests-${process.pid}-`));
chmodSync(installation, 0o711);
process.env.TEST_INSTALLATION = installation;
const isSoak = process.env.SOAK === 'full';
const results = [
  await run('vitest', 'run', ...(isSoak ? [] : ['--tags-filter', '!soak'])),
  await run('playwright', 'test', ...(isSoak ? [] : ['--project', 'specs'])),
];
rmSync(installation, { recursive: true, force: true });
process.exitCode = results.every(Boolean) ? 0 : 1;
