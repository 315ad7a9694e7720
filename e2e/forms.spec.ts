import { listOrganizations } from '@/lib/resources/organizations/contract';
import { expect, expectAccessible, newSlug, test } from './fixtures';

test('leaving with unsaved changes asks first, by link, key and Back', async ({ page, seller }) => {
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'New organization' }).click();
  await page.getByLabel('Name').fill('Half a shop');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });

  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Name')).toHaveValue('Half a shop');

  await page.evaluate(() => window.history.back());
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: seller.organization.name })).toBeVisible();
});

test('a double click makes one object, and a lost answer is no second one', async ({
  page,
  seller,
}) => {
  const count = async () => (await seller.call(listOrganizations)).pagination.total_count;
  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Once Only');
  await page.getByLabel('Slug').fill(newSlug('once'));
  await page.getByRole('button', { name: 'Create organization' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Once Only' })).toBeVisible();
  expect(await count()).toBe(2);

  // The server does it, and the answer never comes back.
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/organizations/', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Lost Answer');
  await page.getByLabel('Slug').fill(newSlug('lost'));
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { name: 'Lost Answer' })).toBeVisible();
  expect(await count()).toBe(3);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('a refused field says why, takes the focus, and keeps what was typed', async ({
  page,
  seller,
}) => {
  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Taken Name');
  await page.getByLabel('Slug').fill(seller.organization.slug);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByLabel('Slug')).toBeFocused();
  await expect(page.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toHaveValue('Taken Name');
  await expectAccessible(page);
});
