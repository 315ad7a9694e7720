import { createBenefit } from '@/lib/resources/benefits/contract';
import { countLicenseKeys } from '@/lib/resources/license-keys/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { listSavedViews, updateSavedView } from '@/lib/resources/saved-views/contract';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeOrders,
  type Seller,
  test,
} from './fixtures';
import { sellTo } from './selling';

const ONCE = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;

/** License keys: as many as there are buyers times the benefits of what each buys. */
async function makeKeys(seller: Seller, buyers: number, benefits: number): Promise<void> {
  const organization_id = seller.organization.id;
  const { id } = await seller.call(createProduct, {
    body: { name: 'Site license', organization_id, prices: [ONCE] },
  });
  const ids: string[] = [];
  for (let seat = 1; seat <= benefits; seat++) {
    const benefit = await seller.call(createBenefit, {
      body: { type: 'license_keys', description: `Seat ${seat}`, organization_id, properties: {} },
    });
    ids.push(benefit.id);
  }
  await seller.call(updateProductBenefits, { params: { id }, body: { benefits: ids } });
  await sellTo(
    seller,
    id,
    Array.from({ length: buyers }, (_, index) => `Buyer ${index + 1}`),
  );
  await expect.poll(() => keysOf(seller, 'granted')).toBe(buyers * benefits);
}

async function keysOf(seller: Seller, status: string): Promise<number> {
  const query = { organization_id: [seller.organization.id] };
  const { items } = await seller.call(countLicenseKeys, { query });
  return items.find(({ value }) => value === status)?.count ?? 0;
}

