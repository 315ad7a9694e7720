import type { Page } from 'playwright/test';
import {
  consoleErrorsOf,
  delayAnswers,
  expect,
  expectAccessible,
  expectNoLayoutShift,
  expectNoMotion,
  expectNoSidewaysScroll,
  test,
} from '../fixtures';
import { expectFrame } from '../frame';
import { settleAnything } from '../pages';

declare global {
  interface Window {
    /** Where Tab has been. */
    tabbing: { reachesContent: boolean; isOver: boolean };
  }
}

/** A page and the shape of its address, in which a parameter stands for every id, slug and secret. */
interface Found {
  path: string;
  pattern: string;
}

const DESKTOP = { width: 1360, height: 768 };
const PHONE = { width: 390, height: 844 };
/** The second is the desktop at 200 % zoom: half as many CSS pixels each way. */
const SIZES = [
  { width: 1920, height: 1080 },
  { width: DESKTOP.width / 2, height: DESKTOP.height / 2 },
  PHONE,
];
/** What is shown differs between these, and with it what axe looks at. */
const LAYOUTS = [DESKTOP, PHONE];

/**
 * Each page is loaded in each theme and each layout: what the server renders has to be what the browser renders first.
 * The last stays for the other checks.
 */
const LOADS = [
  { colorScheme: 'dark', size: PHONE },
  { colorScheme: 'light', size: DESKTOP },
] as const;

/** More stops than any page has: Tab has to come to an end before. */
const MOST_STOPS = 400;
/** How many stops are gone to before it is asked where the focus has been. */
const TABS_AT_ONCE = 10;

/** Addresses that answer with data or files. */
const NO_PAGES = /^\/(v1|api|downloads|media|avatars)(\/|$)|\.(pdf|csv|json|svg)$|\/pdf$/;

const PARAMETERS: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, ':id'],
  [/td_[a-z]+_[\w-]+/g, ':secret'],
  [/#.*/, ''],
  [
    /^\/(invoices|invitations|credit-notes|reset-password|confirm-email|sign-in-link)\/[^/]+/,
    '/$1/:secret',
  ],
  [/^\/portal\/[^/]+/, '/portal/:organization'],
  [/^\/docs\/[^/]+/, '/docs/:resource'],
  [/^\/dashboard\/(?!(new|account)(\/|$))[^/]+/, '/dashboard/:organization'],
];

/** The shape of a page's address: two orders have the same. */
export function patternOf(path: string): string {
  return PARAMETERS.reduce((text, [value, name]) => text.replace(value, name), path);
}

/**
 * Follows the links of pages, breadth first, from the given addresses; of the pages whose addresses have the
 * same pattern it visits the first, and only those that `isOwn` accepts. On each it runs all checks.
 *
 * @returns the patterns that it has visited, and what is wrong, each with the page where it is.
 */
export async function crawl(
  page: Page,
  start: readonly string[],
  isOwn: (path: string) => boolean,
): Promise<{ patterns: string[]; wrong: string[] }> {
  const queue = start.map((path): Found => ({ path, pattern: patternOf(path) }));
  const known = new Set(queue.map(({ pattern }) => pattern));
  const wrong: string[] = [];
  const logged = consoleErrorsOf(page);
  const expectQuiet = async () => expect(logged.splice(0)).toEqual([]);
  for (const found of queue) {
    await test.step(found.pattern, async () => {
      const attempt = (what: string, check: () => Promise<unknown>) =>
        check().catch((error) => wrong.push(`${found.path} ${what}: ${error.message}`));
      for (const { colorScheme, size } of LOADS) {
        const as = `${colorScheme} at ${size.width} px`;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        const answerNow = await delayAnswers(page);
        await page.goto(found.path);
        await attempt(`${as} loads`, () => settleAnything(page));
        await attempt(`${as} moves by itself`, () => expectNoLayoutShift(page));
        await attempt(`${as} logs`, expectQuiet);
        await answerNow();
      }
      for (const link of await linksOf(page)) {
        if (!isOwn(link.path)) continue;
        if (!known.has(link.pattern)) queue.push(link);
        known.add(link.pattern);
      }
      if (found.path.startsWith('/dashboard')) await attempt('frame', () => expectFrame(page));
      await page.setViewportSize(DESKTOP);
      await attempt('needs dragging', () => expectNoDragging(page));
      await attempt('by keyboard', () => expectTabbing(page));
      for (const size of [DESKTOP, ...SIZES]) {
        await page.setViewportSize(size);
        const at = `at ${size.width} px`;
        await attempt(at, () => expectNoSidewaysScroll(page));
        await attempt(`${at} hides the focus`, () => expectFocusVisible(page));
        if (LAYOUTS.includes(size)) await attempt(`${at} axe`, () => expectAccessible(page));
        if (size === PHONE) await attempt(`${at} is animated`, () => expectNoMotion(page));
      }
      await attempt('logs', expectQuiet);
      await page.emulateMedia({ colorScheme: null });
    });
  }
  return { patterns: [...known].sort(), wrong };
}

