import { createCheckoutLink, listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { makeDiscount, makeProduct } from './selling';

async function allLinks(seller: Seller): Promise<CheckoutLink[]> {
  const query = { organization_id: [seller.organization.id] };
  return (await seller.call(listCheckoutLinks, { query })).items;
}

test('a link is created, copied, edited, found and deleted', { tag: '@soak' }, async ({
  page,
  context,
  seller,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await makeProduct(seller);
  await makeDiscount(seller, 'once');
  await page.goto(seller.path('checkout-links'));
  await expect(page.getByText('A link that opens a new checkout.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'New checkout link' }).click();
  await page.getByRole('button', { name: 'Create checkout link' }).click();
  await expect(page.getByText('Choose a product.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: /^Quill Pro/ }).click();
  await page.getByRole('combobox', { name: 'Discount' }).click();
  await page.getByRole('option', { name: /^Friends/ }).click();
  await page.getByLabel('Label').fill('Newsletter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create checkout link' }).click();

  await expect(page.getByRole('heading', { name: 'Newsletter' })).toBeVisible();
  const [link] = await allLinks(seller);
  expect(link).toMatchObject({
    label: 'Newsletter',
    product: { name: 'Quill Pro' },
    discount: { name: 'Friends' },
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link?.url);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show QR code' }).click();
  const code = page.getByRole('dialog', { name: 'QR code' });
  await expect(code.getByRole('img', { name: `QR code of ${link?.url}` })).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    code.getByRole('link', { name: 'Download SVG' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`checkout-link-${link?.id.slice(-8)}.svg`);
  await page.keyboard.press('Escape');

  await context.request.get(link?.url ?? '');
  await page.reload();
  await page.getByRole('link', { name: 'Show 1 checkout' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /Newsletter/ })).toBeVisible();
  await page.goBack();

  await page.getByLabel('Label').fill('Banner');
  await page.getByLabel('Allow discount codes').uncheck();
  await page.getByRole('button', { name: 'Save checkout link' }).click();
  await expect(page.getByRole('heading', { name: 'Banner' })).toBeVisible();
  expect(await allLinks(seller)).toMatchObject([{ label: 'Banner', allow_discount_codes: false }]);

  await page.getByRole('link', { name: 'Checkout links' }).first().click();
  await page.getByLabel('Search checkout links').fill('bann');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Banner');
  await expect(row).toContainText('Quill Pro');
  await expect(row).toContainText('Friends');
  await expectAccessible(page);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await row.getByRole('button', { name: 'Copy the link Banner' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link?.url);

  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Banner' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Banner' });
  await expect(dialog).toContainText('You keep the 1 checkout that it opened.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('A link that opens a new checkout.')).toBeVisible();
  expect(await allLinks(seller)).toEqual([]);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('list, form and link fit the screen', async ({ page, seller }) => {
    const { id: product_id } = await makeProduct(seller);
    const label = 'Newsletter'.repeat(20);
    const { id } = await seller.call(createCheckoutLink, { body: { product_id, label } });
    for (const [path, shows] of [
      ['checkout-links', 'Newsletter'],
      ['checkout-links/new', 'Create checkout link'],
      [`checkout-links/${id}`, 'Save checkout link'],
    ] as const) {
      await page.goto(seller.path(path));
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
