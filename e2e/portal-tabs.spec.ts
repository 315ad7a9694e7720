import type { Page } from 'playwright/test';
import { portalKey } from '@/components/hosted-checkout/portal-session';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { listCustomers } from '@/lib/resources/customers/contract';
import { createOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { expect, expectAccessible, newEmail, newSlug, type Seller, test } from './fixtures';
import { advanceToRenewal, makeProduct, subscriptionsOf, upload } from './selling';

// The portal of a product that sends no mail: by the session of a confirmation, and by the seller's links.

const SMALL = { width: 390, height: 844 };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true });
const portal = ({ slug }: { slug: string }) => `/portal/${slug}`;

async function buy(seller: Seller, product_id: string, customer_email: string, card?: string) {
  const { client_secret } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id },
  });
  const body = {
    customer_email,
    customer_name: 'Ada Byron',
    customer_billing_address: { country: 'US' },
    confirmation_token_id: card ?? 'pm_card_visa',
  };
  return seller.call(confirmCheckout, { params: { client_secret }, body });
}

/** A link of the seller to the portal of a customer, which works once. */
async function link(seller: Seller, email: string): Promise<string> {
  const query = { organization_id: [seller.organization.id], query: email };
  const [customer] = (await seller.call(listCustomers, { query })).items;
  const body = { customer_id: customer?.id ?? '' };
  const { customer_portal_url } = await seller.call(createCustomerSession, { body });
  const { pathname, hash } = new URL(customer_portal_url);
  return pathname + hash;
}

async function signIn(page: Page, seller: Seller, email: string): Promise<void> {
  await page.goto(await link(seller, email));
  await press(page, 'Continue');
  await expect(heading(page, 'Your purchases')).toBeVisible();
}

const tokenIn = (page: Page, slug: string): Promise<string> =>
  page.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? '{}').token ?? '',
    portalKey(slug),
  );

/** What the server answers to a session's token. */
async function statusOf(page: Page, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await page.request.get('/v1/customer-portal/orders/', { headers })).status();
}

test('the confirmation opens the portal with its purchase alone, in its tab alone', async ({
  buyer: page,
  seller,
}) => {
  const { slug } = seller.organization;
  await seller.call(updateOrganization, {
    params: { id: seller.organization.id },
    body: { email: 'help@example.com' },
  });
  const email = newEmail();
  const other = await makeProduct(seller, { name: 'Secret Brushes' });
  await buy(seller, other.id, email);
  const { id } = await makeProduct(seller);
  const { path } = await openCheckout(seller, id);
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Country').selectOption('US');
  await page.getByRole('main').getByRole('button', { name: 'Test cards' }).click();
  await page.getByRole('button', { name: 'Paid' }).click();
  await page.getByRole('button', { name: 'Subscribe, $15.00 / month' }).click();
  await expect(page.getByText('Thank you. Quill Pro is yours.')).toBeVisible();
  const confirmation = page.url();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See your purchases' }).click();

  // It sees what was bought there, and changes nothing.
  await expect(heading(page, 'Your purchases')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(portal({ slug }));
  await expect(page.getByText('You came here from a checkout.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  const bought = page.getByRole('region', { name: 'Subscriptions' });
  await expect(bought.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('License key of Quill Pro:')).toBeAttached();
  await expect(page.getByText('Secret Brushes')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Profile and data' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Download your data' })).toBeHidden();
  await expectAccessible(page);
  await bought.getByRole('link', { name: 'Quill Pro' }).click();
  await expect(heading(page, 'Quill Pro')).toBeVisible();
  const payments = page.getByRole('region', { name: 'Payments', exact: true });
  await expect(payments.getByRole('listitem')).toContainText('Visa •••• 4242');
  for (const name of ['Cancel subscription', 'Update payment method', 'Change plan']) {
    await expect(page.getByRole('button', { name })).toBeHidden();
  }
  await page.setViewportSize(SMALL);
  await expectAccessible(page);
  await page.reload();
  await expect(heading(page, 'Quill Pro')).toBeVisible();

  // Another tab is not handed it, and a full session takes its place.
  const tab = await page.context().newPage();
  await tab.goto(portal({ slug }));
  await expect(tab.getByText('This shop can’t send email yet.')).toBeVisible();
  const bound = await tokenIn(page, slug);
  await signIn(tab, seller, email);
  await expect(tab.getByText('Secret Brushes').first()).toBeVisible();
  await expect(tab.getByText('You came here from a checkout.')).toBeHidden();
  await page.goto(portal({ slug }));
  await expect(page.getByText('You came here from a checkout.')).toBeVisible();

  // Who is signed in stays so.
  await tab.goto(confirmation);
  await tab.evaluate(([key, token]) => sessionStorage.setItem(key, token), [
    `tilldesk_customer_session:${await checkoutIn(page)}`,
    bound,
  ] as const);
  await tab.reload();
  await tab.getByRole('link', { name: 'See your purchases' }).click();
  await expect(tab.getByText('Secret Brushes').first()).toBeVisible();

  await press(tab, 'Sign out');
  await expect(heading(tab, 'See your purchases')).toBeVisible();
  await expect(heading(page, 'See your purchases')).toBeVisible();
  await expect.poll(() => statusOf(page, bound)).toBe(401);
  await page.goto(confirmation);
  await expect(page.getByText('ask the seller for them.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See your purchases' })).toBeHidden();
});

