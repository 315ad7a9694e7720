import type { Page } from 'playwright/test';
import {
  confirmCheckout,
  createCheckout,
  getCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { listMails } from '@/lib/resources/mails/contract';
import { createPaymentConnection } from '@/lib/resources/payment-connections/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { expectStripeAllowed, newStripeAccount, stripe } from './outside';
import { connectTo } from './product/database';
import { makeProduct, sellTo, subscriptionsOf } from './selling';

// A customer of a seller who is paid through Stripe replaces a card on the portal's page for that.

const frameOf = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
const bankOf = (page: Page) => page.frameLocator('iframe[title="Authentication of your bank"]');

async function fillCard(page: Page, number: string) {
  await frameOf(page).getByLabel('Card number').fill(number);
  await frameOf(page).getByLabel('Expiration date').fill('12 / 34');
  await frameOf(page).getByLabel('Security code').fill('123');
}

async function connect(seller: Seller): Promise<string> {
  const { account, secretKey, publishableKey } = await newStripeAccount();
  await seller.call(createPaymentConnection, {
    params: { id: seller.organization.id },
    body: { processor: 'stripe', secret_key: secretKey, publishable_key: publishableKey },
  });
  return account;
}

/** The portal of who holds the subscription. */
async function signIn(buyer: Page, seller: Seller) {
  const [sold] = await subscriptionsOf(seller);
  const body = { customer_id: sold?.customer_id ?? '' };
  const { customer_portal_url } = await seller.call(createCustomerSession, { body });
  await buyer.goto(customer_portal_url);
  await buyer.getByRole('button', { name: 'Continue' }).click();
  await expect(buyer.getByRole('heading', { name: 'Your purchases', exact: true })).toBeVisible();
  return `/portal/${seller.organization.slug}/subscriptions/${sold?.id}`;
}

async function openPayment(buyer: Page, seller: Seller): Promise<void> {
  await connect(seller);
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  await buyer.goto(await signIn(buyer, seller));
  await buyer.getByRole('button', { name: 'Update payment method' }).click();
  await expect(frameOf(buyer).getByLabel('Card number')).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: 'Update payment method' });
const cardOf = async (seller: Seller) => (await subscriptionsOf(seller))[0]?.payment_method?.last4;

test('a card is replaced', { tag: '@soak' }, async ({ buyer, seller }) => {
  await openPayment(buyer, seller);
  await expectAccessible(buyer);
  await buyer.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(buyer);
  await fillCard(buyer, '5555 5555 5555 4444');
  await save(buyer).click();
  await expect(buyer.getByText('Your new payment method is saved.')).toBeVisible();
  await expect(buyer.getByRole('main')).toContainText('4444');
  expect(await cardOf(seller)).toBe('4444');
});

test('survival 14: with 3-D Secure, which fails first', { tag: '@soak' }, async ({
  buyer,
  seller,
}) => {
  await openPayment(buyer, seller);
  await fillCard(buyer, '4000 0000 0000 3220');
  await save(buyer).click();
  await bankOf(buyer).getByRole('button', { name: 'Fail authentication' }).click();
  const alert = buyer.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Your bank didn’t confirm it.');
  expect(await cardOf(seller)).toBe('4242');
  await fillCard(buyer, '4000 0000 0000 3220');
  await save(buyer).click();
  await bankOf(buyer).getByRole('button', { name: 'Complete authentication' }).click();
  await expect(buyer.getByText('Your new payment method is saved.')).toBeVisible();
  expect(await cardOf(seller)).toBe('3220');
});

