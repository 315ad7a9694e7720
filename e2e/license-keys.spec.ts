import { readFileSync } from 'node:fs';
import { create } from 'qrcode';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import {
  getLicenseKey,
  listLicenseKeys,
  updateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { connectTo } from './product/database';
import { activate, keyOf, makeProduct, sellTo } from './selling';

/** The dark squares of a code that is drawn as SVG, as `x y`, without the light border. */
function squaresOf(source: string): string[] {
  const svg = decodeURIComponent(source.replace('data:image/svg+xml,', ''));
  return [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
    ([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`,
  );
}

/** Those of the code that a text has. */
function codeOf(text: string): string[] {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  return Array.from(data, (isDark, index) =>
    isDark ? [`${index % size} ${Math.floor(index / size)}`] : [],
  ).flat();
}

const ONCE = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;

test('an empty list says where keys come from', { tag: '@soak' }, async ({ page, seller }) => {
  await page.goto(seller.path('license-keys'));
  await expect(page.getByText('Keys appear with the first key benefit.')).toBeVisible();
  await expect(page).toHaveTitle(/^License keys · /);
  await expectAccessible(page);
});

test('a key is found by its last characters, by its holder, and by its state', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const key = await keyOf(seller);
  await sellTo(seller, product.id, ['Bea Brown', 'Carl Cheap']);
  await seller.call(updateLicenseKey, {
    params: { id: key.id },
    body: { expires_at: '2020-01-01T00:00:00Z' },
  });
  await page.goto(seller.path('license-keys'));
  const footer = page.getByRole('navigation', { name: 'Pages' });
  await expect(footer).toHaveText('3 license keys');
  // The newest comes first.
  const row = page.getByRole('row').nth(3);
  await expect(row).toContainText(key.display_key);
  await expect(row).toContainText('Expired');
  await expect(row).toContainText('0 of 3');
  await expect(row).toContainText('Quill license');
  await expectAccessible(page);

  await page.getByLabel('Search license keys').fill(key.key.slice(-6));
  await expect(footer).toHaveText('1 license key');
  await page.getByLabel('Search license keys').fill('bea br');
  await expect(page.getByRole('row').nth(1)).toContainText('Bea Brown');
  await page.getByRole('link', { name: 'Revoked 0' }).click();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.goBack();
  await expect(footer).toHaveText('1 license key');
});

test('all keys that the filters leave are changed by one call, with its progress', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron', 'Bea Brown', 'Carl Cheap', 'Dora Day']);
  const query = { organization_id: [seller.organization.id] };
  const keysOf = async () => (await seller.call(listLicenseKeys, { query })).items;
  const [carl] = (await keysOf()).filter(({ customer }) => customer.name === 'Carl Cheap');
  await seller.call(updateLicenseKey, {
    params: { id: carl?.id ?? '' },
    body: { status: 'revoked' },
  });
  await page.goto(seller.path('license-keys'));
  const bar = page.getByRole('region', { name: 'Selection' });
  const selectAll = async () => {
    await page.getByRole('checkbox', { name: 'Select row' }).first().check();
    await bar.getByRole('button', { name: /^Select all/ }).click();
  };
  const dialog = page.getByRole('dialog');
  await selectAll();
  await expect(bar.getByText('All 4 selected')).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Disable' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Disable 4 keys' }).click();
  await expect(bar.getByText('3 of 4 keys changed.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Disabled' })).toHaveCount(3);
  await bar.getByRole('button', { name: 'Close' }).click();

  // The filters decide: the revoked one stays as it is.
  await page.goto(seller.path('license-keys?status=disabled'));
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('3 license keys');
  await selectAll();
  await bar.getByRole('button', { name: 'Edit limits' }).click();
  await dialog.getByRole('button', { name: 'Edit the limits of 3 keys' }).click();
  await expect(dialog.getByText('Choose a limit to change.')).toBeVisible();
  await dialog.getByLabel('Change the usage limit').check();
  await dialog.getByRole('textbox', { name: /^Usage limit/ }).fill('50');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Edit the limits of 3 keys' }).click();
  await expect(bar.getByText('3 of 3 keys changed.')).toBeVisible();
  expect((await keysOf()).map(({ limit_usage }) => limit_usage).toSorted()).toEqual(
    [50, 50, 50, null].toSorted(),
  );
  expect((await keysOf()).every(({ limit_activations }) => limit_activations === 3)).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(seller.path('license-keys?status=disabled'));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await bar.getByRole('button', { name: 'Select all 3' }).click();
  await bar.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enable 3 keys' }).click();
  await expect(bar.getByText('3 of 3 keys changed.')).toBeVisible();
  expect((await keysOf()).map(({ status }) => status).toSorted()).toEqual([
    ...['granted', 'granted', 'granted', 'revoked'],
  ]);
});

test('a change of all keys keeps to the names that the address asks for', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  test.skip(!process.env.E2E_DATA, 'the database of a product that runs elsewhere is out of reach');
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron', 'Bea Brown', 'Carl Cheap']);
  const query = { organization_id: [seller.organization.id] };
  const { items } = await seller.call(listLicenseKeys, { query });
  // As an import leaves them.
  const database = await connectTo(process.env.E2E_DATA ?? '');
  for (const [index, { id }] of items.slice(0, 2).entries()) {
    const name = [seller.organization.id, `lemon-${index}`, id];
    await database.query(
      "INSERT INTO external_ids (organization_id, kind, external_id, object_id) VALUES ($1, 'license_keys', $2, $3)",
      name,
    );
  }
  await database.end();
  await page.goto(seller.path('license-keys?external_id=lemon-0&external_id=lemon-1'));
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('2 license keys');
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('checkbox', { name: 'Select row' }).first().check();
  await bar.getByRole('button', { name: 'Select all 2' }).click();
  await bar.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable 2 keys' }).click();
  await expect(bar.getByText('2 of 2 keys changed.')).toBeVisible();
  const changed = (await seller.call(listLicenseKeys, { query })).items;
  expect(changed.map(({ status }) => status)).toEqual(['disabled', 'disabled', 'granted']);
});

test('the key hides again, is copied unseen, and is nowhere in the page before', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const product = await makeProduct(seller, { price: ONCE });
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id, key } = await keyOf(seller);
  await page.clock.install();
  await page.goto(seller.path(`license-keys/${id}`));
  await expect(page.getByRole('heading', { name: 'Ada Byron’s license key' })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Order' })).toBeVisible();
  await page.getByText('Raw JSON').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await page.locator('body').innerHTML()).not.toContain(key);

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await copied()).toBe(key);
  await page.getByRole('tab', { name: 'JavaScript' }).click();
  const copy = page.getByRole('button', { name: 'Copy JavaScript code' });
  await copy.click();
  expect(await copied()).toContain(key);
  // It stands beside the code, not over its first line.
  const code = await page.getByRole('tabpanel').locator('pre').boundingBox();
  const end = (code?.x ?? 0) + (code?.width ?? 0);
  expect((await copy.boundingBox())?.x).toBeGreaterThanOrEqual(end);
  expect(await page.locator('body').innerHTML()).not.toContain(key);

  await page.getByRole('button', { name: 'Reveal' }).click();
  await expect(page.getByText(key, { exact: true })).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(page.getByRole('button', { name: 'Reveal' })).toBeVisible();
  expect(await page.locator('body').innerHTML()).not.toContain(key);
});

test('a key is disabled, taken back, disabled and enabled, revoked and reinstated', async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const key = await keyOf(seller);
  await activate(seller, key, 'Studio iMac');
  const statusOf = async () =>
    (await seller.call(getLicenseKey, { params: { id: key.id } })).status;
  await page.goto(seller.path(`license-keys/${key.id}`));
  const told = page.locator('section').filter({ hasText: 'Validation result' });
  await expect(told.getByText('VALID', { exact: true })).toHaveCount(2);

  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText(`Disabled ${key.display_key}.`)).toBeVisible();
  await expect(told.getByText('DISABLED', { exact: true })).toHaveCount(2);
  expect(await statusOf()).toBe('disabled');
  const life = page.getByRole('list', { name: 'Life cycle' });
  await expect(life.getByRole('listitem').last().locator('time')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(told.getByText('VALID', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Disable' })).toBeFocused();
  expect(await statusOf()).toBe('granted');

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText(`Enabled ${key.display_key}.`).first()).toBeVisible();
  await expect(told.getByText('VALID', { exact: true })).toHaveCount(2);

  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Extend' })).toContainText('It never expires.');
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Revoke ${key.display_key}` });
  await expect(dialog).toContainText('Stops this key immediately. 1 active device of Ada Byron');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  expect(await statusOf()).toBe('granted');

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog).toBeHidden();
  await expect(told.getByText('REVOKED', { exact: true })).toHaveCount(2);
  expect(await statusOf()).toBe('revoked');
  await page.getByRole('button', { name: 'Reinstate' }).click();
  await expect(told.getByText('VALID', { exact: true })).toHaveCount(2);
  expect(await statusOf()).toBe('granted');
});

