import {
  createBenefit,
  getBenefit,
  listBenefits,
  updateBenefit,
} from '@/lib/resources/benefits/contract';
import { listFiles } from '@/lib/resources/files/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { makeProduct, sellTo } from './selling';

test('a benefit of every kind of form is made; key prefixes take no other characters', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('benefits'));
  await expect(page.getByText('What customers get: keys, files, access.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New benefit' }).click();
  await page.getByLabel('Description').fill('Quill license');
  await page.getByLabel('Key prefix').fill('QUILL_1');
  await page.getByLabel('Keys expire after').fill('1');
  await page.getByLabel('Device limit').fill('3');
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByText('Use letters, digits, and hyphens only.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Key prefix').fill('QUILL-1');
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByRole('heading', { name: 'Quill license' })).toBeVisible();
  await expect(page.getByText('Up to 3 devices')).toBeVisible();

  await page.getByRole('link', { name: 'Benefits' }).first().click();
  await page.getByRole('link', { name: 'New benefit' }).click();
  await page.getByRole('radio', { name: /^Downloads/ }).check();
  await page.getByLabel('Description').fill('Handbook');
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByText('Add at least one file for customers to download.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Choose files').setInputFiles({
    name: 'handbook.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(page.getByRole('button', { name: 'Remove handbook.pdf' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByRole('link', { name: 'handbook.pdf' })).toBeVisible();
  await expectAccessible(page);

  const query = { organization_id: [seller.organization.id] };
  const [file] = (await seller.call(listFiles, { query })).items;
  expect((await seller.call(listBenefits, { query })).items).toMatchObject([
    { type: 'downloadables', properties: { files: [file?.id], archived: {} } },
    {
      type: 'license_keys',
      properties: {
        prefix: 'QUILL-1',
        expires: { ttl: 1, timeframe: 'year' },
        activations: { limit: 3, enable_customer_admin: true },
        limit_usage: null,
      },
    },
  ]);

  await page.getByRole('link', { name: 'Benefits' }).first().click();
  await page.getByLabel('Search benefits').fill('handb');
  await expect(page.getByRole('row').nth(1)).toContainText('Downloads');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('grants are found by their state; an edit leaves issued keys, a deletion revokes them', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  const [benefit] = product.benefits;
  const id = benefit?.id ?? '';
  await sellTo(seller, product.id, ['Ada', 'Grace']);
  const query = { organization_id: [seller.organization.id] };
  const keys = async () =>
    (await seller.call(listLicenseKeys, { query })).items.map(({ status, limit_activations }) => [
      status,
      limit_activations,
    ]);
  await expect.poll(async () => (await keys()).length).toBe(2);

  await page.goto(seller.path(`benefits/${id}`));
  const grants = page.getByRole('list', { name: 'Grants' });
  await expect(grants.getByRole('listitem')).toHaveCount(2);
  await expect(grants).toContainText('Ada');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Revoked' }).click();
  await expect(page.getByText('No grants match.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?is_granted=false');
  await page.getByRole('link', { name: 'All', exact: true }).click();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const effects = page.getByRole('region', { name: 'What this edit changes' });
  await expect(effects).toContainText('2 keys already issued don’t change');
  await page.getByLabel('Device limit').fill('5');
  // Somebody else renames it meanwhile: only the changed field is sent.
  const body = { description: 'Renamed meanwhile' };
  await seller.call(updateBenefit, { params: { id }, body });
  await page.getByRole('button', { name: 'Save benefit' }).click();
  await expect(page.getByText('Benefit saved.')).toBeVisible();
  expect(await seller.call(getBenefit, { params: { id } })).toMatchObject({
    description: 'Renamed meanwhile',
    properties: { activations: { limit: 5 } },
  });
  expect(await keys()).toEqual([
    ['granted', 3],
    ['granted', 3],
  ]);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Renamed meanwhile' });
  await expect(dialog).toContainText('Revokes 2 keys now. Removed from 1 product.');
  await expectAccessible(page);
  await dialog.getByLabel('Type Renamed meanwhile to continue').fill('Renamed meanwhile');
  await dialog.getByRole('button', { name: 'Delete benefit' }).click();
  await expect(page.getByText('What customers get: keys, files, access.')).toBeVisible();
  expect((await keys()).map(([status]) => status)).toEqual(['revoked', 'revoked']);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('list, forms and benefit fit the screen', async ({ page, seller }) => {
    const { id } = await seller.call(createBenefit, {
      body: {
        type: 'github_repository',
        description: 'A'.repeat(42),
        organization_id: seller.organization.id,
        properties: {
          repository_owner: 'o'.repeat(200),
          repository_name: 'r'.repeat(200),
          permission: 'pull',
        },
      },
    });
    for (const [path, shows] of [
      ['benefits', 'AAA'],
      ['benefits/new', 'Create benefit'],
      [`benefits/${id}`, 'Grants'],
      [`benefits/${id}/edit`, 'Save benefit'],
    ] as const) {
      await page.goto(seller.path(path));
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });

  test('the name of a group of controls is above what it says of it', async ({ page, seller }) => {
    await page.goto(seller.path('benefits/new'));
    await page.getByRole('radio', { name: /^Downloads/ }).check();
    const name = await page.getByText('Files', { exact: true }).last().boundingBox();
    const help = await page.getByText('Customers download them in this order.').boundingBox();
    expect(help?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
  });
});

test('a product warns of downloads without a file, and leads to the form that asks for one', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const organization_id = seller.organization.id;
  const { id } = await makeProduct(seller, { name: 'Letterpress Textures' });
  // By the API it is made as published.
  const benefit = await seller.call(createBenefit, {
    body: {
      type: 'downloadables',
      description: 'The textures',
      organization_id,
      properties: { files: [] },
    },
  });
  const body = { benefits: [benefit.id] };
  await seller.call(updateProductBenefits, { params: { id }, body });
  const warning = page.getByText('There’s no file to download, so buyers get nothing.');
  await page.goto(seller.path(`products/${id}`));
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add a file' }).click();
  await page.getByRole('button', { name: 'Save benefit' }).click();
  await expect(page.getByText('Add at least one file for customers to download.')).toBeVisible();
  await page.getByLabel('Choose files').setInputFiles({
    name: 'textures.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK'),
  });
  await expect(page.getByRole('button', { name: 'Remove textures.zip' })).toBeVisible();
  await page.getByRole('button', { name: 'Save benefit' }).click();
  await expect(page.getByText('Benefit saved.')).toBeVisible();
  await page.goto(seller.path(`products/${id}`));
  await expect(page.getByRole('link', { name: 'The textures' })).toBeVisible();
  await expect(warning).toHaveCount(0);
});
