import { expect, test } from './fixtures';
import { pageStatesOf, type Shop, sections, settle } from './pages';
import { countScripts, SCRIPT_BUDGETS } from './script-size';
import { makeShop } from './shop';

/** The pages of a kind that has a budget; a list is a page that shows the footer of a list. */
function pagesOf(kind: keyof typeof SCRIPT_BUDGETS, shop: Shop) {
  const all = sections.flatMap((section) => pageStatesOf(section, shop));
  if (kind === 'list') return all.filter(({ shows }) => shows instanceof RegExp);
  return all.filter(({ name }) => name === (kind === 'home' ? 'home' : 'hosted-checkout'));
}

const COUNTED = [
  { kind: 'checkout', least: 1 },
  { kind: 'home', least: 1, tag: '@soak' },
  { kind: 'list', least: 6, tag: '@soak' },
] as const;

for (const { kind, least, ...details } of COUNTED) {
  const title = `JavaScript of ${kind} pages stays within ${SCRIPT_BUDGETS[kind]} kB`;
  test(title, details, async ({ page, seller }) => {
    const pages = pagesOf(kind, await makeShop(seller));
    expect(pages.length).toBeGreaterThanOrEqual(least);
    for (const { name, path, shows } of pages) {
      const { size, stop } = await countScripts(page);
      await page.goto(path);
      await settle(page, shows);
      await stop();
      expect(size.framework, name).toBeGreaterThan(50_000);
      expect(size.script, name).toBeGreaterThan(10_000);
      expect(size.script / 1000, name).toBeLessThanOrEqual(SCRIPT_BUDGETS[kind]);
    }
  });
}
