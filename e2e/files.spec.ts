import type { Page } from 'playwright/test';
import { createBenefit, getBenefit } from '@/lib/resources/benefits/contract';
import { listFiles } from '@/lib/resources/files/contract';
import {
  createProduct,
  getProduct,
  updateProductBenefits,
} from '@/lib/resources/products/contract';
import { expect, expectAccessible, makeOrders, type Seller, test } from './fixtures';
import { dropOn, PNG, picture } from './pictures';

const pictures = (page: Page) => page.getByRole('list', { name: 'Images of the product' });
const chooser = (page: Page) => page.getByLabel('Choose images');
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
  await expect(page.getByRole('button', { name: 'Add images' })).toBeVisible();
  return id;
}

test('pictures are dropped, ordered by keys, removed, and saved', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const id = await openForm(page, seller);
  await dropOn(page, 'Add images', ['one.png', 'two.png', 'three.png']);
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

test('what cannot be uploaded says why, and nothing else is lost', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await openForm(page, seller);
  await chooser(page).setInputFiles([
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
    picture('good.png'),
  ]);
  const tile = (name: string) => pictures(page).getByRole('listitem').filter({ hasText: name });
  await expect(tile('notes.pdf').getByRole('alert')).toContainText('Use image/png');
  await expect(tile('large.png').getByRole('alert')).toContainText('At most 10 MB.');
  await expect(tile('fake.png').getByRole('alert')).toContainText("This file isn't an image.");
  await expect(page.getByRole('button', { name: 'Move good.png earlier' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('An image wasn’t uploaded. Retry or remove it.')).toBeVisible();
});

test('an upload is stopped, is tried again, and damaged bytes are refused', {
  tag: '@soak',
}, async ({ page, seller }) => {
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

test('taking a benefit from a product says first from whom', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
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
  await expect(dialog).toContainText('Early access: revokes 2 grants now.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Save product' })).toBeFocused();
  await page.getByRole('button', { name: 'Save product' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Product saved.')).toBeVisible();
  expect((await seller.call(getProduct, { params: { id } })).benefits).toEqual([]);
});

test('files are uploaded, found, renamed, downloaded, and deleted with their effects', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const query = { organization_id: [seller.organization.id] };
  await page.goto(seller.path('files'));
  await expect(page.getByText('Add files that customers can download.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Choose files').setInputFiles([
    { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'notes', mimeType: '', buffer: Buffer.from('notes') },
  ]);
  await expect(page.getByRole('row').filter({ hasText: 'handbook.pdf' })).toContainText('Not used');
  await expect(page.getByRole('row').filter({ hasText: 'notes' })).toBeVisible();
  await expectAccessible(page);
  const { items } = await seller.call(listFiles, { query });
  const file = items.find(({ name }) => name === 'handbook.pdf');
  const benefit = await seller.call(createBenefit, {
    body: {
      type: 'downloadables',
      description: 'Handbook',
      organization_id: seller.organization.id,
      properties: { files: [file?.id ?? ''] },
    },
  });

  await page.goto(seller.path(`files/${file?.id}`));
  await expect(page.getByRole('link', { name: 'Handbook', exact: true })).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('handbook.pdf');
  await page.keyboard.press('e');
  const rename = page.getByRole('dialog', { name: 'Rename file' });
  await rename.getByLabel('Name').fill('handbook-2.pdf');
  await expectAccessible(page);
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'handbook-2.pdf' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete handbook-2.pdf' });
  await expect(dialog).toContainText(
    'Removed from 1 benefit. Customers can no longer download it.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete file' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'notes' })).toBeVisible();
  expect((await seller.call(listFiles, { query })).items.map(({ name }) => name)).toEqual([
    'notes',
  ]);
  const { properties } = await seller.call(getBenefit, { params: { id: benefit.id } });
  expect(properties).toMatchObject({ files: [] });
});
