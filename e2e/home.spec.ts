import { expect, expectAccessible, expectNoSidewaysScroll, makeOrders, test } from './fixtures';

test('what sold last leads to its order, and all of it to the list', async ({ page, seller }) => {
  await makeOrders(seller, ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']);
  await page.goto(seller.path());
  await expect(page.getByRole('heading', { name: 'Paper & Ink', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add a product' })).toHaveCount(0);
  await expect(page.getByText('Nothing needs you.')).toBeVisible();
  const latest = page.getByRole('region', { name: 'Latest orders' });
  await expect(latest.getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page);

  await latest.getByRole('link', { name: 'Flo' }).click();
  await expect(page.getByRole('heading', { name: '$20.00 from Flo' })).toBeVisible();
  await page.goBack();
  await latest.getByRole('link', { name: 'All 6' }).click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
});

test('what broke is counted and leads to the list of just these', async ({ page, seller }) => {
  // Renewals are not collected yet, so that no subscription falls behind by itself.
  await page.route('**/v1/subscriptions/?*status=past_due*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...body, pagination: { total_count: 3, max_page: 3 } },
    });
  });
  await page.goto(seller.path());
  const link = page.getByRole('link', { name: 'Past due 3 subscriptions' });
  await expect(link).toBeVisible();
  await expect(page.getByText('Nothing needs you.')).toHaveCount(0);
  await page.unrouteAll();
  await link.click();
  await expect(page).toHaveURL(/subscriptions\?status=past_due$/);
});

test('counts that fail say so, the orders stay', async ({ page, seller }) => {
  await makeOrders(seller, ['Ada']);
  await page.route('**/v1/subscriptions/?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'InternalServerError', detail: 'Broken.' } }),
  );
  await page.goto(seller.path());
  await expect(page.getByRole('alert').filter({ hasText: 'Could not count' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Ada/ })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('steps, sales and what broke fit', async ({ page, seller }) => {
    await page.goto(seller.path());
    await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await makeOrders(seller, ['Adalbert-Maximilian von und zu Hohenstein-Wittelsbach the Third']);
    await page.reload();
    await expect(page.getByRole('link', { name: /Adalbert/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