test('a reload in the middle leaves a way to go on', { tag: '@soak' }, async ({
  buyer,
  seller,
}) => {
  await openPayment(buyer, seller);
  await fillCard(buyer, '4000 0000 0000 3220');
  await save(buyer).click();
  await expect(bankOf(buyer).getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeVisible();
  await expectAccessible(buyer);
  await buyer.getByRole('button', { name: 'Continue' }).click();
  await bankOf(buyer).getByRole('button', { name: 'Complete authentication' }).click();
  await expect.poll(() => cardOf(seller)).toBe('3220');
});

test.describe('a renewal that the bank wants to be confirmed', () => {
  test.skip(!process.env.E2E_DATA, 'the database of a product that runs elsewhere is out of reach');
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  /** Sells by a card that is authenticated at every payment. */
  async function sell(seller: Seller, account: string): Promise<void> {
    const { id: product_id } = await makeProduct(seller);
    const { client_secret } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id },
    });
    const params = { client_secret };
    const { payment_processor_metadata } = await seller.call(confirmCheckout, {
      params,
      body: {
        customer_email: 'ada@example.com',
        customer_name: 'Ada Byron',
        customer_billing_address: { country: 'US' },
        confirmation_token_id: 'pm_card_authenticationRequired',
      },
    });
    const [intent = ''] = String(payment_processor_metadata.intent_client_secret).split('_secret_');
    await stripe().authenticate(account, 'test', intent, 'succeed');
    await expect
      .poll(async () => (await seller.call(getCheckoutByClient, { params })).status)
      .toBe('succeeded');
  }

  /** Has the period of the seller's subscription end now. */
  async function endPeriod(seller: Seller): Promise<void> {
    const database = await connectTo(process.env.E2E_DATA ?? '');
    await database.query(
      `UPDATE subscriptions SET current_period_start = now() - interval '1 month',
         current_period_end = now(), next_action_at = now() WHERE organization_id = $1`,
      [seller.organization.id],
    );
    await database.end();
  }

  test('its mail leads to the payment of what is due', { tag: '@soak' }, async ({
    buyer,
    page,
    seller,
  }) => {
    const account = await connect(seller);
    await sell(seller, account);
    await endPeriod(seller);
    const query = {
      organization_id: [seller.organization.id],
      kind: ['payment_failed' as const],
    };
    const mails = async () => (await seller.call(listMails, { query })).items;
    await expect.poll(async () => (await mails()).length).toBe(1);
    expect((await subscriptionsOf(seller))[0]?.status).toBe('past_due');
    const [mail] = await mails();
    await page.goto(seller.path(`mails/${mail?.id}`));
    const letter = page.frameLocator('iframe[title="Message"]');
    const link = letter.getByRole('link', { name: 'Update payment method' });
    const address = (await link.getAttribute('href')) ?? '';

    expect(new URL(address).pathname).toBe(await signIn(buyer, seller));
    await buyer.goto(address);
    await expect(buyer.getByText('$15.00 is due.')).toBeVisible();
    await expectAccessible(buyer);
    await expectNoSidewaysScroll(buyer);
    await buyer.getByRole('button', { name: 'Update payment method' }).click();
    await expect(buyer.getByRole('heading', { name: '$15.00 is due for Quill Pro' })).toBeVisible();
    await expect(frameOf(buyer).getByLabel('Card number')).toBeVisible();
    await expectAccessible(buyer);
    await expectNoSidewaysScroll(buyer);
    await buyer.getByRole('button', { name: 'Pay $15.00', exact: true }).click();
    await bankOf(buyer).getByRole('button', { name: 'Complete authentication' }).click();
    await expect(buyer.getByText('Paid. Your subscription is active again.')).toBeVisible();
    expect((await subscriptionsOf(seller))[0]?.status).toBe('active');
    expect((await stripe().charges(account)).map(({ amount }) => amount)).toEqual([1500, 1500]);
    await expect(buyer.getByText('$15.00 is due.')).toHaveCount(0);
    await expectAccessible(buyer);
  });
});

test('survival 29: in the portal, the page that takes payments may use Stripe, and no other', {
  tag: '@soak',
}, async ({ buyer, seller }) => {
  await openPayment(buyer, seller);
  const { pathname } = new URL(buyer.url());
  const headersOf = async (path: string) => (await buyer.request.get(path)).headers();
  expectStripeAllowed(await headersOf(pathname));
  const subscription = pathname.replace(/\/payment$/, '');
  expect(subscription).not.toBe(pathname);
  const portal = `/portal/${seller.organization.slug}`;
  for (const path of [portal, subscription, `${portal}/profile`, `${portal}/access`]) {
    const headers = await headersOf(path);
    const policy = headers['content-security-policy'] ?? 'none';
    expect(policy, path).toContain("default-src 'self'");
    for (const host of ['stripe', 'link.com']) expect(policy, path).not.toContain(host);
    expect(headers['permissions-policy'], path).toContain('payment=()');
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
  }
});
