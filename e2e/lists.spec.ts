import type { Page } from 'playwright/test';
import { PNG } from 'pngjs';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { countLicenseKeys } from '@/lib/resources/license-keys/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { listSavedViews, updateSavedView } from '@/lib/resources/saved-views/contract';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  exportList,
  makeOrders,
  type Seller,
  test,
} from './fixtures';
import { type PageState, pageStatesOf, ROWS, sections, settle } from './pages';
import { sellTo } from './selling';
import { makeShop } from './shop';

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

test('300 keys are disabled, stopped half-way, resumed, and retried where one failed', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeKeys(seller, 6, 50);
  await page.goto(seller.path('license-keys?limit=100'));
  const status = page.getByRole('navigation', { name: 'Status' });
  await expect(status.getByRole('link', { name: 'Active 300' })).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selection' });
  for (const selected of [100, 200, 300]) {
    await page.getByLabel('Select all on this page').check();
    await expect(bar).toContainText(`${selected} selected`);
    if (selected === 300) break;
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByLabel('Select all on this page')).not.toBeChecked();
  }
  await expect(bar.getByText('Select 200 or fewer to export.')).toBeVisible();
  await expectAccessible(page);

  let calls = 0;
  let stop = () => {};
  const isHalf = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let isResumed = false;
  let isRefused = false;
  await page.route('**/v1/license-keys/*', async (route) => {
    calls += 1;
    if (calls === 140) stop();
    // From half on slow enough for the button to be pressed.
    if (calls >= 140 && !isResumed) await new Promise((resolve) => setTimeout(resolve, 500));
    if (!isResumed || isRefused) return route.continue();
    isRefused = true;
    return route.fulfill({ status: 409, json: { error: 'Conflict', detail: 'Try again.' } });
  });
  await bar.getByRole('button', { name: 'Disable' }).click();
  const question = page.getByRole('alertdialog', { name: 'Disable 300 license keys' });
  await expect(question).toContainText('Stops 300 keys immediately. No activations are in use.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Disable 300 license keys' }).click();
  await isHalf;
  await bar.getByRole('button', { name: 'Stop' }).click();
  const resume = bar.getByRole('button', { name: /^Resume \d+$/ });
  await expect(resume).toBeVisible();
  const left = Number(/\d+/.exec((await resume.textContent()) ?? '')?.[0]);
  expect(left).toBeGreaterThan(100);
  await expect(bar).toContainText(`Disabled ${300 - left}. ${left} left.`);
  expect(await keysOf(seller, 'disabled')).toBe(300 - left);
  await expect(status.getByRole('link', { name: `Disabled ${300 - left}` })).toBeVisible();
  await expectAccessible(page);

  isResumed = true;
  await resume.click();
  await expect(bar.getByText('1 failed. Try again.')).toBeVisible();
  await bar.getByRole('button', { name: 'Retry 1' }).click();
  await expect(bar).toContainText('Disabled 300 license keys.');
  expect(await keysOf(seller, 'disabled')).toBe(300);

  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Enabled 300 license keys.')).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await keysOf(seller, 'granted')).toBe(300);
});

test('a view keeps filters, order and columns under a name, for oneself or for all', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeOrders(seller, ['Ada Byron', 'Bea Brown']);
  await page.goto(seller.path('orders?billing_reason=purchase&sorting=amount'));
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Created', exact: true }).first().click();
  await page.getByLabel('Last 7 days').check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('dialog', { name: 'Display' }).getByLabel('Invoice').check();
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

test('rows are selected, sorted twice and paged by keys; the search keeps its width', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
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

test('a click on a row opens it while a search is about to begin', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await makeKeys(seller, 1, 1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(seller.path('license-keys'));
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Buyer 1');
  const box = await row.getByRole('link').first().boundingBox();
  if (!box) throw new Error('The row is not drawn');
  await page.getByLabel('Search license keys').fill('Buyer');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // Leaving the search box has begun the search.
  await expect(page).toHaveURL(/query=Buyer/);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Buyer 1');
});

/** The lists along which a test goes. */
async function listsOf(seller: Seller): Promise<PageState[]> {
  const shop = await makeShop(seller);
  const pages = sections.flatMap((section) => pageStatesOf(section, shop));
  const lists = pages.filter(({ shows }) => shows === ROWS);
  expect(lists.length).toBeGreaterThan(12);
  return lists;
}

test('the default columns of every list fit a screen of 1280 px', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  // 1280 px less a scroll bar beside the rows, which not every system draws.
  await page.setViewportSize({ width: 1265, height: 800 });
  for (const { path, shows } of await listsOf(seller)) {
    await page.goto(path);
    await settle(page, shows);
    const table = page.getByRole('table');
    const { width, available } = await table.evaluate((element) => ({
      width: element.scrollWidth,
      available: element.parentElement?.clientWidth ?? 0,
    }));
    expect(width, path).toBeLessThanOrEqual(available);
    const cut = await table
      .getByRole('columnheader')
      .evaluateAll((heads) =>
        heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
      );
    expect(cut, path).toEqual([]);
  }
});

test('the rules of a list begin and end with its text, which the color of a row reaches beyond', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeOrders(seller, ['Ada', 'Bo']);
  await page.goto(seller.path('orders'));
  const row = page.getByRole('table').getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await row.hover();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  const box = await row.boundingBox();
  if (!title || !box) throw new Error('The list has no row');
  const { data, width } = PNG.sync.read(
    await page.screenshot({ clip: { ...box, y: box.y + box.height - 2, height: 2 } }),
  );
  const colorAt = (x: number, line: number) =>
    data.subarray(4 * (line * width + x), 4 * (line * width + x) + 3).join(' ');
  const text = Math.round(title.x - box.x);
  const [first, last] = [text, width - text - 1];
  const places = [2, first - 2, first + 2, Math.round(width / 2), last - 2, last + 2, width - 3];
  const hasRule = places.map((x) => colorAt(x, 1) !== colorAt(x, 0));
  expect(hasRule).toEqual([false, false, true, true, true, false, false]);
});