test('limits are edited without setting back what apps counted meanwhile', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const key = await keyOf(seller);
  const { id, organization_id } = key;
  await page.goto(seller.path(`license-keys/${id}`));
  await page.getByRole('button', { name: 'Edit limits' }).click();
  const dialog = page.getByRole('dialog', { name: `Edit the limits of ${key.display_key}` });
  await expect(dialog.getByLabel('Activations')).toBeFocused();
  await expectAccessible(page);
  await seller.call(validateLicenseKey, {
    body: { key: key.key, organization_id, increment_usage: 7 },
  });

  await dialog.getByLabel('Activations').fill('0');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(dialog.getByText('Enter a whole number of at least 1.')).toBeVisible();
  await expect(dialog.getByLabel('Activations')).toBeFocused();
  await dialog.getByLabel('Activations').fill('1');
  await dialog.getByLabel('Usage limit').fill('7');
  await dialog.getByLabel('On a date').check();
  await dialog.getByLabel('Last day').fill('2030-05-03');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  expect((await sent).postDataJSON()).toEqual({
    limit_activations: 1,
    limit_usage: 7,
    // The zone of the organization: New York, in summer.
    expires_at: '2030-05-04T04:00:00.000Z',
  });
  await expect(dialog).toBeHidden();
  await expect(page.getByText('7 of 7')).toBeVisible();
  await expect(page.getByText('USAGE_EXCEEDED')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit limits' })).toBeFocused();

  await page.getByRole('button', { name: 'Edit limits' }).click();
  await dialog.getByLabel('Usage so far').fill('2');
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expectAccessible(page);
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Usage so far')).toHaveValue('2');
  await dialog.getByLabel('Usage so far').press('ControlOrMeta+Enter');
  await expect(page.getByText('2 of 7')).toBeVisible();
});

