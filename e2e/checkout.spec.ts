import type { Page } from 'playwright/test';
import type { ContractInput } from '@/lib/contract/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout, getCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import {
  createProduct,
  updateProduct,
  updateProductBenefits,
} from '@/lib/resources/products/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { listSubscriptions, updateSubscription } from '@/lib/resources/subscriptions/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { upload } from './selling';

type ProductBody = NonNullable<ContractInput<typeof createProduct>['body']>;
type CustomFieldBody = NonNullable<ContractInput<typeof createCustomField>['body']>;
type CheckoutBody = NonNullable<ContractInput<typeof createCheckout>['body']>;

const ONCE = { type: 'one_time', amount_type: 'fixed', price_amount: 2400 } as const;
const MONTHLY = {
  type: 'recurring',
  amount_type: 'fixed',
  price_amount: 2000,
  recurring_interval: 'month',
} as const;

interface Sale {
  prices?: ProductBody['prices'];
  product?: Partial<ProductBody>;
  checkout?: Partial<CheckoutBody>;
}

/** A checkout of a new product. */
async function open(seller: Seller, { prices = [ONCE], product = {}, checkout = {} }: Sale = {}) {
  const { id } = await seller.call(createProduct, {
    body: {
      name: 'Inkwell Desktop',
      organization_id: seller.organization.id,
      prices,
      ...product,
    },
  });
  const made = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: id, ...checkout },
  });
  return { ...made, path: new URL(made.url).pathname };
}

async function orders(seller: Seller, productId: string) {
  const query = { organization_id: [seller.organization.id], product_id: [productId] };
  return (await seller.call(listOrders, { query })).items;
}

async function fillBuyer(page: Page) {
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Country').selectOption('US');
}

async function fillCard(page: Page, result: string) {
  await page.getByRole('main').getByRole('button', { name: 'Test cards' }).click();
  await page.getByRole('button', { name: result, exact: false }).click();
}

const PAID = 'Paid';
const DECLINED = '4000 0000 0000 0002';

/** Refused by the page's own words; the router has an alert of its own. */
const reason = (page: Page) => page.getByRole('main').getByRole('alert');

test('a buyer pays: what is missing is said, the card stays in the browser, one order is made', async ({
  page,
  seller,
}) => {
  const checkout = await open(seller);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto(checkout.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Inkwell Desktop from Paper & Ink',
  );
  await expect(page).toHaveTitle('Inkwell Desktop · Paper & Ink');
  await expectAccessible(page);

  const pay = page.getByRole('button', { name: 'Pay $24.00' });
  await page.getByLabel('Country').selectOption('');
  await pay.click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await expect(page.getByText('Choose your country.')).toBeVisible();
  await expect(page.getByText('Enter the card number.')).toBeVisible();
  await expectAccessible(page);

  await fillBuyer(page);
  await page.getByLabel('State').selectOption('CA');
  await page.getByLabel('ZIP code').fill('94107');
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await page.getByLabel('Expiration date').pressSequentially('1239');
  await expect(page.getByLabel('Expiration date')).toHaveValue('12 / 39');
  await page.getByLabel('Security code').fill('123');
  await pay.dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Thank you. Inkwell Desktop is yours.',
  );
  await expect(page).toHaveURL(checkout.success_url);
  await expect(page).toHaveTitle('Inkwell Desktop · Paper & Ink');
  await expectAccessible(page);

  const [order, ...others] = await orders(seller, checkout.product_id);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ amount: 2400, customer: { email: 'ada@example.com' } });
  expect(order?.billing_address ?? order?.customer.billing_address).toMatchObject({
    country: 'US',
    state: 'CA',
    postal_code: '94107',
  });
  expect(sent.join('\n')).not.toMatch(/4242 ?4242/);
  expect(page.url()).not.toContain('td_cst_');
  expect(sent.filter((line) => line.split(' ')[0]?.includes('td_cst_'))).toEqual([]);
});

test('by keyboard alone, in the order of reading', { tag: '@soak' }, async ({ page, seller }) => {
  await page.goto((await open(seller)).path);
  await expect(page.getByRole('button', { name: 'Pay $24.00' })).toBeVisible();
  const keys = page.keyboard;
  for (const typed of ['ada@example.com', 'Ada Byron', 'United States', 'California', '94107']) {
    await keys.press('Tab');
    await keys.type(typed);
  }
  await keys.press('Tab');
  await expect(page.getByLabel('Buying for a company')).toBeFocused();
  await keys.press('Tab');
  await expect(page.getByRole('button', { name: 'Test cards' })).toBeFocused();
  for (const typed of ['4242424242424242', '1239', '123']) {
    await keys.press('Tab');
    await keys.type(typed);
  }
  await expect(page.getByLabel('Country')).toHaveValue('US');
  await expect(page.getByLabel('State')).toHaveValue('CA');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Thank you. Inkwell Desktop is yours.',
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a declined card keeps everything but its code, says why, and another card pays', async ({
  page,
  seller,
}) => {
  const checkout = await open(seller);
  await page.goto(checkout.path);
  await fillBuyer(page);
  await fillCard(page, DECLINED);
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(reason(page)).toContainText('The card was declined. Use another card.');
  await expect(reason(page)).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await expect(page.getByLabel('Security code')).toHaveValue('');
  await expectAccessible(page);

  await fillCard(page, 'Expired card');
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(reason(page)).toContainText('The card has expired.');
  // The last page names the card that was typed, a brand's second test number too.
  await page.getByLabel('Card number').fill('378282246310005');
  await page.getByLabel('Security code').fill('1234');
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  await expect(page.getByText('American Express •••• 0005')).toBeVisible();
  await expectAccessible(page);
  expect(await orders(seller, checkout.product_id)).toHaveLength(1);
});

