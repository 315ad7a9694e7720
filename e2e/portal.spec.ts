import type { Page } from 'playwright/test';
import { call } from '@/lib/client/client';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { listCustomers } from '@/lib/resources/customers/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { Run } from '@/testing/product';
import {
  expect,
  expectAccessible,
  newEmail,
  newSlug,
  PASSWORD,
  type Seller,
  test,
} from './fixtures';
import { type MailingProduct, startMailingProduct } from './mailing-product';
import { activate, advanceToRenewal, keyOf, makeProduct, subscriptionsOf } from './selling';

// The customer's portal of a product that sends mail, over a real mail server.

const SMALL = { width: 390, height: 844 };

let mails: MailingProduct['mails'];
let product: MailingProduct['product'];
let stop: MailingProduct['stop'] | undefined;
let account: Pick<Seller, 'email' | 'password' | 'call'>;
/** Of an organization of the test's own. */
let seller: Seller;

test.beforeAll(async () => {
  ({ mails, product, stop } = await startMailingProduct({ MAIL_SANDBOX: 'send' }));
  account = await makeAccount();
});

test.beforeEach(async () => {
  seller = await makeSeller();
});

test.afterAll(() => stop?.());

async function makeAccount(): Promise<typeof account> {
  const email = newEmail();
  const command = new Run(['token', '--', '--email', email], { DATA_DIR: product.dataDir });
  expect(await command.ended, command.errors).toBe(0);
  const token = /td_pat_\S+/.exec(command.output)?.[0] ?? '';
  const asSeller: Seller['call'] = (operation, input = {}) =>
    call(operation, input, { baseUrl: product.url, token });
  return { email, password: PASSWORD, call: asSeller };
}

async function makeSeller(): Promise<Seller> {
  const slug = newSlug('paper');
  const organization = await account.call(createOrganization, {
    body: {
      name: 'Paper & Ink',
      slug,
      email: 'hello@paper.example.com',
      profile_settings: { accent_color: '#7a2048' },
    },
  });
  const path = (page = '') => `/dashboard/${slug}/${page}`;
  return { ...account, organization, path };
}

/** A subscription that was bought by mail address, with a card that declines the first renewal. */
async function buy(email: string) {
  const made = await makeProduct(seller);
  const [monthly] = made.prices;
  await seller.call(updateProduct, {
    params: { id: made.id },
    body: {
      prices: [
        { id: monthly?.id ?? '' },
        {
          type: 'recurring',
          amount_type: 'fixed',
          price_amount: 15000,
          recurring_interval: 'year',
        },
      ],
    },
  });
  const { client_secret } = await seller.call(createCheckout, {
    body: {
      payment_processor: 'stripe',
      product_price_id: monthly?.id ?? '',
    },
  });
  await seller.call(confirmCheckout, {
    params: { client_secret },
    body: {
      customer_email: email,
      customer_name: 'Ada Byron',
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'pm_sandbox_declineAfter1',
    },
  });
  return { product: made, client_secret };
}

/** The link and the code of the next mail that signs in. */
async function nextAccess(email: string) {
  for (;;) {
    const { text = '' } = await mails.next(email);
    const link = /https?:\/\/\S+\/access#td_pl_[\w-]+/.exec(text)?.[0];
    const code = /\b(\d{3})\s?(\d{3})\b/.exec(text.replace(link ?? '', ''));
    if (link && code) return { link, code: `${code[1]}${code[2]}` };
  }
}

/** Axe at both widths, in both themes, and nothing wider than the screen. */
async function expectGood(page: Page) {
  const size = page.viewportSize() ?? SMALL;
  await expectAccessible(page);
  await page.setViewportSize(SMALL);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.setViewportSize(size);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 });

