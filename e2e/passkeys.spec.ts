import { TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsMember,
  type Seller,
  sendUnconfirmedToken,
  test,
} from './fixtures';

/** Gives the browser of a page an authenticator that asks nobody, and keeps passkeys as a phone does. */
async function plugIn(page: Page): Promise<{ unplug: () => Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const unplug = () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  return { unplug: async () => void (await unplug()) };
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function addPasskey(page: Page, name = '') {
  await page.goto('/dashboard/account');
  await sectionOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function enterPassword(page: Page, seller: Seller) {
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(seller.password);
  await page.keyboard.press('Enter');
}

test('a passkey signs in, completes a sign-in and is removed', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await plugIn(page);
  await addPasskey(page, 'Work laptop');
  const section = sectionOf(page);
  const row = section.getByRole('listitem').filter({ hasText: 'Work laptop' });
  await expect(row).toContainText('Never used');
  await expect(section).toContainText('Add another passkey or an authenticator app');
  await expectAccessible(page);

  await section.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByRole('alert')).toContainText('already has a passkey for your account');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.context().clearCookies();
  await page.goto('/sign-in?next=/dashboard/account');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard\/account/);
  await expect(row).toContainText('Last used');

  await enterPassword(page, seller);
  const use = page.getByRole('button', { name: 'Use a passkey' });
  await expect(use).toBeVisible();
  await expectAccessible(page);
  await use.click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto('/dashboard/account');
  await row.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey Work laptop' });
  await expect(question).toContainText('Your password alone will be enough');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toBeHidden();

  await enterPassword(page, seller);
  await expect(page).toHaveURL(/\/dashboard/);
});

test('a browser without a passkey says so, and the password goes on', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { unplug } = await plugIn(page);
  await addPasskey(page);
  await expect(sectionOf(page).getByRole('listitem')).toContainText(' on ');
  await unplug();
  await plugIn(page);
  await enterPassword(page, seller);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
});

test('a passkey confirms who is at the keyboard', { tag: '@soak' }, async ({ page, seller }) => {
  await plugIn(page);
  await addPasskey(page, 'Phone');
  const { question, confirm } = await sendUnconfirmedToken(page, seller);
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectAccessible(page);
  confirm();
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText(/^td_oat_[\w-]{43}$/)).toBeVisible();
  await expect(question).toBeHidden();
});

test('an organization that requires a factor is open to members once they have one', {
  tag: '@soak',
}, async ({ page, seller, buyer: member }) => {
  await joinAsMember(member, seller);
  await page.goto(seller.path('settings'));
  const part = page.getByRole('form', { name: 'Two-factor authentication' });
  const box = part.getByRole('checkbox', { name: 'Require it of all members' });
  await box.check();
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByText('for your own account first')).toBeVisible();
  await plugIn(page);
  await addPasskey(page);
  await page.goto(seller.path('settings'));
  await box.check();
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Two-factor authentication saved.')).toBeVisible();

  await member.goto(seller.path('customers'));
  const title = member.getByRole('heading', { name: /requires two-factor authentication$/ });
  await expect(title).toBeVisible();
  await expectAccessible(member);
  const section = member.getByRole('region', { name: 'Two-factor authentication' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  const dialog = member.getByRole('dialog', { name: 'Two-factor authentication' });
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await dialog.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
  await member.keyboard.press('Enter');
  const saved = member.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saved.getByRole('listitem')).toHaveCount(10);
  await saved.getByRole('button', { name: 'Done' }).click();
  await member.getByRole('button', { name: /^Continue to / }).click();
  await expect(member.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await member.reload();
  await expect(member.getByRole('heading', { name: 'Customers' })).toBeVisible();
});

test.describe('on a phone, in the dark', { tag: '@soak' }, () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });

  test('passkeys fit', async ({ page, seller }) => {
    await plugIn(page);
    await addPasskey(page, 'The phone that is in my pocket most of the time when I am not at home');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await enterPassword(page, seller);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
