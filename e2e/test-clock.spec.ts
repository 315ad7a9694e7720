import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createProduct } from '@/lib/resources/products/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';

/** Sells a monthly subscription. */
async function sell(seller: Seller) {
  const { id } = await seller.call(createProduct, {
    body: {
      name: 'Ledger',
      prices: [
        {
          type: 'recurring',
          amount_type: 'fixed',
          price_amount: 1200,
          recurring_interval: 'month',
        },
      ],
    },
  });
  const body = { payment_processor: 'stripe' as const, product_id: id };
  const { client_secret } = await seller.call(createCheckout, { body });
  await seller.call(confirmCheckout, {
    params: { client_secret },
    body: {
      customer_email: 'ada@example.com',
      customer_name: 'Ada Byron',
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'pm_card_visa',
    },
  });
}

test('the test clock: what is next, a preview, and the advance that makes it happen', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('settings'));
  await page.getByRole('link', { name: 'Test clock', exact: true }).click();
  await expect(page.getByText('Real time', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing is due within a year.')).toBeVisible();
  await expectAccessible(page);

  await sell(seller);
  await page.reload();
  const next = page.getByRole('list', { name: 'Next events' }).getByRole('listitem');
  await expect(next).toHaveCount(12);
  await expect(next.first()).toContainText('Renews Ledger for Ada Byron');
  await expect(next.first()).toContainText('$12.00');
  await expect(next.first()).not.toContainText('Paid');

  await page.getByRole('button', { name: 'Advance…' }).focus();
  await expect(page.getByText('Choose a time first.')).toBeVisible();
  await page.getByRole('button', { name: '1 year' }).click();
  await expect(page.getByText('Until then: 12 renewals.')).toBeVisible();
  await page.getByRole('textbox', { name: /^Advance to/ }).fill('2020-01-01');
  await expect(page.getByText("Choose a time later than the test clock's.").first()).toBeVisible();
  await page.getByRole('button', { name: '1 year' }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Advance…' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Until then: 12 renewals.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Frozen', { exact: true })).toBeVisible();
  const year = String(new Date().getUTCFullYear() + 1);
  await expect(page.getByRole('region', { name: 'Sandbox' })).toContainText(year);

  // Pages count from the organization's time.
  await page.goto(seller.path('orders'));
  await expect(page.getByText('13 orders', { exact: true })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(/\w{3} \d+, \d+:\d\d [AP]M$/);
});

test('the test clock fits a phone', { tag: '@soak' }, async ({ page, seller }) => {
  await sell(seller);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(seller.path('settings/test-clock'));
  await page.getByRole('button', { name: '1 month' }).click();
  await expect(page.getByText('Until then: 1 renewal.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a checkout that will expire is called by its product', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { id } = await seller.call(createProduct, {
    body: {
      name: 'Atlas',
      prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 900 }],
    },
  });
  const checkout = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: id },
  });
  await page.goto(seller.path('settings/test-clock'));
  const next = page.getByRole('list', { name: 'Next events' }).getByRole('listitem');
  await expect(next).toHaveCount(1);
  await expect(next).toContainText('Checkout for Atlas expires');
  await expect(next).not.toContainText('—');
  await expect(next.getByRole('link')).toHaveAttribute('href', new RegExp(`/${checkout.id}$`));
  await page.getByRole('textbox', { name: /^Advance to/ }).fill('sometime');
  await expect(page.getByText('Enter a date, such as May 3, 2030.')).toBeVisible();
  await expectAccessible(page);
});
