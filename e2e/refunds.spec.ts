import type { Page } from 'playwright/test';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { getOrder, listOrders } from '@/lib/resources/orders/contract';
import type { Order } from '@/lib/resources/orders/schema';
import { getOrganization } from '@/lib/resources/organizations/contract';
import { createRefund, listRefunds } from '@/lib/resources/refunds/contract';
import {
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import { advanceTestClock, getTestClock } from '@/lib/resources/test-clocks/contract';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  exportList,
  type Seller,
  test,
} from './fixtures';
import { keyOf, makeProduct } from './selling';

const ONCE = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;

/** An order of a product with a license key, by default paid once with a card that refunds at once. */
async function sell(
  seller: Seller,
  {
    price = ONCE,
    card = 'pm_card_visa',
  }: { price?: NonNullable<Parameters<typeof makeProduct>[1]>['price']; card?: string } = {},
): Promise<Order> {
  const product = await makeProduct(seller, price ? { price } : {});
  const { client_secret } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: product.id },
  });
  await seller.call(confirmCheckout, {
    params: { client_secret },
    body: {
      customer_email: 'ada@example.com',
      customer_name: 'Ada Byron',
      customer_billing_address: { country: 'US' },
      confirmation_token_id: card,
    },
  });
  const query = { organization_id: [seller.organization.id] };
  const [order] = (await seller.call(listOrders, { query })).items;
  if (!order) throw new Error('Nothing was sold');
  return order;
}

const refundsOf = async (seller: Seller, { id }: Order) =>
  (await seller.call(listRefunds, { query: { order_id: [id] } })).items;

/** The dialog, opened from the order's page. */
async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  return page.getByRole('dialog', { name: 'Refund Ada Byron' });
}

const badge = (page: Page, label: string) =>
  page.getByRole('main').locator('header').getByText(label, { exact: true });

test('a large refund asks who is at the keyboard, and goes on by itself', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const order = await sell(seller);
  await page.goto(seller.path('settings'));
  const limit = page.getByLabel('Ask above');
  await limit.fill('-1');
  await page.keyboard.press('Enter');
  await expect(limit).toHaveAttribute('aria-invalid', 'true');
  await limit.fill('10');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Refunds saved.')).toBeVisible();
  const params = { id: seller.organization.id };
  const stored = await seller.call(getOrganization, { params });
  expect(stored.refund_step_up_amount).toBe(1000);

  // As the answer is once the session was opened more than ten minutes ago.
  let isConfirmed = false;
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/refunds/', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (isConfirmed) return route.continue();
    const body = { error: 'NotPermitted', code: 'step_up_required', detail: 'Confirm.' };
    return route.fulfill({ status: 403, json: body });
  });
  await page.goto(seller.path(`orders/${order.id}`));
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByLabel('Password').fill(seller.password);
  await expectAccessible(page);
  isConfirmed = true;
  await page.keyboard.press('Enter');
  await expect(badge(page, 'Refunded')).toBeVisible();
  expect(await refundsOf(seller, order)).toHaveLength(1);
  expect(new Set(keys).size).toBe(1);
});