/** The checkout whose confirmation was opened in this tab. */
const checkoutIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const prefix = 'tilldesk_customer_session:';
    const key = Object.keys(sessionStorage).find((name) => name.startsWith(prefix));
    return key?.slice(prefix.length) ?? '';
  });

async function openCheckout(seller: Seller, product_id: string) {
  const made = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id },
  });
  return { path: new URL(made.url).pathname };
}

test('tabs hand over the session of the same seller while it lasts, and sign out together', {
  tag: '@soak',
}, async ({ buyer: page, seller }) => {
  const { slug } = seller.organization;
  const email = newEmail();
  const { id } = await makeProduct(seller);
  await buy(seller, id, email);
  await signIn(page, seller, email);
  const token = await tokenIn(page, slug);
  const open = async (path = portal({ slug })) => {
    const tab = await page.context().newPage();
    await tab.goto(path);
    return tab;
  };

  const second = await open();
  await expect(heading(second, 'Your purchases')).toBeVisible();
  expect(await tokenIn(second, slug)).toBe(token);
  const organization = await seller.call(createOrganization, {
    body: { name: 'Other shop', slug: newSlug('other') },
  });
  const elsewhere = await open(portal(organization));
  await expect(heading(elsewhere, 'See your purchases')).toBeVisible();
  expect(await tokenIn(elsewhere, organization.slug)).toBe('');

  // A link opens a session of its own; signing out ends that of the other tabs too.
  const third = await open();
  await expect(heading(third, 'Your purchases')).toBeVisible();
  await signIn(third, seller, email);
  const own = await tokenIn(third, slug);
  expect(own).not.toBe(token);
  await press(third, 'Sign out');
  for (const tab of [page, second, third]) {
    await expect(heading(tab, 'See your purchases')).toBeVisible();
    expect(await tokenIn(tab, slug)).toBe('');
  }
  for (const ended of [token, own]) await expect.poll(() => statusOf(page, ended)).toBe(401);

  // One that signs in takes the open ones along.
  await signIn(third, seller, email);
  await expect(heading(second, 'Your purchases')).toBeVisible();
  await second.close();
  await page.close();

  // What is over by the time is neither handed over nor kept.
  const HOURS = 2 * 60 * 60_000;
  await third.clock.setFixedTime(Date.now() + HOURS);
  const late = await open();
  await expect(heading(late, 'See your purchases')).toBeVisible();
  await third.clock.setFixedTime(Date.now());
  await late.reload();
  await expect(heading(late, 'Your purchases')).toBeVisible();
  await late.clock.setFixedTime(Date.now() + HOURS);
  await late.reload();
  await expect(late.getByText('Your session has ended.')).toBeVisible();
  // Nor taken from a tab whose answer was long under way.
  const heard = await late.evaluateHandle((name) => {
    const channel = new BroadcastChannel(name);
    const isHeard = new Promise((resolve) => channel.addEventListener('message', resolve));
    const isDrawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    return { drawn: isHeard.then(isDrawn).then(isDrawn) };
  }, portalKey(slug));
  await third.evaluate((name) => {
    const session = JSON.parse(sessionStorage.getItem(name) ?? '');
    new BroadcastChannel(name).postMessage({ type: 'session', session });
  }, portalKey(slug));
  await heard.evaluate(({ drawn }) => drawn);
  await expect(late.getByText('Your session has ended.')).toBeVisible();
  await late.clock.setFixedTime(Date.now());

  // What the server has ended is over in every tab as soon as one is told.
  await late.reload();
  await expect(heading(late, 'Your purchases')).toBeVisible();
  // Until its lists have arrived: one that is answered 401 before the reload would end the session before it.
  await expect(late.getByRole('region', { name: 'Orders' })).toBeVisible();
  await late.waitForLoadState('networkidle');
  // The other tab hears it from this one alone: told first, it would say so before the reload, which forgets it.
  await third.route('**/v1/customer-portal/**', () => {});
  const headers = { Authorization: `Bearer ${await tokenIn(late, slug)}` };
  const ended = await late.request.delete('/v1/customer-portal/sessions/current', { headers });
  expect(ended.status()).toBe(204);
  await late.reload();
  await expect(late.getByText('Your session has ended.')).toBeVisible();
  await expect(third.getByText('Your session has ended.')).toBeVisible();
});

