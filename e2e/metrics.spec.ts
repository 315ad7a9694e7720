import { readFile } from 'node:fs/promises';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import { chartMarks, type Mark } from './chart-contrast';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeOrders,
  newSlug,
  test,
} from './fixtures';
import { ROWS, settle } from './pages';
import { advanceClock, advanceToRenewal, makeProduct, sellTo, subscriptionsOf } from './selling';

test('figures are chosen, compared, narrowed and exported, all by the address', async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('metrics'));
  await expect(page.getByText('Metrics start with your first order')).toBeVisible();
  await makeOrders(seller, ['Ada', 'Bo'], { product: 'Textures', amount: 2000 });
  const pro = await makeProduct(seller, { name: 'Quill Pro' });
  await sellTo(seller, pro.id, ['Cy']);

  await page.goto(seller.path());
  const navigation = page.getByRole('navigation', { name: 'Organization' });
  await navigation.getByRole('link', { name: 'Metrics' }).click();
  const figures = page.getByRole('region', { name: 'Figures', exact: true });
  const figure = (name: RegExp) => figures.getByRole('link', { name });
  await expect(figures.getByRole('link')).toHaveCount(18);
  await expect(figure(/^Revenue/)).toHaveText(/\$55\.00/);
  await expect(figure(/^Orders/)).toHaveText(/3/);
  await expect(figure(/^Monthly recurring/)).toHaveText(/\$15\.00/);
  await expect(figure(/^Succeeded checkouts/)).toHaveText(/3/);
  await expectAccessible(page);

  // The chart is read by keys.
  const revenue = page.getByRole('slider', { name: 'Revenue' });
  await revenue.focus();
  await page.keyboard.press('End');
  await expect(revenue).toHaveAttribute(
    'aria-valuetext',
    /: Revenue \$55\.00, Previous period \$0\.00$/,
  );
  // What the reading says is drawn beside the place, for the day that is not over as well.
  await expect(revenue).toHaveAttribute('aria-valuetext', /^.+ \(so far\): /);
  await expect(revenue).toContainText(/\(so far\)Revenue\$55\.00Previous period\$0\.00$/);
  await page.keyboard.press('ArrowLeft');
  await expect(revenue).toHaveAttribute('aria-valuetext', /: Revenue \$0\.00/);
  await revenue.blur();
  await expect(revenue).not.toContainText('Previous period');
  // Its look is named, as long as there is a bar that has it.
  await expect(page.getByRole('region', { name: 'Revenue' }).getByText('So far')).toBeVisible();
  await figure(/^Refunds/).click();
  await expect(page.getByRole('slider', { name: 'Refunds' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('So far')).toHaveCount(0);

  await figure(/^New subscriptions/)
    .first()
    .click();
  await expect(page).toHaveURL(/figure=new_subscriptions/);
  const chart = page.getByRole('region', { name: 'New subscriptions' });
  await chart.getByRole('link', { name: 'Table' }).click();
  await expect(chart.getByRole('row')).toHaveCount(32);
  await expect(chart.getByRole('row').last()).toHaveText(/Entire range.*1.*0/);
  await page.getByLabel('Previous period').click();
  await expect(chart.getByRole('columnheader')).toHaveCount(2);

  await page.getByRole('button', { name: 'Billing type' }).click();
  await page.getByRole('radio', { name: 'One-time' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/product_price_type=one_time/);
  await expect(figure(/^Revenue/)).toHaveText(/\$40\.00/);
  await page.getByRole('combobox', { name: 'Interval' }).selectOption('week');
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/range=7d/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(figure(/^Revenue/)).toHaveText(/\$55\.00/);

  const before = page.url();
  await page.reload();
  await expect(figure(/^New subscriptions/).first()).toHaveAttribute('aria-current', 'true');
  expect(page.url()).toBe(before);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const [header = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  expect(header).toMatch(
    /^timestamp,timestamp_local,currency,orders,revenue,revenue_decimal,refunds,/,
  );
  expect(header).toMatch(
    /,checkouts,succeeded_checkouts,fees,fees_decimal,net_revenue,net_revenue_decimal$/,
  );
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toMatch(/^[^,]+,\d{4}-\d\d-\d\d 00:00:00,usd,3,5500,55,/);
});

test('each figure says what it counts, and refunds and paused subscriptions are their own', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const [order] = await makeOrders(seller, ['Ada'], { amount: 2000 });
  await seller.call(createRefund, {
    body: { order_id: order?.id ?? '', amount: 500, reason: 'other' },
  });
  const pro = await makeProduct(seller, { name: 'Quill Pro' });
  await sellTo(seller, pro.id, ['Bo', 'Cy']);
  const [subscription] = await subscriptionsOf(seller);
  const params = { id: subscription?.id ?? '' };
  await seller.call(updateSubscription, { params, body: { paused: true } });

  await page.goto(seller.path('metrics'));
  const figures = page.getByRole('region', { name: 'Figures' });
  const figure = (name: RegExp) => figures.getByRole('link', { name });
  await expect(figure(/^Revenue/)).toHaveText(/\$45\.00/);
  await expect(figure(/^Refunds/)).toHaveText(/\$5\.00/);
  await expect(figure(/^One-time revenue/)).toHaveText(/\$20\.00/);
  await expect(figure(/^Active subscriptions/)).toHaveText(/2, 1 paused/);
  await expect(figure(/^Monthly recurring/)).toHaveText(/\$15\.00/);
  // By pointer and by keyboard.
  const mark = figures.getByRole('button', { name: /^Refunds: / });
  const help = page.getByRole('tooltip');
  await mark.hover();
  await expect(help).toHaveText('Amounts refunded, on the day of the refund.');
  await page.mouse.move(0, 0);
  await expect(help).toHaveCount(0);
  await figure(/^Refunds/).focus();
  await page.keyboard.press('Tab');
  await expect(mark).toBeFocused();
  await expect(help).toHaveText('Amounts refunded, on the day of the refund.');
  // The list of figures says it, and the chart of one; the table of all has their names alone.
  const table = page.getByRole('region', { name: 'All figures by period' });
  // Either half of the figures fits a desk; on smaller screens what does not fades out until somebody scrolls there.
  const beyond = () => table.evaluate((shown) => shown.scrollWidth - shown.clientWidth);
  const heads = table.getByRole('columnheader');
  await expect(heads).toHaveCount(11);
  expect(await beyond()).toBe(0);
  const groups = page.getByRole('navigation', { name: 'Figures of the table' });
  await groups.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(page).toHaveURL(/group=subscriptions/);
  await expect(heads).toHaveCount(9);
  expect(await beyond()).toBe(0);
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 600, height: 800 });
  const fade = () => table.evaluate((shown) => getComputedStyle(shown).getPropertyValue('--fade'));
  await expect.poll(fade).toBe('48px');
  await table.evaluate((shown) => shown.scrollTo({ left: shown.scrollWidth }));
  await expect.poll(fade).toBe('0px');
  if (desk) await page.setViewportSize(desk);
  const cells = (await table.getByRole('row').last().allInnerTexts()).join();
  expect(cells).toContain('2, 1 paused');
  await figure(/^Active subscriptions/).click();
  const chart = page.getByRole('region', { name: 'Active subscriptions' });
  await expect(chart).toContainText('Trialing, active, and past due at the end');
  await chart.getByRole('link', { name: 'Table' }).click();
  await expect(chart.getByRole('columnheader')).toHaveText([
    /./,
    'Active subscriptions',
    'Paused subscriptions',
    'Previous period',
  ]);
  await expect(chart.getByRole('row').last()).toHaveText(/210$/);
  await expectAccessible(page);

  // The lists say the same.
  await chart.getByRole('link', { name: 'Show current ones' }).click();
  const tabs = page.getByRole('navigation', { name: 'Status' });
  await expect(tabs.getByRole('link', { name: /^Active/ })).toHaveText('Active2, 1 paused');
  await page.goto(seller.path('subscriptions?paused=true'));
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2);
  await page.goto(seller.path('customers'));
  await expect(page.getByText('1 active, 1 paused')).toHaveCount(1);
  await page.goto(seller.path(`customers/${subscription?.customer_id}`));
  await expect(page.getByLabel('Totals')).toContainText('1 active, 1 paused');
});

