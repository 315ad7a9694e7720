import { getCustomer, listCustomers } from '@/lib/resources/customers/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import {
  choose,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsMember,
  type Seller,
  test,
} from './fixtures';
import { untilIdle } from './network-idle';
import { makeProduct, sellTo, subscriptionsOf } from './selling';

async function onlyCustomer(seller: Seller) {
  const query = { organization_id: [seller.organization.id] };
  const [customer] = (await seller.call(listCustomers, { query })).items;
  if (!customer) throw new Error('There is no customer');
  return customer;
}

test('a customer is added, found and edited', async ({ page, seller }) => {
  await page.goto(seller.path('customers'));
  await expect(page.getByText('Checkout adds buyers. Or add one now.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New customer' }).click();
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Tax ID').fill('DE 123 456 789');
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByText('Choose the country first')).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'Country', 'Germany');
  await page.getByLabel('City').fill('Berlin');
  await page.getByRole('button', { name: 'Create customer' }).click();

  await expect(page.getByRole('heading', { name: 'ada@example.com' })).toBeVisible();
  await expect(page.getByText('DE123456789 (EU VAT)')).toBeVisible();
  await expect(page.getByText('No orders yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByRole('button', { name: 'Save customer' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Byron' })).toBeVisible();
  expect(await onlyCustomer(seller)).toMatchObject({
    name: 'Ada Byron',
    billing_address: { city: 'Berlin', country: 'DE' },
    tax_id: ['DE123456789', 'eu_vat'],
  });

  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByLabel('Search customers').fill('byron');
  await expect(page.getByRole('row').nth(1)).toContainText('Germany');
});

test('a customer is deleted with the effects that were stated', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id, email } = await onlyCustomer(seller);
  await page.goto(seller.path('customers'));
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(email);
  await expect(row).toContainText('$15.00');
  await expect(row).toContainText('1 active');
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Ada Byron' }).click();

  await expect(page.getByRole('heading', { name: 'Ada Byron', exact: true })).toBeVisible();
  const totals = page.getByLabel('Totals');
  await expect(totals).toContainText('$15.00');
  await totals.getByRole('link', { name: '1 active' }).click();
  await expect(page).toHaveURL(new RegExp(`/subscriptions\\?customer_id=${id}$`));
  await page.goBack();
  for (const section of ['Subscriptions', 'Orders']) {
    const list = page.getByRole('region', { name: section });
    await expect(list.getByRole('link', { name: /^Quill Pro/ })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Payment attempts' })).toContainText('Succeeded');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Ada Byron' });
  await expect(dialog).toContainText(
    'Cancels 1 subscription now and takes away 1 license key. No refund. 1 order stays in your records.',
  );
  await expectAccessible(page);
  await expect(dialog.getByText('Type the name first.')).toBeVisible();
  await dialog.getByLabel('Type Ada Byron').fill('Ada Byron');
  const missing: string[] = [];
  page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await expect(page.getByText('Checkout adds buyers. Or add one now.')).toBeVisible();
  await untilIdle(page);
  expect(missing).toEqual([]);
  await expect(seller.call(getCustomer, { params: { id } })).rejects.toMatchObject({ status: 404 });
  expect(await subscriptionsOf(seller)).toMatchObject([{ status: 'canceled' }]);
  const query = { organization_id: [seller.organization.id] };
  expect((await seller.call(listLicenseKeys, { query })).items).toMatchObject([
    { status: 'revoked' },
  ]);
  expect((await seller.call(listOrders, { query })).items).toMatchObject([
    { status: 'paid', amount: 1500 },
  ]);
  const sales = [
    ...(await seller.call(listOrders, { query })).items.map((order) => `orders/${order.id}`),
    ...(await subscriptionsOf(seller)).map((sold) => `subscriptions/${sold.id}`),
  ];
  for (const sale of sales) {
    await page.goto(seller.path(sale));
    await expect(page.getByText('Ada Byron · Deleted')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ada Byron', exact: true })).toHaveCount(0);
  }
});

test('a member is told who can delete a customer with a running subscription', {
  tag: '@soak',
}, async ({ buyer, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id } = await onlyCustomer(seller);
  await joinAsMember(buyer, seller);

  await buyer.goto(seller.path(`customers/${id}`));
  await buyer.getByRole('button', { name: 'More actions' }).click();
  await buyer.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = buyer.getByRole('alertdialog', { name: 'Delete Ada Byron' });
  await expect(dialog).toContainText('Ask one of them to delete the customer.');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  const button = dialog.getByRole('button', { name: 'Delete' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription('Owners and admins only.');
  await expectAccessible(buyer);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('nothing of the customers is wider than the screen', async ({ page, seller }) => {
    const product = await makeProduct(seller);
    await sellTo(seller, product.id, ['Unbroken'.repeat(40)]);
    const { id } = await onlyCustomer(seller);
    for (const place of ['customers', 'customers/new', `customers/${id}`, `customers/${id}/edit`]) {
      await page.goto(seller.path(place));
      await untilIdle(page);
      await expectNoSidewaysScroll(page);
    }
  });
});
