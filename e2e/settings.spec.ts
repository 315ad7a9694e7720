import type { Locator, Page } from 'playwright/test';
import { createCheckout } from '@/lib/resources/checkouts/contract';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct } from '@/lib/resources/products/contract';
import {
  choose,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Seller,
  test,
} from './fixtures';
import { dropOn, picture } from './pictures';

const face = picture('face.png');

const stored = (seller: Seller) =>
  seller.call(getOrganization, { params: { id: seller.organization.id } });
const chooser = (page: Page) => page.getByLabel('Choose a picture');
/** A part of the settings, which is saved by itself. */
const part = (page: Page, name: string) => page.getByRole('form', { name });
const save = (page: Page, name: string) =>
  part(page, name).getByRole('button', { name: 'Save', exact: true }).click();
const switcher = (page: Page) => page.getByRole('button', { name: /Switch organization$/ });

test('general settings: keys lead there, rules are said, what is saved shows everywhere', async ({
  page,
  seller,
}) => {
  await page.goto(seller.path());
  await expect(page.getByRole('heading', { name: 'Paper & Ink' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await expect(page).toHaveURL(seller.path('settings'));
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveAttribute('readonly', '');
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue(seller.organization.slug);
  await expectAccessible(page);

  await page.getByLabel('Name', { exact: true }).fill('P');
  await save(page, 'Organization');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Name', { exact: true }).fill('Paper & Quill');
  await choose(page, 'Time zone', /^Berlin, GMT/);
  await save(page, 'Organization');
  await expect(page.getByText('Organization saved.')).toBeVisible();
  await expect(switcher(page)).toContainText('Paper & Quill');

  await page.getByLabel('Support email').fill('nobody');
  await save(page, 'Contact');
  await expect(page.getByLabel('Support email')).toBeFocused();
  await expect(page.getByLabel('Support email')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Support email').fill('help@paper.example');
  await page.getByRole('button', { name: 'Add link' }).click();
  await expect(page.getByLabel('Link 1', { exact: true })).toBeFocused();
  await page.keyboard.type('https://paper.example/shop');
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.keyboard.type('two words');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Link 2', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Link 2', { exact: true }).fill('');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Contact details saved.')).toBeVisible();
  expect(await stored(seller)).toMatchObject({
    name: 'Paper & Quill',
    email: 'help@paper.example',
    timezone: 'Europe/Berlin',
    company: null,
    profile_settings: { links: ['https://paper.example/shop'] },
  });
  // Nothing is unsaved now: leaving asks nothing.
  await page.getByRole('link', { name: 'Appearance' }).click();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();
});

test('what follows the last failed try of a renewal', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('settings#failed-renewals'));
  const renewals = page.locator('#failed-renewals');
  await expect(renewals).toBeInViewport();
  await expect(renewals).toContainText('retried after 1, 3, 5, and 7 days');
  await expect(renewals.getByLabel('Cancel the subscription')).toBeChecked();
  await renewals.getByLabel('Mark it unpaid').check();
  await expectAccessible(page);
  await save(page, 'Failed renewals');
  await expect(page.getByText('Failed renewals saved.')).toBeVisible();
  expect((await stored(seller)).subscription_settings).toEqual({ dunning_end: 'unpaid' });
  await expect(page.getByRole('checkbox', { name: 'New sale' })).toHaveCount(0);
  const pages = page.getByRole('navigation', { name: 'Settings' });
  await pages.getByRole('link', { name: 'Mail' }).click();
  await page.getByRole('checkbox', { name: 'New sale' }).uncheck();
  await save(page, 'Emails to owners');
  await expect
    .poll(async () => (await stored(seller)).notification_settings)
    .toEqual({
      new_sale: false,
      payment_failed: true,
      trial_started: true,
      subscription_canceled: true,
      advertisement_pending: true,
      key_pool_low: true,
      key_pool_empty: true,
    });
  await pages.getByRole('link', { name: 'General' }).click();
  await expect(renewals.getByLabel('Mark it unpaid')).toBeChecked();
});

test('invoice settings: the seller of invoices to come, and the number of the next one', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('settings'));
  await page.getByRole('link', { name: 'Invoices' }).click();
  const { invoice_prefix } = await stored(seller);
  await expect(page.getByText(`Next invoice: ${invoice_prefix}-000001`)).toBeVisible();
  await page.getByLabel('Legal name').fill('Paper & Ink GmbH');
  await page.getByLabel('Address line 1').fill('Weg 1');
  await save(page, 'Seller');
  await expect(page.getByText('Choose the country of the address.')).toBeVisible();
  await page.getByLabel('Invoice prefix').fill('p-1');
  await save(page, 'Numbering');
  await expect(page.getByText('Enter 2 to 8 letters or digits.')).toBeVisible();
  await expectAccessible(page);

  await choose(page, 'Country', 'Germany');
  await page.getByLabel('Tax ID').fill('DE123456789');
  await page.getByLabel('Invoice prefix').fill('pi26');
  await expect(page.getByText('Next invoice: PI26-000001')).toBeVisible();
  await save(page, 'Numbering');
  await expect(page.getByText('Numbering saved.')).toBeVisible();
  await expect(page.getByLabel('Invoice prefix')).toHaveValue('PI26');
  await save(page, 'Seller');
  await expect(page.getByText('Seller details saved.')).toBeVisible();
  expect(await stored(seller)).toMatchObject({
    legal_name: 'Paper & Ink GmbH',
    company: null,
    legal_address: { line1: 'Weg 1', country: 'DE' },
    tax_id: 'DE123456789',
    invoice_prefix: 'PI26',
  });
  // Without a country the address is cleared; nothing is unsaved afterwards.
  await choose(page, 'Country', 'No address');
  await page.getByLabel('Address line 1').fill('');
  await save(page, 'Seller');
  await expect.poll(async () => (await stored(seller)).legal_address).toBeNull();
  await page.getByRole('link', { name: 'General' }).click();
  await expect(page.getByRole('textbox', { name: 'Slug' })).toBeVisible();
});

