// Prints the names of the tests that failed, and last `N passed, N failed`, from what vitest and Playwright
// wrote; fails unless all passed. A test file that could not run at all counts as one failure, as does a run
// that never came to its tests.

import { existsSync, readFileSync } from 'node:fs';

const MISSING = { passed: 0, failed: 1, names: ['a run that never came to its tests'] };

function read(name) {
  const file = `test-results/${name}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function countVitest(results) {
  const tests = results.testResults.flatMap((file) => file.assertionResults);
  const broken = results.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = tests.filter((test) => test.status === 'failed');
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failed.length + broken.length,
    names: [
      ...failed.map(({ fullName, failureMessages: [message = ''] }) => `${fullName}: ${message}`),
      ...broken.map(({ name, message }) => `${name}: ${message}`),
    ],
  };
}

/** One that passed only at a second try has failed; so has one that never came to run. */
function countPlaywright({ stats, errors, suites }) {
  const tests = suites.flatMap(testsOf);
  const unrun = tests.filter(({ expectedStatus, results }) => {
    return expectedStatus === 'passed' && results.every(({ status }) => status === 'skipped');
  });
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length + unrun.length,
    names: [
      ...failed.map(({ title, results }) => `${title}: ${results[0]?.error?.message}`),
      ...unrun.map(({ title }) => `${title}: was not run`),
      ...errors.map(({ message }) => message),
    ],
  };
}

function testsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title })));
  return [...own, ...suites.flatMap(testsOf)];
}

const vitest = read('vitest');
const playwright = read('playwright');
const counts = [
  vitest ? countVitest(vitest) : MISSING,
  playwright ? countPlaywright(playwright) : MISSING,
];
for (const name of counts.flatMap(({ names }) => names)) {
  console.log(`FAILED ${name.split('\n', 12).join('\n  ')}`);
}
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || counts.some(({ passed }) => passed === 0) ? 1 : 0;
