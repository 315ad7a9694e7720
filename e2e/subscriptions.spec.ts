import type { Page } from 'playwright/test';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import {
  getSubscription,
  setSubscriptionPaymentMethod,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import type { SubscriptionUpdate } from '@/lib/resources/subscriptions/schema';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  exportList,
  type Seller,
  test,
} from './fixtures';
import {
  advanceToRenewal,
  keyOf,
  makeDiscount,
  makeProduct,
  sellTo,
  subscribe,
  subscriptionsOf,
} from './selling';

const YEARLY = {
  type: 'recurring',
  amount_type: 'fixed',
  price_amount: 12_000,
  recurring_interval: 'year',
} as const;

const stored = (seller: Seller, id: string) => seller.call(getSubscription, { params: { id } });

/** Picks an action of the page's menu. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('an empty list says what starts a subscription', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('subscriptions'));
  await expect(page.getByText('Buying a recurring product starts one.')).toBeVisible();
  await expect(page).toHaveTitle(/^Subscriptions · /);
  await expectAccessible(page);
});

test('filters and order combine in the address, and survive a row, Back and reload', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const monthly = await makeProduct(seller);
  const yearly = await makeProduct(seller, { name: 'Quill for Teams', price: YEARLY });
  const trial = await makeProduct(seller, {
    name: 'Quill Trial',
    price: { ...YEARLY, trial_days: 14 },
  });
  await sellTo(seller, monthly.id, ['Ada Byron', 'Bea Brown', 'Carl Cheap']);
  await sellTo(seller, yearly.id, ['Dora Dear']);
  await sellTo(seller, trial.id, ['Edda Early']);

  await page.goto(seller.path('subscriptions'));
  const footer = page.getByRole('navigation', { name: 'Pages' });
  await expect(footer).toHaveText('5 subscriptions');
  await expect(page.getByRole('row').nth(1)).toContainText('First charge');
  await expectAccessible(page);

  // What comes to less in a month comes first, whatever its interval.
  await page.getByRole('button', { name: 'Amount' }).click();
  const amount = page.getByRole('columnheader', { name: 'Amount' });
  await expect(amount).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText('$15.00 / month');

  const tabs = page.getByRole('navigation', { name: 'Status' });
  await tabs.getByRole('link', { name: 'Active 4' }).click();
  await expect(footer).toHaveText('4 subscriptions');
  await page.getByRole('button', { name: 'Product', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: 'Filter by product' })
    .getByRole('option', { name: 'Quill Pro' })
    .click();
  await expect(footer).toHaveText('3 subscriptions');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').or(page.getByLabel('Search subscriptions')).fill('bea');
  await expect(footer).toHaveText('1 subscription');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Bea Brown' }).click();
  await expect(page.getByRole('heading', { name: 'Quill Pro for Bea Brown' })).toBeVisible();
  await page.goBack();
  await expect(footer).toHaveText('1 subscription');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Bea Brown' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Active 1' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('button', { name: 'Remove product filter' })).toBeVisible();

  await page.goto(seller.path('subscriptions?active=false'));
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(footer).toHaveText('5 subscriptions');
});

test('a subscription shows its life, its next receipt, its orders and what it grants', async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  const discount = await makeDiscount(seller, 'forever');
  await sellTo(seller, product.id, ['Ada Byron'], {
    discount_id: discount.id,
    metadata: { campaign: 'spring' },
  });
  const [subscription] = await subscriptionsOf(seller);
  await page.goto(seller.path(`subscriptions/${subscription?.id}`));

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Quill Pro for Ada Byron' })).toBeVisible();
  await expect(page).toHaveTitle(/^Quill Pro for Ada Byron · /);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs.getByText('Quill Pro, $15.00 / month')).toBeVisible();
  const checkout = main.getByRole('link', { name: /^Quill Pro, [A-Z][a-z]{2} \d/ });
  await expect(checkout).toHaveAttribute(
    'href',
    new RegExp(`/checkouts/${subscription?.checkout_id}$`),
  );
  const life = page.getByRole('list', { name: 'Life cycle' });
  await expect(life.getByRole('listitem')).toHaveText([/^Active, now/, /^Renews, to come/]);

  const receipt = main.locator('section').filter({ hasText: 'Upcoming charge' });
  await expect(receipt).toContainText('$15.00');
  await expect(receipt).toContainText('−$3.00');
  await expect(receipt).toContainText('$12.00');
  await expect(main.getByText('campaign', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Edit metadata' }).click();
  await page.getByLabel('Value').first().fill('summer');
  await page.getByRole('button', { name: 'Save metadata' }).click();
  await expect(page.getByText('Metadata saved.')).toBeVisible();
  expect((await stored(seller, subscription?.id ?? '')).metadata).toEqual({ campaign: 'summer' });
  await page.getByText('Raw JSON').click();
  await expect(page.getByText('"recurring_interval": "month"').first()).toBeVisible();
  await expectAccessible(page);

  const orders = page.getByRole('region', { name: 'History' });
  await expect(orders).toContainText('$12.00');
  await expect(orders).toContainText('Visa •••• 4242');
  const method = main.locator('dl > div').filter({ hasText: 'Payment method' });
  await expect(method).toContainText('Visa •••• 4242');
  const benefits = main.locator('section').filter({ hasText: 'Quill license' });
  await expect(benefits).toContainText('Granted');
  await benefits.getByRole('link', { name: /^\*{4}-/ }).click();
  await expect(page.getByRole('heading', { name: 'Ada Byron’s license key' })).toBeVisible();
  const source = page.getByText('Valid while active').locator('..');
  await source.getByRole('link', { name: 'Quill Pro' }).click();
  await expect(main.getByRole('heading', { name: 'Quill Pro for Ada Byron' })).toBeVisible();
  await orders.getByRole('link', { name: 'New subscription' }).click();
  await expect(page.getByRole('heading', { name: '$12.00 from Ada Byron' })).toBeVisible();
});

test('a discount for the first payment is not in the next receipt; a trial has no order', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const discount = await makeDiscount(seller, 'once');
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron'], { discount_id: discount.id });
  const [first] = await subscriptionsOf(seller);
  await page.goto(seller.path(`subscriptions/${first?.id}`));
  const main = page.getByRole('main');
  const receipt = main.locator('section').filter({ hasText: 'Upcoming charge' });
  await expect(receipt).toContainText('The discount Friends is used up');
  await expect(receipt).not.toContainText('$12.00');
  await expect(receipt.locator('dd').last()).toHaveText('$15.00');

  const trial = await makeProduct(seller, {
    name: 'Quill Trial',
    price: { ...YEARLY, trial_days: 14 },
  });
  await sellTo(seller, trial.id, ['Bea Brown']);
  const [second] = await subscriptionsOf(seller);
  await page.goto(seller.path(`subscriptions/${second?.id}`));
  const life = page.getByRole('list', { name: 'Life cycle' });
  await expect(life.getByRole('listitem')).toHaveText([/^Trialing/, /^First charge/]);
  await expect(main.getByText('Nothing has been charged yet.')).toBeVisible();
});

test('the export is the list as it is filtered', { tag: '@soak' }, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron', 'Bea Brown']);
  // "ada" may be in an email address too: those are random hexadecimal digits.
  await page.goto(seller.path('subscriptions?query=byron'));
  await expect(page.getByRole('row')).toHaveCount(2);
  const lines = await exportList(page);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Ada Byron');
});

test('what does not exist and what fails says so', { tag: '@soak' }, async ({ page, seller }) => {
  await page.goto(seller.path('subscriptions/00000000-0000-7000-8000-000000000000'));
  await expect(page.getByText('Subscription not found')).toBeVisible();

  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const [subscription] = await subscriptionsOf(seller);
  const fault = { error: 'InternalServerError', detail: 'An unexpected fault.', request_id: 'a1' };
  await page.route('**/v1/orders/?**', (route) => route.fulfill({ status: 500, json: fault }));
  await page.goto(seller.path(`subscriptions/${subscription?.id}`));
  const failure = page.getByRole('alert').filter({ hasText: 'An unexpected fault.' });
  await expect(failure).toContainText('Could not load the orders.');
  await expect(page.getByRole('link', { name: /^\*{4}-/ })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/v1/orders/?**');
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('link', { name: 'New subscription' })).toBeVisible();
  await expect(failure).toHaveCount(0);

  // What could not be read is not called impossible.
  await page.route('**/preview**', (route) => route.fulfill({ status: 500, json: fault }));
  await act(page, 'Cancel now');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('alert')).toContainText('Could not load the effects.');
  await page.unroute('**/preview**');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('Revokes the license key of Quill Pro.');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('the list tells what renews from what ends or stands still', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  const trial = await makeProduct(seller, {
    name: 'Quill Trial',
    price: { ...YEARLY, trial_days: 14 },
  });
  const changes = [
    [product.id, 'Ada Renews', {}],
    [product.id, 'Bea Ends', { cancel_at_period_end: true }],
    [product.id, 'Carl Pauses', { paused: true }],
    [trial.id, 'Dora Leaves', { cancel_at_period_end: true }],
  ] as const;
  for (const [productId, buyer, body] of changes) {
    const { id } = await subscribe(seller, productId, { buyer });
    await seller.call(updateSubscription, { params: { id }, body });
  }
  await page.goto(seller.path('subscriptions?sorting=customer'));
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Ada Renews')).toContainText(/Active.*Renews/);
  await expect(row('Bea Ends')).toContainText(/Cancels .*Ends/);
  await expect(row('Carl Pauses')).toContainText(/Paused.*Paused since/);
  await expect(row('Dora Leaves')).toContainText(/Cancels .*Ends/);
  await expectAccessible(page);
});

