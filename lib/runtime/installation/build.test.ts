import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let project: string;
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'tilldesk-build-'));
  mkdirSync(path.join(project, 'scripts'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** Builds a project whose first step is this program; what the build printed. */
function build(program: string, LOG_LEVEL: string): Promise<{ output: string; errors: string }> {
  writeFileSync(path.join(project, 'scripts/generate-client.mjs'), program);
  const run = `const { ensureBuild } = await import('@/lib/runtime/installation/build');
    await ensureBuild(${JSON.stringify(project)}, console.log).catch((error) => console.error(error.message));`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', run],
      { env: { ...process.env, LOG_LEVEL } },
      (_, output, errors) => resolve({ output, errors }),
    );
  });
}

test('a build that fails shows what it printed', { tags: 'soak' }, async () => {
  const { output, errors } = await build(`console.log('the reason'); process.exit(1)`, '');
  expect(output).toBe('Building, which takes about a minute and is needed once…\n');
  expect(errors).toBe('the reason\nThe build failed: what it printed above says why.\n');
});

test('a step that succeeds shows nothing, unless it is asked for', { tags: 'soak' }, async () => {
  // The step after it fails, for there is nothing to build.
  const quiet = await build(`console.log('the routes')`, 'info');
  expect(quiet.output + quiet.errors).not.toContain('the routes');
  expect(quiet.errors).toMatch(/app.*\n.*The build failed/s);
  const talkative = await build(`console.log('the routes')`, 'debug');
  expect(talkative.output).toContain('the routes');
});
