import type { Locator } from 'playwright/test';
import { createCheckoutLink, listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { listDiscounts } from '@/lib/resources/discounts/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { makeProduct, sellTo, subscriptionsOf } from './selling';

async function onlyDiscount(seller: Seller) {
  const query = { organization_id: [seller.organization.id] };
  const [discount] = (await seller.call(listDiscounts, { query })).items;
  if (!discount) throw new Error('There is no discount');
  return discount;
}

test('a discount is made, sold with, kept as it was redeemed, and deleted', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const product = await makeProduct(seller);
  await page.goto(seller.path('discounts'));
  await expect(page.getByText('Offer a code or a launch price.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New discount' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Launch week');
  // What is not chosen looks as what is not typed in.
  await page.emulateMedia({ colorScheme: 'dark' });
  const look = (control: Locator) =>
    control.evaluate((element) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(element);
      return [backgroundColor, borderTopColor];
    });
  expect(await look(page.getByLabel('Fixed amount'))).toEqual(
    await look(page.getByRole('textbox', { name: 'Code' })),
  );
  await page.getByRole('textbox', { name: 'Code' }).fill('LAUNCH 25');
  await page.getByLabel('Percent off').fill('250');
  const starts = page.getByRole('textbox', { name: /^Starts/ });
  await starts.fill('2/1/2030');
  await page.getByLabel('Time of day: Starts').fill('10:00');
  await page.getByRole('textbox', { name: /^Ends/ }).fill('Jan 1, 2030');
  await page.getByLabel('Time of day: Ends').fill('10:00');
  await page.getByRole('button', { name: 'Create discount' }).click();
  for (const problem of [
    'Use letters and digits only.',
    'Enter a percentage from 0.01 to 100, such as 25.',
    'The end must be after the start.',
  ]) {
    await expect(page.getByText(problem)).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Generate code' }).click();
  await expect(page.getByText('Use letters and digits only.')).toBeHidden();
  await page.getByLabel('Percent off').fill('12.5');
  await starts.fill('');
  await page.getByLabel('Multiple months').check();
  await page.getByLabel('Months', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Add a product' }).click();
  await page.getByRole('option', { name: /^Quill Pro/ }).click();
  await page.getByRole('button', { name: 'Create discount' }).click();

  await expect(page.getByRole('heading', { name: 'Launch week' })).toBeVisible();
  await expect(page.getByText('12.5% off for 3 months')).toBeVisible();
  const made = await onlyDiscount(seller);
  expect(made).toMatchObject({
    code: expect.stringMatching(/^[A-Z2-9]{8}$/),
    type: 'percentage',
    basis_points: 1250,
    duration: 'repeating',
    duration_in_months: 3,
    starts_at: null,
    ends_at: '2030-01-01T15:00:00.000Z',
    products: [{ id: product.id }],
  });
  await page.getByRole('button', { name: 'Copy code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made.code);
  await expectAccessible(page);

  await sellTo(seller, product.id, ['Ada Byron'], { discount_id: made.id });
  await seller.call(createCheckoutLink, {
    body: { product_id: product.id, label: 'Newsletter', discount_id: made.id },
  });
  await page.reload();
  for (const section of ['Orders', 'Subscriptions', 'Checkouts']) {
    const list = page.getByRole('region', { name: section, exact: true });
    await expect(list.getByRole('link', { name: /^Ada Byron/ })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Checkout links' })).toContainText('Newsletter');

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(
    page.getByText(
      'Redeemed 1 time: the amount can no longer change. Create another discount instead.',
    ),
  ).toBeVisible();
  await expect(page.getByLabel('Percent off')).toBeHidden();
  await expectAccessible(page);
  await page.getByLabel('Maximum redemptions').fill('1');
  await page.getByRole('button', { name: 'Save discount' }).click();
  await expect(page.getByText('Used up')).toBeVisible();
  expect(await onlyDiscount(seller)).toMatchObject({ max_redemptions: 1, basis_points: 1250 });

  await page.getByRole('link', { name: 'Discounts' }).first().click();
  const row = page.getByRole('row').nth(1);
  for (const words of ['Launch week', '12.5%', 'For 3 months', '1 of 1', 'Used up']) {
    await expect(row).toContainText(words);
  }
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Launch week' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Launch week' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Launch week' });
  await expect(dialog).toContainText(
    '1 checkout link with it sells at the full price from now on. 1 subscription with it keeps the reduced price.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Offer a code or a launch price.')).toBeVisible();
  expect(await subscriptionsOf(seller)).toMatchObject([{ discount: { name: 'Launch week' } }]);
  const query = { organization_id: [seller.organization.id] };
  expect((await seller.call(listCheckoutLinks, { query })).items).toMatchObject([
    { discount: null },
  ]);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a discount is made without scrolling sideways', async ({ page, seller }) => {
    await page.goto(seller.path('discounts/new'));
    await page.getByRole('textbox', { name: 'Name' }).fill('Launch week');
    await page.getByLabel('Fixed amount').check();
    await page.getByLabel('Amount off').fill('5');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Create discount' }).click();
    await expect(page.getByText('$5.00 off once')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto(seller.path('discounts'));
    await expect(page.getByText('$5.00').filter({ visible: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('a day is picked from the calendar by keyboard, and what is no day is told', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('discounts/new'));
  await page.getByRole('textbox', { name: 'Name' }).fill('Launch week');
  await page.getByLabel('Percent off').fill('10');
  const ends = page.getByRole('textbox', { name: /^Ends/ });
  await ends.fill('next week');
  await page.getByRole('button', { name: 'Create discount' }).click();
  await expect(ends).toHaveAccessibleDescription(/Enter a date, such as May 3, 2030/);
  await expect(ends).toHaveValue('next week');
  await ends.fill('5/31/2030');
  await ends.press('Tab');
  await expect(ends).toHaveValue('May 31, 2030');

  await ends.press('ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  await expect(calendar.getByRole('button', { name: /May 31st, 2030/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await ends.press('ArrowDown');
  await expect(calendar.getByRole('button', { name: /May 31st, 2030/ })).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(ends).toHaveValue('Jul 1, 2030');
  const time = page.getByLabel('Time of day: Ends');
  await expect(time).toHaveValue('12:00 AM');
  await time.fill('25 pm');
  await time.press('Tab');
  await expect(ends).toHaveAccessibleDescription(/Enter a time, such as 9:30 AM/);
  await expect(time).toHaveValue('25 pm');
  await expect(ends).toHaveValue('Jul 1, 2030');
  await time.fill('6:30pm');
  await time.press('Tab');
  await expect(time).toHaveValue('6:30 PM');
  await page.getByRole('button', { name: 'Create discount' }).click();
  await expect(page.getByRole('heading', { name: 'Launch week' })).toBeVisible();
  expect((await onlyDiscount(seller)).ends_at).toBe('2030-07-01T22:30:00.000Z');
});

test('the calendar fits a phone', { tag: '@soak' }, async ({ page, seller }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(seller.path('discounts/new'));
  const starts = page.getByRole('textbox', { name: /^Starts/ });
  await starts.click();
  await starts.press('ArrowDown');
  await expect(page.getByRole('grid')).toBeVisible();
  await expectNoSidewaysScroll(page);
});