/**
 * Presses Save while an address without its scheme has the focus and a message: the address is completed, and the
 * message goes once the pointer is released, since the button would move with it.
 */
async function pressSave(page: Page, name: string, address: Locator): Promise<void> {
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await part(page, name).getByRole('button', { name: 'Save', exact: true }).hover();
  await page.mouse.down();
  await expect(address).toHaveValue(/^https:/);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await page.mouse.up();
  await expect(address).not.toHaveAttribute('aria-invalid');
}

test('checkout settings: new checkouts and links start with them', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await seller.call(createProduct, {
    body: {
      name: 'Ink',
      prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 500 }],
      organization_id: seller.organization.id,
    },
  });
  await page.goto(seller.path('settings'));
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  const codes = page.getByLabel('Allow discount codes');
  const address = page.getByLabel('Success URL');
  await expect(codes).toBeChecked();
  await codes.uncheck();
  await address.fill('user:secret@paper.example');
  await save(page, 'Defaults');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await address.fill('paper.example/thanks?of={CHECKOUT_ID}');
  await pressSave(page, 'Defaults', address);
  await expect(page.getByText('Checkout defaults saved.')).toBeVisible();
  const success_url = 'https://paper.example/thanks?of={CHECKOUT_ID}';
  expect((await stored(seller)).checkout_settings).toEqual({
    allow_discount_codes: false,
    success_url,
    terms_url: null,
    refund_policy_url: null,
  });

  await page.goto(seller.path('checkout-links/new'));
  await expect(codes).not.toBeChecked();
  await expect(address).toHaveValue(success_url);
  await page.goto(seller.path('checkouts/new'));
  await expect(codes).not.toBeChecked();
  await expect(address).toHaveValue(success_url);
  // What the seller leaves blank here is the confirmation page, not the default.
  await address.fill('');
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await expect(page.getByText('Confirmation page')).toBeVisible();
});

test('a link that pressing Save completes is saved by the same press', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('settings'));
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.keyboard.type('two words');
  await page.keyboard.press('Control+Enter');
  const link = page.getByLabel('Link 1', { exact: true });
  await link.fill('paper.example/shop');
  await pressSave(page, 'Contact', link);
  await expect(page.getByText('Contact details saved.')).toBeVisible();
  const { profile_settings } = await stored(seller);
  expect(profile_settings.links).toEqual(['https://paper.example/shop']);
});

