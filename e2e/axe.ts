import axe from 'axe-core';
import type { Page } from 'playwright/test';

/** A color of axe: parts of one, and its opacity. */
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Of axe's own parts, which its types leave out. */
interface Commons {
  color: { Color: { prototype: Color & { parseString: (this: Color, text: string) => Color } } };
}

declare global {
  interface Window {
    axe: typeof axe & { commons: Commons };
  }
}

/** Rules that axe leaves out unless they are named. */
const OPTIONAL_RULES = {
  'target-size': { enabled: true },
  'label-content-name-mismatch': { enabled: true },
};

/** What axe looks at in each theme: themes differ in colors alone, so the second needs no other rule. */
const THEMES: readonly { theme: 'light' | 'dark'; options: axe.RunOptions }[] = [
  { theme: 'light', options: { rules: OPTIONAL_RULES } },
  { theme: 'dark', options: { runOnly: ['color-contrast', 'link-in-text-block'] } },
];

// No page has frames of others. The frame of a mail runs no scripts, so none of axe either.
const OPTIONS: axe.RunOptions = { resultTypes: ['violations'], iframes: false, selectors: false };

/**
 * What axe finds on the page, or in what `within` selects, in each theme. Its script, of half a megabyte, is
 * loaded once a page: the package for Playwright loads it at every call, which takes as long as the rules do.
 */
export async function findViolations(page: Page, within?: string) {
  const found: { theme: string; id: string; nodes: string[] }[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(rememberColors);
  }
  for (const { theme, options } of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.evaluate(settleColors);
    const violations = await page.evaluate(
      async ({ context, options }) => (await window.axe.run(context, options)).violations,
      { context: within ?? 'html', options: { ...OPTIONS, ...options } },
    );
    for (const { id, nodes } of violations) {
      const texts = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`);
      found.push({ theme, id, nodes: texts });
    }
  }
  return found;
}

/**
 * Has axe parse each text of a color once: it parses those of every layer behind every text anew, which is a
 * third of its time though a page has a dozen of them.
 */
function rememberColors(): void {
  const { prototype } = window.axe.commons.color.Color;
  const parse = prototype.parseString;
  const known = new Map<string, Color>();
  prototype.parseString = function (text) {
    const color = known.get(text);
    if (color) return Object.assign(this, color);
    parse.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Waits until the page is drawn in the colors of its theme: axe reads those that are computed at the moment. */
async function settleColors(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const running = document.getAnimations().filter(
    ({ effect, timeline }) =>
      // Those by scrolling end where somebody scrolls.
      timeline === document.timeline &&
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
  );
  await Promise.allSettled(running.map(({ finished }) => finished));
}
