import type { Page } from 'playwright/test';
import { listOrders } from '@/lib/resources/orders/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { expectFrame } from './frame';
import { settleAnything } from './pages';
import { keyOf, makeProduct, sellTo } from './selling';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

async function latestOrder(seller: Seller) {
  const query = { organization_id: [seller.organization.id] };
  const [order] = (await seller.call(listOrders, { query })).items;
  if (!order) throw new Error('Nothing was sold');
  return order;
}

test('the palette opens pages, actions of the page, and the record of what is pasted', async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller, { name: 'Letterpress Textures' });
  await sellTo(seller, product.id, ['Ada Byron']);
  const key = await keyOf(seller);
  const order = await latestOrder(seller);
  await page.goto(seller.path('orders'));
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await openPalette(page);
  await expect(palette(page).getByRole('option', { name: 'Home' })).toBeVisible();
  await expectAccessible(page);

  const records = [
    [key.key, `license-keys/${key.id}`],
    [order.id, `orders/${order.id}`],
    [order.customer.email, `customers/${order.customer_id}`],
  ] as const;
  for (const [pasted, path] of records) {
    await palette(page).getByRole('combobox').fill(pasted);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(seller.path(path));
    await expect(palette(page)).toBeHidden();
    await expect(page.locator('h1:focus')).toBeVisible();
    await openPalette(page);
  }
  await page.keyboard.type('nothing like this');
  await expect(palette(page).getByText('Nothing matches')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(seller.path(`license-keys/${key.id}`));
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await openPalette(page);
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText('Order');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key.key);
  await page.keyboard.type('revoke');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName(`Revoke ${key.display_key}?`);
  await expect(question.getByRole('button', { name: 'API request' })).toHaveCount(0);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(question).toBeHidden();
  await openPalette(page);
  await page.keyboard.type('revoke');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(question).toBeHidden();
  // What it has sent is among the calls of the page.
  await page.keyboard.press('a');
  const drawer = page.getByRole('dialog', { name: 'API calls on this page' });
  const call = drawer.getByRole('listitem').filter({ hasText: `PATCH /v1/license-keys/${key.id}` });
  await call.locator('summary').click();
  await expect(call.getByText('"status": "revoked"')).toBeVisible();
});

test('an answer that arrives after the palette is closed opens nothing', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await makeProduct(seller, { name: 'Ink Set' });
  await page.goto(seller.path('products'));
  await expect(page.getByRole('link', { name: 'Ink Set' })).toBeVisible();
  const problems: Error[] = [];
  page.on('pageerror', (problem) => problems.push(problem));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/search/*', async (route) => {
    await held;
    // The page may have given the search up.
    await route.continue().catch(() => {});
  });
  await openPalette(page);
  await palette(page).getByRole('combobox').fill('Ink Set');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  answer();
  await openPalette(page);
  await palette(page).getByRole('combobox').fill('Ink');
  await expect(palette(page).getByRole('option', { name: /Ink Set/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(page).toHaveURL(seller.path('products'));
  expect(problems).toEqual([]);
});

test('shown rows of the palette keep their places while others join them', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeProduct(seller, { name: 'Ink Brushes' });
  await makeProduct(seller, { name: 'Ink Textures' });
  await page.goto(seller.path('orders'));
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await openPalette(page);
  const found = palette(page).getByRole('option', { name: /Ink/ });
  await page.keyboard.type('ink b');
  await expect(found).toHaveText([/Ink Brushes/]);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(found).toHaveText([/Ink Brushes/, /Ink Textures/]);
});

test('a page lists its API calls, and forms show theirs before they are sent', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('orders'));
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await page.keyboard.press('a');
  const drawer = page.getByRole('dialog', { name: 'API calls on this page' });
  const call = drawer.getByRole('listitem').filter({ hasText: /GET.*\/v1\/orders\/\?limit=25/ });
  await expect(call).toContainText(/200 · \d+ ms · Request [0-9a-f]{8}/);
  await call.locator('summary').click();
  await expect(call.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.goto('/dashboard/new');
  await page.getByLabel('Name').fill('Second Shop');
  await page.getByRole('button', { name: 'API request' }).click();
  await expect(page.getByText('POST /v1/organizations/')).toBeVisible();
  await expect(page.getByText('Idempotency-Key: a new UUID for each submission')).toBeVisible();
  await expect(page.locator('pre')).toContainText('"name": "Second Shop"');
  await page.getByLabel('Name').fill('Third Shop');
  await expect(page.locator('pre')).toContainText('"name": "Third Shop"');
  await page.keyboard.press('a');
  await expect(drawer).toBeHidden();
});

test('what is typed stays where the code of the API request cannot be loaded', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  await page.goto(seller.path('discounts/new'));
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Spring sale');
  const button = page.getByRole('button', { name: 'API request' });
  await context.setOffline(true);
  await button.click();
  await expect(page.getByText('Could not load the API request.')).toBeVisible();
  await context.setOffline(false);
  await button.click();
  await expect(page.getByText('POST /v1/discounts/')).toBeVisible();
  await expect(page.getByText('Could not load the API request.')).toHaveCount(0);
  await expect(name).toHaveValue('Spring sale');
});

test('the focus goes to the heading of an opened page, and to the first field of a form', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller, { name: 'Letterpress Textures' });
  await page.goto(seller.path('orders'));
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeFocused();
  await page.goto(seller.path(`products/${product.id}`));
  await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
});

test('pages begin at the same place on every screen: lists, objects, forms, settings, figures', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  for (const path of [
    seller.path(),
    seller.path('orders'),
    seller.path(`products/${product.id}`),
    seller.path(`products/${product.id}/edit`),
    seller.path('discounts/new'),
    seller.path('settings'),
    seller.path('metrics'),
    '/dashboard',
    '/dashboard/account',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await settleAnything(page);
    await test.step(path, () => expectFrame(page));
  }
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the palette opens by its button', async ({ page, seller }) => {
    await page.goto(seller.path('orders'));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await expectNoSidewaysScroll(page);
    await palette(page).getByRole('option', { name: 'Products' }).click();
    await expect(page).toHaveURL(seller.path('products'));
  });

  test('the sandbox badge looks like one, and is pressed 10 px around it', {
    tag: '@soak',
  }, async ({ page, seller }) => {
    await page.goto(seller.path('orders'));
    const badge = page.getByRole('button', { name: 'Sandbox' });
    await expect(badge).toBeVisible();
    const box = await badge.boundingBox();
    if (!box) throw new Error('The badge has no box');
    expect(box.height).toBe(24);
    await page.touchscreen.tap(box.x + box.width / 2, box.y - 8);
    await expect(page.getByRole('dialog', { name: 'Sandbox' })).toBeVisible();
  });

  test('what is typed into is large enough that iOS does not zoom', { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    const product = await makeProduct(seller);
    for (const path of [
      'customers/new',
      'discounts/new',
      `products/${product.id}/edit`,
      'settings',
    ]) {
      await page.goto(seller.path(path));
      await settleAnything(page);
      const controls = page.locator('input:not([type=checkbox], [type=radio]), select, textarea');
      const sizes = await controls
        .filter({ visible: true })
        .evaluateAll((all) =>
          all.map((control) => Number.parseFloat(getComputedStyle(control).fontSize)),
        );
      expect(sizes.length, path).toBeGreaterThan(0);
      expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
    }
  });
});
