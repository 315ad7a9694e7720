import { expect, expectAccessible, test } from './fixtures';

test('a webhook endpoint is created, edited and deleted', async ({ page, seller }) => {
  await page.goto(seller.path('webhook-endpoints'));
  await expect(page.getByText('Create your first webhook endpoint.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New webhook endpoint' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('First');
  await page.getByLabel(/^Description/).fill('First');
  await page.getByLabel('Is enabled', { exact: true }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create webhook endpoint' }).click();
  await expect(page.getByRole('heading', { name: 'First' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Second');
  await page.getByRole('button', { name: 'Save webhook endpoint' }).click();
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible();
  await page.goto(seller.path('webhook-endpoints'));
  await expect(page.getByRole('row').nth(1)).toContainText('Second');
  await page.getByRole('link', { name: 'Second' }).click();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Second' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Create your first webhook endpoint.')).toBeVisible();
});
