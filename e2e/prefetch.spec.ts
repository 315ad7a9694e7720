import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright/test';
import { expect, makeOrders, newEmail, PASSWORD, type Seller, test } from './fixtures';
import { untilIdle } from './network-idle';

/** A page of the same session without JavaScript: what it shows came with its HTML. */
async function withoutScript(
  browser: Browser,
  context: BrowserContext,
  baseURL: string | undefined,
): Promise<Page> {
  const bare = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    ...(baseURL ? { baseURL } : {}),
  });
  return bare.newPage();
}

/** What the HTML of a page holds of a seller's data, beside what its address says. */
function dataOf(seller: Seller, html: string): string[] {
  const { name, id } = seller.organization;
  const texts = ['Ada Prefetched', 'Letterpress Textures', name, name.replace('&', '&amp;'), id];
  return texts.filter((text) => html.includes(text));
}

test('lists and Home arrive with their rows, as the address asks for them', {
  tag: '@soak',
}, async ({ browser, context, baseURL, seller }) => {
  await makeOrders(seller, ['Ada Prefetched', 'Bo Prefetched']);
  const page = await withoutScript(browser, context, baseURL);
  const table = page.getByRole('table', { name: 'orders' });

  const answer = await page.goto(seller.path('orders'));
  await expect(table.getByText('Ada Prefetched')).toBeVisible();
  await expect(table.getByText('Bo Prefetched')).toBeVisible();
  await expect(page.getByText('Test Seller').first()).toBeVisible();
  expect(answer?.headers()['cache-control']).toContain('no-store');
  expect(answer?.headers()['cache-control']).toContain('private');
  expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+';/);

  await page.goto(seller.path('orders?query=Bo&sorting=customer'));
  await expect(table.getByText('Bo Prefetched')).toBeVisible();
  await expect(table.getByText('Ada Prefetched')).toHaveCount(0);

  await page.goto(seller.path());
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Prefetched' })).toBeVisible();
  for (const list of ['subscriptions', 'checkouts', 'license-keys', 'products']) {
    await page.goto(seller.path(list));
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
  await page.goto('/dashboard');
  await expect(page.getByText('Paper & Ink')).toBeVisible();
  await page.context().close();
});

test('the browser asks for nothing again that came with the page', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await makeOrders(seller, ['Ada Prefetched']);
  for (const path of ['orders', 'subscriptions', 'checkouts', 'license-keys', 'products']) {
    const asked: string[] = [];
    const note = (request: { url(): string }) => {
      const { pathname, searchParams } = new URL(request.url());
      // New rows are counted by calls for one row.
      // The page also follows what happens from now on.
      const isLive = pathname.startsWith('/v1/events/');
      if (searchParams.get('limit') !== '1' && !isLive) asked.push(pathname);
    };
    page.on('request', note);
    await page.goto(seller.path(path));
    await untilIdle(page);
    page.off('request', note);
    expect(asked.filter((one) => one.startsWith('/v1/'))).toEqual([]);
  }
});

test('no other seller and nobody signed out is sent anything of it', async ({
  playwright,
  baseURL,
  seller,
}) => {
  await makeOrders(seller, ['Ada Prefetched']);
  const headers = { Accept: 'text/html', Origin: baseURL ?? '' };
  const paths = ['', 'orders', 'subscriptions', 'checkouts', 'license-keys', 'products'].map(
    (page) => seller.path(page),
  );
  const expectNothing = async (caller: APIRequestContext) => {
    for (const path of [...paths, '/dashboard', '/dashboard?query=Paper']) {
      const html = await (await caller.get(path, { headers })).text();
      expect(dataOf(seller, html), path).toEqual([]);
    }
  };
  const stranger = await playwright.request.newContext(baseURL ? { baseURL } : {});
  await expectNothing(stranger);
  const signedUp = await stranger.post('/api/auth/sign-up/email', {
    headers,
    data: { name: 'Other Seller', email: newEmail(), password: PASSWORD },
  });
  expect(signedUp.status()).toBe(201);
  expect(await (await stranger.get('/dashboard', { headers })).text()).toContain('Other Seller');
  await expectNothing(stranger);
  await stranger.dispose();
});

test('who is signed out is led to the sign-in page and back', { tag: '@soak' }, async ({
  page,
  context,
  seller,
}) => {
  await context.clearCookies();
  await page.goto(seller.path('orders?query=ada'));
  await expect(page).toHaveURL(
    `/sign-in?next=${encodeURIComponent(seller.path('orders?query=ada'))}`,
  );
});

test('a session that ends on a prefetched page is renewed over it', { tag: '@soak' }, async ({
  page,
  context,
  seller,
}) => {
  await makeOrders(seller, ['Ada Prefetched']);
  await page.goto(seller.path('orders'));
  await expect(page.getByRole('row')).toHaveCount(2);
  await context.clearCookies();
  await page.keyboard.press('/');
  await page.keyboard.type('Ada');
  await expect(page.getByRole('dialog', { name: 'Your session expired' })).toBeVisible();
});

test('a filter stays open while Back loads its page again', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await makeOrders(seller, ['Ada Prefetched']);
  await page.goto(seller.path('orders'));
  await page.getByRole('button', { name: 'Total' }).click();
  await expect(page).toHaveURL(/sorting=/);
  // The document that is loaded now knows nothing of the entry before it in the history.
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = page.waitForRequest((request) => request.headers().rsc === '1');
  await page.route(
    (url) => url.pathname === seller.path('orders'),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  await page.goBack();
  await held;
  const filter = page.getByRole('dialog', { name: 'Filter by product' });
  await page.getByRole('button', { name: 'Product', exact: true }).first().click();
  await expect(filter.getByRole('option')).toHaveCount(1);
  const loaded = page.waitForResponse((response) => response.request().headers().rsc === '1');
  release();
  await loaded;
  await untilIdle(page);
  await expect(filter).toBeVisible();
});
