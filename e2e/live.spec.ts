import type { BrowserContext, Page } from 'playwright/test';
import { listEvents } from '@/lib/resources/events/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { listRequestLogs } from '@/lib/resources/request-logs/contract';
import { expect, expectAccessible, expectNoLayoutShift, test } from './fixtures';
import { makeProduct, sellTo } from './selling';

const STREAM = /\/v1\/events\/stream/;

/** Counts the streams that the pages of a browser open. */
function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (STREAM.test(request.url())) count += 1;
  });
  return () => count;
}

/** Marks the document, which a reload would replace. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-kept', ''));
const isKept = (page: Page) => page.locator('body[data-kept]');

test('an order that is bought appears in lists and figures that are open, without a reload', async ({
  page,
  context,
  seller,
}) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const other = await context.newPage();
  await page.goto(seller.path('orders'));
  await other.goto(seller.path(`products/${product.id}`));
  await expect(page.getByRole('table').getByText('Ada Byron')).toBeVisible();
  await Promise.all([mark(page), mark(other)]);

  await sellTo(seller, product.id, ['Grace Hopper']);
  // Told by an event: without one it is loaded again after 15 seconds.
  await expect(page.getByRole('table').getByText('Grace Hopper')).toBeVisible({ timeout: 3000 });
  await seller.call(updateProduct, {
    params: { id: product.id },
    body: { name: 'Quill Studio' },
  });
  await expect(other.getByRole('heading', { name: 'Quill Studio', level: 1 })).toBeVisible({
    timeout: 3000,
  });
  await expect(isKept(page)).toBeAttached();
  await expect(isKept(other)).toBeAttached();
});

test('the tabs of a browser share one stream, which another takes over', { tag: '@soak' }, async ({
  page,
  context,
  seller,
}) => {
  const streams = countStreams(context);
  const product = await makeProduct(seller, { name: 'First name' });
  const address = seller.path(`products/${product.id}`);
  const rename = (name: string) =>
    seller.call(updateProduct, { params: { id: product.id }, body: { name } });
  await page.goto(address);
  await expect.poll(streams).toBe(1);
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByRole('heading', { name: 'First name', level: 1 })).toBeVisible();
  await rename('Second name');
  for (const one of [page, other]) {
    await one.bringToFront();
    await expect(one.getByRole('heading', { name: 'Second name', level: 1 })).toBeVisible();
  }
  expect(streams()).toBe(1);
  await page.close();
  await expect.poll(streams).toBe(2);
  await rename('Third name');
  await expect(other.getByRole('heading', { name: 'Third name', level: 1 })).toBeVisible();
});

test('a tab that takes over the stream misses nothing of what happens meanwhile', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  const product = await makeProduct(seller, { name: 'First name' });
  const address = seller.path(`products/${product.id}`);
  const streams = countStreams(context);
  await page.goto(address);
  await expect.poll(streams).toBe(1);
  const other = await context.newPage();
  // The stream that it opens later waits until something has happened.
  await other.route(STREAM, async (route) => {
    const body = { name: 'Second name' };
    const before = await newestEvent();
    await seller.call(updateProduct, { params: { id: product.id }, body });
    await expect.poll(newestEvent).not.toBe(before);
    await route.continue();
  });
  const query = { organization_id: [seller.organization.id], limit: 1 };
  const newestEvent = async () => (await seller.call(listEvents, { query })).items[0]?.id;
  // What happened before it was opened, which it asks for when it hears of the stream.
  const asked = other.waitForResponse(/\/v1\/events\/\?.*created_after/);
  await other.goto(address);
  await asked;
  await page.close();
  await expect(other.getByRole('heading', { name: 'Second name', level: 1 })).toBeVisible();
});

test('lines that are added to a log are offered, and move none of those that are looked at', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeProduct(seller, { name: 'First' });
  const query = { organization_id: [seller.organization.id], limit: 1 };
  const countLines = async () =>
    (await seller.call(listRequestLogs, { query })).pagination.total_count;
  await expect.poll(countLines).toBeGreaterThan(0);
  await page.clock.install();
  await page.goto(seller.path('logs'));
  const lines = page.getByRole('table').getByRole('link', { name: '/v1/products/', exact: false });
  await expect(lines.first()).toBeVisible();
  const before = await countLines();
  const row = await lines.first().boundingBox();
  await makeProduct(seller, { name: 'Second' });
  await expect.poll(countLines).toBeGreaterThan(before);
  await page.clock.runFor(16_000);
  const added = page.getByRole('button', { name: /^\d new$/ });
  await expect(added).toBeVisible();
  expect(await lines.first().boundingBox()).toEqual(row);
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  const shown = await lines.count();
  await added.click();
  await expect.poll(() => lines.count()).toBeGreaterThan(shown);
  await expect(added).toHaveCount(0);
  await expect(page.getByRole('table').getByRole('link').first()).toBeFocused();
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('whoever has scrolled down a log is led to the lines that were added', async ({
    page,
    seller,
  }) => {
    const id = '00000000-0000-7000-8000-000000000000';
    const query = { organization_id: [seller.organization.id], limit: 1 };
    const countLines = async () =>
      (await seller.call(listRequestLogs, { query })).pagination.total_count;
    const refuse = () =>
      seller.call(updateProduct, { params: { id }, body: {} }).catch(() => undefined);
    await makeProduct(seller);
    await Promise.all(Array.from({ length: 30 }, refuse));
    await page.clock.install();
    await page.goto(seller.path('logs'));
    const lines = page.getByRole('table').getByRole('link');
    await expect(async () => {
      await page.reload();
      await expect(lines).toHaveCount(25, { timeout: 5000 });
    }).toPass();
    await page.evaluate(() => window.scrollTo(0, 900));
    const before = await countLines();
    await makeProduct(seller, { name: 'Second' });
    await expect.poll(countLines).toBeGreaterThan(before);
    await page.clock.runFor(16_000);
    const added = page.getByRole('button', { name: /^\d new$/ });
    await expect(added).toBeInViewport();
    await added.click();
    await expect(added).toHaveCount(0);
    await expect(lines.first()).toBeInViewport();
  });
});

test('new rows move none of those that are looked at', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const names = Array.from({ length: 30 }, (_, nth) => `Product ${String(nth).padStart(2, '0')}`);
  for (const name of names) await makeProduct(seller, { name });
  await page.goto(seller.path('products?sorting=-created_at'));
  const row = page.getByRole('row', { name: /Product 20/ });
  await page.getByRole('row', { name: /Product 29/ }).hover();
  await page.mouse.wheel(0, 200);
  await page.mouse.move(0, 0);
  // Until it has come to rest: the wheel scrolls over many frames, and a row that rests is where it was ten later.
  let before: Awaited<ReturnType<typeof row.boundingBox>> = null;
  await expect(async () => {
    before = await row.boundingBox();
    await page.evaluate(async () => {
      for (let nth = 0; nth < 10; nth += 1) await new Promise(requestAnimationFrame);
    });
    expect(before?.y).toBeLessThan(500);
    expect(await row.boundingBox()).toEqual(before);
  }).toPass();
  await makeProduct(seller, { name: 'Newest' });
  await expect(page.getByRole('row', { name: /Newest/ })).toBeAttached();
  expect(await row.boundingBox()).toEqual(before);
});

test('without a stream what is shown is loaded again every 15 seconds', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.route(STREAM, (route) => route.abort());
  await page.clock.install();
  const product = await makeProduct(seller, { name: 'First name' });
  await page.goto(seller.path(`products/${product.id}`));
  await expect(page.getByRole('heading', { name: 'First name', level: 1 })).toBeVisible();
  await seller.call(updateProduct, {
    params: { id: product.id },
    body: { name: 'Second name' },
  });
  // Its code is loaded first, in real time.
  const asked = page.waitForRequest(STREAM);
  await page.clock.runFor(2000);
  await asked;
  for (let passed = 0; passed < 60; passed += 5) await page.clock.runFor(5000);
  await expect(page.getByRole('heading', { name: 'Second name', level: 1 })).toBeVisible();
});

test('the page of an object lists its own events as they happen', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  await page.goto(seller.path(`products/${product.id}`));
  const main = page.getByRole('main');
  await main.getByText('Events', { exact: true }).click();
  await expect(main.getByRole('link', { name: 'product.created' })).toBeVisible();
  const updates = main.getByRole('link', { name: 'product.updated' });
  const before = await updates.count();
  await expectAccessible(page);
  const body = { name: 'Quill Studio' };
  await seller.call(updateProduct, { params: { id: product.id }, body });
  await expect(updates).toHaveCount(before + 1);
  await updates.first().click();
  await expect(page.getByRole('heading', { name: 'product.updated', level: 1 })).toBeVisible();
});
