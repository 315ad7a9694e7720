import type { Page } from 'playwright/test';
import { createCheckout } from '@/lib/resources/checkouts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createPaymentConnection } from '@/lib/resources/payment-connections/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { expectStripeAllowed, newStripeAccount, stripe } from './outside';

// The buyer's pages of a seller who is paid through Stripe: the real flow, with the double's own form and bank.

const SECURE = '4000 0000 0000 3220';

async function openCheckout(page: Page, seller: Seller, { isMonthly = false } = {}) {
  const { account, secretKey, publishableKey } = await newStripeAccount();
  await seller.call(createPaymentConnection, {
    params: { id: seller.organization.id },
    body: { processor: 'stripe', secret_key: secretKey, publishable_key: publishableKey },
  });
  const prices = isMonthly
    ? [
        {
          type: 'recurring',
          amount_type: 'fixed',
          price_amount: 1500,
          recurring_interval: 'month',
        } as const,
      ]
    : [{ type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const];
  const product = await seller.call(createProduct, { body: { name: 'Quill Pro', prices } });
  const { url } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: product.id },
  });
  const { pathname } = new URL(url);
  await page.goto(pathname);
  await expect(frameOf(page).getByLabel('Card number')).toBeVisible();
  return { account, pathname };
}

const frameOf = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
const bankOf = (page: Page) => page.frameLocator('iframe[title="Authentication of your bank"]');

async function fillCard(page: Page, number: string) {
  await frameOf(page).getByLabel('Card number').fill(number);
  await frameOf(page).getByLabel('Expiration date').fill('12 / 34');
  await frameOf(page).getByLabel('Security code').fill('123');
}

async function fillBuyer(page: Page) {
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Country').selectOption('US');
}

const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');
const pay = (page: Page) => page.getByRole('button', { name: /^(Pay|Subscribe)/ });
const bought = (page: Page) => page.waitForURL('**/confirmation');
const ordersOf = async (seller: Seller) =>
  (await seller.call(listOrders, { query: { organization_id: [seller.organization.id] } })).items;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('a card pays in the form of Stripe', { tag: '@soak' }, async ({ page, seller }) => {
      const { account } = await openCheckout(page, seller);
      await fillBuyer(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await fillCard(page, '4242 4242 4242 4242');
      await pay(page).click();
      await bought(page);
      expect(await stripe().charges(account)).toMatchObject([{ amount: 2000 }]);
      expect(await ordersOf(seller)).toHaveLength(1);
    });
  });
}

test('what is missing is said at the form, and nothing is sent', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { account } = await openCheckout(page, seller);
  await fillBuyer(page);
  await fillCard(page, '4242 4242 4242 4241');
  await pay(page).click();
  await expect(alertOf(page).filter({ hasText: 'invalid' })).toBeVisible();
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await bought(page);
  expect(await stripe().charges(account)).toHaveLength(1);
});

test('a declined card, then a second one', { tag: '@soak' }, async ({ page, seller }) => {
  const { account } = await openCheckout(page, seller);
  await fillBuyer(page);
  await fillCard(page, '4000 0000 0000 9995');
  await pay(page).click();
  await expect(alertOf(page)).toContainText('insufficient funds');
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await bought(page);
  expect(await stripe().charges(account)).toHaveLength(1);
});

test('3-D Secure in place succeeds', async ({ page, seller }) => {
  await openCheckout(page, seller, { isMonthly: true });
  await fillBuyer(page);
  await fillCard(page, SECURE);
  await pay(page).click();
  await bankOf(page).getByRole('button', { name: 'Complete authentication' }).click();
  await bought(page);
  await expect(page.getByRole('main')).toContainText('Quill Pro');
  const query = { organization_id: [seller.organization.id] };
  const { items } = await seller.call(listSubscriptions, { query });
  expect(items).toMatchObject([{ status: 'active', payment_method: { last4: '3220' } }]);
});

test('3-D Secure fails, and a second card pays', { tag: '@soak' }, async ({ page, seller }) => {
  const { account } = await openCheckout(page, seller);
  await fillBuyer(page);
  await fillCard(page, SECURE);
  await pay(page).click();
  await bankOf(page).getByRole('button', { name: 'Fail authentication' }).click();
  await expect(alertOf(page)).toContainText('Your bank didn’t confirm the payment');
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await bought(page);
  expect(await stripe().charges(account)).toHaveLength(1);
  expect(await ordersOf(seller)).toHaveLength(1);
});

test('a reload in the middle goes on where the buyer was', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await openCheckout(page, seller);
  await fillBuyer(page);
  await fillCard(page, SECURE);
  await pay(page).click();
  await expect(bankOf(page).getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your bank asks you to confirm this payment.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await bankOf(page).getByRole('button', { name: 'Complete authentication' }).click();
  await bought(page);
  expect(await ordersOf(seller)).toHaveLength(1);
});

test('a buyer who comes back from his bank sees what came of it', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { pathname } = await openCheckout(page, seller);
  await fillBuyer(page);
  await fillCard(page, SECURE);
  await pay(page).click();
  await expect(bankOf(page).getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  const asked = page.frames().find((frame) => frame.url().includes('/authenticate/'));
  const bank = asked?.url() ?? '';
  await page.goto(bank);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.goto(`${pathname}/return`);
  await expect(alertOf(page)).toContainText('Your bank didn’t confirm the payment');
  await fillBuyer(page);
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await bought(page);
});

test('survival 29: pages that take payments may use Stripe, and no others', async ({
  page,
  seller,
}) => {
  const { pathname } = await openCheckout(page, seller);
  const headersOf = async (path: string) => (await page.request.get(path)).headers();
  for (const path of [pathname, `${pathname}/return`]) {
    expectStripeAllowed(await headersOf(path));
  }
  for (const path of [`${pathname}/confirmation`, '/login', seller.path(''), '/v1/products/']) {
    const headers = await headersOf(path);
    expect(headers['content-security-policy'], path).not.toContain('stripe');
    expect(headers['permissions-policy'], path).toContain('payment=()');
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
  }
});