test('what was bought twice is there for each purchase; failed payments say why', {
  tag: '@soak',
}, async ({ buyer: page, seller }) => {
  const { slug } = seller.organization;
  const organization_id = seller.organization.id;
  const email = newEmail();
  const file = await upload(seller, 'manual.txt', 'Read me.');
  const benefit = await seller.call(createBenefit, {
    body: {
      type: 'downloadables',
      description: 'The manual',
      organization_id,
      properties: { files: [file] },
    },
  });
  const once = { type: 'one_time', amount_type: 'fixed', price_amount: 2400 } as const;
  const brushes = await makeProduct(seller, { name: 'Quill Brushes', price: once });
  const plan = await makeProduct(seller);
  for (const { id } of [brushes, plan]) {
    const body = { benefits: [benefit.id] };
    await seller.call(updateProductBenefits, { params: { id }, body });
  }
  await buy(seller, brushes.id, email);
  await buy(seller, plan.id, email, 'pm_sandbox_declineAfter1');
  await signIn(page, seller, email);
  await expect(page.getByRole('heading', { name: 'Failed payments' })).toBeHidden();
  const manuals = page.getByRole('button', { name: 'Download manual.txt' });
  const bought = page.getByRole('article', { name: 'Quill Brushes' });
  await expect(manuals).toHaveCount(2);
  await expect(bought.getByText(/^Bought [A-Z]/)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Quill Pro' })).toBeVisible();
  const download = page.waitForEvent('download');
  await bought.getByRole('button', { name: 'Download manual.txt' }).click();
  expect((await download).suggestedFilename()).toBe('manual.txt');
  await bought.getByRole('link', { name: /^View order: Quill Brushes, Bought / }).click();
  await expect(heading(page, 'Quill Brushes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download manual.txt' })).toHaveCount(1);
  await page.goBack();

  const [subscription] = await subscriptionsOf(seller);
  if (!subscription) throw new Error('Nothing was sold');
  await advanceToRenewal(seller, subscription);
  await page.reload();
  const failed = page.getByRole('region', { name: 'Failed payments' });
  await expect(failed.getByRole('listitem')).toHaveText(
    /^Quill Pro[A-Z].+The card has insufficient funds\..*Visa •••• 4242\$15\.00$/,
  );
  await expectAccessible(page);
  await page.setViewportSize(SMALL);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto(`${portal({ slug })}/subscriptions/${subscription.id}`);
  await expect(failed.getByText('The card has insufficient funds.')).toBeVisible();
  await expectAccessible(page);
});