test('card numbers are checked in words', { tag: '@soak' }, async ({ page, seller }) => {
  await page.goto((await open(seller)).path);
  const number = page.getByLabel('Card number');
  await number.fill('4242424242424241');
  await number.blur();
  await expect(page.getByText('This isn’t a card number. Check the digits.')).toBeVisible();
  await number.fill('4111111111111111');
  await expect(page.getByText('The sandbox takes test cards only.')).toBeVisible();
  await number.fill('378282246310005');
  await expect(number).toHaveValue('3782 822463 10005');
  await expect(page.getByRole('img', { name: 'American Express' })).toBeVisible();
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Security code').blur();
  await expect(page.getByText('Enter 4 digits.')).toBeVisible();
  await page.getByLabel('Expiration date').fill('0120');
  await page.getByLabel('Expiration date').blur();
  await expect(page.getByText('This card has expired.')).toBeVisible();
});

test('a slow device keeps what the document began with', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  // The answer of the API is there before all of the page is hydrated: React complains in the console of what differs.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  for (const { path } of [await open(seller), await open(seller)]) {
    await page.goto(path);
    await expect(page.getByLabel('Card number')).toBeVisible();
  }
  await session.detach();
});

test('what is free asks for an email address alone', { tag: '@soak' }, async ({ page, seller }) => {
  const checkout = await open(seller, { prices: [{ type: 'one_time', amount_type: 'free' }] });
  await page.goto(checkout.path);
  await expect(page.getByLabel('Card number')).toBeHidden();
  await expect(page.getByLabel('Country')).toBeHidden();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
});

test('pay what you want: bounds, and a total that follows and is announced', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const checkout = await open(seller, {
    prices: [
      {
        type: 'one_time',
        amount_type: 'custom',
        minimum_amount: 500,
        maximum_amount: 10_000,
        preset_amount: 1500,
      },
    ],
  });
  await page.goto(checkout.path);
  const amount = page.getByLabel('Amount in USD');
  await expect(amount).toHaveValue('15.00');
  await amount.fill('4');
  await amount.blur();
  await expect(page.getByText('The minimum is $5.00.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $15.00' })).toBeVisible();
  await amount.fill('7,50');
  await expect(page.getByRole('button', { name: 'Pay $7.50' })).toBeVisible();
  await amount.fill('1');
  await amount.fill('12');
  await amount.fill('12.50');
  await expect(page.getByRole('button', { name: 'Pay $12.50' })).toBeVisible();
  await expect(page.getByText('The total is now $12.50.')).toBeAttached();
  await fillBuyer(page);
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Pay $12.50' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  expect((await orders(seller, checkout.product_id))[0]?.amount).toBe(1250);
});