test('an order lists the keys that it gave; a key that its refund revoked is reinstated from the menu', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const query = { organization_id: [seller.organization.id] };
  const [first] = (await seller.call(listOrders, { query })).items;
  const other = await makeProduct(seller, { name: 'Quill Pocket', price: ONCE });
  const { client_secret } = await seller.call(createCheckout, {
    body: {
      payment_processor: 'stripe',
      product_id: other.id,
      customer_id: first?.customer_id ?? '',
    },
  });
  await seller.call(confirmCheckout, {
    params: { client_secret },
    body: {
      customer_name: 'Ada Byron',
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'pm_card_visa',
    },
  });
  const [second] = (await seller.call(listOrders, { query })).items;
  const keys = page
    .getByRole('main')
    .locator('section')
    .filter({ hasText: /^Benefits/ })
    .getByRole('link', { name: /^\*{4}-/ });
  const links: string[] = [];
  for (const order of [first, second]) {
    await page.goto(seller.path(`orders/${order?.id}`));
    await expect(keys).toHaveCount(1);
    links.push((await keys.getAttribute('href')) ?? '');
  }
  expect(new Set(links).size).toBe(2);

  await seller.call(createRefund, {
    body: { order_id: second?.id ?? '', amount: 2000, reason: 'other', revoke_benefits: true },
  });
  await page.goto(links[1] ?? '');
  const header = page.getByRole('main').locator('header');
  await expect(header.getByText('Revoked', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reinstate' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Reinstate', exact: true })).toBeVisible();
});