test('cancel at the end of the period, keep, and cancel now, each with its effects', async ({
  page,
  seller,
}) => {
  const { id: productId } = await makeProduct(seller);
  const { id } = await subscribe(seller, productId);
  await page.goto(seller.path(`subscriptions/${id}`));
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

  await act(page, 'Cancel at period end');
  await expect(dialog).toContainText('It stays active until');
  await expect(dialog).toContainText('The license key of Quill Pro is revoked then.');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').selectOption('Too expensive');
  await dialog.getByLabel('Customer comment').fill('Not this year.');
  await dialog.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText(/^Canceled. It ends on/)).toBeVisible();
  const header = page.getByRole('main').locator('header');
  await expect(header.getByText(/^Cancels /)).toBeVisible();
  expect(await stored(seller, id)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancellation_reason: 'too_expensive',
    cancellation_comment: 'Not this year.',
  });
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText(/Canceled, to end on .*Too expensive: “Not this year.”/);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Pause/ })).toContainText('Keep it first.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(dialog.getByText(/^Next charge on/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(header.getByText('Active', { exact: true })).toBeVisible();
  expect(await stored(seller, id)).toMatchObject({
    cancel_at_period_end: false,
    canceled_at: null,
  });

  await act(page, 'Cancel now');
  await expect(dialog).toContainText('Revokes the license key of Quill Pro.');
  await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel now' }).click();
  await expect(header.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'Upcoming charge' }).locator('../..'),
  ).toContainText('No upcoming charge. The subscription ended');
  expect(await stored(seller, id)).toMatchObject({ status: 'canceled' });
  expect((await keyOf(seller)).status).toBe('revoked');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Change price/ })).toContainText(
    'It has ended.',
  );
});

