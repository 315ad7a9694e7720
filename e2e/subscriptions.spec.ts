import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { makeDiscount, makeProduct, sellTo, subscriptionsOf } from './selling';

const YEARLY = {
  type: 'recurring',
  amount_type: 'fixed',
  price_amount: 12_000,
  recurring_interval: 'year',
} as const;

test('an empty list says what starts a subscription', async ({ page, seller }) => {
  await page.goto(seller.path('subscriptions'));
  await expect(page.getByText('Buying a recurring product starts one.')).toBeVisible();
  await expect(page).toHaveTitle(/^Subscriptions · /);
  await expectAccessible(page);
});

test('filters and order combine in the address, and survive a row, Back and reload', async ({
  page,
  seller,
}) => {
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
  await expect(footer).toContainText('1-5 of 5');
  await expect(page.getByRole('row').nth(1)).toContainText('First charge');
  await expectAccessible(page);

  // What comes to less in a month comes first, whatever its interval.
  await page.getByRole('button', { name: 'Amount' }).click();
  const amount = page.getByRole('columnheader', { name: 'Amount' });
  await expect(amount).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText('$15.00 / month');

  await page.getByRole('button', { name: 'Status', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Filter by status' }).getByLabel('Active').check();
  await expect(footer).toContainText('1-4 of 4');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Product', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: 'Filter by product' })
    .getByRole('option', { name: 'Quill Pro' })
    .click();
  await expect(footer).toContainText('1-3 of 3');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').or(page.getByLabel('Search subscriptions')).fill('bea');
  await expect(footer).toContainText('1-1 of 1');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Bea Brown' }).click();
  await expect(page.getByRole('heading', { name: 'Quill Pro for Bea Brown' })).toBeVisible();
  await page.goBack();
  await expect(footer).toContainText('1-1 of 1');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Bea Brown' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the filter Status' })).toBeVisible();

  await page.goto(seller.path('subscriptions?active=false'));
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(footer).toContainText('1-5 of 5');
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
  await expect(page).toHaveTitle(new RegExp(`^Subscription ${subscription?.id.slice(-8)} · `));
  const life = page.getByRole('list', { name: 'Life cycle' });
  await expect(life.getByRole('listitem')).toHaveText([/^Active, now/, /^Renews, to come/]);

  const receipt = main.locator('section').filter({ hasText: 'Next receipt' });
  await expect(receipt).toContainText('$15.00');
  await expect(receipt).toContainText('-$3.00');
  await expect(receipt).toContainText('$12.00');
  await expect(main.getByText('campaign', { exact: true })).toBeVisible();
  await page.getByText('Raw JSON').click();
  await expect(page.getByText('"recurring_interval": "month"').first()).toBeVisible();
  await expectAccessible(page);

  const orders = main.locator('section').filter({ hasText: 'New subscription' });
  await expect(orders).toContainText('$12.00');
  const benefits = main.locator('section').filter({ hasText: 'Quill license' });
  await expect(benefits).toContainText('Granted');
  await benefits.getByRole('link', { name: /^\*{4}-/ }).click();
  await expect(page.getByRole('heading', { name: 'License key of Ada Byron' })).toBeVisible();
  const source = page.getByText('Valid while active').locator('..');
  await source.getByRole('link', { name: 'Quill Pro' }).click();
  await expect(main.getByRole('heading', { name: 'Quill Pro for Ada Byron' })).toBeVisible();
  await main.locator('section').filter({ hasText: 'New subscription' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: '$12.00 from Ada Byron' })).toBeVisible();
});

test('a discount for the first payment is not in the next receipt; a trial has no order', async ({
  page,
  seller,
}) => {
  const discount = await makeDiscount(seller, 'once');
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron'], { discount_id: discount.id });
  const [first] = await subscriptionsOf(seller);
  await page.goto(seller.path(`subscriptions/${first?.id}`));
  const main = page.getByRole('main');
  const receipt = main.locator('section').filter({ hasText: 'Next receipt' });
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
  await expect(life.getByRole('listitem')).toHaveText([/^On trial/, /^First charge/]);
  await expect(main.getByText('Nothing has been charged yet.')).toBeVisible();
});

test('the export is the list as it is filtered', async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron', 'Bea Brown']);
  await page.goto(seller.path('subscriptions?query=ada'));
  await expect(page.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const stream = await (await download).createReadStream();
  const lines = (await stream.toArray()).join('').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Ada Byron');
});

test('what does not exist and what fails says so', async ({ page, seller }) => {
  await page.goto(seller.path('subscriptions/00000000-0000-7000-8000-000000000000'));
  await expect(page.getByText('this subscription does not exist')).toBeVisible();

  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const [subscription] = await subscriptionsOf(seller);
  const fault = { error: 'InternalServerError', detail: 'An unexpected fault.', request_id: 'a1' };
  await page.route('**/v1/orders/?**', (route) => route.fulfill({ status: 500, json: fault }));
  await page.goto(seller.path(`subscriptions/${subscription?.id}`));
  await expect(page.getByRole('alert').filter({ hasText: 'An unexpected fault.' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^\*{4}-/ })).toBeVisible();
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('list and detail fit', async ({ page, seller }) => {
    const product = await makeProduct(seller);
    await sellTo(seller, product.id, ['Ada Byron', 'X'.repeat(400)]);
    await page.goto(seller.path('subscriptions'));
    await expect(page.getByRole('row')).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'XXX' }).click();
    await expect(page.getByRole('heading', { name: 'Next receipt' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^\*{4}-/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
