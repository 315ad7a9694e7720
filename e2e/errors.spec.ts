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

test('an empty list, an unknown address and a missing record are drawn differently, in both themes', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const pages = {
    empty: [seller.path('discounts')],
    page: ['/nowhere', seller.path('nowhere')],
    record: [seller.path(`orders/${seller.organization.id}`), '/dashboard/not-mine'],
  };
  const masks = new Set<string>();
  for (const [name, paths] of Object.entries(pages)) {
    for (const path of paths) {
      await page.goto(path);
      const drawing = page.locator('.drawing');
      await expect(drawing, path).toHaveClass(`drawing drawing-${name}`);
      await expect(drawing).toHaveAttribute('aria-hidden', 'true');
      const shown = () =>
        drawing.evaluate((element) => {
          const { maskImage, backgroundColor } = getComputedStyle(element);
          return { maskImage, backgroundColor };
        });
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await shown();
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await shown();
      expect(dark.backgroundColor).not.toBe(light.backgroundColor);
      expect(dark.maskImage).toBe(light.maskImage);
      expect(light.maskImage).toContain('<svg');
      masks.add(light.maskImage);
    }
  }
  expect(masks.size).toBe(3);
});

test.describe('after an update', () => {
  test.use({ quietConsole: undefined });

  test('a page whose scripts are gone offers to load again', { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
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
