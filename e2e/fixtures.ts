import { randomUUID } from 'node:crypto';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type CDPSession,
  expect,
  type Page,
} from 'playwright/test';
import { call } from '@/lib/client/client';
import type { AnyContract, ContractInput, ContractOutput } from '@/lib/contract/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { acceptInvitation, createInvitation } from '@/lib/resources/members/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import type { Order } from '@/lib/resources/orders/schema';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { findViolations } from './axe';
import { followRequests } from './network-idle';

/** A signed-in seller with an organization that no other test sees. */
export interface Seller {
  email: string;
  password: string;
  organization: ContractOutput<typeof createOrganization>;
  /** The address of a page: `path('orders')`. */
  path: (page?: string) => string;
  /** Calls the API as this seller, to prepare what a test needs. */
  call: <C extends AnyContract>(
    operation: C,
    input?: ContractInput<C>,
  ) => Promise<ContractOutput<C>>;
}

interface Fixtures {
  seller: Seller;
  /** The page of somebody else, in a browser that knows nothing of the seller. */
  buyer: Page;
  /** Fails the test when the page complains: errors, refused scripts, hydration. */
  quietConsole: undefined;
}

export const PASSWORD = 'correct horse battery';

/** An email address that no other test uses. */
export function newEmail(): string {
  return `seller-${randomUUID()}@example.com`;
}

/** A slug that no other test uses. */
export function newSlug(name: string): string {
  return `${name}-${randomUUID()}`;
}