test('a discount is applied and removed; one that runs out before the payment is said there', async ({
  page,
  seller,
}) => {
  const organization_id = seller.organization.id;
  await seller.call(createDiscount, {
    body: {
      organization_id,
      name: 'One only',
      code: 'ONEONLY',
      type: 'percentage',
      basis_points: 2500,
      duration: 'once',
      max_redemptions: 1,
    },
  });
  const checkout = await open(seller);
  await page.goto(checkout.path);
  await page.getByRole('button', { name: 'Add discount code' }).click();
  await expect(page.getByLabel('Discount code')).toBeFocused();
  await page.getByLabel('Discount code').fill('NOSUCH');
  await page.getByLabel('Discount code').press('Enter');
  await expect(page.getByText('This code isn’t valid.')).toBeVisible();
  await page.getByLabel('Discount code').fill('oneonly');
  await page.getByRole('button', { name: 'Apply' }).click();
  const remove = page.getByRole('button', { name: 'Remove discount ONEONLY' });
  await expect(remove).toBeFocused();
  await expect(page.getByText('The total is now $18.00.')).toBeAttached();
  await expect(page.getByText('−$6.00')).toBeVisible();
  await expectAccessible(page);
  await remove.press('Enter');
  await expect(page.getByLabel('Discount code')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Pay $24.00' })).toBeVisible();

  await page.getByLabel('Discount code').fill('ONEONLY');
  await page.getByLabel('Discount code').press('Enter');
  await fillBuyer(page);
  await fillCard(page, PAID);
  // Somebody else is faster.
  const other = await seller.call(createCheckout, {
    body: {
      payment_processor: 'stripe',
      product_id: checkout.product_id,
    },
  });
  await seller.call(confirmCheckout, {
    params: { client_secret: other.client_secret },
    body: {
      customer_email: 'fast@example.com',
      customer_name: 'Fast',
      customer_billing_address: { country: 'US' },
      discount_code: 'ONEONLY',
      confirmation_token_id: 'pm_card_visa',
    },
  });
  await page.getByRole('button', { name: 'Pay $18.00' }).click();
  await expect(reason(page)).toContainText('The discount can no longer be used. Remove it.');
  await expect(remove).toBeFocused();
  await expectAccessible(page);
  await remove.click();
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
});

test('a code is asked for where there is one; a refused code is removed, and keeps nobody from paying', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const plain = await open(seller);
  await page.goto(plain.path);
  await expect(page.getByRole('button', { name: 'Pay $24.00' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add discount code' })).toHaveCount(0);
  await seller.call(createDiscount, {
    body: {
      organization_id: seller.organization.id,
      name: 'Spring',
      code: 'SPRING',
      type: 'percentage',
      basis_points: 2500,
      duration: 'once',
    },
  });
  const checkout = await open(seller);
  await page.goto(checkout.path);
  await fillBuyer(page);
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Add discount code' }).click();
  const code = page.getByLabel('Discount code');
  const clear = page.getByRole('button', { name: 'Remove code' });
  const refusal = page.getByText('This code isn’t valid.');
  await code.fill('EXPIRED');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectAccessible(page);
  await clear.click();
  await expect(code).toHaveValue('');
  await expect(code).toBeFocused();
  await expect(refusal).toHaveCount(0);
  await expect(clear).toHaveCount(0);

  // A wrong code that is still in the field costs no press: the total is the one that was shown.
  await code.fill('EXPIRED');
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  expect(await orders(seller, checkout.product_id)).toMatchObject([
    { amount: 2400, discount: null },
  ]);
});

test('a code that was typed and not applied lowers the total before it is paid', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await seller.call(createDiscount, {
    body: {
      organization_id: seller.organization.id,
      name: 'Spring',
      code: 'SPRING',
      type: 'percentage',
      basis_points: 2500,
      duration: 'once',
    },
  });
  const checkout = await open(seller);
  await page.goto(checkout.path);
  await fillBuyer(page);
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Add discount code' }).click();
  await page.getByLabel('Discount code').fill('spring');
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByText('The total is now $18.00.')).toBeAttached();
  expect(await orders(seller, checkout.product_id)).toEqual([]);
  await page.getByRole('button', { name: 'Pay $18.00' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  expect((await orders(seller, checkout.product_id))[0]?.amount).toBe(1800);
});

/** A moment's day as pages show it. */
function dayIn(timeZone: string, moment: string | null | undefined): string {
  const style = { year: 'numeric', month: 'short', day: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat('en-US', style).format(new Date(moment ?? ''));
}

test('a subscription says when it renews, and a trial that nothing is charged today', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const yearly = { ...MONTHLY, price_amount: 20_000, recurring_interval: 'year' as const };
  // No mail leads the buyer to the portal.
  const contact = `To cancel, ask ${seller.organization.name} for a link to your purchases.`;
  const checkout = await open(seller, { prices: [MONTHLY, yearly] });
  await page.goto(checkout.path);
  await expect(page.getByRole('button', { name: 'Subscribe, $20.00 / month' })).toBeVisible();
  await expect(page.getByText(`Renews every month for $20.00. ${contact}`).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Yearly' }).check();
  const subscribe = page.getByRole('button', { name: 'Subscribe, $200.00 / year' });
  await expect(subscribe).toBeVisible();
  await expectAccessible(page);
  await fillBuyer(page);
  await fillCard(page, PAID);
  await subscribe.click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  const query = { organization_id: [seller.organization.id] };
  const { items } = await seller.call(listSubscriptions, { query });
  expect(items).toMatchObject([{ amount: 20_000, recurring_interval: 'year', status: 'active' }]);
  const [bought] = items;
  const params = { id: bought?.id ?? '' };
  const day = dayIn('America/New_York', bought?.current_period_end);
  const terms = `Renews every year for $200.00. ${contact}`;
  await expect(page.getByText(`${terms} The next charge is on ${day}.`)).toBeVisible();
  await seller.call(updateSubscription, { params, body: { cancel_at_period_end: true } });
  await page.reload();
  await expect(page.getByText(`The subscription ends on ${day}. It does not renew.`)).toBeVisible();
  await expect(page.getByText(terms)).toBeHidden();
  await expectAccessible(page);
  const paused = { cancel_at_period_end: false, paused: true };
  await seller.call(updateSubscription, { params, body: paused });
  await page.reload();
  await expect(page.getByText('It is not charged until it is resumed.')).toBeVisible();

  const trial = await open(seller, { prices: [{ ...MONTHLY, trial_days: 14 }] });
  await page.goto(trial.path);
  await expect(page.getByText('No charge today')).toBeVisible();
  await expect(
    page.getByText(`Free for 14 days, then $20.00 every month. ${contact}`).first(),
  ).toBeVisible();
  await fillBuyer(page);
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  const [trialing] = (await seller.call(listSubscriptions, { query })).items;
  const first = dayIn('America/New_York', trialing?.current_period_end);
  await expect(page.getByText(`The first charge is on ${first}.`)).toBeVisible();
  const receipt = page.getByRole('region', { name: 'Your order' });
  await expect(receipt.getByText('Total', { exact: true })).toBeVisible();
  await expect(receipt.getByText('Paid', { exact: true })).toBeHidden();
});

test('a trial is had once: the page says so, and shows the new total before it asks again', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const first = await open(seller, { prices: [{ ...MONTHLY, trial_days: 14 }] });
  const another = () =>
    seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id: first.product_id },
    });
  const tryFirst = ({ client_secret }: { client_secret: string }, customer_email: string) =>
    seller.call(confirmCheckout, {
      params: { client_secret },
      body: {
        customer_email,
        customer_name: 'Ada Byron',
        customer_billing_address: { country: 'US' },
        confirmation_token_id: 'pm_card_visa',
      },
    });
  await tryFirst(first, 'ada@example.com');
  const { url, id } = await another();
  await page.goto(new URL(url).pathname);
  const start = page.getByRole('button', { name: 'Start free trial' });
  const subscribe = page.getByRole('button', { name: 'Subscribe, $20.00 / month' });
  const used = page.getByText('This email already had a free trial of this product.');
  await expect(start).toBeVisible();
  await expect(used).toHaveCount(0);
  await page.getByLabel('Email').fill('Ada@Example.com');
  await expect(used).toBeVisible();
  await expect(subscribe).toBeVisible();
  await expect(page.getByText('No charge today')).toHaveCount(0);
  await expect(page.getByText('Free for 14 days')).toHaveCount(0);
  await expectAccessible(page);

  // Somebody else's address still has its trial, until it is used in another window.
  await page.getByLabel('Email').fill('bea@example.com');
  await expect(start).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Bea Byron');
  await page.getByLabel('Country').selectOption('US');
  await fillCard(page, PAID);
  // No update is on its way any more that would tell of it before the button is pressed.
  await expect
    .poll(async () => {
      const stored = await seller.call(getCheckout, { params: { id } });
      return [stored.customer_name, stored.customer_billing_address?.country];
    })
    .toEqual(['Bea Byron', 'US']);
  await tryFirst(await another(), 'BEA@example.com');
  await start.click();
  await expect(reason(page)).toContainText('Nothing was charged. The total is now $20.00.');
  await expect(used).toBeVisible();
  await expectAccessible(page);
  await subscribe.click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  const [order, ...others] = await orders(seller, first.product_id);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ amount: 2000, billing_reason: 'subscription_create' });
});

