import { createCheckout } from '@/lib/resources/checkouts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, listProducts } from '@/lib/resources/products/contract';
import { expect, expectAccessible, type Seller, test } from './fixtures';

async function setDefault(seller: Seller, default_currency: string): Promise<void> {
  const { id } = seller.organization;
  await seller.call(updateOrganization, { params: { id }, body: { default_currency } });
}

const ofSeller = ({ organization }: Seller) => ({ query: { organization_id: [organization.id] } });

// What is typed is what the API is sent, and what the buyer, the product's page and the order show.
for (const { currency, typed, sent, shown } of [
  { currency: 'huf', typed: '1499.50', sent: 149_950, shown: 'HUF 1,499.50' },
  { currency: 'isk', typed: '1500', sent: 150_000, shown: 'ISK 1,500.00' },
  { currency: 'ugx', typed: '1,500', sent: 150_000, shown: 'UGX 1,500.00' },
  { currency: 'kwd', typed: '1.25', sent: 1250, shown: 'KWD 1.250' },
  { currency: 'jpy', typed: '1500', sent: 1500, shown: '¥1,500' },
  {
    currency: 'idr',
    typed: '9,999,999,999.99',
    sent: 999_999_999_999,
    shown: 'IDR 9,999,999,999.99',
  },
]) {
  test(`${currency}: ${typed} is sent as ${sent} and shown as ${shown}`, { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    await setDefault(seller, currency);
    await page.goto(seller.path('products/new'));
    await page.getByLabel('Name', { exact: true }).fill('Letterpress Textures');
    await page.getByLabel('Amount', { exact: true }).fill(typed);
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(shown);
    await page.getByRole('button', { name: 'Create product' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Letterpress Textures' }),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText(shown);
    const { items } = await seller.call(listProducts, ofSeller(seller));
    expect(items[0]?.prices).toMatchObject([{ price_currency: currency, price_amount: sent }]);

    const { url } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id: items[0]?.id },
    });
    await page.goto(new URL(url).pathname);
    const pay = page.getByRole('button', { name: `Pay ${shown}` });
    await expect(pay).toBeVisible();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
    await page.getByLabel('Country').selectOption('US');
    await page.getByRole('main').getByRole('button', { name: 'Test cards' }).click();
    await page.getByRole('button', { name: 'Paid', exact: false }).click();
    await pay.click();
    await page.waitForURL('**/confirmation');
    await expect(page.getByRole('main')).toContainText(shown);
    const { items: orders } = await seller.call(listOrders, ofSeller(seller));
    expect(orders).toMatchObject([{ currency, amount: sent }]);
    await page.goto(seller.path(`orders/${orders[0]?.id}`));
    await expect(page.getByRole('main')).toContainText(shown);
  });
}

test('a product gets further currencies, and its buyer picks one', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('products/new'));
  await page.getByLabel('Name', { exact: true }).fill('Quill Pro');
  await page.getByRole('radio', { name: 'Recurring' }).check();
  await page.getByLabel('Every month').fill('8');
  await page.getByLabel('Add currency').selectOption('JPY');
  const yen = page.getByRole('group', { name: 'Prices in JPY' });
  await yen.getByLabel('Every month').fill('12.5');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(yen).toContainText('Enter an amount, such as 20.');
  await yen.getByLabel('Every month').fill('1200');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quill Pro' })).toBeVisible();
  const { items } = await seller.call(listProducts, ofSeller(seller));
  expect(items[0]?.prices).toMatchObject([
    { price_currency: 'usd', price_amount: 800 },
    { price_currency: 'jpy', price_amount: 1200 },
  ]);

  const { url } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: items[0]?.id },
  });
  await page.goto(new URL(url).pathname);
  await expect(page.getByRole('main')).toContainText('$8.00');
  await page.getByLabel('Currency', { exact: true }).selectOption('JPY');
  await expect(page.getByRole('main')).toContainText('¥1,200');
  await expectAccessible(page);
});

test('figures have a currency of their own', { tag: '@soak' }, async ({ page, seller }) => {
  const price = (price_currency: string, price_amount: number) => ({
    amount_type: 'fixed' as const,
    price_currency,
    price_amount,
  });
  const { id } = await seller.call(createProduct, {
    body: {
      name: 'Letterpress Textures',
      organization_id: seller.organization.id,
      prices: [price('usd', 2000), price('jpy', 3000)],
    },
  });
  for (const currency of ['usd', 'jpy']) {
    const { url } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id: id, currency },
    });
    await page.goto(new URL(url).pathname);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
    await page.getByLabel('Country').selectOption('US');
    await page.getByRole('main').getByRole('button', { name: 'Test cards' }).click();
    await page.getByRole('button', { name: 'Paid', exact: false }).click();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL('**/confirmation');
  }
  await page.goto(seller.path('metrics'));
  await expect(page.getByRole('main')).toContainText('$20.00');
  await page.getByLabel('Currency', { exact: true }).selectOption('JPY');
  await expect(page.getByRole('main')).toContainText('¥3,000');
  await expect(page).toHaveURL(/currency=jpy/);
});
