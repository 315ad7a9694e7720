import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  exportList,
  makeOrders,
  openByLink,
  test,
} from './fixtures';

const BUYERS = Array.from(
  { length: 30 },
  (_, index) => `Buyer ${String.fromCharCode(65 + (index % 26))}${index}`,
);

test('an empty list says what comes here', { tag: '@soak' }, async ({ page, seller }) => {
  await page.goto(seller.path('orders'));
  await expect(page.getByText('Your first sale lands here.')).toBeVisible();
  await expect(page).toHaveTitle('Orders · Paper & Ink · Tilldesk');
  await expectAccessible(page);
});

test('search, filter, order and page are the address: reload, Back and a row restore them', async ({
  page,
  seller,
}) => {
  await makeOrders(seller, BUYERS);
  await makeOrders(seller, ['Carl Cheap'], { product: 'Sticker', amount: 500 });
  await page.goto(seller.path('orders'));
  const footer = page.getByRole('navigation', { name: 'Pages' });
  await expect(footer).toContainText('1-25 of 31');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Total' }).click();
  const total = page.getByRole('columnheader', { name: 'Total' });
  await expect(total).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Total' }).click();
  await expect(total).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText('$5.00');

  await footer.getByRole('link', { name: 'Next page' }).click();
  await expect(footer).toContainText('26-31 of 31');
  await expect(page).toHaveURL(/sorting=amount&page=2|page=2&sorting=amount/);
  await page.reload();
  await expect(footer).toContainText('26-31 of 31');

  const row = page.getByRole('row').nth(3).getByRole('link');
  const name = await row.textContent();
  await row.click();
  await expect(page.getByRole('heading', { name: `$20.00 from ${name}` })).toBeVisible();
  await page.goBack();
  await expect(footer).toContainText('26-31 of 31');
  await expect(page.getByRole('link', { name: name ?? '' })).toBeFocused();
  await page.goBack();
  await expect(footer).toContainText('1-25 of 31');

  await page.getByRole('button', { name: 'Product', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: 'Filter by product' })
    .getByRole('option', { name: 'Sticker' })
    .click();
  await expect(footer).toHaveText('1 order');
  await expectAccessible(page);
  // A key right after the filter has closed, before the focus is given back: the search keeps it.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=dialog]')) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Search orders')).toBeFocused();
  await page.keyboard.type('nobody');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(footer).toContainText('of 31');

  await page.goto(seller.path('orders?page=9'));
  await expect(page.getByText('Page 9 is past the end.')).toBeVisible();
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(footer).toContainText('1-25 of 31');
  await page.goto(seller.path('orders?sorting=nonsense'));
  await expect(page.getByText('This link’s sort is unknown.')).toBeVisible();
});

test('rows are moved through and opened by keys, columns are hidden and stay so', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeOrders(seller, ['Ada', 'Bea']);
  await page.goto(seller.path('orders'));
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(2).getByRole('link')).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$20.00 from');
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').click();

  const display = page.getByRole('button', { name: 'Display' });
  await display.click();
  await expectAccessible(page);
  const options = page.getByRole('dialog', { name: 'Display' });
  await expect(options.getByLabel('Customer')).toBeDisabled();
  await options.getByLabel('Status').uncheck();
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeHidden();
  await options.getByLabel('Billing reason').check();
  await expect(page.getByRole('columnheader', { name: 'Billing reason' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(display).toBeFocused();
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Billing reason' })).toBeVisible();
});

test('an order shows its receipt, and what does not exist says so', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const [order] = await makeOrders(seller, ['Ada Byron']);
  await page.goto(seller.path(`orders/${order?.id}`));
  await expect(page.getByRole('heading', { name: '$20.00 from Ada Byron' })).toBeVisible();
  await expect(page).toHaveTitle(`Order ${order?.invoice_number} · Paper & Ink · Tilldesk`);
  await expect(page.getByText('Total', { exact: true })).toBeVisible();
  const payments = page.getByRole('region', { name: 'Payment attempts' });
  await expect(payments.getByRole('listitem')).toContainText('Visa •••• 4242Succeeded$20.00');
  await page.getByText('Raw JSON').click();
  await expect(page.getByText('"billing_reason": "purchase"')).toBeVisible();
  await page.getByText('Created', { exact: true }).locator('..').locator('time').hover();
  await expect(page.getByRole('tooltip')).toContainText('America/New York');
  await expectAccessible(page);

  await page.goto(seller.path('orders/00000000-0000-7000-8000-000000000000'));
  await expect(page.getByText('Order not found')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('dialog').getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option')).toHaveText([/^Order \S+-\d+/]);
});

test('the invoice of an order: its number, its page and its PDF', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const [order] = await makeOrders(seller, ['Ada Byron', 'Bea']);
  const number = order?.invoice_number ?? '';
  expect(number).toMatch(/-00000\d$/);
  await page.goto(seller.path(`orders?query=${number}`));
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').nth(1).getByRole('link').click();
  // In the breadcrumbs and among the facts.
  await expect(page.getByRole('main').getByText(number, { exact: true })).toHaveCount(2);

  const menu = page.getByRole('button', { name: 'Invoice' });
  await menu.click();
  await expectAccessible(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Open invoice' }).click();
  const invoice = await opened;
  await expect(invoice.getByRole('heading', { name: 'Invoice' })).toBeVisible();
  await expect(invoice.getByText(number)).toBeVisible();
  await invoice.close();

  await menu.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toContain(number);
  const bytes = Buffer.concat(await (await file.createReadStream()).toArray());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$20.00 from');

  const failure = { error: 'InternalServerError', detail: 'An unexpected fault.' };
  await page.route('**/v1/orders/*/invoice', (route) =>
    route.fulfill({ status: 500, json: failure }),
  );
  await menu.click();
  await page.getByRole('menuitem', { name: 'Download PDF' }).click();
  await expect(page.getByText('Could not open the invoice.')).toBeVisible();
});

test('a failing API says so, keeps the rows, and a retry brings them back', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeOrders(seller, ['Ada']);
  const body = {
    error: 'InternalServerError',
    detail: 'An unexpected fault.',
    request_id: 'abcdef0123',
  };
  const fail = () =>
    page.route('**/v1/orders/?**', (route) => route.fulfill({ status: 500, json: body }));
  await fail();
  await openByLink(page, seller, 'Orders');
  await expect(page.getByRole('alert').filter({ hasText: 'Could not load orders.' })).toContainText(
    'An unexpected fault.',
  );
  await expect(page.getByText('Request abcdef01')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/v1/orders/?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);

  await fail();
  await page.getByRole('button', { name: 'Customer' }).last().click();
  await expect(page.getByText('Could not load orders.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.unroute('**/v1/orders/?**');
  await page.route('**/v1/orders/?**', (route) => route.abort());
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
});

test('the export is the list as it is filtered', { tag: '@soak' }, async ({ page, seller }) => {
  await makeOrders(seller, ['Ursula', 'Bea']);
  await page.goto(seller.path('orders?query=ursula&sorting=amount'));
  await expect(page.getByRole('row')).toHaveCount(2);
  const lines = await exportList(page);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Ursula');
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows are two lines, filters a sheet', async ({ page, seller }) => {
    const [order] = await makeOrders(seller, ['Ada Byron', 'X'.repeat(400)]);
    await page.goto(seller.path('orders'));
    await expect(page.getByRole('row')).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Recurring').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show 0 orders' }).click();
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
    await page.goto(seller.path(`orders/${order?.id}`));
    await expect(page.getByText('Total', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
