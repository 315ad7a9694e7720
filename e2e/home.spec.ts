import type { Page } from 'playwright/test';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import type { MetricsResponse } from '@/lib/resources/metrics/schema';
import { getOrganization } from '@/lib/resources/organizations/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import { getTestClock } from '@/lib/resources/test-clocks/contract';
import { createToken } from '@/lib/resources/tokens/contract';
import {
  expect,
  expectAccessible,
  expectNoLayoutShift,
  expectNoMotion,
  expectNoSidewaysScroll,
  joinAsMember,
  makeOrders,
  type Seller,
  test,
} from './fixtures';
import {
  activate,
  advanceClock,
  advanceToRenewal,
  keyOf,
  makeProduct,
  sellTo,
  subscribe,
} from './selling';

const DAY = 24 * 60 * 60_000;
const MONTHLY = {
  type: 'recurring',
  amount_type: 'fixed',
  price_amount: 1500,
  recurring_interval: 'month',
} as const;

/** Pays a checkout by a bank account, which settles a minute later. */
async function payByBank(seller: Seller, product_id: string, confirmation_token_id: string) {
  const { client_secret } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id },
  });
  const body = {
    customer_email: 'bank@example.com',
    customer_name: 'Bank',
    customer_billing_address: { country: 'US' as const },
    confirmation_token_id,
  };
  await seller.call(confirmCheckout, { params: { client_secret }, body });
}

test('what sold last leads to its order, and all of it to the list', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await makeOrders(seller, ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']);
  await page.goto(seller.path());
  await expect(page.getByRole('heading', { name: 'Paper & Ink', level: 1 })).toBeVisible();
  // What is left of the first steps: a token.
  await expect(page.getByRole('region', { name: 'Get started' })).toContainText('2 of 3 done');
  await expect(page.getByText('All clear')).toBeVisible();
  const latest = page.getByRole('region', { name: 'Latest orders' });
  await expect(latest.getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page);

  await latest.getByRole('link', { name: 'Flo' }).click();
  await expect(page.getByRole('heading', { name: '$20.00 from Flo' })).toBeVisible();
  await page.goBack();
  await latest.getByRole('link', { name: 'All 6' }).click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
});

test('what needs attention is counted and leads to the list of just these', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const organization_id = seller.organization.id;
  const keys = { activations: { limit: 1, enable_customer_admin: true } };
  const trial = { ...MONTHLY, trial_days: 5 } as const;
  const lasting = await makeProduct(seller, { name: 'Lasting', price: MONTHLY, keys });
  const tried = await makeProduct(seller, { name: 'Tried', price: trial });
  const method = 'pm_card_chargeCustomerFail';
  const late = await subscribe(seller, lasting.id, { buyer: 'Late', method });
  const used = await keyOf(seller);
  await activate(seller, used, 'Laptop');
  await advanceToRenewal(seller, late);
  const leaving = await subscribe(seller, tried.id, { buyer: 'Leaving' });
  const staying = await subscribe(seller, tried.id, { buyer: 'Staying' });
  await seller.call(updateSubscription, {
    params: { id: leaving.id },
    body: { cancel_at_period_end: true },
  });
  await payByBank(seller, lasting.id, 'pm_usBankAccount_insufficientFunds');
  const { now } = await seller.call(getTestClock, { query: { organization_id } });
  await advanceClock(seller, new Date(Date.parse(now) + 5 * 60_000));
  for (const days of [10, 20]) {
    const expires_at = new Date(Date.now() + days * DAY).toISOString();
    const name = `For ${days} days`;
    const scopes = ['products:read' as const];
    await seller.call(createToken, { body: { organization_id, name, scopes, expires_at } });
  }

  await page.goto(seller.path());
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const lines = attention.getByRole('link');
  await expect(lines).toHaveText([
    '1 subscription past due',
    '1 checkout failed in the last 24 hours',
    '1 subscription ending within 7 days',
    '1 license key at the limit',
    '1 API token expiring within 14 days',
  ]);
  await expect(attention.getByText('All clear')).toHaveCount(0);
  const follow = async (line: string, shows: string) => {
    await lines.filter({ hasText: line }).click();
    await expect(page.getByText(shows).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('row')).toHaveCount(2);
    await page.goBack();
    await expect(lines).toHaveCount(5);
  };
  await follow('past due', 'Late');
  await follow('failed', 'Lasting');
  await follow('ending', 'Leaving');
  await follow('at the limit', used.display_key);
  await follow('expiring', 'For 10 days');
  expect(staying.status).toBe('trialing');
});

