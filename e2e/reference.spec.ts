import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';

test('the reference explains, shows examples, and is searched', { tag: '@soak' }, async ({
  page,
}) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible();
  for (const name of ['Authentication', 'Lists and paging', 'Errors', 'Safe retries']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expectAccessible(page);

  const navigation = page.getByRole('navigation', { name: 'API reference' });
  await page.keyboard.press('/');
  await page.keyboard.type('post refund');
  await navigation.getByRole('link', { name: 'Create a refund' }).click();
  await expect(page).toHaveURL('/docs/refunds#refunds-create');
  await expect(page.getByRole('heading', { name: 'Create a refund' })).toBeInViewport();

  await page.goto('/docs/products#products-create');
  const operation = page.locator('#products-create');
  await expect(operation).toBeInViewport();
  await expect(operation).toContainText('curl -X POST');
  await expect(operation).toContainText('price_amount');
  await operation.getByRole('tab', { name: 'TypeScript' }).click();
  await expect(operation.getByText('await fetch(')).toBeVisible();
  await operation.getByRole('link', { name: 'ProductPriceCreate' }).click();
  await expect(page.locator('#ProductPriceCreate')).toBeInViewport();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test('a section that does not exist is not found', async ({ page }) => {
  const answer = await page.goto('/docs/nothing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This page does not exist.' })).toBeVisible();
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the contents fold, and nothing scrolls sideways', async ({ page }) => {
    for (const path of ['/docs', '/docs/checkouts']) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
    await page.getByText('Contents').click();
    await page.getByRole('link', { name: 'License keys' }).click();
    await expect(page.getByRole('heading', { name: 'License keys', level: 1 })).toBeVisible();
  });
});
