import type { Page } from 'playwright/test';
import { createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsMember,
  newSlug,
  type Seller,
  test,
} from './fixtures';
import { makeProduct, subscribe, subscriptionsOf } from './selling';

test('lists organizations, finds one, and opens it', async ({ page, seller }) => {
  for (const name of ['Harbour Books', 'Quill Works']) {
    const slug = newSlug(name.toLowerCase().replace(' ', '-'));
    await seller.call(createOrganization, { body: { name, slug, timezone: 'UTC' } });
  }
  await page.goto('/dashboard');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('quill');
  await expect(page).toHaveURL(/query=quill/);
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Search organizations' })).toHaveValue('quill');
  await page.getByRole('link', { name: 'Quill Works' }).click();
  await expect(page.getByRole('heading', { name: 'Quill Works' })).toBeVisible();
});

test('the switcher keeps the section, and a slug of somebody else shows nothing', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const slug = newSlug('other');
  await seller.call(createOrganization, { body: { name: 'Other Shop', slug, timezone: 'UTC' } });
  await page.goto(seller.path('orders'));
  await page.getByRole('button', { name: 'Paper & Ink Switch organization' }).click();
  await page.getByRole('menuitem', { name: 'Other Shop' }).click();
  await expect(page).toHaveURL(`/dashboard/${slug}/orders`);

  await page.goto('/dashboard/somebody-elses/orders');
  await expect(
    page.getByText('You are not in an organization called “somebody-elses”.'),
  ).toBeVisible();
});

test('a menu opens again and again, however it was closed', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path());
  const trigger = page.getByRole('button', { name: 'Test Seller' });
  const menu = page.getByRole('menu');
  const closings = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(700, 500),
    () => trigger.click(),
  ];
  for (const close of [...closings, ...closings]) {
    await trigger.click();
    await expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await close();
    await expect(menu).toBeHidden();
    await expect(trigger).toHaveAttribute('aria-expanded', 'false');
  }
  await trigger.press('Enter');
  await expect(menu).toBeVisible();
});

test('the chosen theme holds from the first paint on', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(seller.path());
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Test Seller' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(light);
  const answer = await page.reload();
  expect(await answer?.text()).toContain('data-theme="dark"');
});

test('keys lead around, and can be switched off', { tag: '@soak' }, async ({ page, seller }) => {
  await page.goto(seller.path());
  await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(seller.path('orders'));
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
});

/** Asks for the deletion in the settings, by keys alone. */
async function askForDeletion(page: Page, { path, organization }: Seller) {
  await page.goto(path('settings'));
  await page.getByRole('button', { name: 'Delete organization' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Paper & Ink?' });
  await expect(question).toContainText('Subscriptions are paused');
  await expectAccessible(page);
  await question.getByRole('textbox').focus();
  await page.keyboard.type(organization.slug);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
}

test('an owner schedules the deletion, which every page says, and keeps the organization', {
  tag: '@soak',
}, async ({ page, buyer, seller }) => {
  const product = await makeProduct(seller);
  const { customer_id } = await subscribe(seller, product.id);
  const { client_secret } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: product.id },
  });
  await askForDeletion(page, seller);
  const notice = page.getByRole('status').filter({ hasText: 'Paper & Ink is deleted on' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete organization' })).toHaveCount(0);
  await expectAccessible(page);
  const pausedAt = async () => (await subscriptionsOf(seller))[0]?.paused_at ?? null;
  await expect.poll(pausedAt).not.toBeNull();
  for (const path of ['', 'products', 'subscriptions', 'settings/members']) {
    await page.goto(seller.path(path));
    await expect(notice).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(notice).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await buyer.goto(`/checkout/${client_secret}`);
  await expect(buyer.getByText('This seller takes no new orders.')).toBeVisible();
  const { customer_portal_url } = await seller.call(createCustomerSession, {
    body: { customer_id },
  });
  const { pathname, hash } = new URL(customer_portal_url);
  await buyer.goto(pathname + hash);
  await buyer.getByRole('button', { name: 'Continue' }).click();
  await expect(buyer.getByText(/^Paper & Ink closes on /)).toBeVisible();
  await expectAccessible(buyer);
  await buyer.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(buyer);

  await notice.getByRole('button', { name: 'Keep organization' }).focus();
  await page.keyboard.press('Enter');
  await expect(notice).toBeHidden();
  await expect.poll(pausedAt).toBeNull();
  await buyer.goto(`/checkout/${client_secret}`);
  await expect(buyer.getByRole('button', { name: /^(Subscribe|Pay)/ })).toBeVisible();
});

test('a member sees that the organization is deleted, without a way to keep it', {
  tag: '@soak',
}, async ({ page, buyer, seller }) => {
  await joinAsMember(buyer, seller);
  await askForDeletion(page, seller);
  await buyer.goto(seller.path());
  const notice = buyer.getByRole('status').filter({ hasText: 'Paper & Ink is deleted on' });
  await expect(notice).toContainText('Only owners can keep it.');
  await expect(notice.getByRole('button')).toHaveCount(0);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the navigation is a sheet', async ({ page, seller }) => {
    await page.goto(seller.path());
    await expect(page.getByRole('heading', { name: 'Paper & Ink' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Orders' }).click();
    await expect(page).toHaveURL(seller.path('orders'));
    await expect(page.getByText('Your first sale lands here.')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