test('a buyer comes back by mail, cancels, keeps, and pays a failed renewal with another card', {
  tag: '@soak',
}, async ({ browser }) => {
  const email = newEmail();
  const { product: made, client_secret } = await buy(email);
  await activate(seller, await keyOf(seller), 'Work laptop');
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();

  // Whom mails reach can cancel in the portal, and reads so before paying.
  const body = { payment_processor: 'stripe', product_id: made.id } as const;
  const offer = await seller.call(createCheckout, { body });
  await page.goto(`/checkout/${offer.client_secret}`);
  const terms = page.getByText('Renews every month for $15.00 until you cancel.');
  await expect(terms.first()).toBeVisible();

  // A window that did not pay offers the way by mail.
  await page.goto(`/checkout/${client_secret}/confirmation`);
  await expect(
    page.getByText('For your security, keys aren’t shown here. Sign in to see them.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Get a link to your purchases' }).click();
  await expect(heading(page, 'See your purchases')).toBeVisible();
  await expect(page.getByText('Sandbox. No real money moves.')).toBeVisible();
  await expectGood(page);
  await press(page, 'Send link and code');
  await expect(page.getByText('Enter your email address, such as name@example.com.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await press(page, 'Send link and code');
  await expect(heading(page, 'Check your email')).toBeVisible();
  await expectGood(page);
  const { link, code } = await nextAccess(email);
  expect(new URL(link).origin).toBe(product.url);
  await page.getByLabel('6-digit code').fill(code === '111111' ? '222222' : '111111');
  await press(page, 'Continue');
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();

  // Opening the link redeems nothing: only its button does, once.
  await page.request.get(link.split('#')[0] ?? '');
  await page.goto(link);
  await expect(heading(page, 'Open your purchases')).toBeVisible();
  await expectGood(page);
  await page.reload();
  await press(page, 'Continue');
  await expect(heading(page, 'Your purchases')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/portal/${seller.organization.slug}`);
  await expect(page.getByText('License key of Quill Pro:')).toBeAttached();
  await expect(page.getByText('Work laptop')).toBeHidden();
  await page.getByText('1 of 3 devices in use').click();
  await expect(page.getByText('Work laptop')).toBeVisible();
  await expectGood(page);

  // The address of another customer opens nothing here.
  const other = await context.newPage();
  await other.goto(link);
  await press(other, 'Continue');
  await expect(heading(other, 'This link no longer works')).toBeVisible();
  await expectGood(other);
  await other.close();

  await press(page, 'Remove Work laptop');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('1 of 3 devices in use')).toBeHidden();
  await page.getByRole('link', { name: 'Profile and data' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');
  // Said once, not of each.
  await expect(page.getByText('All fields are optional.')).toBeVisible();
  await expect(page.getByText('(optional)')).toHaveCount(0);
  await expectGood(page);
  await page.getByLabel('Name').fill('Ada King');
  await press(page, 'Save details');
  await expect(page.getByText('Details saved.')).toBeVisible();
  const download = page.waitForEvent('download');
  await press(page, 'Download your data');
  expect((await download).suggestedFilename()).toBe(`${seller.organization.slug}.json`);

  await page.getByRole('link', { name: 'Purchases', exact: true }).click();
  await page.getByRole('link', { name: /^Manage: Quill Pro, since / }).click();
  await expect(heading(page, 'Quill Pro')).toBeVisible();
  await expect(page.getByText(/^\$15\.00 on /)).toBeVisible();
  await expectGood(page);
  await press(page, 'Change plan');
  await expect(page.getByRole('button', { name: /^Change and pay \$1\d\d\.\d\d$/ })).toBeVisible();
  await expectGood(page);
  await press(page, 'Go back');

  await press(page, 'Cancel subscription');
  await expect(
    page.getByText(/It stays active until .+ Then the license key of .+ stops working\./),
  ).toBeVisible();
  await expectGood(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/^Ends on .+ You won’t be charged again\.$/)).toBeVisible();
  await press(page, 'Keep subscription');
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();

  const [subscription] = await subscriptionsOf(seller);
  if (!subscription) throw new Error('Nothing was sold');
  await advanceToRenewal(seller, subscription);
  await page.reload();
  await expect(
    page.getByText(/\$15\.00 is due\. Your last payment failed\. The next try is on/),
  ).toBeVisible();
  await expectGood(page);
  await press(page, 'Update payment method');
  await expect(
    page.getByText('$15.00 is due and will be charged to the new card now.'),
  ).toBeVisible();
  await press(page, 'Pay $15.00');
  await expect(page.getByText('Enter the card number.')).toBeVisible();
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await press(page, 'Pay $15.00');
  // Of a card that is declined at once nothing is kept.
  const form = page.getByRole('form', { name: 'Card' });
  await expect(form.getByRole('alert')).toContainText('The card was declined. Use another card.');
  const kept = page.getByText(/The new card is saved, but the payment is still due\./);
  await expect(kept).toBeHidden();
  await page.getByLabel('Card number').fill('4000 0000 0000 0341');
  await press(page, 'Pay $15.00');
  await expect(kept).toBeVisible();
  await expectGood(page);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await press(page, 'Pay $15.00');
  await expect(page.getByText('Paid. Your subscription is active again.')).toBeVisible();
  const card = page.getByText('Card', { exact: true }).locator('..').getByRole('definition');
  await expect(card).toContainText('Visa •••• 4242');
  for (const [number, why] of [
    ['4000 0000 0000 0002', 'The card was declined. Use another card.'],
    ['4000 0000 0000 9995', 'The card has insufficient funds. Use another card.'],
    ['4000 0000 0000 0069', 'The card has expired. Use another card.'],
  ] as const) {
    await press(page, 'Update payment method');
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiration date').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('dialog').getByRole('button', { name: 'Update payment method' }).click();
    await expect(form.getByRole('alert')).toContainText(why);
    await press(page, 'Go back');
    await expect(card).toContainText('Visa •••• 4242');
  }

  const failed = page.getByRole('region', { name: 'Failed payments' }).getByRole('listitem');
  await expect(failed.filter({ hasText: 'Visa •••• 0341' })).toContainText('Your bank declined');
  const payments = page.getByRole('region', { name: 'Payments', exact: true });
  await expect(payments.getByRole('listitem').first()).toContainText('Visa •••• 4242');
  await payments.getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'View invoice' })).toBeVisible();
  const paidWith = page.getByText('Paid with', { exact: true }).locator('../../..');
  await expect(paidWith.getByRole('definition')).toContainText('Visa •••• 4242');
  await expect(page.getByRole('heading', { name: 'License keys' })).toBeVisible();
  await expectGood(page);
  const order = page.url();
  const signedOut = page.waitForResponse((answer) => answer.url().endsWith('/sessions/current'));
  await press(page, 'Sign out');
  expect((await signedOut).status()).toBe(204);
  await expect(heading(page, 'See your purchases')).toBeVisible();
  await expect(page.getByText('Sandbox. No real money moves.')).toBeVisible();

  // A page of an object asks first, and is opened after the sign-in.
  await page.goto(order);
  await page.getByLabel('Email').fill(email.toUpperCase());
  await press(page, 'Send link and code');
  await page.getByLabel('6-digit code').fill((await nextAccess(email)).code);
  await press(page, 'Continue');
  await expect(page.getByRole('link', { name: 'View invoice' })).toBeVisible();
  await context.close();
});

test('a buyer of many things sees more of them, from the tab that paid', { tag: '@soak' }, async ({
  browser,
}) => {
  const { id } = await makeProduct(seller, {
    name: 'Quill Brushes',
    price: { type: 'one_time', amount_type: 'free' },
  });
  const buyer = { customer_email: newEmail(), customer_billing_address: { country: 'US' } };
  const order = async () => {
    const { client_secret } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id: id },
    });
    return seller.call(confirmCheckout, { params: { client_secret }, body: buyer });
  };
  const paid = await order();
  await Promise.all(Array.from({ length: 22 }, order));
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();

  await page.goto(`/portal/${seller.organization.slug}`);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.evaluate(
    ([checkout, token]) => sessionStorage.setItem(`tilldesk_customer_session:${checkout}`, token),
    [paid.id, paid.customer_session_token ?? ''] as const,
  );
  await page.goto(`/checkout/${paid.client_secret}/confirmation`);
  await page.getByRole('link', { name: 'See your purchases' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(buyer.customer_email);
  expect(page.url()).toBe(`${product.url}/portal/${seller.organization.slug}`);
  await press(page, 'Send link and code');
  await page.getByLabel('6-digit code').fill((await nextAccess(buyer.customer_email)).code);
  await press(page, 'Continue');

  const orders = page.getByRole('region', { name: 'Orders' });
  await expect(orders.getByText('Showing 4 of 23')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByText('Showing 6 of 23')).toBeVisible();
  const more = orders.getByRole('button', { name: 'Show more orders' });
  await more.press('Enter');
  await expect(orders.getByText('Showing 20 of 23')).toBeVisible();
  await expect(orders.getByRole('listitem')).toHaveCount(20);
  await expect(orders.getByRole('listitem').nth(4)).toBeFocused();
  await page.route(/orders\/\?(?!.*one_time).*page=2/, (route) => route.abort(), { times: 2 });
  await more.press('Enter');
  await expect(orders.getByRole('alert')).toBeVisible();
  await expect(more).toBeFocused();
  await more.press('Enter');
  await expect(orders.getByText('Showing all 23')).toBeVisible();
  await expect(orders.getByRole('listitem').nth(20)).toBeFocused();
  await expect(orders.getByRole('alert')).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'All purchases' })).toBeVisible();
  await page.goBack();
  await expect(orders.getByText('Showing all 23')).toBeVisible();

  // Another tab is handed the session, and both are signed out together.
  const other = await context.newPage();
  await other.goto(`/portal/${seller.organization.slug}`);
  await expect(heading(other, 'Your purchases')).toBeVisible();
  await other.reload();
  await expect(heading(other, 'Your purchases')).toBeVisible();
  await press(page, 'Sign out');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(other.getByLabel('Email')).toHaveValue('');
  await context.close();
});

test('an unknown address is answered alike, and mailed nothing', { tag: '@soak' }, async ({
  browser,
}) => {
  const email = newEmail();
  await buy(email);
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const before = mails.received.length;
  await page.goto(`/portal/${seller.organization.slug}`);
  await page.getByLabel('Email').fill(newEmail());
  await press(page, 'Send link and code');
  await expect(heading(page, 'Check your email')).toBeVisible();
  const query = { organization_id: [seller.organization.id], query: email };
  const { items } = await seller.call(listCustomers, { query });
  expect(items).toHaveLength(1);
  expect(mails.received.slice(before).filter(({ text }) => text?.includes('/access#'))).toEqual([]);
  expect((await page.goto('/portal/there-is-no-such-shop'))?.status()).toBe(404);
  await context.close();
});

test('two subscriptions, a trial and a plan that was paid, fit on one screen', {
  tag: '@soak',
}, async ({ browser }) => {
  const email = newEmail();
  const { product: paid } = await buy(email);
  const tried = await makeProduct(seller, {
    name: 'Quill Studio',
    price: {
      type: 'recurring',
      amount_type: 'fixed',
      price_amount: 2400,
      recurring_interval: 'month',
      trial_days: 14,
    },
  });
  const { client_secret } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: tried.id },
  });
  await seller.call(confirmCheckout, {
    params: { client_secret },
    body: {
      customer_email: email,
      customer_name: 'Ada Byron',
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'pm_card_visa',
    },
  });
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`/portal/${seller.organization.slug}`);
  await page.getByLabel('Email').fill(email);
  await press(page, 'Send link and code');
  await page.getByLabel('6-digit code').fill((await nextAccess(email)).code);
  await press(page, 'Continue');
  const card = (name: string) => page.getByRole('article', { name });
  await expect(card(paid.name).getByText(/^Next charge \$15\.00 on /)).toBeVisible();
  await expect(card('Quill Studio').getByText(/^Trial ends .+, then \$24\.00$/)).toBeVisible();
  await expect(card('Quill Studio').getByText('Visa •••• 4242')).toBeVisible();
  for (const name of [paid.name, 'Quill Studio']) {
    await expect(card(name).getByText(`License key of ${name}:`)).toBeAttached();
  }
  await expect(page.getByRole('region', { name: 'Orders' })).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(900);
  await context.close();
});
