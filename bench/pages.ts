// npm run bench:pages: what the pages weigh and how fast they are on scale data, in a browser. Prints a
// table and writes it into docs/performance.md, and another of how long menus take to open. --data <folder> keeps the scale data for the next time.

import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright/test';
import { type Environment, open } from '@/bench/environment';
import { measureMenus } from '@/bench/menus';
import { conditions, table, writeReport } from '@/bench/report';
import { findBrowser } from '@/e2e/browser';
import { followRequests, untilIdle } from '@/e2e/network-idle';
import { countScripts, SCRIPT_BUDGETS, type ScriptSize } from '@/e2e/script-size';

const SIZE = 100_000;
const ROUNDS = 3;
/** How many times slower the processor is where the largest paint is compared: about a phone's. */
const SLOWDOWN = 4;

/** At most: kB of JavaScript above the framework's own, and milliseconds (docs: pages, acceptance). */
const BUDGETS = {
  script: { ...SCRIPT_BUDGETS, other: Number.POSITIVE_INFINITY },
  usable: 1000,
  filter: 300,
  largestPaint: 1500,
  shift: 0.02,
};

interface Route {
  name: string;
  kind: keyof typeof BUDGETS.script;
  path: string;
  /** What is there once the page can be used. */
  usable: string;
  /** The link in the navigation that leads there. */
  link?: string;
  /** A status to filter by. */
  filter?: string;
}

const ROW = 'tbody tr a';

const list = (name: string, path: string, filter?: string): Route => ({
  name,
  kind: 'list',
  path,
  usable: ROW,
  link: name,
  ...(filter ? { filter } : {}),
});

/** Every page of which there is one for all organizations, and one of each kind with an id. */
async function routesOf({ product, datasets }: Environment): Promise<Route[]> {
  const [dataset] = datasets;
  if (!dataset) throw new Error('There is no organization.');
  const first = async (path: string) => {
    const headers = { Authorization: `Bearer ${dataset.token}` };
    const answer = await fetch(`${product.url}${path}`, { headers });
    const { items } = (await answer.json()) as { items: { id: string; client_secret: string }[] };
    if (!items[0]) throw new Error(`${path} has nothing to show.`);
    return items[0];
  };
  const at = (path: string) => `/dashboard/${dataset.slug}${path}`;
  const detail = async (name: string, path: string, api: string): Promise<Route> => ({
    name,
    kind: 'other',
    path: at(`/${path}/${(await first(api)).id}`),
    usable: 'main h1',
  });
  const checkout = await first('/v1/checkouts/custom/?limit=1&status=open');
  return [
    { name: 'Sign in', kind: 'other', path: '/sign-in', usable: 'form button' },
    { name: 'Home', kind: 'home', path: at(''), usable: 'main h1' },
    { name: 'Metrics', kind: 'other', path: at('/metrics'), usable: 'main h1' },
    list('Subscriptions', at('/subscriptions'), 'Past due'),
    list('Orders', at('/orders')),
    list('Checkouts', at('/checkouts'), 'Expired'),
    list('License keys', at('/license-keys'), 'Revoked'),
    list('Products', at('/products')),
    await detail('Subscription', 'subscriptions', '/v1/subscriptions/?limit=1'),
    await detail('Order', 'orders', '/v1/orders/?limit=1'),
    await detail('License key', 'license-keys', '/v1/license-keys?limit=1'),
    await detail('Product', 'products', '/v1/products/?limit=1'),
    { name: 'New product', kind: 'other', path: at('/products/new'), usable: 'form button' },
    { name: 'New checkout', kind: 'other', path: at('/checkouts/new'), usable: 'form button' },
    {
      name: 'Checkout',
      kind: 'checkout',
      path: `/checkout/${checkout.client_secret}`,
      usable: 'form button',
    },
  ];
}

/** One load of a route with an empty cache. */
interface Load extends ScriptSize {
  usable: number;
  largestPaint: number;
  shift: number;
}

