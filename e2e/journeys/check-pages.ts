import type { Locator, Page } from 'playwright/test';
import {
  delayAnswers,
  expect,
  expectAccessible,
  expectNoLayoutShift,
  expectNoMotion,
  expectNoSidewaysScroll,
  test,
} from '../fixtures';
import { untilIdle } from '../network-idle';
import { type PageState, settle } from '../pages';

const OPEN = '[role=menu], [role=dialog], [role=alertdialog]';

/** What holds on every page, by the width of the screen. */
const CHECKS = {
  desktop: expectAccessible,
  phone: async (page: Page, _within?: string) => {
    await expectNoSidewaysScroll(page);
    await expectNoMotion(page);
  },
};

/** Goes to every state, and opens every dialog and menu there; says all that is wrong at once. */
export async function checkPages(page: Page, states: readonly PageState[]): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  const check = CHECKS[isPhone ? 'phone' : 'desktop'];
  const wrong: string[] = [];
  const attempt = (where: string, what: () => Promise<unknown>) =>
    test.step(where, () => what().catch((error) => wrong.push(`${where}: ${error.message}`)));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { path, shows, opens = [], prepare } of states) {
    const answerNow = await delayAnswers(page);
    await attempt(path, async () => {
      await page.goto(path);
      await settle(page, shows);
    });
    await attempt(`${path} does not move`, () => expectNoLayoutShift(page));
    await answerNow();
    await attempt(`${path} as it is`, async () => {
      await prepare?.(page);
      await check(page);
    });
    for (const button of await openers(page, opens)) {
      const name = (await button.getAttribute('aria-label')) ?? (await button.textContent());
      await attempt(`${path} opens ${name}`, () => openAndClose(page, button, check));
    }
  }
  expect(wrong.join('\n\n')).toBe('');
}

/** The buttons to press: those that say that they open something, the shell's on Home alone. */
async function openers(page: Page, listed: readonly (string | RegExp)[]): Promise<Locator[]> {
  const isHome = /^\/dashboard\/[^/]+$/.test(new URL(page.url()).pathname);
  const within = isHome ? page.locator('body') : page.getByRole('main');
  const saying = within.locator('button:is([aria-haspopup=menu], [aria-haspopup=dialog])');
  const named = listed.map((name) => page.getByRole('button', { name, exact: true }).first());
  return [...(await saying.filter({ visible: true }).all()), ...named];
}

async function openAndClose(
  page: Page,
  button: Locator,
  check: (page: Page, within?: string) => Promise<void>,
): Promise<void> {
  await button.click();
  const opened = page.locator(OPEN).filter({ visible: true }).first();
  await expect(opened).toBeVisible();
  await expect(opened.locator('[aria-busy=true]')).toHaveCount(0);
  await untilIdle(page);
  await check(page, OPEN);
  await page.keyboard.press('Escape');
  await expect(page.locator(OPEN).filter({ visible: true })).toHaveCount(0);
  await expect(button).toBeFocused();
}
