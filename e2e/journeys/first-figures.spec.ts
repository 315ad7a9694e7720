import { expect, newEmail, newSlug, PASSWORD, test } from '../fixtures';
import { copiedCheckout } from '../selling';

test('from an empty account to the first figures on Home', { tag: '@soak' }, async ({
  page,
  buyer,
}) => {
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'New organization' })).toBeVisible();
  await page.getByLabel('Name').fill('First Figures');
  await page.getByLabel('Slug').fill(newSlug('figures'));
  await page.getByRole('button', { name: 'Create organization' }).click();

  const steps = page.getByRole('region', { name: 'Get started' });
  const home = page
    .getByRole('navigation', { name: 'Organization' })
    .getByRole('link', { name: 'Home' });
  await expect(steps).toContainText('0 of 3 done');
  await steps.getByRole('link', { name: 'New product' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Sea Chart');
  await page.getByLabel('Amount').fill('15');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sea Chart' })).toBeVisible();

  await home.click();
  await expect(steps).toContainText('1 of 3 done');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Create checkout' }).click();
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await buyer.goto(await copiedCheckout(page));
  await buyer.getByLabel('Email').fill('bo@example.com');
  await buyer.getByLabel('Name', { exact: true }).fill('Bo Buyer');
  await buyer.getByLabel('Country').selectOption('DK');
  await buyer.getByRole('button', { name: 'Test cards' }).click();
  await buyer.getByRole('button', { name: 'Paid' }).click();
  await buyer.getByRole('button', { name: 'Pay $15.00' }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: /^Thank you\./ })).toBeVisible();

  await home.click();
  // Home waits for the first sale by itself.
  const revenue = page.getByRole('term').filter({ hasText: 'Revenue' }).first().locator('xpath=..');
  await expect(revenue).toContainText('$15.00');
  await expect(page.getByRole('slider', { name: 'Revenue' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Latest orders' })).toContainText('Bo Buyer');
  await expect(steps).toContainText('2 of 3 done');
  await steps.getByRole('link', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('First token');
  const products = dialog.getByRole('group', { name: 'Products' });
  await products.getByRole('checkbox', { name: 'Read' }).check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await home.click();
  await expect(page.getByRole('region', { name: 'Latest orders' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