test('each part is saved by itself: the others keep what is typed, and leaving asks for them', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { id } = seller.organization;
  const calls: { body: unknown; status: number }[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'PATCH') return;
    calls.push({ body: request.postDataJSON(), status: response.status() });
  });
  await page.goto(seller.path('settings'));
  await page.getByLabel('Location').fill('Berlin');
  await page.getByLabel('Support email').fill('nobody');
  await page.getByLabel('Name', { exact: true }).fill('Paper & Quill');
  const primary = await page
    .getByRole('button', { name: 'Save', exact: true })
    .evaluateAll((all) => all.filter((button) => button.matches('.bg-primary')).length);
  expect(primary).toBe(3);
  const reloaded = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && response.url().endsWith(`/v1/organizations/${id}`),
  );
  await save(page, 'Organization');
  await expect(page.getByText('Organization saved.')).toBeVisible();
  expect((await stored(seller)).location).toBeNull();
  await reloaded;
  await expect(page.getByLabel('Location')).toHaveValue('Berlin');
  await save(page, 'Profile');
  await expect(page.getByText('Profile saved.')).toBeVisible();
  // The second one knows the version that the first one has made: nothing is refused, and nothing is sent twice.
  expect(calls).toEqual([
    { body: { name: 'Paper & Quill' }, status: 200 },
    { body: { location: 'Berlin' }, status: 200 },
  ]);

  await expect(page.getByLabel('Support email')).toHaveValue('nobody');
  await page.getByRole('link', { name: 'Appearance' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Support email')).toHaveValue('nobody');
  await page.getByLabel('Support email').fill('');
  await page.getByRole('link', { name: 'Appearance' }).click();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();
});

test('no settings page takes the focus when it opens', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  for (const [name, field] of [
    ['settings', 'Support email'],
    ['settings/appearance', 'Color (optional)'],
    ['settings/checkout', 'Success URL'],
    ['settings/invoices', 'Legal name'],
  ] as const) {
    await page.goto(seller.path(name));
    await expect(page.getByLabel(field)).toBeEnabled();
    await expect(page.locator('body')).toBeFocused();
  }
});

test('company and legal name are one: what invoices show is in the field, and public only if it was', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const params = { id: seller.organization.id };
  const field = page.getByLabel('Legal name');
  await seller.call(updateOrganization, { params, body: { company: 'Paper Ltd' } });
  await page.goto(seller.path('settings/invoices'));
  await expect(field).toHaveValue('Paper Ltd');
  await field.fill('Paper GmbH');
  await save(page, 'Seller');
  await expect(page.getByText('Seller details saved.')).toBeVisible();
  expect(await stored(seller)).toMatchObject({ legal_name: 'Paper GmbH', company: 'Paper GmbH' });
  await field.fill('');
  await field.press('Enter');
  await expect.poll(async () => (await stored(seller)).company).toBeNull();
  expect((await stored(seller)).legal_name).toBeNull();
  await page.goto(seller.path('settings'));
  await expect(page.getByLabel('Location')).toBeVisible();
  await expect(page.getByLabel(/company|legal/i)).toHaveCount(0);
});

test('the picture is uploaded, replaced, removed and brought back', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('settings/appearance'));
  await expectAccessible(page);
  await chooser(page).setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'notes.txt' })).toContainText(
    'Use image/png',
  );
  const large = Buffer.alloc(1024 * 1024 + 1);
  await chooser(page).setInputFiles({ ...picture('large.png'), buffer: large });
  await expect(page.getByRole('alert').filter({ hasText: 'large.png' })).toContainText(
    'At most 1 MB.',
  );
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();

  await chooser(page).setInputFiles(face);
  await expect(page.getByText('Picture saved.')).toBeVisible();
  const first = (await stored(seller)).avatar_url;
  await expect(switcher(page).locator('img')).toHaveAttribute('src', first ?? '');
  await expectAccessible(page);

  await dropOn(page, 'Replace picture', ['dropped.png']);
  await expect.poll(async () => (await stored(seller)).avatar_url).not.toBe(first);
  const second = (await stored(seller)).avatar_url;
  await expect(switcher(page).locator('img')).toHaveAttribute('src', second ?? '');

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(async () => (await stored(seller)).avatar_url).toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored(seller)).avatar_url).toBe(second);
});

