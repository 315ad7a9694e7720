import type { Page, Request } from 'playwright/test';

/** How long nothing may be under way. */
const QUIET_MS = 500;

/** The requests of pages that are under way. */
const open = new WeakMap<Page, Set<Request>>();

/** The stream of events stays open for as long as its page. */
const isStream = (request: Request) => request.url().includes('/v1/events/stream');

/** Follows the requests of a page, from before it is opened. */
export function followRequests(page: Page): void {
  const requests = new Set<Request>();
  open.set(page, requests);
  page.on('request', (request) => {
    if (!isStream(request)) requests.add(request);
  });
  const end = (request: Request) => requests.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  // What a document that is left has asked for may never end.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) requests.clear();
  });
}

/**
 * Waits until a page whose requests are followed has had none under way for half a second, as
 * `waitForLoadState('networkidle')` does for pages without a stream.
 */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const requests = open.get(page);
  if (!requests) throw new Error('The requests of this page are not followed');
  for (let quietSince = performance.now(); performance.now() - quietSince < QUIET_MS; ) {
    if (requests.size > 0) quietSince = performance.now();
    await page.waitForTimeout(50);
  }
}