test('the bank asks: refused nothing is charged, approved it is paid', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const checkout = await open(seller);
  await page.goto(checkout.path);
  await fillBuyer(page);
  await fillCard(page, 'Requires authentication');
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm the payment with your bank' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  // A slow device: the dialog has closed, and given its focus back, before or after the reason is there.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await dialog.getByRole('button', { name: 'Fail' }).click();
  await expect(reason(page)).toContainText('Your bank didn’t confirm the payment.');
  await expect(reason(page)).toBeFocused();
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await browser.detach();
  const code = page.getByRole('textbox', { name: 'Security code' });
  await expect(code).toHaveAccessibleDescription('Enter the security code again.');
  await code.fill('123');
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  expect(await orders(seller, checkout.product_id)).toHaveLength(1);
});

test('custom fields of every type are asked in order and arrive', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const organization_id = seller.organization.id;
  const bodies: CustomFieldBody[] = [
    { type: 'text', slug: 'project', name: 'Project', properties: { min_length: 3 } },
    { type: 'text', slug: 'notes', name: 'Notes', properties: { textarea: true } },
    { type: 'number', slug: 'seats', name: 'Seats', properties: { ge: 1, le: 50 } },
    { type: 'date', slug: 'start', name: 'Start', properties: { ge: 1_735_689_600 } },
    {
      type: 'select',
      slug: 'found',
      name: 'How did you find us?',
      properties: { options: [{ value: 'friend', label: 'A friend' }] },
    },
    { type: 'checkbox', slug: 'terms', name: 'I agree to the terms', properties: {} },
  ];
  const attached: { custom_field_id: string; required: boolean }[] = [];
  for (const body of bodies) {
    const { id } = await seller.call(createCustomField, { body: { ...body, organization_id } });
    attached.push({ custom_field_id: id, required: body.slug !== 'notes' });
  }
  const checkout = await open(seller, { product: { attached_custom_fields: attached } });
  await page.goto(checkout.path);
  const form = page.getByRole('form', { name: 'Checkout' });
  await expect(form).toContainText(/Project.*Notes.*Seats.*Start.*How did you find us\?.*I agree/);
  await fillBuyer(page);
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByLabel('Project')).toBeFocused();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await expect(page.getByText('I agree to the terms must be checked.')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Project').fill('In');
  await page.getByLabel('Project').blur();
  await expect(page.getByText('Enter at least 3 characters.')).toBeVisible();
  await page.getByLabel('Project').fill('Inkwell');
  await page.getByLabel('Seats').fill('51');
  await page.getByLabel('Seats').blur();
  await expect(page.getByText('The maximum is 50.')).toBeVisible();
  await page.getByLabel('Seats').fill('7');
  await page.getByLabel('Start').fill('2027-05-03');
  await page.getByLabel('How did you find us?').selectOption('friend');
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  const [order] = await orders(seller, checkout.product_id);
  expect(order?.custom_field_data).toEqual({
    project: 'Inkwell',
    seats: 7,
    start: '2027-05-03',
    found: 'friend',
    terms: true,
  });
});

