import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';

/** The most JavaScript of a page, in kB (gzip) above what the framework loads on every page. */
export const SCRIPT_BUDGETS = { checkout: 90, list: 170, home: 200 };

/** Bytes of JavaScript as they were sent. */
export interface ScriptSize {
  /** Of the page's own. */
  script: number;
  /** Of what every page loads, even one of a single paragraph. */
  framework: number;
}

/** The framework's scripts, by the manifest of the build. */
const framework = new Set<string>(
  (
    JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')) as { rootMainFiles: string[] }
  ).rootMainFiles.map((file) => `/_next/${file}`),
);

/**
 * Counts the scripts that a page loads from now on, without the browser's cache: each of them once, and none of the
 * page that was open before. `stop` ends the counting.
 */
export async function countScripts(
  page: Page,
): Promise<{ size: ScriptSize; stop(): Promise<void> }> {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const requests = new Map<string, string>();
  const counted = new Set<string>();
  const size: ScriptSize = { script: 0, framework: 0 };
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { pathname } = new URL(response.url);
    if (type !== 'Script' || counted.has(pathname)) return;
    counted.add(pathname);
    requests.set(requestId, pathname);
  });
  // The bodies alone, without response headers.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const path = requests.get(requestId);
    if (path !== undefined) size[framework.has(path) ? 'framework' : 'script'] += encodedDataLength;
  });
  return { size, stop: () => session.detach() };
}
