import { expect, expectAccessible, test } from './fixtures';

test('an address that leads nowhere says so, and leads back', async ({ page, seller }) => {
  const alone = await page.goto('/nowhere');
  expect(alone?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This page does not exist.' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(seller.path('nowhere/at/all'));
  await expect(page.getByRole('heading', { name: 'This page does not exist.' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Organization' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Paper & Ink' }).click();
  await expect(page.getByRole('heading', { name: 'Paper & Ink', level: 1 })).toBeVisible();
});

test.describe('after an update', () => {
  test.use({ quietConsole: undefined });

  test('a page whose scripts are gone offers to load again', async ({ page, seller }) => {
    await page.goto(seller.path());
    await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();
    await page.route('**/_next/static/chunks/**', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await expect(page.getByRole('heading', { name: 'Tilldesk was updated.' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Subscriptions' })).toBeVisible();
  });
});