test('what another window has changed is not changed again: keep, cancel and pause show it first', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  const { id: productId } = await makeProduct(seller);
  const { id } = await subscribe(seller, productId);
  const change = (body: SubscriptionUpdate) =>
    seller.call(updateSubscription, { params: { id }, body });
  await page.goto(seller.path(`subscriptions/${id}`));
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const refused = dialog.getByText('The subscription has changed since, and nothing was done.');

  await act(page, 'Cancel at period end');
  await expect(dialog).toContainText('It stays active until');
  const other = await context.newPage();
  await other.goto(seller.path(`subscriptions/${id}`));
  await act(other, 'Pause');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
  await expect(other.getByText(/^Paused Quill Pro/)).toBeVisible();
  await other.close();
  await dialog.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(refused).toBeVisible();
  expect(await stored(seller, id)).toMatchObject({ cancel_at_period_end: false });
  await dialog.getByRole('button', { name: 'Go back' }).click();
  const header = page.getByRole('main').locator('header');
  await expect(header.getByText('Paused', { exact: true })).toBeVisible();

  await act(page, 'Resume');
  await change({ metadata: { note: 'First' } });
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(refused).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(header.getByText('Active', { exact: true })).toBeVisible();

  await act(page, 'Pause');
  await change({ metadata: { note: 'Second' } });
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(refused).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();

  await change({ cancel_at_period_end: true });
  await page.reload();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await change({ metadata: { note: 'Third' } });
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(refused).toBeVisible();
  expect(await stored(seller, id)).toMatchObject({ cancel_at_period_end: true });
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(header.getByText('Active', { exact: true })).toBeVisible();

  await act(page, 'Cancel now');
  await change({ metadata: { note: 'Fourth' } });
  await dialog.getByRole('button', { name: 'Cancel now' }).click();
  await expect(refused).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel now' }).click();
  await expect(header.getByText('Canceled', { exact: true })).toBeVisible();
});

