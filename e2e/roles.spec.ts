import type { Locator, Page } from 'playwright/test';
import { expect, expectAccessible, joinAsMember, type Seller, test } from './fixtures';
import type { Shop } from './pages';
import { ROWS } from './pages';
import { makeShop } from './shop';

const REASON = 'Owners and admins only.';

/** What a member may look at and not change (docs/contract/callers.md#roles). */
const READ_ONLY = [
  { list: 'products', create: 'New product', send: 'Create product', of: 'product' },
  { list: 'benefits', create: 'New benefit', send: 'Create benefit', of: 'benefit' },
  { list: 'discounts', create: 'New discount', send: 'Create discount', of: 'discount' },
  {
    list: 'custom-fields',
    create: 'New custom field',
    send: 'Create custom field',
    of: 'customField',
  },
  {
    list: 'checkout-links',
    create: 'New checkout link',
    send: 'Create checkout link',
    of: 'checkoutLink',
  },
] as const satisfies readonly { list: string; create: string; send: string; of: keyof Shop }[];

const main = (page: Page) => page.getByRole('main');

async function expectBlocked(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(REASON);
}

/** The page's forms say why they cannot be sent, and take nothing. */
async function expectBlockedForm(page: Page, send: string): Promise<void> {
  const buttons = main(page).getByRole('button', { name: send });
  await expect(buttons).not.toHaveCount(0);
  for (const button of await buttons.all()) await expectBlocked(button);
  await expect(main(page).getByText(REASON).first()).toBeVisible();
  for (const field of await main(page).locator('form :is(input, textarea, select)').all()) {
    await expect(field).toBeDisabled();
  }
}

/** Presses a key, and sees by the palette, which opens afterwards, that it led nowhere. */
async function expectIdle(page: Page, ...keys: string[]): Promise<void> {
  const url = page.url();
  for (const key of keys) await page.keyboard.press(key);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: /search/i }).last()).toBeFocused();
  expect(page.url()).toBe(url);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens pages as a member; the test fails where one of them calls what the API refuses. */
async function asMember(page: Page, seller: Seller): Promise<string[]> {
  await joinAsMember(page, seller);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${page.url()} calls ${response.url()}`);
  });
  return refused;
}

for (const [index, { list, create, send, of }] of READ_ONLY.entries()) {
  // They are built alike: one of them is enough where time is short.
  const options = index === 0 ? {} : { tag: '@soak' };
  test(
    `a member cannot begin to create or change ${list}, and is told why`,
    options,
    async ({ buyer: page, seller }) => {
      const shop = await makeShop(seller);
      const refused = await asMember(page, seller);
      await page.goto(seller.path(list));
      await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText(ROWS);
      await expectBlocked(page.getByRole('button', { name: create }));
      await expectAccessible(page);
      await expectIdle(page, 'n', 'j', 'e');

      await page.goto(seller.path(`${list}/new`));
      await expectBlockedForm(page, send);
      await expectAccessible(page);

      await page.goto(seller.path(`${list}/${shop[of]}`));
      await page.getByRole('button', { name: 'More actions' }).click();
      const remove = page.getByRole('menuitem', { name: 'Delete' });
      await expect(remove).toHaveAttribute('aria-disabled', 'true');
      await expect(remove).toContainText(REASON);
      await page.keyboard.press('Escape');
      if (list === 'checkout-links') {
        await expectBlockedForm(page, 'Save');
      } else {
        await expectBlocked(page.getByRole('button', { name: 'Edit', exact: true }));
        await expectIdle(page, 'e');
        await page.goto(seller.path(`${list}/${shop[of]}/edit`));
        await expectBlockedForm(page, 'Save');
      }
      await expectAccessible(page);
      expect(refused).toEqual([]);
    },
  );
}

test('what a member may not do elsewhere says why, and what the role allows is open', {
  tag: '@soak',
}, async ({ buyer: page, seller }) => {
  const shop = await makeShop(seller);
  const refused = await asMember(page, seller);

  await page.goto(seller.path('products'));
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .check();
  await expectBlocked(page.getByRole('button', { name: 'Archive' }));
  await page.keyboard.press('Escape');

  // The command palette has the same actions.
  await page.keyboard.press('ControlOrMeta+k');
  for (const [name, isBlocked] of [
    ['New product', true],
    ['New customer', false],
  ] as const) {
    await page.getByRole('dialog').getByRole('combobox').fill(name);
    const entry = page.getByRole('option', { name: new RegExp(`^${name}`) });
    await expect(entry).toHaveAttribute('aria-disabled', String(isBlocked));
    if (isBlocked) await expect(entry).toContainText(REASON);
  }
  await page.keyboard.press('Escape');

  await page.goto(seller.path(`products/${shop.product}`));
  for (const name of ['Edit', 'Add metadata']) {
    await expectBlocked(main(page).getByRole('button', { name, exact: true }));
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Archive/ })).toContainText(REASON);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Create checkout' })).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', { name: /^Share / })).toBeVisible();
  await expectAccessible(page);

  await page.goto(seller.path('files'));
  await expectBlocked(page.getByRole('button', { name: 'Upload files' }));
  await page.goto(seller.path(`files/${shop.file}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  for (const name of ['Rename', 'Delete']) {
    await expect(page.getByRole('menuitem', { name })).toContainText(REASON);
  }
  await page.keyboard.press('Escape');

  await page.goto(seller.path(`orders/${shop.order}`));
  await expectBlocked(page.getByRole('button', { name: 'Refund' }));
  await page.goto(seller.path(`subscriptions/${shop.subscription}`));
  await expectBlocked(main(page).getByRole('button', { name: 'Add metadata' }));
  await page.goto(seller.path(`customers/${shop.customer}`));
  await expectBlocked(page.getByRole('button', { name: /portal link/i }));
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
  await page.goto(seller.path('customers/new'));
  await expect(page.getByLabel('Email')).toBeEnabled();
  await page.goto(seller.path('checkouts/new'));
  await expect(page.getByRole('button', { name: 'Create checkout' })).toBeEnabled();

  for (const settings of ['', '/checkout', '/invoices', '/appearance']) {
    await page.goto(seller.path(`settings${settings}`));
    await expectBlockedForm(page, 'Save');
  }
  await expectAccessible(page);
  await page.goto(seller.path('settings/test-clock'));
  await expect(main(page).getByText(REASON).last()).toBeVisible();
  expect(refused).toEqual([]);
});