/** Where the parts of a list are that stay while its rows arrive. */
function geometryOf(page: Page) {
  return page.evaluate(() => {
    const boxOf = (element: Element | null) => {
      const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height].map(Math.round);
    };
    const heads = [...document.querySelectorAll('th')];
    return {
      heads: heads.map(boxOf),
      names: heads.map((head) => boxOf(head.querySelector('button'))),
      row: boxOf(document.querySelector('tbody tr')),
      search: boxOf(document.querySelector('main search')),
      buttons: [...document.querySelectorAll('main button:not(table *)')].map(boxOf),
      footer: boxOf(document.querySelector('nav[aria-label=Pages]')),
    };
  });
}

for (const width of [1280, 390]) {
  test(`nothing moves when rows arrive, ${width} px wide`, { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    await makeOrders(
      seller,
      Array.from({ length: 27 }, (_, index) => `Buyer ${index}`),
    );
    await page.setViewportSize({ width, height: 800 });
    await page.goto(seller.path('orders?sorting=nonsense'));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/orders/?*', async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Show all orders' }).click();
    const placeholders = page.locator('tbody .skeleton');
    await expect(placeholders.first()).toBeAttached();
    const beyond = await placeholders.evaluateAll((all) =>
      all
        .filter((one) => {
          const cell = one.closest('td')?.getBoundingClientRect();
          return cell && cell.width > 0 && one.getBoundingClientRect().right > cell.right - 12;
        })
        .map(({ outerHTML }) => outerHTML),
    );
    expect(width < 640 ? [] : beyond).toEqual([]);
    const before = await geometryOf(page);
    answer();
    await expect(page.getByRole('row')).toHaveCount(26);
    expect(await geometryOf(page)).toEqual(before);
    expect(before.row[3]).toBeGreaterThanOrEqual(40);
  });
}

test('one menu has what the row of search and filters has no room for', { tag: '@soak' }, async ({
  page,
  context,
  seller,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await makeOrders(seller, ['Ada Byron', 'Bea Brown']);
  await page.goto(seller.path('orders?query=byron'));
  const footer = page.getByRole('navigation', { name: 'Pages' });
  await expect(footer).toHaveText('1 order');
  await expect(footer.getByRole('link')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await expect(page.getByText('Copied the API call as curl.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('query=byron');

  await page.getByRole('button', { name: 'Display' }).click();
  const display = page.getByRole('dialog', { name: 'Display' });
  await display.getByLabel('Sort by').selectOption('Total');
  await display.getByLabel('Direction').selectOption('Ascending');
  await expect(page).toHaveURL(/sorting=amount/);
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  // A handful of organizations is neither selected nor exported.
  await page.goto('/dashboard');
  await expect(footer).toHaveText('1 organization');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'More actions' })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await main.getByRole('button', { name: 'Sort' }).click();
  await expect(page.getByRole('dialog', { name: 'Sort' })).toBeVisible();
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one menu sorts, exports, and keeps a view', async ({ page, seller }) => {
    await makeOrders(seller, ['Ada Byron', 'Bea Brown']);
    await page.goto(seller.path('orders'));
    await expect(page.getByRole('row')).toHaveCount(3);
    const more = page.getByRole('button', { name: 'More actions' });
    await more.click();
    await expect(page.getByText('No saved views yet.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Sort' }).click();
    const sort = page.getByRole('dialog', { name: 'Sort' });
    await sort.getByLabel('Sort by').selectOption('Customer');
    await sort.getByLabel('Direction').selectOption('Descending');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await sort.getByRole('button', { name: 'Show 2 orders' }).click();
    await expect(page).toHaveURL(/sorting=-customer/);
    await expect(page.getByRole('row').nth(1)).toContainText('Bea Brown');
    expect(await exportList(page)).toHaveLength(3);

    await more.click();
    await page.getByRole('menuitem', { name: 'Save as new view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('By name');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(page).toHaveURL(/view=/);
    await more.click();
    await expect(page.getByRole('menuitem', { name: 'By name' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete view' })).toBeVisible();
  });

  test('rows are selected and changed', async ({ page, seller }) => {
    await makeKeys(seller, 2, 1);
    await page.goto(seller.path('license-keys'));
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Select' }).click();
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
