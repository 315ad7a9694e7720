import { TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Seller,
  sendUnconfirmedToken,
  test,
} from './fixtures';

/** The code of a step before or after the present one: each is taken once, and none before one that was. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });

/** Turns two-factor authentication on; returns the key of the app and the recovery codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  const key = dialog.getByText(/^[A-Z2-7]{32}$/);
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await key.textContent()) ?? '';
  await expectAccessible(page);
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong or was used.')).toBeVisible();
  await dialog.getByLabel('Code from the app').fill(codeOf(secret, -1));
  await page.keyboard.press('Enter');
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saved.getByRole('listitem')).toHaveCount(10);
  const codes = await saved.getByRole('listitem').allTextContents();
  await expectAccessible(page);
  await saved.getByRole('button', { name: 'Done' }).click();
  await expect(section).toContainText('10 of 10 recovery codes left.');
  return { secret, codes };
}

async function enterPassword(page: Page, seller: Seller) {
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(seller.password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
}

test('signing in takes a code of the app, or a recovery code', async ({ page, seller }) => {
  const { secret, codes } = await turnOn(page);
  await enterPassword(page, seller);
  await expectAccessible(page);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong or was used.')).toBeVisible();
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);

  await enterPassword(page, seller);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await expect(section).toContainText('9 of 10 recovery codes left.');

  await section.getByRole('button', { name: 'Turn off' }).click();
  const question = page.getByRole('alertdialog', { name: 'Turn off two-factor authentication' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('five wrong codes lead back to the password', { tag: '@soak' }, async ({ page, seller }) => {
  const { secret } = await turnOn(page);
  await enterPassword(page, seller);
  const code = page.getByLabel('Code', { exact: true });
  for (let nth = 1; nth <= 5; nth += 1) {
    await code.fill(`00000${nth}`);
    const answered = page.waitForResponse('**/two-factor/verify-totp');
    await page.keyboard.press('Enter');
    expect((await answered).status()).toBe(422);
    await expect(page.getByText('This code is wrong or was used.')).toBeVisible();
  }
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sign in again to get another try.')).toBeVisible();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a change that needs it asks who is at the keyboard, and goes on by itself', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { secret } = await turnOn(page);
  const { dialog, question, keys, confirm } = await sendUnconfirmedToken(page, seller);
  await expect(question.getByLabel('Password')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel('Name')).toHaveValue('Store backend');

  await dialog.getByRole('button', { name: 'Create token' }).click();
  await question.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(question.getByText('This is not your current password.')).toBeVisible();
  await question.getByRole('button', { name: 'Use your authenticator app' }).click();
  await question.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  confirm();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^td_oat_[\w-]{43}$/)).toBeVisible();
  await expect(question).toBeHidden();
  expect(keys).toHaveLength(3);
  expect(keys[2]).toBe(keys[1]);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('two-factor authentication fits', async ({ page, seller }) => {
    const { codes } = await turnOn(page);
    await expectNoSidewaysScroll(page);
    await enterPassword(page, seller);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
  });
});
