import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { makeProduct, sellTo } from './selling';

async function allFields(seller: Seller) {
  const query = { organization_id: [seller.organization.id] };
  return (await seller.call(listCustomFields, { query })).items;
}

test('a custom field is made, tried, asked for by a product, edited and deleted', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('custom-fields'));
  await expect(page.getByText('Ask buyers for what you need.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New custom field' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Team size');
  await expect(page.getByLabel('Slug')).toHaveValue('team-size');
  await page.getByLabel('Type').selectOption('Number');
  await page.getByLabel('Minimum').fill('5');
  await page.getByLabel('Maximum').fill('2');
  await page.getByRole('button', { name: 'Create custom field' }).click();
  await expect(page.getByText('The minimum is greater than the maximum.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Maximum').fill('50');
  const preview = page.getByRole('region', { name: 'What buyers see' });
  await preview.getByLabel('Team size').fill('3');
  await page.getByLabel('Name', { exact: true }).focus();
  await expect(preview.getByText('The minimum is 5.')).toBeVisible();
  await page.getByRole('button', { name: 'Create custom field' }).click();

  await expect(page.getByRole('heading', { name: 'Team size' })).toBeVisible();
  await expect(page.getByText('From 5 to 50')).toBeVisible();
  await expect(page.getByText('No product asks for it yet.')).toBeVisible();
  await expectAccessible(page);
  const [field] = await allFields(seller);
  expect(field).toMatchObject({
    slug: 'team-size',
    type: 'number',
    properties: { ge: 5, le: 50 },
  });
  const { id: productId } = await makeProduct(seller);
  await seller.call(updateProduct, {
    params: { id: productId },
    body: { attached_custom_fields: [{ custom_field_id: field?.id ?? '', required: true }] },
  });

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('The type can’t change')).toBeVisible();
  await page.getByLabel('Minimum').fill('60');
  await page.getByLabel('Label').fill('How many are you?');
  await expect(page.getByText('The minimum is greater than the maximum.')).toBeVisible();
  await page.getByLabel('Minimum').fill('5');
  await expect(preview.getByLabel('How many are you?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save custom field' }).click();
  await expect(
    page.getByRole('region', { name: 'Products' }).getByRole('link', { name: /^Quill Pro/ }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Custom fields' }).first().click();
  const row = page.getByRole('row').nth(1);
  for (const words of ['Team size', 'team-size', 'Number', '1 product']) {
    await expect(row).toContainText(words);
  }
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Team size' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team size' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Team size' });
  await expect(dialog).toContainText('Removes it from 1 product: checkouts no longer ask for it.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Ask buyers for what you need.')).toBeVisible();
  const product = await seller.call(getProduct, { params: { id: productId } });
  expect(product.attached_custom_fields).toEqual([]);
});

test('answers stand under the labels of their fields, once the product asks no more too', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const organization_id = seller.organization.id;
  const field = (slug: string, name: string, properties: object = {}) =>
    seller.call(createCustomField, {
      body: { type: 'text', organization_id, slug, name, properties },
    });
  const fields = [
    await field('crew', 'Crew', { form_label: 'Who sails with you?' }),
    await field('ship', 'Boat'),
    await field('dinghy', 'Boat'),
  ];
  const { id } = await makeProduct(seller);
  const asking = fields.map((one) => ({ custom_field_id: one.id, required: true }));
  const params = { id };
  await seller.call(updateProduct, { params, body: { attached_custom_fields: asking } });
  await sellTo(seller, id, ['Ada Byron'], {
    custom_field_data: { crew: 'Bo and Cy', ship: 'Swan', dinghy: 'Duck' },
  });
  await seller.call(updateProduct, {
    params,
    body: { attached_custom_fields: asking.slice(0, 1) },
  });
  const query = { organization_id: [organization_id] };
  const [order] = (await seller.call(listOrders, { query })).items;
  for (const path of [
    `orders/${order?.id}`,
    `subscriptions/${order?.subscription_id}`,
    `checkouts/${order?.checkout_id}`,
  ]) {
    await page.goto(seller.path(path));
    const fact = page.locator('dl > div').filter({ hasText: 'Who sails with you?' });
    await expect(fact.getByRole('definition')).toHaveText('Bo and Cy');
    const boats = page.locator('dl > div').filter({ hasText: 'Boat' });
    await expect(boats.getByRole('definition')).toHaveText(['Swan', 'Duck']);
    await expect(page.getByRole('term').filter({ hasText: /^(crew|ship|dinghy)$/ })).toHaveCount(0);
    await expectAccessible(page);
  }
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a choice is made with its options', async ({ page, seller }) => {
    await page.goto(seller.path('custom-fields/new'));
    await page.getByLabel('Name', { exact: true }).fill('Plan');
    await page.getByLabel('Type').selectOption('Choice');
    await page.getByLabel('Label of option 1').fill('Early bird');
    await page.getByLabel('Label of option 2').fill('Regular');
    await page.getByLabel('Value of option 2').fill('full');
    await expectNoSidewaysScroll(page);
    const preview = page.getByRole('region', { name: 'What buyers see' });
    await preview.getByLabel('Plan').selectOption('Regular');
    await page.getByRole('button', { name: 'Create custom field' }).click();
    await expect(page.getByText('Early bird, Regular')).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(await allFields(seller)).toMatchObject([
      {
        properties: {
          options: [
            { value: 'early-bird', label: 'Early bird' },
            { value: 'full', label: 'Regular' },
          ],
        },
      },
    ]);
  });
});
