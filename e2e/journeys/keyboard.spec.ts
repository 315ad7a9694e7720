import type { Locator, Page } from 'playwright/test';
import { expect, newEmail, newSlug, PASSWORD, test } from '../fixtures';
import { copiedCheckout } from '../selling';

/** Presses Tab until a control has the focus, as somebody does who uses no mouse. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

async function press(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

const title = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('by keyboard alone: sign up, product, checkout, pay, find the key, disable it', {
  tag: '@soak',
}, async ({ page, buyer }) => {
  const { keyboard } = page;
  await page.goto('/sign-up');
  await type(page.getByLabel('Name'), 'Ada Byron');
  await type(page.getByLabel('Email'), newEmail());
  await type(page.getByLabel('Password'), PASSWORD);
  await keyboard.press('Enter');

  await page.waitForURL('/dashboard/new');
  const main = page.getByRole('main');
  await type(page.getByLabel('Name'), 'Harbour Software');
  await tabTo(page.getByLabel('Slug'));
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(newSlug('keys'));
  await keyboard.press('ControlOrMeta+Enter');
  await title(page, 'Harbour Software');

  // g then p, then n: no way through the menu.
  await keyboard.press('g');
  await keyboard.press('p');
  await expect(page.getByText('Add what you sell: a name and a price.')).toBeVisible();
  await keyboard.press('n');
  await type(page.getByLabel('Name', { exact: true }), 'Harbour Chart');
  await tabTo(page.getByLabel('One-time'));
  await keyboard.press('ArrowRight');
  await expect(page.getByLabel('Recurring')).toBeFocused();
  await type(page.getByLabel('Every month'), '15');

  const opener = page.getByRole('button', { name: 'New benefit' });
  const benefit = page.getByRole('dialog', { name: 'New benefit' });
  await press(opener);
  await expect(benefit).toBeVisible();
  await keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await keyboard.press('Enter');
  await type(benefit.getByLabel('Description'), 'Chart license');
  await keyboard.press('Enter');
  await expect(benefit).toBeHidden();
  await expect(opener).toBeFocused();
  await keyboard.press('ControlOrMeta+Enter');
  await title(page, 'Harbour Chart');

  await press(main.getByRole('link', { name: 'Create checkout' }));
  await tabTo(page.getByRole('button', { name: 'Create checkout' }));
  await keyboard.press('Space');
  await title(page, /Harbour Chart/);
  await tabTo(page.getByRole('button', { name: 'Copy link' }));
  await pay(buyer, await copiedCheckout(page));

  await keyboard.press('g');
  await keyboard.press('l');
  await title(page, 'License keys');
  await expect(page.getByRole('row')).toHaveCount(2);
  await keyboard.press('/');
  await keyboard.type('bo@example.com');
  await expect(page).toHaveURL(/query=bo/);
  await press(page.getByRole('row').nth(1).getByRole('link'));
  await title(page, 'Bo Buyer’s license key');

  // Revoking is asked first; the answer goes back to the menu that asked.
  const menu = page.getByRole('button', { name: 'More actions' });
  await press(menu);
  await expect(page.getByRole('menuitem', { name: 'Edit limits' })).toBeFocused();
  await keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Revoke' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await tabBackTo(page.getByRole('button', { name: 'Disable' }));
  await keyboard.press('Enter');
  await expect(page.getByText(/^Disabled /)).toBeVisible();
  // Messages have a key of their own, and wait while they have the focus.
  await keyboard.press('Alt+t');
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible();
});

async function pay(buyer: Page, path: string): Promise<void> {
  await buyer.goto(path);
  await type(buyer.getByLabel('Email'), 'bo@example.com');
  await type(buyer.getByLabel('Name', { exact: true }), 'Bo Buyer');
  await type(buyer.getByLabel('Country'), 'Denmark');
  await press(buyer.getByRole('button', { name: 'Test cards' }));
  await press(buyer.getByRole('button', { name: 'Requires authentication' }));
  await press(buyer.getByRole('button', { name: /^Subscribe/ }));
  const question = buyer.getByRole('dialog', { name: 'Confirm the payment with your bank' });
  await expect(question).toBeVisible();
  await press(question.getByRole('button', { name: 'Approve' }));
  await title(buyer, /^Thank you\./);
  await expect(buyer.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(buyer.getByRole('button', { name: 'Copy', exact: true }));
}

async function tabBackTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Shift+Tab');
  }
  await expect(target).toBeFocused();
}
