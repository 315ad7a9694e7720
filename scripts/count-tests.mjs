// Prints `N passed, N failed` from what vitest and Playwright wrote, and fails unless all passed. A
// test file that could not run at all counts as one failure, as does a run that never came to its tests.

import { existsSync, readFileSync } from 'node:fs';

const MISSING = { passed: 0, failed: 1 };

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
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + broken.length,
  };
}

/** One that passed only at a second try has failed; so has one that never came to run. */
function countPlaywright({ stats, errors, suites }) {
  const tests = suites.flatMap(testsOf);
  const unrun = tests.filter(({ expectedStatus, results }) => {
    return expectedStatus === 'passed' && results.every(({ status }) => status === 'skipped');
  });
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length + unrun.length,
  };
}

function testsOf({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)];
}

const vitest = read('vitest');
const playwright = read('playwright');
const counts = [
  vitest ? countVitest(vitest) : MISSING,
  playwright ? countPlaywright(playwright) : MISSING,
];
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || counts.some(({ passed }) => passed === 0) ? 1 : 0;
