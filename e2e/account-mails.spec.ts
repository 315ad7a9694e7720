import type { Browser, Page } from 'playwright/test';
import type { ReceivedMail } from '@/testing/mail-server';
import { expect, expectAccessible, newEmail, newSlug, PASSWORD, test } from './fixtures';
import { type MailingProduct, startMailingProduct } from './mailing-product';

// A product of its own with a mail server, over TLS and with a login. Each link is taken out of the mail that arrived.

const NEW_PASSWORD = 'another good password';
const SMALL = { width: 390, height: 844 };

let mails: MailingProduct['mails'];
let product: MailingProduct['product'];
let stop: MailingProduct['stop'] | undefined;

test.beforeAll(async () => {
  const auth = { user: 'shop', password: 'a password: with @ signs' };
  const settings = { MAIL_FROM: 'accounts@example.com' };
  ({ mails, product, stop } = await startMailingProduct(settings, { security: 'tls', auth }));
});

test.afterAll(() => stop?.());

/** A page of a browser that knows nobody. */
async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  });
  return context.newPage();
}

/** The link of the product in a mail. */
function linkIn({ text = '' }: ReceivedMail): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((url) => url.startsWith(product.url));
  if (!link) throw new Error(`No link in:\n${text}`);
  return link;
}

/** Axe at both widths, in both themes, and nothing wider than the screen. */
async function expectGood(page: Page) {
  const size = page.viewportSize() ?? SMALL;
  await expectAccessible(page);
  await page.setViewportSize(SMALL);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Makes personal tokens of who is signed in, and returns them. */
async function createTokens(page: Page, ...names: string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const name of names) {
    const data = { name, scopes: ['admin', 'products:read'] };
    const headers = { Origin: product.url };
    const answer = await page.request.post('/v1/tokens/', { data, headers });
    tokens.push(String((await answer.json()).token));
  }
  return tokens;
}

/** What tokens are answered. */
async function statusesOf(page: Page, tokens: readonly string[]): Promise<number[]> {
  const answers = tokens.map((token) =>
    page.request.get('/v1/tokens/', { headers: { Authorization: `Bearer ${token}` } }),
  );
  return (await Promise.all(answers)).map((answer) => answer.status());
}