export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => follow(await newContext(options), options);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  // A worker's tests have it one after the other. Playwright clears what pages leave behind, but not what a test itself
  // has set: permissions, being offline, and what it asked of the browser's own protocol.
  context: async ({ context }, use) => {
    const sessions: CDPSession[] = [];
    const open = context.newCDPSession.bind(context);
    context.newCDPSession = async (page) => {
      const session = await open(page);
      sessions.push(session);
      return session;
    };
    await use(follow(context));
    // That of a closed page has ended.
    await Promise.all(sessions.map((session) => session.detach().catch(() => {})));
    await context.clearPermissions();
    await context.setOffline(false);
  },
  seller: async ({ context, baseURL }, use) => {
    const email = newEmail();
    const headers = { Origin: baseURL ?? '', 'X-Forwarded-For': randomAddress() };
    // Signing up writes the session into the browser's cookies.
    const answer = await context.request.post('/api/auth/sign-up/email', {
      headers,
      data: { name: 'Test Seller', email, password: PASSWORD },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    const cookies = await context.cookies();
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const asSeller: Seller['call'] = (operation, input = {}) =>
      call(operation, input, { baseUrl: baseURL ?? '', headers: { ...headers, Cookie } });
    const slug = newSlug('test');
    const organization = await asSeller(createOrganization, {
      body: { name: 'Paper & Ink', slug, timezone: 'America/New_York' },
    });
    await use({
      email,
      password: PASSWORD,
      organization,
      path: (page = '') => `/dashboard/${slug}${page === '' ? '' : `/${page}`}`,
      call: asSeller,
    });
  },
  buyer: async ({ browser, contextOptions, baseURL }, use) => {
    const context = await browser.newContext({
      ...contextOptions,
      ...(baseURL ? { baseURL } : {}),
    });
    const page = await context.newPage();
    const messages = consoleErrorsOf(page);
    await use(page);
    await context.close();
    expect(messages).toEqual([]);
  },
  quietConsole: [
    async ({ page }, use) => {
      const messages = consoleErrorsOf(page);
      await use(undefined);
      expect(messages).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Follows the requests of every page, and has its `goto` and `reload` end when React has attached its handlers to what
 * can be pressed. The `load` event comes before that, a busy machine makes the time between them long, and a key pressed
 * in it is lost.
 */
function follow(context: BrowserContext, options?: BrowserContextOptions): BrowserContext {
  const prepare = (page: Page) => {
    followRequests(page);
    if (options?.javaScriptEnabled !== false) waitAfterLoading(page);
  };
  for (const page of context.pages()) prepare(page);
  return context.on('page', prepare);
}

function waitAfterLoading(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  // Tried anew, because a page that leads on to another one takes the running script with it.
  const isHydrated = () =>
    expect(async () => expect(await page.evaluate(hasHandlers)).toBe(true)).toPass({
      intervals: [20, 50, 100, 250],
      timeout: 60_000,
    });
  page.goto = async (...parameters) => {
    const response = await goto(...parameters);
    await isHydrated();
    return response;
  };
  page.reload = async (...parameters) => {
    const response = await reload(...parameters);
    await isHydrated();
    return response;
  };
}

/** Runs in the page. React stores the props of an element, its handlers among them, in a property of it. */
function hasHandlers(): boolean {
  if (!document.querySelector('script[src*="/_next/"]')) return true;
  return [...document.querySelectorAll('body :is(a, button, input, select, textarea)')].every(
    (element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')),
  );
}

/** The errors and warnings in the page's console; filled while the page is used. */
export function consoleErrorsOf(page: Page): string[] {
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('console', (message) => {
    // The browser itself reports answers that are no success; tests ask for some of them.
    const isAnswer = message.text().startsWith('Failed to load resource');
    // A slow machine draws its first text seconds after the font: the browser then calls its preload unused.
    const isLateFont = message.text().includes('was preloaded using link preload but not used');
    if (!['error', 'warning'].includes(message.type()) || isAnswer || isLateFont) return;
    messages.push(message.text());
  });
  return messages;
}

/** From the block that is kept for examples. */
function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

/** Picks one of a long list, such as a country, by its name. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  // Its name may end in "(optional)".
  const field = page.getByRole('combobox', { name: new RegExp(`^${label}`) });
  await field.click();
  const list = page.getByRole('listbox', { name: label });
  await list.getByRole('option', { name: option }).first().click();
  await expect(list).toBeHidden();
  await expect(field).toContainText(option);
}

/** Makes an account of the browser of a page that is a member of the seller's organization. */
export async function joinAsMember(page: Page, seller: Seller, name = 'Robin'): Promise<void> {
  const email = newEmail();
  const { url } = await seller.call(createInvitation, {
    params: { id: seller.organization.id },
    body: { email, role: 'member' },
  });
  const { origin, pathname } = new URL(url);
  const token = pathname.split('/').at(-1);
  const post = (path: string, data: object) =>
    page.request.post(path, { headers: { Origin: origin }, data });
  const account = { name, email, password: PASSWORD, invitation: token };
  expect((await post('/api/auth/sign-up/email', account)).status()).toBe(201);
  expect((await post(acceptInvitation.path, { token })).ok()).toBe(true);
}

/**
 * Opens a list by its link in the navigation, from a page without rows: then the browser calls for the
 * rows, which arrive with the page where its address is opened.
 */
export async function openByLink(page: Page, seller: Seller, name: string): Promise<void> {
  await page.goto(seller.path('settings'));
  const navigation = page.getByRole('navigation', { name: 'Organization' });
  await navigation.getByRole('link', { name, exact: true }).click();
}

/**
 * Lets what sticks to an edge scroll with the page: axe measures targets where they are, and counts one that
 * such a bar covers as too small, though scrolling uncovers it.
 */
async function unstick(page: Page): Promise<() => Promise<void>> {
  const style = await page.addStyleTag({
    content: `[class*='sticky'] { position: relative !important; inset: auto !important; }`,
  });
  return () => style.evaluate((element) => (element as Element).remove());
}

/** Axe finds nothing in either theme, with whatever dialog or menu is open; or `within` those alone. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const restick = await unstick(page);
  expect(await findViolations(page, within)).toEqual([]);
  await restick();
}

/** Neither the page nor a dialog is wider than the screen, which a phone would hide by zooming out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const found = await page.evaluate((allowed) => {
    const inner = [...document.querySelectorAll('[role$=dialog], main, main > *')].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible',
    );
    const { scrollWidth } = document.documentElement;
    const isTooWide = scrollWidth > allowed;
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return isTooWide && Math.max(right, left + element.scrollWidth) > allowed;
    });
    const leaves = beyond.filter(
      (element) => !beyond.some((other) => other.parentNode === element),
    );
    return [
      ...(isTooWide ? [`the page is ${scrollWidth} px wide`] : []),
      ...[...leaves.slice(0, 5), ...inner].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ];
  }, width);
  expect(found).toEqual([]);
}

/**
 * Has the answers of the API, pictures and fonts come late and one by one, as on a slow network, until the returned function is called: what
 * keeps no space for them moves.
 */
export async function delayAnswers(page: Page): Promise<() => Promise<void>> {
  const calls = /\/(v1|media)\/|\.woff2$/;
  let waiting = 0;
  await page.route(calls, async (route) => {
    waiting += 1;
    await new Promise((resolve) => setTimeout(resolve, 150 * waiting));
    waiting -= 1;
    // The page may have been left meanwhile.
    await route.continue().catch(() => {});
  });
  return () => page.unroute(calls);
}

/** The lines of the list as CSV, as it is filtered and sorted. */
export async function exportList(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'More actions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const stream = await (await download).createReadStream();
  return (await stream.toArray()).join('').trim().split('\n');
}

/** The cumulative layout shift since the page was opened is small. */
export async function expectNoLayoutShift(page: Page, most = 0.02): Promise<void> {
  const { score, moved } = await page.evaluate(async () => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const shifts = await new Promise<Shift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Shift[]));
      observer.observe({ type: 'layout-shift', buffered: true });
      // Where nothing has moved, it is never called.
      setTimeout(() => resolve([]), 100);
    });
    const own = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
    const moved = own.flatMap(({ value, sources }) =>
      sources.map(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return `${value.toFixed(3)} ${element?.outerHTML.slice(0, 160)}`;
      }),
    );
    return { score: own.reduce((total, { value }) => total + value, 0), moved };
  });
  expect(score, moved.join('\n')).toBeLessThanOrEqual(most);
}

