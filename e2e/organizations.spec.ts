import { createOrganization } from '@/lib/resources/organizations/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, newSlug, test } from './fixtures';

test('lists organizations, finds one, and opens it', async ({ page, seller }) => {
  for (const name of ['Harbour Books', 'Quill Works']) {
    const slug = newSlug(name.toLowerCase().replace(' ', '-'));
    await seller.call(createOrganization, { body: { name, slug, timezone: 'UTC' } });
  }
  await page.goto('/dashboard');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('quill');
  await expect(page).toHaveURL(/query=quill/);
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Search organizations' })).toHaveValue('quill');
  await page.getByRole('link', { name: 'Quill Works' }).click();
  await expect(page.getByRole('heading', { name: 'Quill Works' })).toBeVisible();
});

test('the switcher keeps the section, and a slug of somebody else shows nothing', async ({
  page,
  seller,
}) => {
  const slug = newSlug('other');
  await seller.call(createOrganization, { body: { name: 'Other Shop', slug, timezone: 'UTC' } });
  await page.goto(seller.path('orders'));
  await page.getByRole('button', { name: 'Paper & Ink Switch organization' }).click();
  await page.getByRole('menuitem', { name: 'Other Shop' }).click();
  await expect(page).toHaveURL(`/dashboard/${slug}/orders`);

  await page.goto('/dashboard/somebody-elses/orders');
  await expect(
    page.getByText('You are not in an organization called “somebody-elses”.'),
  ).toBeVisible();
});

test('a menu opens again and again, however it was closed', async ({ page, seller }) => {
  await page.goto(seller.path());
  const trigger = page.getByRole('button', { name: 'Test Seller' });
  const menu = page.getByRole('menu');
  const closings = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(700, 500),
    () => trigger.click(),
  ];
  for (const close of [...closings, ...closings]) {
    await trigger.click();
    await expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await close();
    await expect(menu).toBeHidden();
    await expect(trigger).toHaveAttribute('aria-expanded', 'false');
  }
  await trigger.press('Enter');
  await expect(menu).toBeVisible();
});

test('the chosen theme holds from the first paint on', async ({ page, seller }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(seller.path());
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Test Seller' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(light);
  const answer = await page.reload();
  expect(await answer?.text()).toContain('data-theme="dark"');
});

test('keys lead around, and can be switched off', async ({ page, seller }) => {
  await page.goto(seller.path());
  await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(seller.path('orders'));
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the navigation is a sheet', async ({ page, seller }) => {
    await page.goto(seller.path());
    await expect(page.getByRole('heading', { name: 'Paper & Ink' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Orders' }).click();
    await expect(page).toHaveURL(seller.path('orders'));
    await expect(page.getByText('Your first sale lands here.')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