test('a purchase is refunded partly, then the rest with its benefits', async ({ page, seller }) => {
  const order = await sell(seller);
  await page.goto(seller.path(`orders/${order.id}`));
  await expect(badge(page, 'Paid')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Refund', 'Copy as curl']);
  await page.keyboard.press('Escape');
  const dialog = await openDialog(page);
  const amount = dialog.getByLabel('Amount');
  const revoke = dialog.getByLabel('Revoke benefits');
  await expect(amount).toHaveValue('20.00');
  await expect(revoke).toBeChecked();
  await expect(dialog.getByText('Revokes the license key of Quill Pro.')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');

  await amount.fill('25');
  await dialog.getByRole('button', { name: 'Refund $25.00' }).click();
  await expect(dialog.getByText('Enter an amount of at most $20.00.')).toBeVisible();
  await expect(amount).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  expect(await refundsOf(seller, order)).toEqual([]);

  await amount.fill('5');
  await expect(revoke).not.toBeChecked();
  await expect(dialog.getByText('The buyer keeps the license key of Quill Pro.')).toBeVisible();
  await dialog.getByLabel('Reason').selectOption('Service disruption');
  await dialog.getByLabel('Comment').fill('Two days without downloads.');
  await dialog.getByRole('button', { name: 'Refund $5.00' }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Refunded $5.00.')).toBeVisible();
  await expect(badge(page, 'Partially refunded')).toBeVisible();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt.getByText('−$5.00')).toBeVisible();
  await expect(receipt.getByText('$15.00')).toBeVisible();
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByRole('listitem')).toHaveCount(1);
  await expect(refunds).toContainText('Two days without downloads.');
  await expectAccessible(page);
  expect(await refundsOf(seller, order)).toMatchObject([
    { amount: 500, reason: 'service_disruption', revoke_benefits: false, status: 'succeeded' },
  ]);
  expect((await keyOf(seller)).status).toBe('granted');

  await openDialog(page);
  await expect(amount).toHaveValue('15.00');
  await expect(dialog.getByText('Up to $15.00, what is left of $20.00.')).toBeVisible();
  await expect(dialog.getByText('Revokes the license key of Quill Pro.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund $15.00' }).click();
  await expect(badge(page, 'Refunded')).toBeVisible();
  await expect(refunds.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('Already refunded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveAttribute(
    'aria-disabled',
  );
  expect((await keyOf(seller)).status).toBe('revoked');
  expect(await seller.call(getOrder, { params: { id: order.id } })).toMatchObject({
    status: 'refunded',
    refunded_amount: 2000,
  });

  await page.goto(seller.path('orders?status=partially_refunded'));
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.goto(seller.path('orders?status=refunded&billing_reason=purchase'));
  await expect(page.getByRole('row').nth(1)).toContainText('Refunded');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('the list of refunds: empty, filled, filtered, exported, and a page for each', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('refunds'));
  await expect(page.getByText('No refunds yet.')).toBeVisible();
  await expectAccessible(page);
  const order = await sell(seller);
  for (const [amount, reason] of [
    [500, 'duplicate'],
    [700, 'other'],
  ] as const) {
    await seller.call(createRefund, { body: { order_id: order.id, amount, reason } });
  }
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText('$7.00');
  await expectAccessible(page);
  await page.goto(seller.path('refunds?reason=duplicate&status=succeeded&query=ada'));
  await expect(page.getByRole('row')).toHaveCount(2);
  const lines = await exportList(page);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('duplicate');

  await page.getByRole('row').nth(1).getByRole('link', { name: 'Ada Byron' }).click();
  await expect(page.getByRole('heading', { name: '$5.00 to Ada Byron' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Duplicate');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open order' }).click();
  await expect(page.getByRole('heading', { name: '$20.00 from Ada Byron' })).toBeVisible();
});

test('the credit note of a refund, from its page and from its order', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const order = await sell(seller);
  const { id, credit_note_number } = await seller.call(createRefund, {
    body: { order_id: order.id, amount: 500, reason: 'other' },
  });
  const number = credit_note_number ?? 'none';
  await page.goto(seller.path(`refunds?query=${number}`));
  await expect(page.getByRole('row').nth(1)).toContainText(number);
  await page.goto(seller.path(`refunds/${id}`));
  // In the breadcrumbs and among the facts.
  await expect(page.getByRole('main').getByText(number, { exact: true })).toHaveCount(2);
  const menu = page.getByRole('button', { name: 'Credit note' });
  const open = async () => {
    await menu.click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: 'Open credit note' }).click();
    const document = await opened;
    await expect(document.getByRole('heading', { name: 'Credit note' })).toBeVisible();
    await expect(document.getByText(number)).toBeVisible();
    await document.close();
  };
  await open();
  await menu.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toContain(number);
  await page.goto(seller.path(`orders/${order.id}`));
  await open();
  await expectAccessible(page);
});

