import type { Page } from 'playwright/test';
import { createBenefit } from '@/lib/resources/benefits/contract';
import {
  createProduct,
  getProduct,
  updateProductBenefits,
} from '@/lib/resources/products/contract';
import { expect, expectAccessible, makeOrders, type Seller, test } from './fixtures';
import { dropOn, PNG, picture } from './pictures';

const pictures = (page: Page) => page.getByRole('list', { name: 'Pictures of the product' });
const chooser = (page: Page) => page.getByLabel('Choose pictures');
const names = async (seller: Seller, id: string) =>
  (await seller.call(getProduct, { params: { id } })).medias.map(({ name }) => name);

async function openForm(page: Page, seller: Seller): Promise<string> {
  const { id } = await seller.call(createProduct, {
    body: {
      name: 'Letterpress Textures',
      organization_id: seller.organization.id,
      prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 2000 }],
    },
  });
  await page.goto(seller.path(`products/${id}/edit`));
  await expect(page.getByRole('button', { name: 'Add pictures' })).toBeVisible();
  return id;
}

test('pictures are dropped, ordered by keys, removed, and saved', async ({ page, seller }) => {
  const id = await openForm(page, seller);
  await dropOn(page, 'Add pictures', ['one.png', 'two.png', 'three.png']);
  await expect(pictures(page).getByRole('button', { name: /^Remove/ })).toHaveCount(3);
  const order = async () =>
    (await pictures(page).getByRole('listitem').allTextContents()).map((text) => text.trim());
  const [first, second, third] = await order();

  await page.getByRole('button', { name: `Move ${third} earlier` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Move ${third} earlier` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual([third, first, second]);
  await page.getByRole('button', { name: `Remove ${first}` }).click();
  await expect.poll(order).toEqual([third, second]);
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('Product saved.')).toBeVisible();
  expect(await names(seller, id)).toEqual([third, second]);
});

test('what cannot be uploaded says why, and nothing else is lost', async ({ page, seller }) => {
  await openForm(page, seller);
  await chooser(page).setInputFiles([
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
    picture('good.png'),
  ]);
  const tile = (name: string) => pictures(page).getByRole('listitem').filter({ hasText: name });
  await expect(tile('notes.pdf').getByRole('alert')).toContainText('A picture is image/png');
  await expect(tile('large.png').getByRole('alert')).toContainText('At most 10 MB.');
  await expect(tile('fake.png').getByRole('alert')).toContainText('this is none');
  await expect(page.getByRole('button', { name: 'Move good.png earlier' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('A picture was not uploaded. Retry or remove it.')).toBeVisible();
});

test('an upload is stopped, is tried again, and damaged bytes are refused', async ({
  page,
  seller,
}) => {
  await openForm(page, seller);
  await page.route('**/uploads/**', () => {}); // the bytes arrive nowhere
  await chooser(page).setInputFiles(picture('slow.png'));
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop the upload of slow.png' }).click();
  await expect(pictures(page)).toBeHidden();

  await page.unroute('**/uploads/**');
  const damaged = Buffer.from(PNG);
  damaged[40] = 255 - (PNG[40] ?? 0);
  await page.route('**/uploads/**', (route) => route.continue({ postData: damaged }));
  await chooser(page).setInputFiles(picture('damaged.png'));
  await expect(pictures(page).getByRole('alert')).toContainText("The checksum doesn't match.");
  await page.unroute('**/uploads/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Move damaged.png earlier' })).toBeVisible();
});

test('taking a benefit from a product says first from whom', async ({ page, seller }) => {
  const [order] = await makeOrders(seller, ['Ada', 'Grace']);
  const id = order?.product.id ?? '';
  const { id: organization_id } = seller.organization;
  const benefit = await seller.call(createBenefit, {
    body: { type: 'custom', description: 'Early access', properties: {}, organization_id },
  });
  await seller.call(updateProductBenefits, { params: { id }, body: { benefits: [benefit.id] } });
  await page.goto(seller.path(`products/${id}/edit`));
  await page.getByRole('button', { name: 'Remove Early access' }).click();
  await page.getByRole('button', { name: 'Save product' }).click();
  const dialog = page.getByRole('alertdialog', {
    name: 'Remove Early access from Letterpress Textures',
  });
  await expect(dialog).toContainText('Early access: is taken from 2 buyers now.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Save product' })).toBeFocused();
  await page.getByRole('button', { name: 'Save product' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Product saved.')).toBeVisible();
  expect((await seller.call(getProduct, { params: { id } })).benefits).toEqual([]);
});