test('300 keys are disabled, stopped half-way, resumed, and retried where one failed', async ({
  page,
  seller,
}) => {
  test.slow();
  await makeKeys(seller, 6, 50);
  await page.goto(seller.path('license-keys'));
  const status = page.getByRole('navigation', { name: 'Status' });
  await expect(status.getByRole('link', { name: 'Active 300' })).toBeVisible();
  await page.getByLabel('Select all on this page').check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('25 selected');
  await bar.getByRole('button', { name: 'Select all 300' }).click();
  await expect(bar).toContainText('300 selected');
  await expect(bar.getByText('Select 200 or fewer to export.')).toBeVisible();
  await expectAccessible(page);

  let calls = 0;
  let stop = () => {};
  const isHalf = new Promise<void>((resolve) => {
    stop = resolve;
  });
  await page.route('**/v1/license-keys/*', async (route) => {
    calls += 1;
    if (calls === 140) stop();
    // From half on slow enough for the button to be pressed.
    if (calls >= 140) await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await bar.getByRole('button', { name: 'Disable' }).click();
  const question = page.getByRole('alertdialog', { name: 'Disable 300 license keys' });
  await expect(question).toContainText('Stops 300 keys immediately. No activations are in use.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Disable 300 license keys' }).click();
  await isHalf;
  await bar.getByRole('button', { name: 'Stop' }).click();
  const resume = bar.getByRole('button', { name: /^Resume \d+$/ });
  await expect(resume).toBeVisible({ timeout: 30_000 });
  const left = Number(/\d+/.exec((await resume.textContent()) ?? '')?.[0]);
  expect(left).toBeGreaterThan(100);
  await expect(bar).toContainText(`Disabled ${300 - left}. ${left} left.`);
  expect(await keysOf(seller, 'disabled')).toBe(300 - left);
  await expect(status.getByRole('link', { name: `Disabled ${300 - left}` })).toBeVisible();
  await expectAccessible(page);

  let isRefused = false;
  await page.unroute('**/v1/license-keys/*');
  await page.route('**/v1/license-keys/*', (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    return route.fulfill({ status: 409, json: { error: 'Conflict', detail: 'Try again.' } });
  });
  await resume.click();
  await expect(bar.getByText('1 failed. Try again.')).toBeVisible({ timeout: 60_000 });
  await bar.getByRole('button', { name: 'Retry 1' }).click();
  await expect(bar).toContainText('Disabled 300 license keys.');
  expect(await keysOf(seller, 'disabled')).toBe(300);

  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Enabled 300 license keys.')).toBeVisible({ timeout: 60_000 });
  await expect(bar).toBeHidden();
  expect(await keysOf(seller, 'granted')).toBe(300);
});

test('a view keeps filters, order and columns under a name, for oneself or for all', async ({
  page,
  seller,
}) => {
  await makeOrders(seller, ['Ada Byron', 'Bea Brown']);
  await page.goto(seller.path('orders?billing_reason=purchase&sorting=amount'));
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Created', exact: true }).first().click();
  await page.getByLabel('Last 7 days').check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Invoice' }).click();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('This week');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'This week', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/view=/);
  const query = { organization_id: [seller.organization.id] };
  const [view] = (await seller.call(listSavedViews, { query })).items;
  expect(view).toMatchObject({ page: 'orders', name: 'This week', is_shared: false });
  expect(view?.query).toContain('dates=created_after%3Aweek');
  expect(view?.columns).toContain('invoice');

  await page.goto(seller.path('orders'));
  await expect(page.getByRole('columnheader', { name: 'Invoice' })).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'This week' }).click();
  await expect(page.getByRole('button', { name: 'Created Last 7 days' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Billing reason Purchase' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Invoice' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove billing reason filter' }).click();
  await page.getByRole('button', { name: 'This week edited' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Update “This week”' }).click();
  await expect(page.getByText('View updated.')).toBeVisible();
  await page.getByRole('button', { name: 'This week', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename or share view' });
  await rename.getByLabel('Name').fill('New sales');
  // Shared meanwhile in another window: a new name keeps that.
  await seller.call(updateSavedView, {
    params: { id: view?.id ?? '' },
    body: { is_shared: true },
  });
  await rename.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'New sales', exact: true }).click();
  await expect(page.getByText('Shared with everyone')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await expect(page).not.toHaveURL(/view=/);
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('rows are selected, sorted twice and paged by keys; the search keeps its width', async ({
  page,
  context,
  seller,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const orders = await makeOrders(
    seller,
    Array.from({ length: 27 }, (_, index) => `Buyer ${String(index).padStart(2, '0')}`),
  );
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.goto(seller.path('orders?billing_reason=purchase&product_price_type=one_time'));
  await expect(page.getByRole('row')).toHaveCount(26);
  const search = await page.getByLabel('Search orders').boundingBox();
  expect(search?.width).toBeGreaterThanOrEqual(200);
  const widths = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
  const before = await widths();

  await page.getByRole('button', { name: 'Total' }).click();
  await page
    .getByRole('button', { name: 'Customer', exact: true })
    .last()
    .click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sorting=-amount&sorting=customer/);
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page.getByRole('row').nth(1)).toContainText('Buyer 00');

  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(page.getByText('ID copied.')).toBeVisible();
  const first = orders.find(({ customer }) => customer.name === 'Buyer 00');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first?.id);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');
  const download = page.waitForEvent('download');
  await bar.getByRole('link', { name: 'Export' }).click();
  const stream = await (await download).createReadStream();
  const lines = (await stream.toArray()).join('').trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('amount,amount_decimal');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  const footer = page.getByRole('navigation', { name: 'Pages' });
  await page.keyboard.press(']');
  await expect(footer).toContainText('26-27 of 27');
  expect(await widths()).toEqual(before);
  await page.keyboard.press('[');
  await expect(footer).toContainText('1-25 of 27');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows are selected and changed', async ({ page, seller }) => {
    await makeKeys(seller, 2, 1);
    await page.goto(seller.path('license-keys'));
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'Select' }).click();
    await page.getByLabel('Select row').first().check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('1 selected');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Revoked 1 license key.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Revoked 1' })).toBeVisible();
    expect(await keysOf(seller, 'revoked')).toBe(1);
  });
});
