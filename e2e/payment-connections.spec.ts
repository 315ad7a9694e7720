import type { Page } from 'playwright/test';
import { listOrders } from '@/lib/resources/orders/contract';
import { createPaymentConnection } from '@/lib/resources/payment-connections/contract';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsMember,
  type Seller,
  test,
} from './fixtures';
import { newStripeAccount, stripe } from './outside';
import { makeProduct, sellTo } from './selling';

async function connect(seller: Seller) {
  const made = await newStripeAccount();
  const connection = await seller.call(createPaymentConnection, {
    params: { id: seller.organization.id },
    body: {
      processor: 'stripe',
      secret_key: made.secretKey,
      publishable_key: made.publishableKey,
    },
  });
  return { ...made, connection };
}

async function openPayments(page: Page, seller: Seller) {
  await page.goto(seller.path('settings'));
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
}

test('Stripe is connected, and what is wrong with a key is told at its field', async ({
  page,
  seller,
}) => {
  const { account, secretKey, publishableKey } = await newStripeAccount();
  const other = await newStripeAccount();
  await openPayments(page, seller);
  await expect(page.getByText('Stripe is not connected.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect Stripe' }).click();
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByLabel('Secret key');
  const publishable = dialog.getByLabel('Publishable key');
  await secret.fill('sk_test_nobody');
  await publishable.fill(other.publishableKey);
  const submit = dialog.getByRole('button', { name: 'Connect Stripe' });
  await submit.click();
  await expect(secret).toHaveAccessibleDescription(/Stripe doesn’t accept this key\./);
  await secret.fill(await stripe().addKey(account, 'test', ['account:read', 'setup_intent:write']));
  await submit.click();
  await expect(publishable).toHaveAccessibleDescription(/another Stripe account/);
  await publishable.fill(publishableKey);
  await submit.click();
  await expect(secret).toHaveAccessibleDescription(/no access to payment intents/);
  await expectAccessible(page, '[role=dialog]');
  await secret.fill(secretKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stripe connected.')).toBeVisible();
  await expect(page.getByText(account)).toBeVisible();
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible();
  await expect(page.getByText('Sent to an endpoint that Tilldesk created')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Stripe is not connected.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Earlier accounts' })).toContainText(account);
});

test('keys are replaced', { tag: '@soak' }, async ({ page, seller }) => {
  const { account } = await connect(seller);
  await openPayments(page, seller);
  await page.getByRole('button', { name: 'Replace keys' }).click();
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByLabel('Secret key');
  const foreign = await newStripeAccount();
  await secret.fill(foreign.secretKey);
  await dialog.getByLabel('Publishable key').fill(foreign.publishableKey);
  await dialog.getByRole('button', { name: 'Replace keys' }).click();
  await expect(secret).toHaveAccessibleDescription(
    new RegExp(`another Stripe account than ${account}`),
  );
  await secret.fill(await stripe().addKey(account, 'test'));
  await dialog.getByLabel('Publishable key').fill('');
  await dialog.getByRole('button', { name: 'Replace keys' }).click();
  await expect(page.getByText('Keys replaced.')).toBeVisible();
});

test('a member is told that payments are not his', { tag: '@soak' }, async ({
  seller,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const member = await context.newPage();
  await joinAsMember(member, seller);
  await member.goto(seller.path('settings/payments'));
  await expect(
    member.getByText('Only owners and admins see and change payment settings.'),
  ).toBeVisible();
  await expect(member.getByRole('button', { name: 'Connect Stripe' })).toHaveCount(0);
  await expectAccessible(member);
  await context.close();
});

test('a key that was revoked is told on every page, until Stripe answers again', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { secretKey } = await connect(seller);
  await stripe().setRevoked(secretKey, true);
  await openPayments(page, seller);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Stripe can’t be used right now.')).toBeVisible();
  await page.goto(seller.path('products'));
  await expect(page.getByText('Payments are on hold.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Payment settings' }).click();
  await stripe().setRevoked(secretKey, false);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Payments are on hold.')).toHaveCount(0);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('a payment is found in Stripe, and the settings say when Stripe told something last', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { account } = await connect(seller);
  await openPayments(page, seller);
  const lastEvent = page
    .locator('div')
    .filter({ has: page.getByText('Last event', { exact: true }) })
    .last();
  await expect(lastEvent).toContainText('None yet');
  const { id } = await makeProduct(seller);
  await sellTo(seller, id, ['Ada Byron']);
  const [charge] = await stripe().charges(account);
  const query = { organization_id: [seller.organization.id] };
  const [order] = (await seller.call(listOrders, { query })).items;
  await page.goto(seller.path(`orders/${order?.id}`));
  const link = page.getByRole('link', { name: 'View in Stripe' });
  await expect(link).toHaveAttribute(
    'href',
    `https://dashboard.stripe.com/test/payments/${charge?.payment_intent}`,
  );
  await expect(link).toHaveAttribute('target', '_blank');
  await stripe().settled();
  await expect(async () => {
    await page.goto(seller.path('settings/payments'));
    await expect(lastEvent.locator('time')).toBeVisible({ timeout: 5000 });
  }).toPass();
  const told = (await lastEvent.locator('time').getAttribute('datetime')) ?? '';
  expect(Math.abs(Date.now() - Date.parse(told))).toBeLessThan(120_000);
  await expectAccessible(page);
});
