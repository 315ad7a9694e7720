// Runs vitest, then the browser tests, both without what is left to the soak unless this is one (SOAK=full). Each keeps all
// cores busy, so that beside each other both would take twice as long and come nearer to their limits of time. One that
// fails does not stop the other.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Runs a package's command; whether it succeeded. */
function run(name, ...args) {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest);
  const file = path.join(path.dirname(manifest), bin[name] ?? bin);
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status === 0;
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
  run('vitest', 'run', ...(isSoak ? [] : ['--tags-filter', '!soak'])),
  run('playwright', 'test', ...(isSoak ? [] : ['--project', 'specs'])),
];
rmSync(installation, { recursive: true, force: true });
process.exitCode = results.every(Boolean) ? 0 : 1;