test('an expired key is extended', { tag: '@soak' }, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id, display_key } = await keyOf(seller);
  const body = { expires_at: '2020-01-01T00:00:00Z' };
  await seller.call(updateLicenseKey, { params: { id }, body });
  await page.goto(seller.path(`license-keys/${id}`));
  await expect(page.getByText('EXPIRED', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Extend' }).click();
  const dialog = page.getByRole('dialog', { name: `Extend ${display_key}` });
  await dialog.getByRole('button', { name: '1 year' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Extend' }).click();
  await expect(page.getByText('VALID', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible();
  const life = page.getByRole('list', { name: 'Life cycle' });
  await expect(life.getByRole('listitem')).toHaveText([/^Issued/, /^Active/, /^Expires, to come/]);
});

test('one activation is freed after its effect was said', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const key = await keyOf(seller);
  for (const label of ['Studio iMac', 'Office PC', 'Laptop']) await activate(seller, key, label);
  await page.goto(seller.path(`license-keys/${key.id}`));
  await expect(page.getByText('ACTIVATION_LIMIT_REACHED')).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate Office PC' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Deactivate Office PC' });
  await expect(dialog).toContainText('Frees 1 activation, leaving 2 of 3 in use.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Deactivate Office PC' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Deactivate Laptop' })).toBeVisible();
  await expect(page.getByText('ACTIVATION_LIMIT_REACHED')).toBeHidden();
  const { activations } = await seller.call(getLicenseKey, { params: { id: key.id } });
  expect(activations.map(({ label }) => label)).toEqual(['Studio iMac', 'Laptop']);
});

test('a refused change says why and leaves the key as it is', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id } = await keyOf(seller);
  await page.goto(seller.path(`license-keys/${id}`));
  const refusal = { error: 'NotPermitted', detail: 'Your role may not do this.', request_id: 'a1' };
  await page.route(`**/v1/license-keys/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: refusal })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Your role may not do this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible();

  await page.goto(seller.path('license-keys/00000000-0000-7000-8000-000000000000'));
  await expect(page.getByText('License key not found')).toBeVisible();
});

test('a key is rotated, its usage reset, and transferred, and the chart shows what apps were told', {
  tag: '@soak',
}, async ({ page, buyer, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Bea Brown']);
  const bought = await keyOf(seller);
  const { id, key, display_key, organization_id } = bought;
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id: activation_id } = await activate(seller, bought, 'Studio iMac');
  await seller.call(validateLicenseKey, {
    body: { key, organization_id, activation_id, increment_usage: 5 },
  });
  await page.goto(seller.path(`license-keys/${id}`));
  await expect(page.getByRole('slider', { name: 'Validations' })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Devices' })).toBeVisible();
  await expectAccessible(page);

  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Reset usage' }).click();
  const reset = page.getByRole('alertdialog', { name: `Reset usage of ${display_key}` });
  await expect(reset).toContainText('Sets the usage from 5 to 0.');
  await reset.getByRole('button', { name: 'Reset usage' }).click();
  await expect(page.getByText(`Reset the usage of ${display_key}.`)).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Rotate key' }).click();
  const rotate = page.getByRole('dialog', { name: `Rotate ${display_key}` });
  await rotate.getByLabel('Old key').selectOption('Works 24 more hours');
  await expectAccessible(page);
  await rotate.getByRole('button', { name: 'Rotate' }).click();
  await expect(rotate).toBeHidden();
  await expect(page.getByText(`${display_key} works until`)).toBeVisible();
  const rotated = await seller.call(getLicenseKey, { params: { id } });
  expect(rotated).toMatchObject({ usage: 0, activations_count: 1 });
  expect(rotated.key).not.toBe(key);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Transfer' }).click();
  const transfer = page.getByRole('dialog', { name: `Transfer ${rotated.display_key}` });
  await transfer.getByRole('combobox', { name: 'New customer' }).click();
  await page.getByRole('option', { name: /Ada Byron/ }).click();
  await expectAccessible(page);
  await transfer.getByRole('button', { name: 'Transfer' }).click();
  await expect(transfer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Byron’s license key');

  const { customer_id } = await seller.call(getLicenseKey, { params: { id } });
  const { customer_portal_url } = await seller.call(createCustomerSession, {
    body: { customer_id },
  });
  await buyer.goto(customer_portal_url);
  await buyer.getByRole('button', { name: 'Continue' }).click();
  const received = buyer.getByRole('region', { name: 'Transferred to you' });
  await expect(received).toContainText(/\w{6}/);
  await expectAccessible(buyer);
});

test('a machine without a connection gets a lease from the portal', { tag: '@soak' }, async ({
  buyer,
  seller,
}) => {
  const keys = { activations: { limit: 1, enable_customer_admin: true } };
  const product = await makeProduct(seller, { keys });
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id, display_key, customer_id } = await keyOf(seller);
  const body = { customer_id };
  const { customer_portal_url } = await seller.call(createCustomerSession, { body });
  await buyer.goto(customer_portal_url);
  await buyer.getByRole('button', { name: 'Continue' }).click();
  const open = buyer.getByRole('button', { name: 'Use offline' });
  const form = buyer.getByRole('dialog', { name: `Use ${display_key} offline` });
  const made = buyer.getByRole('dialog', { name: 'License created' });
  const create = form.getByRole('button', { name: 'Create license' });
  const field = form.getByLabel('Request');

  await open.click();
  await expect(field).toBeFocused();
  await expectAccessible(buyer);
  await field.fill('x'.repeat(201));
  await create.click();
  await expect(form.getByText('This isn’t a request.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(' machine-7f3a \n');
  await create.click();
  await expect(made.getByRole('img', { name: 'QR code of the license' })).toBeVisible();
  await expectAccessible(buyer);
  const lease = (await made.getByRole('region', { name: 'License' }).textContent()) ?? '';
  // What a camera reads is the text that is shown.
  const code = made.getByRole('img', { name: 'QR code of the license' });
  expect(squaresOf((await code.getAttribute('src')) ?? '')).toEqual(codeOf(lease));
  await buyer.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(buyer);
  await expectAccessible(buyer);

  const download = buyer.waitForEvent('download');
  await made.getByRole('link', { name: 'Download file' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toBe(lease);

  const { activations } = await seller.call(getLicenseKey, { params: { id } });
  expect(activations.map(({ label }) => label)).toEqual(['machine-7f3a']);
  const well = new URL(
    `/.well-known/licenses/${seller.organization.id}/jwks.json`,
    customer_portal_url,
  );
  const jwks = await (await fetch(well)).json();
  const [, source = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync('docs/verify-a-lease.md', 'utf8')) ?? [];
  const { verifyLease } = await import(
    `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  );
  const options = {
    jwks,
    issuer: well.origin,
    organization_id: seller.organization.id,
    activation_id: activations[0]?.id,
  };
  expect(verifyLease(lease, options)).toMatchObject({
    sub: id,
    conditions: { fingerprint: 'machine-7f3a' },
  });

  // The same machine again, by a file: its activation is used, though the key has no other.
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(open).toBeFocused();
  await buyer.keyboard.press('Enter');
  await form.getByLabel('Choose file').setInputFiles({
    name: 'request.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"fingerprint": "machine-7f3a"}'),
  });
  await expect(field).toHaveValue('{"fingerprint": "machine-7f3a"}');
  await create.click();
  await expect(made).toBeVisible();
  const again = (await made.getByRole('region', { name: 'License' }).textContent()) ?? '';
  expect(verifyLease(again, options)).toMatchObject({ activation_id: activations[0]?.id });
  await buyer.keyboard.press('Escape');

  await open.click();
  await field.fill('machine-of-another');
  await create.click();
  await expect(form.getByRole('alert')).toContainText('All devices of this key are in use.');
  await expectAccessible(buyer);
  await seller.call(updateLicenseKey, { params: { id }, body: { status: 'disabled' } });
  await create.click();
  await expect(form.getByRole('alert')).toContainText('The license key is disabled.');
});

