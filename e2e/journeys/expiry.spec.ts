import { createCheckout, getCheckout } from '@/lib/resources/checkouts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { expect, expectAccessible, test } from '../fixtures';
import { connectTo } from '../product/database';
import { makeProduct } from '../selling';

/** Sets a checkout's expiry to some seconds from now. */
async function expire(id: string, seconds = 0): Promise<void> {
  const database = await connectTo(process.env.E2E_DATA ?? '');
  const ends = "UPDATE checkouts SET expires_at = now() + $2 * interval '1 second' WHERE id = $1";
  await database.query(ends, [id, seconds]);
  await database.end();
}

test('a checkout that expires while it is filled in: nothing is charged, and it is made again', {
  tag: '@soak',
}, async ({ page, buyer, seller }) => {
  test.skip(!process.env.E2E_DATA, 'the database of a product that runs elsewhere is out of reach');
  const { id: product_id } = await makeProduct(seller, {
    price: { type: 'one_time', amount_type: 'fixed', price_amount: 2400 },
  });
  const checkout = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id, customer_name: 'Bo Buyer' },
  });
  await buyer.goto(new URL(checkout.url).pathname);
  await buyer.getByLabel('Email').fill('bo@example.com');
  await buyer.getByLabel('Country').selectOption('DK');
  await buyer.getByRole('button', { name: 'Test cards' }).click();
  await buyer.getByRole('button', { name: 'Paid' }).click();
  await expect
    .poll(async () => {
      const { id } = checkout;
      return (await seller.call(getCheckout, { params: { id } })).customer_email;
    })
    .toBe('bo@example.com');
  await expire(checkout.id);
  await buyer.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(
    'This checkout has expired. You weren’t charged.',
  );
  await expectAccessible(buyer);
  await buyer.reload();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(/has expired/);
  const query = { organization_id: [seller.organization.id] };
  expect((await seller.call(listOrders, { query })).items).toEqual([]);

  await page.goto(seller.path(`checkouts/${checkout.id}`));
  const main = page.getByRole('main');
  await expect(main.getByText('Expired', { exact: true }).first()).toBeVisible();
  await main.getByRole('link', { name: 'Create again' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bo Buyer');
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('a page that stays open past the end of its checkout says so without a refused call', {
  tag: '@soak',
}, async ({ buyer, seller }) => {
  test.skip(!process.env.E2E_DATA, 'the database of a product that runs elsewhere is out of reach');
  const { id: product_id } = await makeProduct(seller, {
    price: { type: 'one_time', amount_type: 'fixed', price_amount: 2400 },
  });
  const { id, url } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id },
  });
  const refused: number[] = [];
  buyer.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(answer.status());
  });
  await expire(id, 20);
  await buyer.goto(new URL(url).pathname);
  await expect(buyer.getByLabel('Email')).toBeVisible();
  const title = buyer.getByRole('heading', { level: 1, name: 'This checkout has expired.' });
  await expect(title).toBeVisible();
  expect(refused).toEqual([]);
});
