import type { Page } from 'playwright/test';
import { createCheckout, getCheckout, updateCheckout } from '@/lib/resources/checkouts/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { makeProduct } from './selling';

// What a buyer agrees to: the total that is shown, the seller's terms, and supply before the time to withdraw is over.

const ONCE = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;

async function openCheckout(page: Page, seller: Seller) {
  const { id: product_id } = await makeProduct(seller, { price: ONCE });
  const checkout = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id },
  });
  await page.goto(new URL(checkout.url).pathname);
  return checkout;
}

async function fill(page: Page, country: string) {
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Country').selectOption(country);
  await page.getByRole('button', { name: 'Test cards' }).click();
  await page.getByRole('button', { name: 'Paid' }).click();
}

const bought = (page: Page) => page.waitForURL('**/confirmation');
const ordersOf = async (seller: Seller) =>
  (await seller.call(listOrders, { query: { organization_id: [seller.organization.id] } })).items;

test('a total that has changed unseen is shown before it is paid', { tag: '@soak' }, async ({
  buyer,
  seller,
}) => {
  const { id } = await openCheckout(buyer, seller);
  await fill(buyer, 'US');
  // The page reads its checkout now and then, which would show the change before.
  let isConfirmed = false;
  await buyer.route('**/v1/checkouts/custom/client/**', (route) => {
    const method = route.request().method();
    if (method === 'POST') isConfirmed = true;
    return method === 'GET' && !isConfirmed ? route.abort() : route.continue();
  });
  const params = { id };
  await expect
    .poll(async () => (await seller.call(getCheckout, { params })).customer_email)
    .toBe('ada@example.com');
  const { id: discount_id } = await seller.call(createDiscount, {
    body: {
      type: 'percentage',
      basis_points: 2000,
      duration: 'once',
      name: 'Friends',
      organization_id: seller.organization.id,
    },
  });
  await seller.call(updateCheckout, { params, body: { discount_id } });
  await buyer.getByRole('button', { name: 'Pay $20.00' }).click();
  await expect(buyer.getByRole('main').getByRole('alert')).toContainText(
    'The total is now $16.00. Nothing was charged. Confirm again to pay it.',
  );
  const pay = buyer.getByRole('button', { name: 'Pay $16.00' });
  await expect(pay).toBeEnabled();
  await expectAccessible(buyer);
  expect(await ordersOf(seller)).toEqual([]);
  expect((await seller.call(getCheckout, { params })).status).toBe('open');
  await pay.click();
  await bought(buyer);
  expect(await ordersOf(seller)).toMatchObject([{ amount: 1600 }]);
});

test('terms are linked, and buyers in the EU are asked about supply at once', {
  tag: '@soak',
}, async ({ buyer, seller }) => {
  const checkout_settings = {
    terms_url: 'https://paper.example/terms',
    refund_policy_url: 'https://paper.example/refunds',
  };
  await seller.call(updateOrganization, {
    params: { id: seller.organization.id },
    body: { checkout_settings },
  });
  await openCheckout(buyer, seller);
  for (const [name, href] of [
    ['Terms of sale', checkout_settings.terms_url],
    ['Refund policy', checkout_settings.refund_policy_url],
  ] as const) {
    const link = buyer.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  const asked = buyer.getByRole('checkbox', { name: /^Give me access right away\./ });
  await fill(buyer, 'US');
  await expect(asked).toHaveCount(0);
  await buyer.getByLabel('Country').selectOption('DE');
  await expect(asked).not.toBeChecked();
  await expectAccessible(buyer);
  await buyer.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(buyer);
  await asked.check();
  await buyer.getByRole('button', { name: 'Pay $20.00' }).click();
  await bought(buyer);
  const [agreed] = await ordersOf(seller);
  expect(Date.parse(agreed?.withdrawal_waived_at ?? '')).toBeGreaterThan(Date.now() - 60_000);

  // It may be left out, and is not kept from a country that is no longer chosen.
  await openCheckout(buyer, seller);
  await fill(buyer, 'DE');
  await asked.check();
  await buyer.getByLabel('Country').selectOption('US');
  await buyer.getByRole('button', { name: 'Pay $20.00' }).click();
  await bought(buyer);
  const [unasked] = await ordersOf(seller);
  expect(unasked?.withdrawal_waived_at).toBeNull();
});
