import type { Browser, BrowserContext, Page } from 'playwright/test';
import { table } from '@/bench/report';

/** At most, in milliseconds, from the press to the frame that shows the content. */
const BUDGET = 150;
const ROUNDS = 5;

interface Menu {
  name: string;
  /** The page that it is opened on. */
  path: string;
  /** The button that opens it, or the key. */
  opens: { button: string } | { key: string };
  /** What is in it once it can be used. */
  shows: string;
}

const MENU = '[role="menu"] [role^="menuitem"]';
const PANEL = '[role="dialog"]';

/** Each kind of menu, by the paths of a list and of a detail. */
function menusOf(list: string, detail: string): Menu[] {
  const button = (name: string, selector: string, shows: string, path = list): Menu => ({
    name,
    path,
    opens: { button: selector },
    shows,
  });
  const chip = (label: string) => `[data-filter] >> role=button[name="${label}"]`;
  const named = (label: string) => `role=button[name=${label}]`;
  const layer = (name: string, key: string, shows: string): Menu => ({
    name,
    path: list,
    opens: { key },
    shows,
  });
  return [
    button('Filter by choices', chip('Access'), `${PANEL} input`),
    button('Filter by date', chip('Created'), `${PANEL} input`),
    button('Filter by product', chip('Product'), `${PANEL} [role="option"]`),
    button('Display', named('"Display"'), `${PANEL} input`),
    button('Saved views', named('"Views"'), MENU),
    button('Organizations', named('/Switch organization$/'), MENU),
    button('Account', `${named('"API calls"')} >> xpath=preceding-sibling::button`, MENU),
    layer('Command palette', 'Control+k', '[cmdk-item]'),
    layer('Shortcuts', '?', `${PANEL} kbd`),
    layer('API calls', 'a', `${PANEL} h2`),
    button('Actions of a subscription', named('"More actions"'), MENU, detail),
  ];
}

/** In the page: how long it takes from the next press to the frame that shows a selector. */
const WATCH = `(selector) => {
  window.opening = new Promise((resolve) => {
    const begin = ({ timeStamp }) => {
      removeEventListener('pointerdown', begin, true);
      removeEventListener('keydown', begin, true);
      const look = () => {
        if (!document.querySelector(selector)?.getClientRects().length) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      };
      look();
    };
    addEventListener('pointerdown', begin, true);
    addEventListener('keydown', begin, true);
  });
}`;

async function open(page: Page, { opens, shows }: Menu): Promise<number> {
  await page.evaluate(`(${WATCH})(${JSON.stringify(shows)})`);
  if ('key' in opens) await page.keyboard.press(opens.key);
  else await page.locator(opens.button).click();
  const time = await page.evaluate<number>(
    'Promise.race([opening, new Promise((end) => setTimeout(end, 30000))])',
  );
  if (time === undefined) throw new Error('It did not open.');
  return time;
}

interface Opened {
  /** Milliseconds: the first time after the page was loaded, and the next. */
  first: number;
  again: number;
}

/** Opens a menu as soon as its page is idle, without pointing at it before, and once more. */
async function measureMenu(context: BrowserContext, url: string, menu: Menu): Promise<Opened> {
  const page = await context.newPage();
  await page.goto(url + menu.path);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  const first = await open(page, menu);
  await page.keyboard.press('Escape');
  await page.locator(menu.shows).first().waitFor({ state: 'hidden' });
  const again = await open(page, menu);
  await page.close();
  return { first, again };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * A table of how long each kind of menu takes to open. `seller` is signed in; every round has an empty cache.
 */
export async function measureMenus(
  browser: Browser,
  seller: BrowserContext,
  { url, list, detail }: { url: string; list: string; detail: string },
): Promise<string> {
  const storageState = await seller.storageState();
  const rows: string[][] = [];
  for (const menu of menusOf(list, detail)) {
    const rounds: Opened[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        storageState,
      });
      rounds.push(await measureMenu(context, url, menu));
      await context.close();
    }
    const first = median(rounds.map((one) => one.first));
    const again = median(rounds.map((one) => one.again));
    const text = first.toFixed(0);
    rows.push([
      menu.name,
      first > BUDGET ? `**${text}**` : text,
      again.toFixed(0),
      (first / again).toFixed(1),
    ]);
    console.log(`  ${menu.name}`);
  }
  return [
    'From the press of the button or key to the frame that shows what is in the menu, once the page is idle and without ' +
      `pointing at the button before; median of ${ROUNDS} pages with an empty cache. Bold is over the budget of ${BUDGET} ms.`,
    '',
    table(['Menu', 'first opening, ms', 'next, ms', '× the next'], rows),
  ].join('\n');
}
