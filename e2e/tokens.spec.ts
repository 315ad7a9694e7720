import { createProduct, listProducts } from '@/lib/resources/products/contract';
import { listTokens } from '@/lib/resources/tokens/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';

test('a token is created, used within its scopes, and revoked', { tag: '@soak' }, async ({
  page,
  context,
  request,
  seller,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(seller.path('settings/tokens'));
  await expect(page.getByText('No tokens. Create one to call the API.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create token' });
  await dialog.getByLabel('Name').fill('Store backend');
  await submit.click();
  await expect(dialog.getByText('Choose at least one scope.')).toBeVisible();
  const orders = dialog.getByRole('group', { name: 'Orders, refunds' });
  await orders.getByRole('checkbox', { name: 'Write' }).check();
  await expect(orders.getByRole('checkbox', { name: 'Read' })).toBeChecked();
  await orders.getByRole('checkbox', { name: 'Read' }).uncheck();
  await expect(orders.getByRole('checkbox', { name: 'Write' })).not.toBeChecked();
  await dialog
    .getByRole('group', { name: 'Products' })
    .getByRole('checkbox', { name: 'Read' })
    .check();
  await dialog.getByRole('button', { name: '3 months' }).click();
  await expectAccessible(page, '[role=dialog]');
  await submit.click();
  await expect(dialog.getByText('Copy the token now. It is not shown again.')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toMatch(/^td_oat_/);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const row = page.getByRole('row', { name: /Store backend/ });
  await expect(row).toContainText(`td_oat_…${token.slice(-4)}`);
  await expect(row).toContainText('Reads Products');
  const [stored] = (await seller.call(listTokens)).items;
  expect(stored).toMatchObject({
    organization_id: seller.organization.id,
    scopes: ['products:read'],
  });
  const days = (Date.parse(stored?.expires_at ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBeGreaterThanOrEqual(88);
  expect(Math.round(days)).toBeLessThanOrEqual(94);

  const headers = { Authorization: `Bearer ${token}` };
  const read = () => request.get(listProducts.path, { headers });
  expect((await read()).status()).toBe(200);
  const write = await request.post(createProduct.path, { headers, data: { name: 'Quill Pro' } });
  expect(write.status()).toBe(403);

  const usage = page.getByRole('dialog', { name: 'Usage of Store backend' });
  await expect(async () => {
    await page.reload();
    await row.getByRole('button', { name: 'Usage of Store backend' }).click();
    await expect(usage.getByRole('row', { name: 'products:list 1' })).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
  await expect(usage.getByRole('slider', { name: 'Reads' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await usage.getByRole('link', { name: 'Writes and errors' }).click();
  await expect(page).toHaveURL(seller.path(`logs?token_id=${stored?.id}`));
  await page.goBack();

  await row.getByRole('button', { name: 'Revoke Store backend' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Apps that use it stop working immediately.');
  await expectAccessible(page, '[role=alertdialog]');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No tokens. Create one to call the API.')).toBeVisible();
  // The button that opened the question has gone with its row.
  await expect(page.locator('#content')).toBeFocused();
  expect((await read()).status()).toBe(401);
});

test('a personal token is made and revoked in the account, and acts as its owner', {
  tag: '@soak',
}, async ({ page, request, seller }) => {
  await page.goto(seller.path());
  await page.getByRole('button', { name: 'Test Seller' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Personal access tokens' })).toBeVisible();
  await expect(page.getByText(seller.email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My script');
  await dialog.getByRole('button', { name: 'Read everything' }).click();
  await dialog.getByLabel('Never').check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = (await dialog.getByRole('code').textContent()) ?? '';
  expect(token).toMatch(/^td_pat_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /My script/ });
  await expect(row).toContainText('Reads everything');
  const headers = { Authorization: `Bearer ${token}` };
  const read = () =>
    request.get(`${listProducts.path}?organization_id=${seller.organization.id}`, { headers });
  expect((await read()).status()).toBe(200);
  const write = await request.post(createProduct.path, { headers, data: { name: 'Quill Pro' } });
  expect(write.status()).toBe(403);
  // It is nobody else's business: the organization's own list leaves it out.
  await page.goto(seller.path('settings/tokens'));
  await expect(page.getByText('No tokens. Create one to call the API.')).toBeVisible();
  await page.goto('/dashboard/account');
  await row.getByRole('button', { name: 'Revoke My script' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No tokens. Create one to call the API.')).toBeVisible();
  // The button that opened the question has gone with its row.
  await expect(page.locator('#content')).toBeFocused();
  expect((await read()).status()).toBe(401);
});

test('the buttons of a dialog stay in sight on a small screen', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto(seller.path('settings/tokens'));
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create token' });
  await expect(submit).toBeInViewport({ ratio: 1 });
  await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(dialog.getByRole('button', { name: 'API request' })).toHaveCount(0);
  await expect(submit).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, '[role=dialog]');
});