/** No animation runs with reduced motion. */
export async function expectNoMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const running = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1)
        .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
    );
  expect(await running()).toEqual([]);
}

/** Sells a product to buyers, one order each, by the API. */
export async function makeOrders(
  seller: Seller,
  buyers: readonly string[],
  { product = 'Letterpress Textures', amount = 2000 } = {},
): Promise<Order[]> {
  const { id: productId } = await seller.call(createProduct, {
    body: {
      name: product,
      organization_id: seller.organization.id,
      prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: amount }],
    },
  });
  for (const name of buyers) {
    const { client_secret } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id: productId },
    });
    await seller.call(confirmCheckout, {
      params: { client_secret },
      body: {
        customer_email: `buyer-${randomUUID()}@example.com`,
        customer_name: name,
        customer_billing_address: { country: 'US' },
        confirmation_token_id: 'pm_card_visa',
      },
    });
  }
  const query = { organization_id: [seller.organization.id], product_id: [productId], limit: 100 };
  await expect
    .poll(async () => (await seller.call(listOrders, { query })).items.length)
    .toBe(buyers.length);
  return (await seller.call(listOrders, { query })).items;
}

export { expect };

/**
 * Fills in the dialog of a new token and sends it, which the product wants confirmed until `confirm` is called. The keys
 * are those of idempotency that were sent.
 */
export async function sendUnconfirmedToken(page: Page, seller: Seller) {
  const keys: (string | undefined)[] = [];
  let isConfirmed = false;
  await page.goto(seller.path('settings/tokens'));
  await page.route('**/v1/tokens/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (isConfirmed) return route.continue();
    const body = { error: 'NotPermitted', code: 'step_up_required', detail: 'Confirm.' };
    return route.fulfill({ status: 403, json: body });
  });
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByLabel('Name').fill('Store backend');
  await dialog.getByRole('checkbox', { name: 'Read' }).first().check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const confirm = () => {
    isConfirmed = true;
  };
  return { dialog, question, keys, confirm };
}
