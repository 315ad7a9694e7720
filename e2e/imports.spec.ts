import type { Page } from 'playwright/test';
import { listCustomers } from '@/lib/resources/customers/contract';
import { createImport } from '@/lib/resources/imports/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';

/** Chooses a file of rows on the page of a new import. */
async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await page.getByLabel('Choose a CSV file to import').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  });
}

const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

const customersOf = async (seller: Seller) => {
  const query = { organization_id: [seller.organization.id] };
  const { items } = await seller.call(listCustomers, { query });
  return items.map(({ email, name }) => [email, name]).toSorted();
};

test('a file of Lemon Squeezy is checked, mended, run, and undone', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('settings/imports'));
  await expect(page.getByText('No imports yet.')).toBeVisible();
  await expect(page).toHaveTitle(/^Imports · /);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New import' }).click();
  const ofApi = page.getByText('Lemon Squeezy exports no file of these.');
  await page.getByLabel('Where it comes from').selectOption('Lemon Squeezy');
  await page.getByLabel('What to import').selectOption('Subscriptions');
  await expect(ofApi).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('What to import').selectOption('Customers');
  await expect(ofApi).toBeHidden();
  await expectAccessible(page);
  const header = 'id,name,email,city,region,country';
  const ada = '101,Ada Byron,ada@example.com,London,,GB';
  const bo = '102,Bo Buyer,bo@example.com,Austin,TX,US';
  await choose(page, 'customers.csv', [
    header,
    ada,
    '102,Bo Buyer,no address,Austin,TX,US',
    '103,',
  ]);
  await expect(page.getByLabel('email', { exact: true })).toHaveValue('email');
  await expect(page.getByLabel('billing_address_city')).toHaveValue('city');
  await expect(page.getByLabel('tax_id', { exact: true })).toHaveValue('');
  await expect(page.getByRole('cell', { name: 'Ada Byron' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('email', { exact: true }).selectOption('Not in this file');
  await expect(page.getByText('Choose a column for email.')).toBeVisible();
  await page.getByLabel('email', { exact: true }).selectOption('email');
  await page.getByRole('button', { name: 'Check file' }).click();

  await expect(page.getByText('Checked', { exact: true })).toBeVisible();
  await expect(fact(page, 'To create')).toContainText('1');
  await expect(fact(page, 'To skip')).toContainText('2');
  const errors = page.getByRole('table', { name: 'Errors' }).getByRole('row');
  await expect(errors.nth(1)).toContainText('2');
  await expect(errors.nth(1)).toContainText('email');
  await expect(errors.nth(2)).toContainText('3');
  expect(await customersOf(seller)).toEqual([]);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export all errors as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole('link', { name: 'Fix the file and try again' }).click();
  await expect(page.getByLabel('Where it comes from')).toHaveValue('lemon_squeezy');
  await choose(page, 'customers.csv', [header, ada, bo]);
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByText('No errors.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(fact(page, 'Created')).toContainText('2');
  expect(await customersOf(seller)).toEqual([
    ['ada@example.com', 'Ada Byron'],
    ['bo@example.com', 'Bo Buyer'],
  ]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(await customersOf(seller)).toEqual([]);
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Imports' })
    .click();
  const list = page.getByRole('list', { name: 'Imports' }).getByRole('listitem');
  await expect(list).toHaveCount(2);
  await expect(list.nth(1)).toContainText('2 errors');
  await expectAccessible(page);
});

test('columns of any file are chosen by hand; subscriptions wait, and charges are approved', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const organization_id = seller.organization.id;
  const price = { type: 'recurring', amount_type: 'fixed', price_amount: 900 } as const;
  await seller.call(createProduct, {
    body: { name: 'Quill', organization_id, prices: [{ ...price, recurring_interval: 'month' }] },
  });
  const customer = { external_id: 'c1', email: 'ada@example.com' };
  await seller.call(createImport, {
    body: { organization_id, kind: 'customers', source: 'custom', rows: [customer] },
  });
  await expect.poll(() => customersOf(seller)).toHaveLength(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(seller.path('settings/imports/new?kind=subscriptions&source=custom'));
  await choose(page, 'plans.csv', [
    'number,state,who,plan,cents,currency,every,ends',
    's1,active,c1,Quill,900,usd,month,2026-01-15T00:00:00Z',
  ]);
  const columns = [
    ...[
      ['external_id', 'number'],
      ['status', 'state'],
      ['customer_id', 'who'],
    ],
    ...[
      ['product_name', 'plan'],
      ['amount', 'cents'],
      ['recurring_interval', 'every'],
    ],
    ['current_period_end', 'ends'],
  ];
  for (const [ours = '', theirs = ''] of columns) {
    await page.getByLabel(ours, { exact: true }).selectOption(theirs);
  }
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByText('No errors.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('heading', { name: 'Subscriptions on hold' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Charges to approve' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Source has ended' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'It has ended' }).click();
  await expect(page.getByRole('heading', { name: 'Subscriptions on hold' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Charge $9.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Charge $9.00' }).click();
  await expect(page.getByRole('heading', { name: 'Charges to approve' })).toHaveCount(0);
});
