import { defineConfig } from 'playwright/test';

/** The product as it is built and started, in a real browser; each test makes its own organization. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // What passes only now and then is broken.
  retries: 0,
  // Limits only end what hangs: a machine that is busy with other work takes several times as long as an idle one.
  timeout: 600_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  projects: [
    { name: 'specs', grepInvert: /@soak/ },
    // Those that `npm test` has no time for (docs/decisions/test-time.md).
    { name: 'soak', grep: /@soak/ },
  ],
  use: {
    actionTimeout: 120_000,
    // Both are found out by the global set-up, before a worker reads this file.
    ...(process.env.E2E_URL ? { baseURL: process.env.E2E_URL } : {}),
    launchOptions: {
      ...(process.env.E2E_BROWSER ? { executablePath: process.env.E2E_BROWSER } : {}),
      args: [
        '--disable-gpu',
        // Each test loads its scripts anew and runs them for seconds: optimizing them costs a fifth of the run.
        '--js-flags=--no-opt,--no-maglev',
        // Chromium's own sandbox refuses to run as root, where containers run their tests.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    // A page of a new context costs a second of processor time for its first load. Between tests everything is cleared.
    reuseContext: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    // What a trace records costs a fifth of the run: `npm run e2e -- --trace on` for one test that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
