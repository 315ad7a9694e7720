import type { Page } from 'playwright/test';
import type { ContractInput } from '@/lib/contract/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCheckoutLink, listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import {
  createProduct,
  getProduct,
  listProducts,
  updateProduct,
} from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeOrders,
  type Seller,
  test,
} from './fixtures';
import { makeDiscount, sellTo } from './selling';

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

const FIXED = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;

async function makeProduct(
  seller: Seller,
  body: Partial<NonNullable<ContractInput<typeof createProduct>['body']>> = {},
): Promise<Product> {
  return seller.call(createProduct, {
    body: {
      name: 'Letterpress Textures',
      organization_id: seller.organization.id,
      prices: [FIXED],
      ...body,
    },
  });
}

function makeCheckout(
  seller: Seller,
  body: { product_price_id?: string | undefined; product_id?: string },
) {
  return seller.call(createCheckout, { body: { payment_processor: 'stripe', ...body } });
}

async function onlyProduct(seller: Seller): Promise<Product> {
  const query = { organization_id: [seller.organization.id] };
  const { items } = await seller.call(listProducts, { query });
  expect(items).toHaveLength(1);
  return items[0] as Product;
}

async function archive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Archive/ }).click();
}

const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const saved = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

test('an empty list leads to the form, by mouse and by key', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('products'));
  await expect(page.getByText('Add what you sell: a name and a price.')).toBeVisible();
  await expect(page).toHaveTitle('Products · Paper & Ink · Tilldesk');
  await expectAccessible(page);
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'New product' })).toBeVisible();
  await expectAccessible(page);
  // The form scrolls in its place: navigation and strip stay where they are.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBe(0);
});

test('a product with everything: picture, price, benefits, field, metadata', async ({
  page,
  seller,
}) => {
  const { organization } = seller;
  for (const description of ['Early access', 'Thank-you note']) {
    await seller.call(createBenefit, {
      body: { type: 'custom', description, properties: {}, organization_id: organization.id },
    });
  }
  await seller.call(createCustomField, {
    body: {
      type: 'text',
      name: 'Company',
      slug: 'company',
      properties: { form_label: 'Your company' },
      organization_id: organization.id,
    },
  });
  await page.goto(seller.path('products/new'));
  await page.getByLabel('Name', { exact: true }).fill('Quill');
  await page.getByLabel('Description').fill('A calm editor.');
  await page.getByLabel('Amount').fill('49');
  await expect(preview(page)).toContainText('Pay $49.00');

  await page.getByLabel('Choose images').setInputFiles([
    { name: 'one.png', mimeType: 'image/png', buffer: PNG },
    { name: 'two.png', mimeType: 'image/png', buffer: PNG },
  ]);
  const pictures = page.getByRole('list', { name: 'Images of the product' });
  await expect(pictures.getByRole('button', { name: /earlier$/ })).toHaveCount(2);
  // They stand in the order in which they arrived.
  const second = await pictures.getByRole('listitem').nth(1).textContent();
  await page.getByRole('button', { name: `Move ${second} earlier` }).click();
  await expect(pictures.getByRole('listitem').first()).toHaveText(second ?? '');

  for (const name of ['Early access', 'Thank-you note']) {
    await page.getByRole('button', { name: 'Add a benefit' }).click();
    const choices = page.getByRole('dialog', { name: 'Add a benefit' });
    await expect(choices.getByRole('option', { name })).toBeVisible();
    if (name === 'Early access') await expectAccessible(page);
    await choices.getByRole('option', { name }).click();
  }
  await page.getByRole('button', { name: 'New benefit' }).click();
  const dialog = page.getByRole('dialog', { name: 'New benefit' });
  await expectAccessible(page);
  await dialog.getByLabel('Description').fill('Quill license');
  await dialog.getByLabel('Device limit').fill('3');
  await dialog.getByRole('button', { name: 'Create benefit' }).click();
  await expect(dialog).toBeHidden();
  const up = page.getByRole('button', { name: 'Move Quill license up' });
  await up.click();
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('list', { name: 'Benefits of the product' }).getByRole('listitem').first(),
  ).toContainText('Quill license');

  await page.getByRole('button', { name: 'Add a custom field' }).click();
  await page.getByRole('option', { name: 'Company' }).click();
  await page.getByLabel('Company is required').check();
  await expect(preview(page)).toContainText('Your company');
  await page.getByRole('button', { name: 'Add metadata' }).click();
  await page.getByLabel('Key 1').fill('sku');
  await page.getByLabel('Value 1').fill('Q-1');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create product' }).click();
  await saved(page, 'Quill');
  await expectAccessible(page);
  await expect(page).toHaveTitle(/^.+ · Paper & Ink · Tilldesk$/);

  const product = await onlyProduct(seller);
  expect(product.description).toBe('A calm editor.');
  expect(product.prices).toMatchObject([{ amount_type: 'fixed', price_amount: 4900 }]);
  expect(product.medias[0]?.name).toBe(second);
  expect(product.medias[0]?.checksum_sha256_base64).not.toBeNull();
  expect(product.benefits.map(({ description }) => description)).toEqual([
    'Quill license',
    'Early access',
    'Thank-you note',
  ]);
  expect(product.attached_custom_fields).toMatchObject([{ required: true }]);
  expect(product.metadata).toEqual({ sku: 'Q-1' });
});