test('the first sale is printed as a receipt, once on all devices', { tag: '@soak' }, async ({
  page,
  seller,
  browser,
  contextOptions,
}) => {
  await page.goto(seller.path());
  const sale = page.getByRole('region', { name: 'Your first sale' });
  await expect(page.getByText('Your first sale shows up here.')).toBeVisible();
  await expect(sale).toHaveCount(0);
  const [order] = await makeOrders(seller, ['Ada']);
  // The page waits for it by itself.
  await expect(sale).toContainText('Ada bought Letterpress Textures.');
  await expect(sale).toContainText(order?.invoice_number ?? '');
  await expect(sale.getByText('Total').locator('../../..')).toContainText('$20.00');
  const prints = sale.locator('.prints');
  await expect(prints).toHaveCSS('animation-name', 'print');
  // The steps and the latest orders grow with it.
  await expectNoLayoutShift(page, 0.04);
  await expectNoMotion(page);
  await expect(prints).toHaveCSS('animation-name', 'none');
  await expectAccessible(page);

  await sale.getByRole('button', { name: 'Dismiss' }).click();
  await expect(sale).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Paper & Ink', level: 1 })).toBeFocused();
  const other = await browser.newContext({
    ...contextOptions,
    storageState: await page.context().storageState(),
  });
  for (const device of [page, await other.newPage()]) {
    await device.goto(new URL(seller.path(), page.url()).href);
    await expect(device.getByRole('region', { name: 'Latest orders' })).toContainText('Ada');
    await expect(device.getByRole('region', { name: 'Your first sale' })).toHaveCount(0);
  }
  await other.close();
});

test('the first sale is the first that was paid for, seen by who may note it', {
  tag: '@soak',
}, async ({ page, seller, buyer }) => {
  const free = { type: 'one_time', amount_type: 'free' } as const;
  const gift = await makeProduct(seller, { name: 'Gift', price: free });
  await sellTo(seller, gift.id, ['Zed']);
  const orders = await makeOrders(seller, ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']);
  const first = orders.find(({ customer }) => customer.name === 'Ada');
  await joinAsMember(buyer, seller);
  await buyer.goto(seller.path());
  await expect(buyer.getByRole('region', { name: 'Latest orders' })).toContainText('Flo');
  await expect(buyer.getByRole('region', { name: 'Your first sale' })).toHaveCount(0);

  await page.goto(seller.path());
  const sale = page.getByRole('region', { name: 'Your first sale' });
  await expect(sale).toContainText('Ada bought Letterpress Textures.');
  await expect.poll(() => isSeen(seller)).toBe(true);
  await sale.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByRole('heading', { name: '$20.00 from Ada' })).toBeVisible();
  expect(page.url()).toContain(first?.id ?? 'the order of Ada');
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Latest orders' })).toContainText('Flo');
  await expect(sale).toHaveCount(0);
});

async function isSeen({ call, organization: { id } }: Seller): Promise<boolean> {
  return (await call(getOrganization, { params: { id } })).is_first_sale_seen;
}

test('counts that fail say so, the orders stay', { tag: '@soak' }, async ({ page, seller }) => {
  await makeOrders(seller, ['Ada']);
  await page.route('**/v1/subscriptions/?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'InternalServerError', detail: 'Broken.' } }),
  );
  await page.goto(seller.path());
  await expect(page.getByRole('alert').filter({ hasText: 'Could not count' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Ada/ })).toBeVisible();
});