test('another price: what it charges is shown first; a decline changes nothing', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { id: productId } = await makeProduct(seller);
  const team = await makeProduct(seller, { name: 'Quill for Teams', price: YEARLY });
  const [price] = team.prices;
  const { id } = await subscribe(seller, productId);
  await page.goto(seller.path(`subscriptions/${id}`));
  await page.getByRole('button', { name: 'Change price' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change the price of/ });
  await expect(dialog).toContainText('This product has no other recurring price.');
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Quill for Teams' }).click();
  await expect(dialog.getByLabel('$120.00 / year')).toBeChecked();
  await expect(dialog).toContainText('Unused time on Quill Pro');
  await expect(dialog).toContainText('Grants 1 benefit.');
  await expectAccessible(page);
  await dialog.getByLabel('At the next renewal').check();
  await expect(dialog.getByText(/^Next charge on/)).toBeVisible();
  await dialog.getByLabel('Now', { exact: false }).first().check();
  const charged = dialog.getByRole('term').filter({ hasText: 'Charged now' });
  await expect(charged).toBeVisible();

  // Another tab changes the subscription after the charge was shown: nothing is charged until it is shown again.
  const params = { id };
  const body = { confirmation_token_id: 'pm_card_chargeCustomerFail' };
  await seller.call(setSubscriptionPaymentMethod, { params, body });
  const shownAgain = page.waitForResponse(/\/preview\?product_price_id=/);
  await dialog.getByRole('button', { name: 'Change price' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The subscription has changed since');
  await shownAgain;
  await expect(charged).toBeVisible();

  // The card is declined: the dialog says why, and nothing has changed.
  await dialog.getByRole('button', { name: 'Change price' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Use another card.');
  expect(await stored(seller, id)).toMatchObject({ amount: 1500, product_id: productId });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Payment declined');

  await act(page, 'Update payment method');
  await page
    .getByRole('dialog')
    .getByLabel(/^Mastercard/)
    .check();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Update payment method' }).click();
  await expect(page.getByText('Mastercard •••• 4444 is charged from now on.')).toBeVisible();

  await page.getByRole('button', { name: 'Change price' }).click();
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Quill for Teams' }).click();
  await dialog.getByRole('button', { name: 'Change price' }).click();
  await expect(page.getByText('Changed to $120.00 / year.')).toBeVisible();
  expect(await stored(seller, id)).toMatchObject({ price_id: price?.id, amount: 12_000 });
  await expect(page.getByRole('heading', { name: 'Quill for Teams for Ada Byron' })).toBeVisible();
  await expect(history).toContainText('Plan change');
  const { items } = await seller.call(listOrders, { query: { subscription_id: [id] } });
  expect(items.map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_update',
    'subscription_create',
  ]);
});

test('a difference can wait for the next charge', { tag: '@soak' }, async ({ page, seller }) => {
  const { id: productId } = await makeProduct(seller);
  await makeProduct(seller, {
    name: 'Quill Max',
    price: { ...YEARLY, price_amount: 3000, recurring_interval: 'month' },
  });
  const { id } = await subscribe(seller, productId);
  await page.goto(seller.path(`subscriptions/${id}`));
  await page.getByRole('button', { name: 'Change price' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change the price of/ });
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Quill Max' }).click();
  await dialog.getByLabel(/charge the difference later/).check();
  await expect(dialog).toContainText('Remaining time on Quill Max');
  await expect(dialog.getByText(/^Next charge on/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Change price' }).click();
  await expect(page.getByText('Changed to $30.00 / month.')).toBeVisible();
  expect(await stored(seller, id)).toMatchObject({ amount: 3000 });
  const receipt = page.getByRole('region', { name: 'Upcoming charge' });
  await expect(receipt).toContainText('Unused time on Quill Pro');
});

test('pause and resume, set and remove a discount', { tag: '@soak' }, async ({ page, seller }) => {
  const { id: productId } = await makeProduct(seller);
  await makeDiscount(seller, 'repeating');
  const { id } = await subscribe(seller, productId);
  await page.goto(seller.path(`subscriptions/${id}`));
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const main = page.getByRole('main');

  await act(page, 'Pause');
  await expect(dialog).toContainText('Delays the $15.00 charge scheduled for');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(main.locator('header').getByText('Paused', { exact: true })).toBeVisible();
  await expect(main).toContainText('No charges while paused');
  const life = page.getByRole('list', { name: 'Life cycle' });
  await expect(life.getByRole('listitem')).toHaveText([/^Started/, /^Paused, now/, /^Renews once/]);
  expect((await stored(seller, id)).paused_at).not.toBeNull();
  await page.goto(seller.path('subscriptions'));
  await expect(page.getByRole('row').nth(1)).toContainText('Paused since');
  await page.goBack();

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(dialog.getByText(/^Next charge on/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(main.locator('header').getByText('Active', { exact: true })).toBeVisible();
  expect((await stored(seller, id)).paused_at).toBeNull();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('Paused', { exact: true })).toBeVisible();
  await expect(history.getByText('Resumed', { exact: true })).toBeVisible();

  await act(page, 'Set discount');
  await dialog.getByRole('button', { name: 'Set discount' }).click();
  await expect(dialog.getByText('Choose a discount.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Discount' }).click();
  await page.getByRole('option', { name: 'Friends' }).click();
  await expect(dialog).toContainText('Discount: Friends');
  await expect(dialog).toContainText('$12.00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set discount' }).click();
  await expect(page.getByText('Set the discount Friends.')).toBeVisible();
  expect((await stored(seller, id)).discount?.name).toBe('Friends');

  await act(page, 'Pause');
  await expect(dialog).toContainText('The months of Friends go on');
  await page.keyboard.press('Escape');

  await act(page, 'Remove discount');
  await expect(dialog).toContainText('$15.00');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed the discount Friends.')).toBeVisible();
  expect((await stored(seller, id)).discount_id).toBeNull();
});

test('past due: why, what comes next, a retry that fails, and another card that pays', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { id: productId } = await makeProduct(seller);
  const method = 'pm_sandbox_declineAfter0';
  const sold = await subscribe(seller, productId, { method });
  const { id } = sold;
  await advanceToRenewal(seller, sold);
  await page.goto(seller.path(`subscriptions/${id}`));
  const strip = page.getByRole('region', { name: 'Past due' });
  await expect(strip).toContainText('Payment failed: insufficient funds.');
  await expect(strip).toContainText('The next retry is in 1 day');
  await expect(strip).toContainText(
    'the subscription is canceled permanently and its benefits are revoked',
  );
  await strip.getByText('1 attempt').click();
  await expect(strip.getByRole('listitem')).toHaveText(/Insufficient funds$/);
  await expectAccessible(page);
  expect((await keyOf(seller)).status).toBe('granted');
  await page.goto(seller.path('subscriptions'));
  await expect(page.getByRole('row').nth(1)).toContainText(/Past due.*Next retry [A-Z]/);
  await page.goBack();

  await strip.getByRole('button', { name: 'Retry payment' }).click();
  const retry = page.getByRole('alertdialog', { name: 'Retry the payment' });
  await expect(retry).toContainText('Charged now');
  await expect(retry).toContainText('$15.00');
  await expectAccessible(page);
  await retry.getByRole('button', { name: 'Charge now' }).click();
  await expect(retry.getByRole('alert')).toContainText('The card has insufficient funds.');
  await retry.getByRole('button', { name: 'Cancel' }).click();
  await expect(strip).toContainText('2 attempts');

  await strip.getByRole('button', { name: 'Update payment method' }).click();
  const card = page.getByRole('dialog', { name: /^Update payment method/ });
  const before = (await stored(seller, id)).modified_at;
  await card.getByLabel(/^Visa with insufficient funds/).check();
  await card.getByRole('button', { name: 'Update and charge now' }).click();
  await expect(card.getByRole('alert')).toContainText(
    'The card has insufficient funds. Use another card. The payment is still due.',
  );
  expect((await stored(seller, id)).modified_at).toBe(before);
  await card.getByLabel(/^Visa that is declined/).check();
  await card.getByRole('button', { name: 'Update and charge now' }).click();
  await expect(card.getByRole('alert')).toContainText(
    'The card was declined. Use another card. The payment is still due.',
  );
  await card.getByLabel(/^Mastercard/).check();
  await card.getByRole('button', { name: 'Update and charge now' }).click();
  await expect(page.getByText(/^Paid. Mastercard/)).toBeVisible();
  await expect(strip).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.locator('header').getByText('Active', { exact: true })).toBeVisible();
  const paid = await stored(seller, id);
  expect(paid).toMatchObject({ status: 'active', payment_method: { brand: 'mastercard' } });
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Renewal');
  await expectAccessible(page);
});

test('unpaid: what a retry charges and gives back, and the key works again', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const params = { id: seller.organization.id };
  const settings = { subscription_settings: { dunning_end: 'unpaid' as const } };
  await seller.call(updateOrganization, { params, body: settings });
  const { id: productId } = await makeProduct(seller);
  const method = 'pm_sandbox_declineAfter0';
  const sold = await subscribe(seller, productId, { method });
  const { id } = sold;
  await advanceToRenewal(seller, sold);
  await page.goto(seller.path(`subscriptions/${id}`));
  const strip = page.getByRole('region', { name: 'Past due' });
  await expect(strip).toContainText('the subscription becomes unpaid');
  await advanceToRenewal(seller, sold, { days: 7 });
  // The page learns by itself what became of it.
  const unpaid = page.getByRole('region', { name: 'Unpaid', exact: true });
  await expect(unpaid).toContainText('the benefits were revoked');
  const { key, status } = await keyOf(seller);
  expect(status).toBe('revoked');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Pause/ })).toContainText('It is unpaid.');
  await page.keyboard.press('Escape');

  await unpaid.getByRole('button', { name: 'Update payment method' }).click();
  const dialog = page.getByRole('dialog', { name: /^Update payment method/ });
  await expect(dialog).toContainText('Grants 1 benefit.');
  await dialog.getByLabel(/^Mastercard/).check();
  await dialog.getByRole('button', { name: 'Update and charge now' }).click();
  await expect(page.getByText(/^Paid. Mastercard/)).toBeVisible();
  await expect(unpaid).toBeHidden();
  expect(await stored(seller, id)).toMatchObject({ status: 'active', ended_at: null });
  expect(await keyOf(seller)).toMatchObject({ key, status: 'granted' });
});