test('every kind of price is made', { tag: '@soak' }, async ({ page, seller }) => {
  const kinds: [name: string, fill: () => Promise<void>, prices: object[]][] = [
    [
      'Pay what you want',
      async () => {
        await page.getByLabel('Pay what you want').check();
        await page.getByLabel('Minimum').fill('5');
        await page.getByLabel('Suggested').fill('12.50');
      },
      [{ amount_type: 'custom', minimum_amount: 500, preset_amount: 1250, maximum_amount: null }],
    ],
    [
      'Once for free',
      async () => page.getByLabel('Free', { exact: true }).check(),
      [{ type: 'one_time', amount_type: 'free' }],
    ],
    [
      'Twice renewed',
      async () => {
        await page.getByLabel('Recurring').check();
        await page.getByLabel('Every month').fill('8');
        await page.getByLabel('Free trial').fill('14');
        await page.getByRole('checkbox', { name: 'Yearly' }).check();
        await page.getByLabel('Every year').fill('80');
        await expect(preview(page)).toContainText('Start free trial');
      },
      [
        { recurring_interval: 'month', price_amount: 800, trial_days: 14 },
        { recurring_interval: 'year', price_amount: 8000, trial_days: 14 },
      ],
    ],
    [
      'Only yearly',
      async () => {
        await page.getByLabel('Recurring').check();
        await page.getByRole('checkbox', { name: 'Yearly' }).check();
        await page.getByRole('checkbox', { name: 'Monthly' }).uncheck();
        await page.getByLabel('Every year').fill('99.90');
      },
      [{ recurring_interval: 'year', price_amount: 9990 }],
    ],
    [
      'Renewed for free',
      async () => {
        await page.getByLabel('Recurring').check();
        await page.getByLabel('Free', { exact: true }).check();
        await page.getByRole('radio', { name: 'Yearly' }).check();
      },
      [{ type: 'recurring', amount_type: 'free', recurring_interval: 'year' }],
    ],
  ];
  for (const [name, fill, prices] of kinds) {
    await page.goto(seller.path('products/new'));
    await page.getByLabel('Name', { exact: true }).fill(name);
    await fill();
    await page.getByRole('button', { name: 'Create product' }).click();
    await saved(page, name);
    const id = page.url().split('/').at(-1) ?? '';
    expect((await seller.call(getProduct, { params: { id } })).prices).toMatchObject(prices);
  }
});

test('what is wrong is said at its field, and nothing typed is lost', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('products/new'));
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Q');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);

  await name.fill('Quill');
  await page.getByLabel('Pay what you want').check();
  await page.getByLabel('Minimum').fill('20');
  await page.getByLabel('Maximum').fill('10');
  await page.getByRole('button', { name: 'Create product' }).click();
  // This rule is the API's alone.
  await expect(page.getByText('The minimum is greater than the maximum.')).toBeVisible();
  await expect(page.getByLabel('Minimum')).toHaveAttribute('aria-invalid', 'true');

  await page.getByLabel('Recurring').check();
  await page.getByRole('checkbox', { name: 'Monthly' }).uncheck();
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Add at least one price.')).toBeVisible();

  await page.getByLabel('Choose images').setInputFiles({
    name: 'no.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await expect(page.getByRole('button', { name: 'Remove no.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('An image wasn’t uploaded. Retry or remove it.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Quill');
});

