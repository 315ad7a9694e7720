import { expect, expectAccessible, expectNoSidewaysScroll, openByLink, test } from './fixtures';
import { makeProduct } from './selling';

test('a developer finds a call that was refused, reads both bodies, and copies it', async ({
  page,
  context,
  seller,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await makeProduct(seller);
  await openByLink(page, seller, 'API log');
  const table = page.getByRole('table');
  const line = table.getByRole('link', { name: 'POST /v1/products/' });
  await expect(async () => {
    await page.reload();
    await expect(line.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await line.first().click();
  await expect(page.getByRole('heading', { name: 'POST /v1/products/', level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('"prices"').first()).toBeVisible();
  await expect(main.getByText('products:create')).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -X POST 'http:\/\/[^']+\/v1\/products\/'/);
  expect(copied).toContain('$TILLDESK_TOKEN');
  await main.getByRole('link', { name: 'Events of this request' }).click();
  await expect(page.getByRole('table').getByText('product.created')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the log and a call fit', async ({ page, seller }) => {
    await makeProduct(seller);
    await page.goto(seller.path('logs'));
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('link', { name: 'POST' }).first()).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'POST' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('an organization without calls says what will be there', async ({ page, seller }) => {
  await page.goto(seller.path('logs'));
  await expect(page.getByText('No API calls yet.')).toBeVisible();
  await expectAccessible(page);
});
