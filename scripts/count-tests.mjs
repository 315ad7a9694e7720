// Prints `N passed, N failed` from what vitest wrote, and fails unless all passed. A test file that
// could not run at all counts as one failure, as does a run that never came to its tests.

import { existsSync, readFileSync } from 'node:fs';

const RESULTS = 'test-results/vitest.json';

function count() {
  if (!existsSync(RESULTS)) return { passed: 0, failed: 1 };
  const { testResults } = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const tests = testResults.flatMap((file) => file.assertionResults);
  const broken = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + broken.length,
  };
}

const { passed, failed } = count();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