async function signUp(page: Page, email: string) {
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Create account');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

test('a seller signs up, forgets the password, and invites somebody: by mail', {
  tag: '@soak',
}, async ({ browser }) => {
  const email = newEmail();
  const page = await newPage(browser);

  // Sign-up: the link confirms and leads to the first organization.
  await page.goto('/sign-up');
  await signUp(page, email);
  await expectGood(page);
  const confirmation = await mails.next(email);
  expect(confirmation.headers.get('auto-submitted')).toBe('auto-generated');
  const confirm = linkIn(confirmation);

  // A mail scanner that opens the link uses nothing up, and another browser needs the password.
  const stranger = await newPage(browser);
  await stranger.goto(confirm);
  await press(stranger, 'Confirm email');
  await expect(
    stranger.getByText('You opened this link in a browser we don’t know.'),
  ).toBeVisible();
  await expectGood(stranger);
  await stranger.getByLabel('Password').fill('not the password');
  await press(stranger, 'Confirm email');
  await expect(stranger.getByText('This is not your current password.')).toBeVisible();

  await page.goto(confirm);
  await expectGood(page);
  await press(page, 'Confirm email');
  await expect(page.getByRole('heading', { name: 'New organization' })).toBeVisible();
  const slug = newSlug('ada');
  await page.getByLabel('Name').fill('Ada’s Prints');
  await page.getByLabel('Slug').fill(slug);
  await press(page, 'Create organization');
  await expect(page.getByRole('heading', { name: 'Ada’s Prints' })).toBeVisible();
  await stranger.reload();
  await press(stranger, 'Confirm email');
  await expect(stranger.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();

  // Somebody signs up with the same address: the same page, and another mail.
  await stranger.goto('/sign-up');
  await signUp(stranger, email);
  await stranger.goto(linkIn(await mails.next(email)));
  await expectGood(stranger);
  await press(stranger, 'Sign in');
  await expect(stranger.getByRole('heading', { name: 'Organizations' })).toBeVisible();

  // Forgotten password: all sessions end.
  const forgetful = await newPage(browser);
  await forgetful.goto('/sign-in');
  await forgetful.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(forgetful.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await forgetful.getByLabel('Email').fill(email);
  await expectGood(forgetful);
  await press(forgetful, 'Send link');
  await expect(forgetful.getByText(`If ${email} has an account`)).toBeVisible();
  const reset = linkIn(await mails.next(email));
  const own = await createTokens(page, 'Backup script', 'Unknown');
  await forgetful.goto(reset);
  // Tokens end unless they are kept.
  const keep = forgetful.getByRole('group', { name: 'Personal access tokens to keep' });
  await expect(keep.getByRole('checkbox')).toHaveCount(2);
  await expect(keep).toContainText('Manages tokens and members');
  await expect(keep.getByLabel('Unknown')).not.toBeChecked();
  await keep.getByLabel('Backup script').check();
  await expectGood(forgetful);
  await forgetful.getByLabel('New password').fill(NEW_PASSWORD);
  await press(forgetful, 'Set password');
  await expect(forgetful.getByRole('heading', { name: 'Organizations' })).toBeVisible();
  const changed = await mails.next(email);
  expect(changed.subject).toBe('Your password was changed');
  expect(changed.text).toContain('1 personal access token was revoked.');
  expect(await statusesOf(page, own)).toEqual([200, 401]);
  await forgetful.goto(reset);
  await expect(forgetful.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  for (const ended of [page, stranger]) {
    await ended.goto('/dashboard/account');
    await expect(ended).toHaveURL(/\/sign-in/);
  }

  // Devices: the list, one of them signed out by the other.
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await press(page, 'Sign in');
  const devices = page.getByRole('table', { name: 'devices' });
  await expect(devices.getByRole('row')).toHaveCount(3);
  await expect(devices.getByText('This device')).toBeVisible();
  await expectGood(page);
  await press(page, 'Sign out all other devices');
  await expect(page.getByRole('alertdialog')).toContainText('1 other device');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(devices.getByRole('row')).toHaveCount(2);
  await forgetful.goto('/dashboard/account');
  await expect(forgetful).toHaveURL(/\/sign-in/);

  // Another password and another address.
  await press(page, 'Change password');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(NEW_PASSWORD);
  await dialog.getByLabel('New password').fill(PASSWORD);
  await expect(dialog.getByText('Your personal access tokens keep working.')).toBeVisible();
  await expectGood(page);
  await dialog.getByRole('button', { name: 'Revoke Backup script' }).click();
  await expect(dialog.getByText('Your personal access tokens keep working.')).toHaveCount(0);
  expect(await statusesOf(page, own)).toEqual([401, 401]);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  expect((await mails.next(email)).subject).toBe('Your password was changed');
  const later = newEmail();
  await press(page, 'Change email');
  await dialog.getByLabel('New email').fill(later);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText(`We sent a link to ${later}.`)).toBeVisible();
  await page.goto(linkIn(await mails.next(later)));
  await press(page, 'Confirm email');
  // Which leads there: another navigation before it has would be interrupted.
  await expect(page).toHaveURL(/\/dashboard\/account$/);
  await expect(page.getByText(later)).toBeVisible();
  expect((await mails.next(email)).text).toContain(later);

  // An invited member: invitation, account, and the organization. The mailed link proves the address.
  const invited = newEmail();
  await page.goto(`/dashboard/${slug}/settings/members`);
  await press(page, 'Invite');
  await expect(dialog.getByText('We email the invitation.')).toBeVisible();
  await dialog.getByLabel('Email').fill(invited);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText(`We’re emailing the invitation to ${invited}.`)).toBeVisible();
  const invitation = await mails.next(invited);
  expect(invitation.from?.text).toBe('"Tilldesk" <accounts@example.com>');
  expect(invitation.text).toContain('“Ada’s Prints”');
  const member = await newPage(browser);
  await member.goto(linkIn(invitation));
  await member.getByRole('link', { name: 'Create account' }).click();
  await member.getByLabel('Name').fill('Robin');
  await member.getByLabel('Password').fill(PASSWORD);
  await press(member, 'Create account');
  await press(member, 'Accept invitation');
  await expect(member.getByRole('heading', { name: 'Ada’s Prints' })).toBeVisible();
});
