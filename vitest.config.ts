import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isSoak } from './testing/soak.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    // One fewer than there are cores, the default, would leave a core of two idle while the database answers. A third
    // worker on two of them loads all modules once more, and costs a fifth of processor time.
    maxWorkers: 2,
    // Limits only end what hangs: a machine that is busy with other work takes several times as long as an idle one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // On a busy machine the database of all tests takes more than the default of ten seconds to stop.
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 300_000 } },
    // The report has messages alone: what was found stands in them.
    chaiConfig: { truncateThreshold: 0 },
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    tags: [{ name: 'soak', description: 'Left to `npm run soak` (docs/decisions/test-time.md)' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{components,demo,lib,testing}/**/*.test.ts'],
          pool: 'forks',
          // Loading the modules anew for each file takes longer than its tests.
          isolate: false,
          globalSetup: 'testing/global-setup.ts',
          setupFiles: 'testing/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          // What is left to `npm run soak` is not even loaded, for each file has a process of its own.
          include: ['e2e/product/*.test.ts', ...(isSoak ? ['e2e/soak/*.test.ts'] : [])],
          pool: 'forks',
          globalSetup: 'testing/product-build.ts',
          // After the unit tests, during which the product is installed.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