async function linksOf(page: Page): Promise<Found[]> {
  const links = await page
    .locator('a[href]')
    .evaluateAll((anchors) =>
      (anchors as HTMLAnchorElement[])
        .filter(({ origin, download }) => origin === location.origin && !download)
        .map(({ pathname }) => pathname),
    );
  return [...new Set(links)]
    .filter((path) => !NO_PAGES.test(path))
    .map((path) => ({ path, pattern: patternOf(path) }));
}

/**
 * Whatever takes the focus can be seen, at least in part, and is not behind a sticky header, footer or bar
 * (WCAG 2.2, 2.4.11).
 */
async function expectFocusVisible(page: Page): Promise<void> {
  // The tooltip of what had the focus closes once it has lost it.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  const hidden = await page.evaluate(() => {
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
    const isHit = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      return (
        hit !== null && (element.contains(hit) || label?.contains(hit) || hit.contains(element))
      );
    };
    const isObscured = (element: HTMLElement) => {
      element.focus();
      if (document.activeElement !== element) return false;
      const { left, top, width, height } = element.getBoundingClientRect();
      // Of an input that is drawn by its label only a dot is left.
      if (width * height <= 4) return false;
      return !steps.some((x) =>
        steps.some((y) => isHit(element, left + x * width, top + y * height)),
      );
    };
    return [...document.querySelectorAll<HTMLElement>(focusable)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter(isObscured)
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  if (hidden.length > 0) throw new Error(hidden.join('\n'));
}

/** Tab goes through the content of the page and leaves it again: nothing keeps the focus (WCAG 2.1.2). */
async function expectTabbing(page: Page): Promise<void> {
  const stops = page.locator('main :is(a[href], button, input, [tabindex="0"])');
  const isStatic = (await stops.filter({ visible: true }).count()) === 0;
  await page.evaluate(() => {
    const seen = new Set<EventTarget>();
    window.tabbing = { reachesContent: false, isOver: false };
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return;
      window.tabbing.isOver ||= seen.has(target);
      window.tabbing.reachesContent ||= target.closest('main') !== null;
      seen.add(target);
    });
    // Past the last stop the focus is nowhere on the page.
    document.addEventListener('focusout', () => {
      setTimeout(() => {
        window.tabbing.isOver ||= document.activeElement === document.body;
      });
    });
  });
  let tabbing = { reachesContent: false, isOver: false };
  for (let presses = 0; presses < MOST_STOPS && !tabbing.isOver; presses += TABS_AT_ONCE) {
    for (let press = 0; press < TABS_AT_ONCE; press += 1) await page.keyboard.press('Tab');
    tabbing = await page.evaluate(() => window.tabbing);
  }
  if (!tabbing.isOver) throw new Error('Tab never leaves the page');
  if (!isStatic && !tabbing.reachesContent) throw new Error('Tab reaches nothing of the content');
}

/** Nothing on the page has to be dragged: what is dropped can be chosen by a button too (WCAG 2.2, 2.5.7). */
async function expectNoDragging(page: Page): Promise<void> {
  const found = await page
    .locator('[draggable=true], [data-drop-target]:not(:has(button, input[type=file]))')
    .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 200)));
  if (found.length > 0) throw new Error(found.join('\n'));
}