test('a company gives its tax id, by the rules of its country', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const checkout = await open(seller);
  await page.goto(checkout.path);
  await fillBuyer(page);
  await page.getByLabel('Buying for a company').check();
  await page.getByLabel('Tax ID').fill('DE123456789');
  await page.getByLabel('Tax ID').blur();
  await expect(page.getByText('This isn’t a valid tax ID for the chosen country.')).toBeVisible();
  await page.getByLabel('Country').selectOption('DE');
  await expect(page.getByText('This isn’t a valid tax ID for the chosen country.')).toBeHidden();
  await expect(page.getByLabel('State')).toBeHidden();
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  const sold = await seller.call(getCheckout, { params: { id: checkout.id } });
  expect(sold.customer_tax_id).toBe('DE123456789');
});

test('a linked address is locked, and what was typed survives a reload', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const customer = await seller.call(createCustomer, {
    body: { email: 'grace@example.com', organization_id: seller.organization.id },
  });
  const linked = await open(seller, { checkout: { customer_id: customer.id } });
  await page.goto(linked.path);
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com');
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expectAccessible(page);

  const checkout = await open(seller);
  await page.goto(checkout.path);
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  );
  await fillBuyer(page);
  await saved;
  await expect
    .poll(
      async () => (await seller.call(getCheckout, { params: { id: checkout.id } })).customer_name,
    )
    .toBe('Ada Byron');
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Byron');
});

test('two tabs confirm at once: one order, and the other tab says so', async ({
  page,
  context,
  seller,
}) => {
  const checkout = await open(seller);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(checkout.path);
    await fillBuyer(tab);
    await fillCard(tab, PAID);
  }
  await Promise.all(
    [page, other].map((tab) => tab.getByRole('button', { name: 'Pay $24.00' }).click()),
  );
  const thanks = 'Thank you. Inkwell Desktop is yours.';
  const done = /Thank you\. Inkwell Desktop is yours\.|This purchase is complete\./;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(done);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(done);
  const texts = await Promise.all(
    [page, other].map((tab) => tab.getByRole('heading', { level: 1 }).textContent()),
  );
  expect(texts.filter((text) => text === thanks)).toHaveLength(1);
  expect(await orders(seller, checkout.product_id)).toHaveLength(1);
});

test('an answer that is lost is asked for again under the same key', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const checkout = await open(seller);
  const keys: (string | undefined)[] = [];
  await page.route('**/confirm', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.goto(checkout.path);
  await fillBuyer(page);
  await fillCard(page, PAID);
  const pay = page.getByRole('button', { name: 'Pay $24.00' });
  await pay.click();
  await expect(reason(page)).toContainText('You won’t be charged twice');
  await pay.click();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(await orders(seller, checkout.product_id)).toHaveLength(1);
});