test('an upload shows how far it is, stops, and is tried again', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('settings/appearance'));
  await page.route('**/uploads/**', () => {}); // the bytes arrive nowhere
  await chooser(page).setInputFiles(face);
  await expect(page.getByRole('progressbar', { name: 'Upload of face.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();

  await page.unroute('**/uploads/**');
  await page.route('**/uploads/**', (route) => route.abort());
  await chooser(page).setInputFiles(face);
  await expect(page.getByRole('alert').filter({ hasText: 'face.png' })).toContainText(
    'cannot be reached',
  );
  await page.unroute('**/uploads/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Picture saved.')).toBeVisible();
});

test('the accent color is judged on both papers, and worn by the pay button', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('settings/appearance'));
  const color = page.getByLabel('Color (optional)');
  await color.fill('#ffee00');
  const sample = (theme: string) => page.getByRole('figure', { name: theme });
  await expect(sample('Light theme')).toContainText(
    /Contrast is only 1\.1:1 against the page, below 3:1\. Buyers see it darkened to #[0-9a-f]{6}\./,
  );
  await expect(sample('Light theme')).toContainText('Contrast: 3.0:1 against the page');
  await expect(sample('Dark theme')).toContainText('black label');
  await expect(sample('Dark theme')).not.toContainText('below 3:1');
  await expectAccessible(page);
  await color.fill('red');
  await save(page, 'Accent color');
  await expect(color).toBeFocused();
  await expect(page.getByText('Enter a color such as #0a7 or #00aa77.')).toBeVisible();
  await color.fill('#7a1f5c');
  await save(page, 'Accent color');
  await expect(page.getByText('Accent color saved.')).toBeVisible();
  await chooser(page).setInputFiles(face);
  await expect(page.getByText('Picture saved.')).toBeVisible();

  const product = await seller.call(createProduct, {
    body: {
      name: 'Letterpress Textures',
      organization_id: seller.organization.id,
      prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 2000 }],
    },
  });
  const { client_secret } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: product.id },
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/checkout/${client_secret}`);
  const pay = page.getByRole('button', { name: /^Pay/ });
  await expect(pay).toHaveCSS('background-color', 'rgb(122, 31, 92)');
  const { avatar_url } = await stored(seller);
  await expect(page.locator(`img[src="${avatar_url}"]`)).toBeVisible();
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('settings fit', async ({ page, seller }) => {
    const fade = () =>
      page
        .getByRole('navigation', { name: 'Settings' })
        .evaluate((links) => getComputedStyle(links).getPropertyValue('--fade'));
    for (const name of ['settings', 'settings/appearance', 'settings/invoices']) {
      await page.goto(seller.path(name));
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      // There are more pages than fit: the last that is seen fades out.
      expect(await fade()).toBe('48px');
    }
    await page.goto(seller.path('settings/test-clock'));
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect.poll(fade).toBe('0px');
  });
});

test('a time zone is found by city, region, offset and the name people use, by keyboard', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('settings'));
  const field = page.getByRole('combobox', { name: 'Time zone' });
  await expect(field).toHaveText(/^New York, GMT−[45]$/);
  const list = page.getByRole('listbox', { name: 'Time zone' });
  const search = page.getByRole('combobox', { name: 'Search by city, region, or offset' });
  await field.press('k');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('k');
  // The list opens at what is selected.
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await field.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toBeInViewport();
  await expectAccessible(page);
  for (const [text, city] of [
    ['kyiv', /^Kyiv, GMT\+/],
    ['Europe/Kiev', /^Kyiv, GMT\+/],
    ['nowhere', null],
    ['+5:30 asia', /^Kolkata, GMT\+5:30/],
    ['argentina ushuaia', /^Ushuaia, GMT−3/],
    ['pacific time los', /^Los Angeles, GMT−[78]/],
  ] as const) {
    await search.fill(text);
    if (city) await expect(list.getByRole('option', { name: city })).toBeVisible();
    else await expect(page.getByText('No matches for “nowhere”.')).toBeVisible();
  }
  await search.fill('kolk');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveText('Kolkata, GMT+5:30');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Organization saved.')).toBeVisible();
  expect((await stored(seller)).timezone).toBe('Asia/Kolkata');
});