test('past due, charged to a bank account: nothing else is charged while that is processed', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { id: productId } = await makeProduct(seller);
  const method = 'pm_sandbox_declineAfter0';
  const sold = await subscribe(seller, productId, { method });
  const { id } = sold;
  await advanceToRenewal(seller, sold);
  await page.goto(seller.path(`subscriptions/${id}`));
  const strip = page.getByRole('region', { name: 'Past due' });
  await strip.getByRole('button', { name: 'Update payment method' }).click();
  const dialog = page.getByRole('dialog', { name: /^Update payment method/ });
  await dialog.getByLabel(/^Bank account/).check();
  await dialog.getByRole('button', { name: 'Update and charge now' }).click();
  await expect(page.getByText(/charged from now on. The payment is being processed/)).toBeVisible();
  await expect(strip).toContainText('A payment is processing.');
  const retry = strip.getByRole('button', { name: 'Retry payment' });
  await expect(retry).toHaveAccessibleDescription('A payment is under way.');
  await expectAccessible(page);
  expect(await stored(seller, id)).toMatchObject({
    status: 'past_due',
    payment_method: { type: 'us_bank_account' },
  });
});

test('by keyboard alone: cancel, and the focus comes back', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { id: productId } = await makeProduct(seller);
  const { id } = await subscribe(seller, productId);
  await page.goto(seller.path(`subscriptions/${id}`));
  const menu = page.getByRole('button', { name: 'More actions' });
  const open = async () => {
    await page.keyboard.press('Enter');
    // The focus moves a moment after each key.
    await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Cancel now' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Cancel at period end' })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await expect(menu).toBeVisible();
  await menu.focus();
  await open();
  const dialog = page.getByRole('dialog', { name: /^Cancel Quill Pro/ });
  await expect(dialog).toContainText('revoked then.');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await open();
  await expect(dialog).toContainText('revoked then.');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Canceled. It ends on/)).toBeVisible();
  expect((await stored(seller, id)).cancel_at_period_end).toBe(true);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('list and detail fit', async ({ page, seller }) => {
    const product = await makeProduct(seller);
    await sellTo(seller, product.id, ['Ada Byron', 'X'.repeat(400)]);
    await page.goto(seller.path('subscriptions'));
    await expect(page.getByRole('row')).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'XXX' }).click();
    await expect(page.getByRole('heading', { name: 'Upcoming charge' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^\*{4}-/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change price' }).click();
    await expect(page.getByRole('dialog')).toContainText('This product has no other');
    await expectNoSidewaysScroll(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await act(page, 'Cancel now');
    await expect(page.getByRole('alertdialog')).toContainText(
      'Revokes the license key of Quill Pro.',
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel now' }).click();
    // Without a main action the menu stays beside the title, however long that is.
    await expect(page.getByRole('button', { name: 'Change price' })).toHaveCount(0);
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    const menu = await page.getByRole('button', { name: 'More actions' }).boundingBox();
    expect(menu?.y).toBeLessThan((title?.y ?? 0) + 44);
  });
});
