import type { Page } from 'playwright/test';
import { expect } from './fixtures';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** Where the column beside the pages ends and their padding with it, in pixels. */
const LEFT = 256;
const WIDEST = LEFT + 1440;

/**
 * On every screen of a desk the title of a page of the dashboard begins at the same place, below breadcrumbs or without;
 * content is at most 1440 px wide, and every entry of the column beside it is in sight.
 */
export async function expectFrame(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const { hasCrumbs, right, ...frame } = await page.evaluate(measure);
    const top = hasCrumbs ? 88 : 52;
    expect({ ...size, ...frame }).toEqual({ ...size, left: LEFT, top, cutEntries: [] });
    expect(right).toBeLessThanOrEqual(WIDEST);
  }
}

function measure() {
  const main = document.querySelector('main');
  const titles = [...(main?.querySelectorAll('h1') ?? [])];
  const title = titles.find(({ offsetWidth }) => offsetWidth > 1)?.getBoundingClientRect();
  const parts = [...(main?.querySelectorAll('section, form, header') ?? [])];
  const column = document.querySelector('aside nav');
  const foot = column?.getBoundingClientRect().bottom ?? 0;
  const entries = [...(column?.querySelectorAll('a') ?? [])];
  return {
    hasCrumbs: main?.querySelector('nav[aria-label=Breadcrumbs]') !== null,
    left: title?.left,
    top: title?.top,
    right: Math.max(...parts.map((part) => part.getBoundingClientRect().right)),
    cutEntries: entries
      .filter((entry) => entry.getBoundingClientRect().bottom > foot)
      .map(({ textContent }) => textContent),
  };
}