test('an edit keeps the prices that stay, and replaces the changed one', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const month = { type: 'recurring', recurring_interval: 'month', price_amount: 800 } as const;
  const year = { type: 'recurring', recurring_interval: 'year', price_amount: 8000 } as const;
  const before = await makeProduct(seller, { prices: [month, year] });
  await page.goto(seller.path(`products/${before.id}`));
  await saved(page, 'Letterpress Textures');
  await page.keyboard.press('e');
  await expect(page.getByText('You can’t change the type of a product.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill('Textures');
  const yearly = page.getByLabel('Every year');
  for (const wrong of ['abc', '-5', '']) {
    await yearly.fill(wrong);
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(page.getByText(/^Enter an amount/)).toBeVisible();
    await expect(yearly).toBeFocused();
  }
  await yearly.fill('90');
  await expect(page.getByText('Replaces $80.00 / year.')).toBeVisible();
  await page.getByRole('button', { name: 'Save product' }).click();
  await saved(page, 'Textures');
  const { prices } = await seller.call(getProduct, { params: { id: before.id } });
  expect(prices[0]?.id).toBe(before.prices[0]?.id);
  expect(prices[1]?.id).not.toBe(before.prices[1]?.id);
  expect(prices).toMatchObject([{ price_amount: 800 }, { price_amount: 9000 }]);
});

test('a price that goes says which open checkouts end with it', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const month = { type: 'recurring', recurring_interval: 'month', price_amount: 800 } as const;
  const year = { type: 'recurring', recurring_interval: 'year', price_amount: 8000 } as const;
  const { id, prices } = await makeProduct(seller, { prices: [month, year] });
  const [monthly, yearly] = prices.map((price) => price.id);
  const atMonthly = await makeCheckout(seller, { product_price_id: monthly });
  await makeCheckout(seller, { product_price_id: monthly });
  await makeCheckout(seller, { product_price_id: yearly });

  await page.goto(seller.path(`products/${id}/edit`));
  const amount = page.getByLabel('Every month');
  await expect(amount).toHaveValue('8.00');
  const refused = page.getByText('can no longer be paid');
  await expect(refused).toHaveCount(0);
  await amount.fill('9');
  await expect(page.getByText('Replaces $8.00 / month.')).toBeVisible();
  const ending = (count: string, words: string) =>
    page.getByText(`${count} at ${words} can no longer be paid once this is saved.`);
  await expect(ending('2 open checkouts', '$8.00 / month')).toBeVisible();
  await amount.fill('8');
  await expect(refused).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Yearly' }).uncheck();
  await expect(page.getByText('Removes $80.00 / year.')).toBeVisible();
  await expect(ending('1 open checkout', '$80.00 / year')).toBeVisible();
  await amount.fill('9');
  await expect(ending('3 open checkouts', '$8.00 / month or $80.00 / year')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save product' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Save changes to Letterpress Textures' });
  await expect(asked).toContainText(
    '3 open checkouts at $8.00 / month or $80.00 / year can no longer be paid.',
  );
  await expectAccessible(page, '[role=alertdialog]');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toHaveCount(0);
  expect((await seller.call(getProduct, { params: { id } })).prices).toHaveLength(2);
  await page.getByRole('button', { name: 'Save product' }).click();
  await asked.getByRole('button', { name: 'Save changes' }).click();
  await saved(page, 'Letterpress Textures');
  await page.goto(new URL(atMonthly.url).pathname);
  await expect(page.getByText('This offer has ended.')).toBeVisible();
});

test('archive is taken back by Undo, and a product is restored', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const [order] = await makeOrders(seller, ['Ada']);
  const id = order?.product.id ?? '';
  await page.goto(seller.path(`products/${id}`));
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Revenue \$\d/ })).toHaveAttribute(
    'href',
    new RegExp(`/metrics\\?start_date=.*&product_id=${id}$`),
  );
  await expect(main.getByRole('link', { name: 'Orders 1' })).toHaveAttribute(
    'href',
    seller.path(`orders?product_id=${id}`),
  );
  await expect(main.getByText('Live')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Create checkout' })).toHaveAttribute(
    'href',
    seller.path(`checkouts/new?product_id=${id}`),
  );

  await archive(page);
  await expect(main.getByText('Archived', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByText('Live')).toBeVisible();
  await expect
    .poll(async () => (await seller.call(getProduct, { params: { id } })).is_archived)
    .toBe(false);

  await archive(page);
  await expect(main.getByText('Restore it to sell it.')).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Restore' }).click();
  await expect(main.getByText('Live')).toBeVisible();
});