test('what somebody else refunds meanwhile is no longer left: said at the amount', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const order = await sell(seller);
  await page.goto(seller.path(`orders/${order.id}`));
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Amount')).toHaveValue('20.00');
  await seller.call(createRefund, {
    body: { order_id: order.id, amount: 1500, reason: 'duplicate' },
  });
  await dialog.getByLabel('Amount').fill('10');
  await dialog.getByRole('button', { name: 'Refund $10.00' }).click();
  await expect(dialog.getByText('Enter an amount from $0.01 to $5.00,')).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await expect(dialog.getByText('Up to $5.00, what is left of $20.00.')).toBeVisible();
  await dialog.getByLabel('Amount').fill('5');
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click();
  await expect(badge(page, 'Refunded')).toBeVisible();
  expect(await refundsOf(seller, order)).toHaveLength(2);
});

test('a lost answer is asked for again: one refund', { tag: '@soak' }, async ({ page, seller }) => {
  const order = await sell(seller);
  await page.goto(seller.path(`orders/${order.id}`));
  const dialog = await openDialog(page);
  let isLost = false;
  await page.route('**/v1/refunds/', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
  await expect(badge(page, 'Refunded')).toBeVisible();
  expect(isLost).toBe(true);
  expect(await refundsOf(seller, order)).toMatchObject([{ amount: 2000, status: 'succeeded' }]);
});

test('a refund that takes its time is pending, and one that fails gives nothing back', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const order = await sell(seller, { card: 'pm_card_pendingRefund' });
  await page.goto(seller.path(`orders/${order.id}`));
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
  await expect(page.getByText('The refund of $20.00 is being processed.')).toBeVisible();
  await expect(badge(page, 'Paid')).toBeVisible();
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByText('Pending')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Being refunded');
  await expect(page.getByText('The refund is being processed.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect((await keyOf(seller)).status).toBe('granted');

  const [pending] = await refundsOf(seller, order);
  await page.goto(seller.path(`refunds/${pending?.id}`));
  await expect(page.getByText('Revoked once it succeeds')).toBeVisible();
  await expect(page.getByText('Issued when the refund succeeds.')).toBeVisible();
  await expectAccessible(page);

  // What the pages show of a refund that has failed.
  await page.route('**/v1/refunds/**', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"pending"', '"failed"');
    await route.fulfill({ response, body: text });
  });
  await page.goto(seller.path(`orders/${order.id}`));
  await expect(refunds.getByText('Failed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(
    'A refund of $20.00 failed. Nothing was given back.',
  );
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).not.toHaveAttribute(
    'aria-disabled',
  );
  await page.goto(seller.path(`refunds/${pending?.id}`));
  await expect(page.getByText('Kept: it failed')).toBeVisible();
  await expectAccessible(page);
});

test('a refund of a subscription: it goes on, and keeps its benefits unless they are revoked', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const order = await sell(seller, {
    price: {
      type: 'recurring',
      amount_type: 'fixed',
      price_amount: 1500,
      recurring_interval: 'month',
    },
  });
  await page.goto(seller.path(`orders/${order.id}`));
  const dialog = await openDialog(page);
  await expect(dialog.getByText('The subscription goes on and renews on')).toBeVisible();
  await expect(dialog.getByLabel('Revoke benefits')).not.toBeChecked();
  await expect(dialog.getByText('The buyer keeps the license key of Quill Pro.')).toBeVisible();
  await dialog.getByLabel('Revoke benefits').check();
  await expect(
    dialog.getByText(
      'Revokes the license key of Quill Pro. Benefits come back with the next paid renewal.',
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund $15.00' }).click();
  await expect(badge(page, 'Refunded')).toBeVisible();
  expect((await keyOf(seller)).status).toBe('revoked');
  const { subscription } = await seller.call(getOrder, { params: { id: order.id } });
  expect(subscription?.status).toBe('active');
});

test('the credit that came from an order is taken back, and an open payment is waited for', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const monthly = {
    type: 'recurring',
    amount_type: 'fixed',
    price_amount: 1000,
    recurring_interval: 'month',
  } as const;
  const order = await sell(seller, {
    price: { ...monthly, price_amount: 120_000, recurring_interval: 'year' },
  });
  const params = { id: order.subscription_id ?? '' };
  const cheaper = await makeProduct(seller, { name: 'Lite', price: monthly });
  const product_price_id = cheaper.prices[0]?.id ?? '';
  await seller.call(updateSubscription, { params, body: { product_price_id } });

  // A payment that takes its time.
  const dearer = await makeProduct(seller, {
    name: 'Max',
    price: { ...monthly, price_amount: 400_000 },
  });
  const bank = { confirmation_token_id: 'pm_usBankAccount_insufficientFunds' };
  await seller.call(setSubscriptionPaymentMethod, { params, body: bank });
  const upgrade = { product_price_id: dearer.prices[0]?.id ?? '' };
  await seller.call(updateSubscription, { params, body: upgrade });
  await page.goto(seller.path(`orders/${order.id}`));
  const dialog = await openDialog(page);
  await expect(dialog.getByText('This order can’t be refunded yet.')).toBeVisible();
  const why = 'A payment for the subscription of this order is in progress. Try again later.';
  await expect(dialog.getByText(why).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund $1,200.00' }).click();
  await expect(dialog.getByText(why)).toHaveCount(2);
  await expectAccessible(page, '[role=dialog]');
  expect(await refundsOf(seller, order)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const to = new Date(Date.now() + 120_000).toISOString();
  await seller.call(advanceTestClock, { body: { to, organization_id: seller.organization.id } });
  const query = { organization_id: seller.organization.id };
  await expect.poll(async () => (await seller.call(getTestClock, { query })).status).toBe('ready');
  await page.reload();
  await openDialog(page);
  await dialog.getByLabel('Amount').fill('110');
  await expect(
    dialog.getByText(
      'Takes back $100.00 of credit that came from this order. $1,090.00 of credit stays for the next charges.',
    ),
  ).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Refund $110.00' }).click();
  await expect(badge(page, 'Partially refunded')).toBeVisible();
  const [refund] = await refundsOf(seller, order);
  expect(refund).toMatchObject({ amount: 11_000, credit_taken: 10_000 });
  await page.goto(seller.path(`refunds/${refund?.id}`));
  await expect(page.getByRole('main')).toContainText('Credit taken back');
  await expect(page.getByRole('main').getByText('$100.00', { exact: true })).toBeVisible();
});

test('a free order says that nothing was paid', { tag: '@soak' }, async ({ page, seller }) => {
  const order = await sell(seller, { price: { type: 'one_time', amount_type: 'free' } });
  await page.goto(seller.path(`orders/${order.id}`));
  await expect(badge(page, 'Free')).toBeVisible();
  await expect(page.getByText('Nothing was paid.')).toBeVisible();
  await page.getByRole('button', { name: 'Refund', exact: true }).click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('an order is refunded, and the list shows it', async ({ page, seller }) => {
    const order = await sell(seller);
    await page.goto(seller.path(`orders/${order.id}`));
    const dialog = await openDialog(page);
    await expect(dialog.getByText('Revokes the license key of Quill Pro.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await dialog.getByLabel('Amount').fill('5');
    await dialog.getByRole('button', { name: 'Refund $5.00' }).click();
    await expect(badge(page, 'Partially refunded')).toBeVisible();
    await expectNoSidewaysScroll(page);
    // Its words are not squeezed beside the rest of the row.
    const refund = page.getByRole('region', { name: 'Refunds' }).getByRole('listitem');
    expect((await refund.boundingBox())?.height).toBeLessThan(120);
    for (const list of ['orders', 'refunds']) {
      await page.goto(seller.path(list));
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(
        page
          .getByRole('row')
          .getByText(list === 'orders' ? 'Partially refunded' : 'Succeeded')
          .filter({ visible: true }),
      ).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