test('each mark of a chart stands out from the plot, in both themes, and from its neighbor', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const pro = await makeProduct(seller, { name: 'Quill Pro' });
  await sellTo(seller, pro.id, ['Bo', 'Cy']);
  const [subscription] = await subscriptionsOf(seller);
  if (!subscription) throw new Error('Nothing was subscribed to');
  await advanceToRenewal(seller, subscription);
  await sellTo(seller, pro.id, ['Di']);
  // So that what was sold is of a day that is over, and of one that is not.
  await advanceToRenewal(seller, subscription, { days: 1 });
  await sellTo(seller, pro.id, ['Ed']);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const drawn = { marks: [] as Mark[], gaps: [] as number[] };
    for (const address of ['?range=30d', 'metrics?range=30d&figure=active_subscriptions']) {
      await page.goto(seller.path(address));
      await expect(page.getByRole('slider').locator('svg').first()).toBeVisible();
      const { marks, gaps } = await chartMarks(page);
      drawn.marks.push(...marks);
      drawn.gaps.push(...gaps);
    }
    const kinds = new Set(drawn.marks.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['filled', 'ghost', 'hatched', 'line', 'running']);
    expect(drawn.marks.filter(({ contrast }) => contrast < 3)).toEqual([]);
    expect(drawn.gaps).not.toEqual([]);
    expect(Math.min(...drawn.gaps)).toBeCloseTo(2);
  }
});

