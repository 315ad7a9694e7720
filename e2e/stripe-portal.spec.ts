import type { Page } from 'playwright/test';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createPaymentConnection } from '@/lib/resources/payment-connections/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { newStripeAccount } from './outside';
import { makeProduct, sellTo, subscriptionsOf } from './selling';

// A customer of a seller who is paid through Stripe replaces a card on the portal's page for that.

const frameOf = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
const bankOf = (page: Page) => page.frameLocator('iframe[title="Authentication of your bank"]');

async function fillCard(page: Page, number: string) {
  await frameOf(page).getByLabel('Card number').fill(number);
  await frameOf(page).getByLabel('Expiration date').fill('12 / 34');
  await frameOf(page).getByLabel('Security code').fill('123');
}

async function openPayment(buyer: Page, seller: Seller): Promise<void> {
  const { secretKey, publishableKey } = await newStripeAccount();
  await seller.call(createPaymentConnection, {
    params: { id: seller.organization.id },
    body: { processor: 'stripe', secret_key: secretKey, publishable_key: publishableKey },
  });
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const [sold] = await subscriptionsOf(seller);
  const body = { customer_id: sold?.customer_id ?? '' };
  const { customer_portal_url } = await seller.call(createCustomerSession, { body });
  await buyer.goto(customer_portal_url);
  await buyer.getByRole('button', { name: 'Continue' }).click();
  await expect(buyer.getByRole('heading', { name: 'Your purchases', exact: true })).toBeVisible();
  await buyer.goto(`/portal/${seller.organization.slug}/subscriptions/${sold?.id}`);
  await buyer.getByRole('button', { name: 'Update payment method' }).click();
  await expect(frameOf(buyer).getByLabel('Card number')).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: 'Update payment method' });
const cardOf = async (seller: Seller) => (await subscriptionsOf(seller))[0]?.payment_method?.last4;

test('a card is replaced', async ({ buyer, seller }) => {
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

test('survival 14: with 3-D Secure, which fails first', async ({ buyer, seller }) => {
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

test('a reload in the middle leaves a way to go on', async ({ buyer, seller }) => {
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