test('figures say how they changed, in the range of the address', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const [order] = await makeOrders(seller, ['Ada', 'Bo']);
  await seller.call(createRefund, {
    body: { order_id: order?.id ?? '', amount: 500, reason: 'other' },
  });
  await page.goto(seller.path());
  const ranges = page.getByRole('navigation', { name: 'Range' });
  await expect(ranges.getByRole('link', { name: '30 days' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const figure = (name: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}`) })
      .locator('xpath=..')
      .getByRole('definition');
  await expect(figure('Revenue')).toHaveText(['$35.00', 'Upfrom $0.00']);
  await expect(figure('Refunds')).toHaveText(['$5.00', 'Upfrom $0.00']);
  await expect(figure('Orders')).toHaveText(['2', 'Upfrom 0']);
  await expect(figure('Active subscriptions')).toHaveText(['0', 'No change']);
  const active = page.getByRole('link', { name: 'Active subscriptions' });
  await active.hover();
  const help = 'Trialing, active, and past due at the end of the period, including paused ones.';
  await expect(page.getByRole('tooltip')).toHaveText(help);
  await expect(active).toHaveAttribute(
    'href',
    seller.path('subscriptions?status=trialing&status=active&status=past_due'),
  );
  await ranges.getByRole('link', { name: '12 months' }).click();
  await expect(page).toHaveURL(/range=12m$/);
  await expect(figure('Revenue')).toHaveText(['$35.00', 'Upfrom $0.00']);
  await page.reload();
  await expect(ranges.getByRole('link', { name: '12 months' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goBack();
  await expect(ranges.getByRole('link', { name: '30 days' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('active subscriptions say how many are paused', { tag: '@soak' }, async ({ page, seller }) => {
  const { id: productId } = await makeProduct(seller, { price: MONTHLY });
  const { id } = await subscribe(seller, productId, { buyer: 'Ada' });
  await subscribe(seller, productId, { buyer: 'Bo' });
  await seller.call(updateSubscription, { params: { id }, body: { paused: true } });
  await page.goto(seller.path());
  await expect(page.getByText('2, 1 paused')).toBeVisible();
  await page.getByRole('link', { name: 'Active subscriptions' }).click();
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(3);
  // Of what is archived the paused one does not renew.
  await page.goto(seller.path(`products/${productId}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Archive/ }).click();
  await expect(page.getByText('1 subscription keeps renewing.')).toBeVisible();
});

/** Has the figures that the browser asks for from now on be long ones. */
async function sellALot(page: Page): Promise<void> {
  await page.route('**/v1/metrics/?*', async (route) => {
    const answer = await route.fetch();
    const figures = (await answer.json()) as MetricsResponse;
    const totals = {
      ...figures.totals,
      revenue: 123_456_789,
      refunds: 1_234_567,
      orders: 12_345,
      active_subscriptions: 12_345,
      paused_subscriptions: 1_234,
      monthly_recurring_revenue: 123_456_789,
    };
    await route.fulfill({ response: answer, json: { ...figures, totals } });
  });
}

test('key figures are larger and lighter than the title, on one line however long they are', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeOrders(seller, ['Ada']);
  await sellALot(page);
  for (const path of ['', 'metrics']) {
    await page.goto(seller.path(path));
    await page.getByRole('link', { name: '7 days' }).click();
    const figures = page.locator('.text-figure');
    await expect(figures.first()).toHaveText('$1,234,567.89');
    await expect(figures.first()).toHaveCSS('font-size', '28px');
    await expect(figures.first()).toHaveCSS('line-height', '32px');
    await expect(figures.first()).toHaveCSS('font-weight', '500');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '22px');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-weight', '600');
    for (const width of [390, 640, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      const boxes = await figures.evaluateAll((all) =>
        all.map((figure) => {
          const { right, height } = figure.getBoundingClientRect();
          const cell = figure.parentElement?.getBoundingClientRect();
          return { height, fits: right <= (cell?.right ?? 0) && right <= innerWidth - 16 };
        }),
      );
      expect(boxes, `${path} at ${width}`).toEqual(
        Array(path === '' ? 5 : 1).fill({ height: 32, fits: true }),
      );
    }
  }
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('steps, sales and what broke fit', async ({ page, seller }) => {
    await page.goto(seller.path());
    await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await makeOrders(seller, ['Adalbert-Maximilian von und zu Hohenstein-Wittelsbach the Third']);
    await page.reload();
    await expect(page.getByRole('link', { name: /Adalbert/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: /^Revenue: / }).tap();
    await expect(page.getByRole('tooltip')).toHaveText(/minus refunds\.$/);
  });
});