test('the last page shows keys whole with copy and snippets, downloads and notes, to who paid', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const organization_id = seller.organization.id;
  const file = await upload(seller, 'manual.txt', 'Read me.');
  const bodies: NonNullable<ContractInput<typeof createBenefit>['body']>[] = [
    {
      type: 'license_keys',
      description: 'For two computers',
      properties: { prefix: 'INK', activations: { limit: 2, enable_customer_admin: true } },
    },
    { type: 'license_keys', description: 'For the team', properties: { show_snippets: true } },
    { type: 'downloadables', description: 'The manual', properties: { files: [file] } },
    { type: 'custom', description: 'Support', properties: { note: 'Write to us.' } },
    { type: 'custom', description: 'A thank-you card', properties: { note: null } },
    { type: 'custom', description: 'A letter', properties: { note: null } },
  ];
  const benefits: string[] = [];
  for (const body of bodies) {
    benefits.push((await seller.call(createBenefit, { body: { ...body, organization_id } })).id);
  }
  const checkout = await open(seller);
  await seller.call(updateProductBenefits, {
    params: { id: checkout.product_id },
    body: { benefits },
  });
  await page.goto(checkout.path);
  await expect(page.getByText('For two computers')).toBeVisible();
  await fillBuyer(page);
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await expect(page.getByRole('heading', { name: 'License keys' })).toBeVisible();
  const query = { organization_id: [organization_id] };
  const { items: keys } = await seller.call(listLicenseKeys, { query });
  expect(keys).toHaveLength(2);
  for (const { key } of keys) await expect(page.getByText(key, { exact: true })).toBeVisible();

  const limited = keys.find(({ limit_activations }) => limit_activations === 2);
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
  const shownKey = page.getByRole('region', { name: 'License keys' }).locator('code').first();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // Both in one look: what is above them may still be moving to the new width.
    const [field, button] = await shownKey.or(copy).evaluateAll((shown) =>
      shown.slice(0, 2).map((element) => {
        const { top, height } = element.getBoundingClientRect();
        return { top, height, tag: element.localName };
      }),
    );
    expect(field).toEqual({ ...button, tag: 'code' });
  }
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(keys.map(({ key }) => key)).toContain(copied);
  await expect(page.getByText('0 of 2 devices in use')).toBeVisible();
  await expect(page.getByText('Save this key somewhere safe.')).toBeVisible();
  await page.getByText('For developers').first().click();
  await page.getByText('For developers').last().click();
  await expect(page.getByText('Activate via API')).toBeVisible();
  await expect(page.getByText('/v1/customer-portal/license-keys/activate')).toBeVisible();
  await page.getByText('JavaScript').first().click();
  await expect(page.getByText('await fetch(')).toBeVisible();
  await expect(page.getByText('/v1/customer-portal/license-keys/validate')).toBeVisible();
  expect(limited?.key).toMatch(/^INK-/);
  await expect(page.getByText('Write to us.')).toBeVisible();
  const others = page.getByRole('region', { name: 'A thank-you card, A letter' });
  await expect(others).toContainText('The seller contacts you with the details.');
  await expect(page.getByText('The seller contacts you with the details.')).toHaveCount(1);
  const [order] = await orders(seller, checkout.product_id);
  const receipt = page.getByRole('region', { name: 'Your order' });
  await expect(receipt.getByText(order?.invoice_number ?? '', { exact: true })).toBeVisible();
  await expect(receipt.getByText('Visa •••• 4242')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See your purchases' })).not.toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  );
  await expectAccessible(page);
  const invoice = page.waitForEvent('popup');
  await page.getByRole('link', { name: `View invoice ${order?.invoice_number}` }).click();
  await expect((await invoice).getByText(order?.invoice_number ?? '').first()).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /manual\.txt/ }).click();
  expect((await download).suggestedFilename()).toBe('manual.txt');
  await page.reload();
  await expect(page.getByText(limited?.key ?? '', { exact: true })).toBeVisible();
  await expect(page.getByText('Paid $24.00', { exact: true })).toBeVisible();

  const stranger = await context.newPage();
  await stranger.goto(checkout.success_url);
  await expect(
    stranger.getByText('For your security, keys and downloads aren’t shown here.'),
  ).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  await expect(stranger.getByText(limited?.key ?? '', { exact: true })).toBeHidden();
  // Nor whether it was refunded since.
  await expect(stranger.getByText('Paid $24.00', { exact: true })).toBeHidden();
  await expectAccessible(stranger);

  const params = { order_id: order?.id ?? '', reason: 'other' as const };
  await seller.call(createRefund, { body: { ...params, amount: 400 } });
  await page.reload();
  await expect(page.getByText('$4.00 was refunded.')).toBeVisible();
  await expect(page.getByText('Thank you. Inkwell Desktop is yours.')).toBeVisible();
  await seller.call(createRefund, { body: { ...params, amount: 2000, revoke_benefits: true } });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inkwell Desktop was refunded.');
  await expect(page.getByText('is yours')).toHaveCount(0);
  await expect(page.getByText('Paid $24.00', { exact: true })).toHaveCount(0);
  await expect(page.getByText(limited?.key ?? '', { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  const over = { error: 'Unauthorized', detail: 'The session is over.', request_id: 'a1' };
  await page.route('**/v1/customer-portal/**', (route) =>
    route.fulfill({ status: 401, json: over }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you.');
  await expect(
    page.getByText('Unless the purchase was refunded, ask the seller for them.'),
  ).toBeVisible();
});

test('paying is within the first screen, with the address of the seller beside it', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await seller.call(updateOrganization, {
    params: { id: seller.organization.id },
    body: { email: 'help@example.com', profile_settings: { accent_color: '#1b2a6b' } },
  });
  const yearly = { ...MONTHLY, price_amount: 20_000, recurring_interval: 'year' as const };
  const checkout = await open(seller, { prices: [MONTHLY, yearly] });
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.goto(checkout.path);
  const subscribe = page.getByRole('button', { name: 'Subscribe, $20.00 / month' });
  await expect(subscribe).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Yearly Save 17%' })).toBeVisible();
  await expect(subscribe).toHaveCSS('background-color', 'rgb(27, 42, 107)');
  await page.emulateMedia({ colorScheme: 'dark' });
  // Lightened as far as the page's background needs it, and still blue.
  const dark = await subscribe.evaluate((button) => getComputedStyle(button).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (dark.match(/\d+/g) ?? []).map(Number);
  expect(blue).toBeGreaterThan(107);
  expect(blue - Math.max(red, green)).toBeGreaterThan(40);
});

test('the seller has a page of his own: the buyer goes there', { tag: '@soak' }, async ({
  page,
  seller,
  baseURL,
}) => {
  const success_url = `${baseURL}/docs?checkout={CHECKOUT_ID}`;
  const checkout = await open(seller, { checkout: { success_url } });
  await page.goto(checkout.path);
  await fillBuyer(page);
  await fillCard(page, PAID);
  await page.getByRole('button', { name: 'Pay $24.00' }).click();
  await page.waitForURL(`**/docs?checkout=${checkout.id}`);
});

test('expired, paid, processing, unknown and unreachable checkouts say so, and who sells', {
  tag: '@soak',
}, async ({ page, seller, baseURL }) => {
  await seller.call(updateOrganization, {
    params: { id: seller.organization.id },
    body: { email: 'help@example.com', avatar_url: `${baseURL}/icon.svg` },
  });
  const checkout = await open(seller);
  const api = `**/v1/checkouts/custom/client/${checkout.client_secret}`;
  // One route that stays: between two routes the page, which polls, would reach the server itself.
  let answer: { status: number; json: object } = { status: 200, json: {} };
  await page.route(api, (route) => route.fulfill(answer));
  const answerWith = async (status: number, json: object) => {
    answer = { status, json };
    await page.goto(checkout.path);
  };
  const heading = page.getByRole('heading', { level: 1 });
  await answerWith(410, { error: 'ResourceUnavailable', detail: 'This checkout has expired.' });
  await expect(heading).toHaveText('This checkout has expired. You weren’t charged.');
  const main = page.getByRole('main');
  const showsSeller = async () => {
    await expect(
      main.getByText('Paper & Ink', { exact: true }).filter({ visible: true }),
    ).toHaveCount(1);
    await expect(main.locator('img[src$="/icon.svg"]')).toBeVisible();
    await expect(main.getByText('Questions? Write to Paper & Ink:')).toBeVisible();
    await expect(main.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  };
  await showsSeller();
  await expectAccessible(page);

  const sold = await page.request
    .get(`/v1/checkouts/custom/client/${checkout.client_secret}`)
    .then((response) => response.json());
  await answerWith(200, { ...sold, status: 'failed' });
  await expect(heading).toHaveText('The payment didn’t go through. You weren’t charged.');
  const receipt = page.getByRole('region', { name: 'Your order' });
  await expect(receipt.getByRole('heading', { name: sold.product.name })).toBeVisible();
  await showsSeller();
  await expectAccessible(page);

  await answerWith(500, { error: 'InternalServerError', detail: 'An unexpected fault.' });
  await expect(page.getByText('Could not load this checkout.')).toBeVisible();
  await expectAccessible(page);

  await answerWith(200, { ...sold, status: 'confirmed' });
  await expect(heading).toHaveText('Confirming your payment');
  await showsSeller();
  await expectAccessible(page);
  answer = { status: 200, json: { ...sold, status: 'succeeded' } };
  await expect(heading).toHaveText('This purchase is complete.');
  await expect(receipt.getByText('Paid', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const unknown = await page.goto('/checkout/td_c_unknown');
  expect(unknown?.status()).toBe(404);
  await expect(heading).toHaveText('This checkout does not exist.');
  await expect(page).toHaveTitle('Not found');
  await expectAccessible(page);
});

test('an offer that has ended says so before anything is typed', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const checkout = await open(seller);
  await seller.call(updateProduct, {
    params: { id: checkout.product_id },
    body: { is_archived: true },
  });
  await page.goto(checkout.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This offer has ended.');
  await expectAccessible(page);

  await page.goto(seller.path(`checkouts/${checkout.id}`));
  await expect(page.getByRole('link', { name: 'Create again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
});

test.describe('an offer that ends while the buyer fills in the checkout', () => {
  const ended = (page: Page, wasTried = false) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `This offer has ended.${wasTried ? ' You weren’t charged.' : ''}`,
    );
  /** The last of the buyer's changes is stored: it cannot be answered after the offer has ended. */
  const stored = (seller: Seller, { id }: { id: string }) =>
    expect
      .poll(async () => await seller.call(getCheckout, { params: { id } }))
      .toMatchObject({ customer_billing_address: { country: 'US' } });
  const archive = (seller: Seller, id: string) =>
    seller.call(updateProduct, { params: { id }, body: { is_archived: true } });

  test('is said at the next change, with the address of the seller', { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    await seller.call(updateOrganization, {
      params: { id: seller.organization.id },
      body: { email: 'help@example.com' },
    });
    const checkout = await open(seller);
    await page.goto(checkout.path);
    await fillBuyer(page);
    await fillCard(page, PAID);
    await stored(seller, checkout);
    await archive(seller, checkout.product_id);
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await ended(page);
    await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible();
    await expectAccessible(page);
    expect(await orders(seller, checkout.product_id)).toEqual([]);
  });

  test('is said without a change, by the page itself', { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    const checkout = await open(seller);
    await page.clock.install();
    await page.goto(checkout.path);
    await expect(page.getByRole('button', { name: 'Pay $24.00' })).toBeVisible();
    await seller.call(updateProduct, {
      params: { id: checkout.product_id },
      body: { prices: [{ ...ONCE, price_amount: 3600 }] },
    });
    await page.clock.runFor(16_000);
    await ended(page);
  });

  test('is said when the payment is refused for it', { tag: '@soak' }, async ({ page, seller }) => {
    const checkout = await open(seller);
    await page.goto(checkout.path);
    await fillBuyer(page);
    await fillCard(page, PAID);
    // The page learns of it by the confirmation alone.
    const secret = `**/v1/checkouts/custom/client/${checkout.client_secret}`;
    await page.route(secret, async (route) => {
      if (route.request().method() === 'GET' && !hasPaid) await route.abort();
      else await route.continue();
    });
    let hasPaid = false;
    page.on('response', (response) => {
      hasPaid ||= response.url().endsWith('/confirm') && response.status() === 422;
    });
    await stored(seller, checkout);
    await archive(seller, checkout.product_id);
    await page.getByRole('button', { name: 'Pay $24.00' }).click();
    await ended(page, true);
    expect(hasPaid).toBe(true);
    expect(await orders(seller, checkout.product_id)).toEqual([]);
  });
});

test('only the seller may frame the page, and nobody learns its address', async ({
  page,
  seller,
}) => {
  const plain = await open(seller);
  const embedded = await open(seller, { checkout: { embed_origin: 'https://shop.example.com' } });
  const headersOf = async (path: string) => (await page.request.get(path)).headers();
  const own = await headersOf(plain.path);
  expect(own['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(own['x-frame-options']).toBe('DENY');
  expect(own['referrer-policy']).toBe('no-referrer');
  expect(own['x-robots-tag']).toContain('noindex');
  const framed = await headersOf(embedded.path);
  expect(framed['content-security-policy']).toContain('frame-ancestors https://shop.example.com');
  expect(framed['x-frame-options']).toBeUndefined();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the receipt folds, the total stays, and it can be paid', { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    const checkout = await open(seller, {
      product: {
        name: `Inkwell ${'Desktop'.repeat(20)}`,
        description: 'A quiet desk. '.repeat(200),
      },
    });
    await page.goto(checkout.path);
    await expect(page.getByText('$24.00', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: /^Inkwell/ })).toBeHidden();
    // Smaller ones make the browser zoom in.
    const controls = page.getByRole('main').locator('input:visible, select:visible');
    for (const control of await controls.all())
      await expect(control).toHaveCSS('font-size', '16px');
    // A phone makes its window wider rather than scroll sideways.
    expect(await page.evaluate(() => window.innerWidth)).toBe(390);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show receipt' }).click();
    await expect(page.getByRole('heading', { level: 2, name: /^Inkwell/ })).toBeVisible();
    await expect(page.getByText('Tax', { exact: true })).toBeHidden();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide receipt' }).click();
    await fillBuyer(page);
    await fillCard(page, PAID);
    await page.getByRole('button', { name: 'Pay $24.00' }).click();
    await expect(page.getByText('Thank you.')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('the country is that of the browser until the buyer chooses one', { tag: '@soak' }, async ({
  page,
  browser,
  contextOptions,
  baseURL,
  seller,
}) => {
  const { path, id } = await open(seller);
  await page.goto(path);
  await expect(page.getByLabel('Country')).toHaveValue('US');
  await expect(page.getByLabel('ZIP code')).toBeVisible();
  const country = async () =>
    (await seller.call(getCheckout, { params: { id } })).customer_billing_address?.country;
  // A visit changes nothing; what the buyer enters is sent with the country that they see.
  await page.waitForLoadState('networkidle');
  expect(await country()).toBeUndefined();
  await page.getByLabel('Email').fill('bea@example.com');
  await expect.poll(country).toBe('US');
  await page.getByLabel('Country').selectOption('DK');
  await expect.poll(country).toBe('DK');
  await page.reload();
  await expect(page.getByLabel('Country')).toHaveValue('DK');

  // A language alone is that of many countries.
  const german = await browser.newContext({
    ...contextOptions,
    locale: 'de',
    ...(baseURL ? { baseURL } : {}),
  });
  const other = await german.newPage();
  await other.goto((await open(seller)).path);
  await expect(other.getByLabel('Email')).toBeEnabled();
  await expect(other.getByLabel('Country')).toHaveValue('');
  await german.close();
});