const OBSERVE = `
  window.seen = { largestPaint: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

async function load(page: Page, url: string, route: Route, slowdown = 1): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const { size, stop } = await countScripts(page);
  await page.goto(url + route.path);
  await page.locator(route.usable).first().waitFor();
  const usable = await page.evaluate(() => performance.now());
  await untilIdle(page);
  const seen = await page.evaluate<Pick<Load, 'largestPaint' | 'shift'>>('seen');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  await stop();
  return { ...size, usable, ...seen };
}

/** Milliseconds from what is done to when the page is as it should be then. */
async function timed(page: Page, act: () => Promise<void>, until: () => Promise<void>) {
  await untilIdle(page);
  const begun = performance.now();
  await act();
  await until();
  return performance.now() - begun;
}

/** From another list by the link in the navigation, whose code and rows nobody has asked for yet. */
async function changeRoute(page: Page, url: string, route: Route, from: Route): Promise<number> {
  await page.goto(url + from.path);
  await page.locator(from.usable).first().waitFor();
  return timed(
    page,
    () =>
      page
        .getByRole('link', { name: route.link ?? '', exact: true })
        .first()
        .click(),
    async () => {
      await page.waitForURL((at) => at.pathname === route.path);
      await page.locator(route.usable).first().waitFor();
    },
  );
}

async function filter(page: Page, url: string, route: Route): Promise<number> {
  await page.goto(url + route.path);
  await page.locator(ROW).first().waitFor();
  const footer = page.getByRole('navigation', { name: 'Pages' });
  const before = (await footer.textContent()) ?? '';
  await page.getByRole('button', { name: 'Status', exact: true }).first().click();
  const choice = page.getByRole('dialog').getByLabel(route.filter ?? '', { exact: true });
  await choice.waitFor();
  return timed(
    page,
    () => choice.check(),
    async () => {
      await page.waitForFunction(
        (text) => {
          const now = document.querySelector('nav[aria-label="Pages"]')?.textContent ?? text;
          return now !== text && /\d/.test(now);
        },
        before,
        { polling: 'raf' },
      );
    },
  );
}

/** The largest paint on a slow processor: milliseconds, and how many times that of a page without data. */
interface SlowPaint {
  largestPaint: number;
  ratio: number;
}

/** Loads a route and the baseline in turn, so that what else the machine does meets both. */
async function slowPaint(
  page: Page,
  url: string,
  route: Route,
  baseline: Route,
): Promise<SlowPaint> {
  const paints: SlowPaint[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await load(page, url, baseline, SLOWDOWN);
    const { largestPaint } = await load(page, url, route, SLOWDOWN);
    paints.push({ largestPaint, ratio: largestPaint / bare.largestPaint });
  }
  return {
    largestPaint: median(paints.map((one) => one.largestPaint)),
    ratio: median(paints.map((one) => one.ratio)),
  };
}

interface Measured extends Load {
  route: Route;
  /** Of lists and Home. */
  slow: SlowPaint | undefined;
  change: number | undefined;
  filtered: number | undefined;
}

async function measure(browser: Browser, environment: Environment) {
  const { url } = environment.product;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(OBSERVE);
  context.on('page', followRequests);
  const seller = await context.newPage();
  const routes = await routesOf(environment);
  const [signIn, ...others] = routes;
  if (!signIn) throw new Error('There is no page to compare with.');
  const measured: Measured[] = [];
  const repeat = async (work: () => Promise<number>) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await work());
    return median(times);
  };
  const measureRoute = async (route: Route) => {
    const loads: Load[] = [];
    for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(seller, url, route));
    const of = (key: keyof Load) => median(loads.map((one) => one[key]));
    const from = routes.find(({ kind, name }) => kind === 'list' && name !== route.name);
    measured.push({
      route,
      script: of('script'),
      framework: of('framework'),
      usable: of('usable'),
      largestPaint: of('largestPaint'),
      shift: of('shift'),
      slow: ['list', 'home'].includes(route.kind)
        ? await slowPaint(seller, url, route, signIn)
        : undefined,
      change:
        route.link && from ? await repeat(() => changeRoute(seller, url, route, from)) : undefined,
      filtered: route.filter ? await repeat(() => filter(seller, url, route)) : undefined,
    });
    console.log(`  ${route.name}`);
  };
  await measureRoute(signIn);
  await seller.goto(await environment.signInLink());
  await seller.getByRole('button', { name: 'Sign in', exact: true }).click();
  await seller.waitForURL('**/dashboard');
  for (const route of others) await measureRoute(route);
  const pathOf = (name: string) => routes.find((route) => route.name === name)?.path ?? '';
  const menus = await measureMenus(browser, context, {
    url,
    list: pathOf('Subscriptions'),
    detail: pathOf('Subscription'),
  });
  return { measured, menus };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function report(measured: readonly Measured[]): string {
  const cell = (value: number | undefined, most: number, digits = 0) => {
    if (value === undefined) return '';
    const text = value.toFixed(digits);
    return value > most ? `**${text}**` : text;
  };
  const rows = measured.map(({ route, ...one }) => [
    route.name,
    cell(one.script / 1000, BUDGETS.script[route.kind]),
    cell(one.usable, BUDGETS.usable),
    cell(one.change, BUDGETS.usable),
    cell(one.filtered, BUDGETS.filter),
    cell(one.largestPaint, BUDGETS.largestPaint),
    cell(one.slow?.largestPaint, Number.POSITIVE_INFINITY),
    cell(one.slow?.ratio, Number.POSITIVE_INFINITY, 2),
    cell(one.shift, BUDGETS.shift, 3),
  ]);
  const head = [
    'Page',
    'JS, kB',
    'usable, ms',
    'route change, ms',
    'filter, ms',
    'LCP, ms',
    'slow LCP, ms',
    '× sign-in',
    'CLS',
  ];
  const frameworkSize = Math.round((measured[0]?.framework ?? 0) / 1000);
  const { script } = BUDGETS;
  return [
    `${conditions()}; production build, Chromium on the same machine, an organization with ` +
      `${SIZE.toLocaleString('en-US')} subscriptions, empty cache, median of ${ROUNDS} loads.`,
    '',
    `JavaScript is gzip, without headers, above the framework's own (${frameworkSize} kB). Bold is over the budget: ` +
      `checkout ${script.checkout} kB, Home ${script.home}, lists ${script.list}; usable ${BUDGETS.usable} ms, ` +
      `filter ${BUDGETS.filter}, LCP ${BUDGETS.largestPaint}, CLS ${BUDGETS.shift}. The slow LCP is on a processor ` +
      `slowed down ${SLOWDOWN} times, and beside it how many times that of the sign-in page, which has no data, loaded in turn.`,
    '',
    table(head, rows),
  ].join('\n');
}

const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
const environment = await open([SIZE], data);
try {
  const browser = await chromium.launch({
    executablePath: await findBrowser(environment.product.dataDir),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const { measured, menus } = await measure(browser, environment);
  await browser.close();
  const text = report(measured);
  console.log(`\n${text}\n\n${menus}`);
  writeReport('pages', text);
  writeReport('menus', `${conditions()}.\n\n${menus}`);
} finally {
  await environment.close();
}