test('a product is shared by its checkout link, which the first time makes', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await makeProduct(seller);
  const discount = await makeDiscount(seller, 'once');
  await seller.call(createCheckoutLink, { body: { product_id: id, discount_id: discount.id } });
  const links = async () => (await seller.call(listCheckoutLinks, ofProduct)).items;
  const ofProduct = { query: { product_id: [id], sorting: ['created_at' as const] } };
  await page.goto(seller.path(`products/${id}`));
  const share = page.getByRole('main').getByRole('button', { name: 'Share' });
  await share.click();
  const dialog = page.getByRole('dialog', { name: 'Share Letterpress Textures' });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  // The one with a discount is not for everybody.
  const [, made] = await links();
  expect(made).toMatchObject({ discount_id: null, product_price_id: null, label: null });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made?.url);
  await expect(dialog.getByRole('img', { name: `QR code of ${made?.url}` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(share).toBeFocused();

  await share.click();
  await dialog.getByRole('link', { name: 'Link settings' }).click();
  await expect(page).toHaveURL(seller.path(`checkout-links/${made?.id}`));
  expect(await links()).toHaveLength(2);
});

test('a product that was never sold is deleted; one with a checkout says why not', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller, { name: 'Letterpress Textures' });
  await seller.call(createCheckoutLink, { body: { product_id: product.id } });
  await page.goto(seller.path(`products/${product.id}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Letterpress Textures' });
  await expect(dialog).toContainText('Deletes 1 checkout link with it.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete product' }).click();
  await expect(page.getByText('Add what you sell: a name and a price.')).toBeVisible();

  const sold = await makeProduct(seller);
  await makeCheckout(seller, { product_id: sold.id });
  await page.goto(seller.path(`products/${sold.id}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toContainText(
    'It has checkouts. Archive it instead.',
  );
  await page.keyboard.press('Escape');
  // With nothing live, a new link offers to restore.
  await seller.call(updateProduct, { params: { id: sold.id }, body: { is_archived: true } });
  await page.goto(seller.path('checkout-links/new'));
  await page.getByRole('link', { name: 'Restore one' }).click();
  await expect(page.getByRole('row').filter({ hasText: sold.name })).toBeVisible();
});

test('archiving says first how many open checkouts end with it', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { id } = await makeProduct(seller, {
    prices: [{ type: 'recurring', recurring_interval: 'month', price_amount: 800 }],
  });
  await sellTo(seller, id, ['Ada']);
  const checkout = await makeCheckout(seller, { product_id: id });
  await makeCheckout(seller, { product_id: id });
  await page.goto(seller.path(`products/${id}`));
  await archive(page);
  const asked = page.getByRole('alertdialog', { name: 'Archive Letterpress Textures' });
  await expect(asked).toContainText('2 open checkouts can no longer be paid.');
  await expect(asked).toContainText('1 subscription keeps renewing.');
  await expectAccessible(page, '[role=alertdialog]');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect((await seller.call(getProduct, { params: { id } })).is_archived).toBe(false);
  await archive(page);
  await asked.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('main').getByText('Archived', { exact: true })).toBeVisible();
  await page.goto(new URL(checkout.url).pathname);
  await expect(page.getByText('This offer has ended.')).toBeVisible();
});

test('filters, search and order are the address', { tag: '@soak' }, async ({ page, seller }) => {
  await makeProduct(seller, { name: 'Alpha' });
  await makeProduct(seller, {
    name: 'Beta',
    prices: [{ type: 'recurring', recurring_interval: 'month', price_amount: 800 }],
  });
  await page.goto(seller.path('products'));
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  const name = page.getByRole('row').nth(1).getByText('Beta');
  expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText('Alpha');
  await expect(page).toHaveURL(/sorting=name/);
  await page.goto(seller.path('products?is_recurring=true'));
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText('$8.00 / month');
  await page.goto(seller.path('products?is_archived=true'));
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('list, product and form fit', async ({ page, seller }) => {
    const { id } = await makeProduct(seller, { name: 'X'.repeat(400) });
    for (const address of ['products', `products/${id}`, `products/${id}/edit`]) {
      await page.goto(seller.path(address));
      await expect(page.getByText('$20.00').first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