test('dates of one’s own, and a customer who bought nothing', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await makeOrders(seller, ['Ada']);
  const body = {
    email: 'nobody@example.com',
    name: 'Nobody',
    organization_id: seller.organization.id,
  };
  const { id } = await seller.call(createCustomer, { body });
  await page.goto(seller.path(`metrics?customer_id=${id}`));
  await expect(page.getByRole('button', { name: 'Customer Nobody' })).toBeVisible();
  const revenue = page
    .getByRole('region', { name: 'Figures' })
    .getByRole('link', { name: /^Revenue/ });
  await expect(revenue).toHaveText(/\$0\.00/);
  await page.getByRole('button', { name: 'Remove customer filter' }).click();
  await expect(revenue).toHaveText(/\$20\.00/);

  await page.getByRole('button', { name: 'Custom', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Custom range' });
  await form.getByLabel('From').fill('2026-03-31');
  await form.getByLabel('To').fill('2026-03-01');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByLabel('To')).toHaveAccessibleDescription(/before the start date/);
  await form.getByLabel('From').fill('2026-03-01');
  await form.getByLabel('To').fill('2026-03-31');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/start_date=2026-03-01&end_date=2026-03-31/);
  await expect(page.getByRole('button', { name: /Mar 1.–.31, 2026/ })).toBeVisible();
  await expect(revenue).toHaveText(/\$0\.00/);
  // An address of somebody who asks for too much.
  await page.goto(seller.path('metrics?start_date=2020-01-01&end_date=2026-01-01&interval=hour'));
  await expect(page.getByText('Choose a range of at most 7 days for this interval.')).toBeVisible();
  await page.getByRole('link', { name: '30 days' }).click();
  await expect(revenue).toHaveText(/\$20\.00/);
});

for (const [timezone, moment, day] of [
  // The next day has begun in Kolkata; the clocks of New York have gone forward, and back.
  ['Asia/Kolkata', '2027-01-01T18:45:00.000Z', 'Sat, Jan 2, 2027'],
  ['America/New_York', '2027-03-15T03:30:00.000Z', 'Sun, Mar 14, 2027'],
  ['America/New_York', '2027-11-08T04:30:00.000Z', 'Sun, Nov 7, 2027'],
] as const) {
  test(`a sale at ${moment} is one of ${day} in ${timezone}`, { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    const slug = newSlug('days');
    const organization = await seller.call(createOrganization, {
      body: { name: 'Days', slug, timezone },
    });
    const own = { ...seller, organization };
    await advanceClock(own, new Date(moment));
    await makeOrders(own, ['Ada']);
    await page.goto(`/dashboard/${slug}?range=7d&table=revenue`);
    const rows = page.getByRole('region', { name: 'Revenue' }).first().getByRole('row');
    await expect(rows).toHaveCount(9);
    await expect(rows.nth(1)).toHaveText(new RegExp(`^${day} \\(so far\\)\\$20\\.00`));
    await expect(rows.nth(2)).toHaveText(/\$0\.00/);
  });
}

/** Has the browser's formats print another character where they print a space, as other versions of ICU do. */
function respell(space: string): void {
  const spell = (text: string) => text.replace(/\s/g, space);
  for (const { prototype } of [Intl.DateTimeFormat, Intl.NumberFormat]) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
    Object.defineProperty(prototype, 'format', {
      get() {
        const own = get?.call(this);
        return (value: number) => spell(own(value));
      },
    });
  }
  for (const prototype of [Intl.ListFormat.prototype, Intl.RelativeTimeFormat.prototype]) {
    const own = prototype.format as (...given: unknown[]) => string;
    prototype.format = function format(...given: unknown[]) {
      return spell(own.apply(this, given));
    };
  }
}

for (const [name, space] of [
  ['plain', ' '],
  ['thin', '\u2009'],
  ['narrow no-break', '\u202f'],
] as const) {
  test(`what the server printed stays in a browser whose formats have ${name} spaces`, {
    tag: '@soak',
  }, async ({ page, seller }) => {
    await makeOrders(seller, ['Ada']);
    // A country of which Chromium has another name than Node.
    await seller.call(createCustomer, {
      body: {
        email: 'bo@example.com',
        billing_address: { country: 'HK' },
        organization_id: seller.organization.id,
      },
    });
    await page.addInitScript(respell, space);
    // What React says of a difference fails the test.
    for (const [path, shows] of [
      ['', 'Latest orders'],
      ['metrics', 'All figures'],
      ['orders', ROWS],
      ['customers', 'Hong Kong SAR China'],
      ['settings', 'Time zone'],
    ] as const) {
      await page.goto(seller.path(path));
      await settle(page, shows);
    }
  });
}

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('figures, chart and table fit', async ({ page, seller }) => {
    await makeOrders(seller, ['Ada']);
    await page.goto(seller.path('metrics'));
    await expect(page.getByRole('slider', { name: 'Revenue' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const mark = page.getByRole('button', { name: /^Refunds: / });
    await mark.tap();
    await expect(page.getByRole('tooltip')).toHaveText(/^Amounts refunded/);
    await mark.tap();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});