test('a customer replaces a key where the benefit lets them', { tag: '@soak' }, async ({
  buyer,
  page,
  seller,
}) => {
  const product = await makeProduct(seller, { keys: { prefix: 'QUILL' } });
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id, key, display_key, customer_id, benefit_id } = await keyOf(seller);
  const body = { customer_id };
  const { customer_portal_url } = await seller.call(createCustomerSession, { body });
  await buyer.goto(customer_portal_url);
  await buyer.getByRole('button', { name: 'Continue' }).click();
  await expect(buyer.getByText(key, { exact: true })).toBeVisible();
  const replace = buyer.getByRole('button', { name: 'Replace key' });
  await expect(replace).toHaveCount(0);

  await page.goto(seller.path(`benefits/${benefit_id}/edit`));
  await page.getByLabel('Customers can replace their own keys').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('By the customer or you').last()).toBeVisible();

  await buyer.reload();
  await replace.click();
  const dialog = buyer.getByRole('dialog', { name: `Replace ${display_key}` });
  await expect(dialog.getByLabel('Old key')).toBeFocused();
  await dialog.getByLabel('Old key').selectOption('Works 24 more hours');
  await expectAccessible(buyer);
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(dialog).toBeHidden();
  const rotated = await seller.call(getLicenseKey, { params: { id } });
  expect(rotated.key).not.toBe(key);
  await expect(buyer.getByText(rotated.key, { exact: true })).toBeVisible();
  await expect(buyer.getByText(`${display_key} works until`)).toBeVisible();
  await buyer.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(buyer);
  await expectAccessible(buyer);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('list, detail and dialogs fit', { tag: '@soak' }, async ({ page, seller }) => {
    const product = await makeProduct(seller);
    await sellTo(seller, product.id, ['Ada Byron']);
    const key = await keyOf(seller);
    await activate(seller, key, 'X'.repeat(200));
    await page.goto(seller.path('license-keys'));
    await expect(page.getByRole('row')).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: key.display_key }).click();
    await page.getByRole('button', { name: 'Reveal' }).click();
    await expect(page.getByText(key.key, { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit limits' }).click();
    await page.getByLabel('On a date').check();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
