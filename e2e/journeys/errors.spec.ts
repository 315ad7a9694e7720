import type { Page } from 'playwright/test';
import { createCheckout } from '@/lib/resources/checkouts/contract';
import { expect, expectAccessible, makeOrders, openByLink, test } from '../fixtures';
import { makeProduct } from '../selling';

// What the product can hardly be made to answer is answered in its place.

const REQUEST_ID = 'abcdef0123456789';

/** The API's own form of a failure. */
function failure(status: number, error: string, detail: string | object[], more: object = {}) {
  const headers = { 'Retry-After': '7' };
  return { status, headers, json: { error, detail, request_id: REQUEST_ID, ...more } };
}

const FAILURES = [
  failure(400, 'BadRequest', 'The request cannot be understood.'),
  failure(403, 'NotPermitted', 'Your role may not do this.'),
  failure(409, 'Conflict', 'Somebody else has changed it meanwhile.'),
  failure(410, 'ResourceUnavailable', 'It is no longer there.'),
  failure(429, 'TooManyRequests', 'Too many requests. Try again in 7 seconds.'),
  failure(500, 'InternalServerError', 'An unexpected fault. Try again.'),
  failure(503, 'ServiceUnavailable', 'The database is busy. Try again.'),
];
const NOT_FOUND = failure(404, 'ResourceNotFound', 'Order does not exist.');

/** Answers calls of an address with a failure until it is told to stop. */
async function failing(page: Page, url: string, answer: (typeof FAILURES)[number] | 'offline') {
  await page.route(url, (route) =>
    answer === 'offline' ? route.abort('internetdisconnected') : route.fulfill(answer),
  );
  return () => page.unroute(url);
}

const OFFLINE = 'The server cannot be reached. Check the connection and try again.';

test('a list says what each failure is, and Retry brings it', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await makeOrders(seller, ['Ada']);
  for (const answer of [...FAILURES, NOT_FOUND, 'offline'] as const) {
    const stop = await failing(page, '**/v1/orders/?**', answer);
    await openByLink(page, seller, 'Orders');
    const alert = page.getByRole('alert').filter({ hasText: 'Could not load orders.' });
    await expect(alert).toContainText(answer === 'offline' ? OFFLINE : `${answer.json.detail}`);
    if (answer !== 'offline') await expect(alert).toContainText('Request abcdef01');
    await stop();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(alert).toBeHidden();
  }
});

test('a page of one object says what each failure is, and Retry brings it', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const [order] = await makeOrders(seller, ['Ada']);
  for (const answer of [...FAILURES, 'offline'] as const) {
    const stop = await failing(page, `**/v1/orders/${order?.id}`, answer);
    await page.goto(seller.path(`orders/${order?.id}`));
    const alert = page.getByRole('alert').filter({ hasText: 'Could not load this order.' });
    await expect(alert).toContainText(answer === 'offline' ? OFFLINE : `${answer.json.detail}`);
    await stop();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: '$20.00 from Ada' })).toBeVisible();
  }
  await failing(page, `**/v1/orders/${order?.id}`, NOT_FOUND);
  await page.goto(seller.path(`orders/${order?.id}`));
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
});

test('a form says what each failure is, keeps what was typed, and is sent again', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('products/new'));
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Quill');
  await page.getByLabel('Amount').fill('20');
  const create = page.getByRole('button', { name: 'Create product' });
  const form = page.getByRole('form', { name: 'Create product' });
  for (const answer of [...FAILURES, NOT_FOUND, 'offline'] as const) {
    const stop = await failing(page, '**/v1/products/', answer);
    await create.click();
    const text = answer === 'offline' ? OFFLINE : `${answer.json.detail}`;
    await expect(form.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(name).toHaveValue('Quill');
    await expect(create).not.toHaveAttribute('aria-disabled', 'true');
    await stop();
  }
  const problems = [
    { loc: ['body', 'name'], msg: 'This name is taken.', type: 'value_error' },
    { loc: ['body', 'organization_id'], msg: 'It is closed.', type: 'value_error' },
  ];
  const stop = await failing(
    page,
    '**/v1/products/',
    failure(422, 'RequestValidationError', problems),
  );
  await create.click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/This name is taken\./);
  await expect(form.getByRole('alert').first()).toContainText('It is closed.');
  await expectAccessible(page);
  await stop();
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quill' })).toBeVisible();
});

test('a session that ends in a half filled product: it is asked for again, nothing is lost', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('products/new'));
  await page.getByLabel('Name', { exact: true }).fill('Half a product');
  await page.getByLabel('Description').fill('Typed for an hour.');
  await page.getByLabel('Amount').fill('49');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session expired' });
  await expect(dialog.getByLabel('Email')).toHaveValue(seller.email);
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'The email address or password is incorrect.',
  );
  await dialog.getByLabel('Password').fill(seller.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Half a product' })).toBeVisible();
  await expect(page.getByText('Typed for an hour.').first()).toBeVisible();
});

test('what is slow shows its place, says that it loads, and does not move when it is there', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const [order] = await makeOrders(seller, ['Ada']);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/v1/orders/${order?.id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(seller.path(`orders/${order?.id}`));
  await expect(page.getByRole('status').filter({ hasText: 'Loading this order' })).toBeAttached();
  await expectAccessible(page);
  release();
  await expect(page.getByRole('heading', { name: '$20.00 from Ada' })).toBeVisible();
});

test('a checkout that cannot be paid says why, by status, and can be paid afterwards', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { id } = await makeProduct(seller, {
    price: { type: 'one_time', amount_type: 'fixed', price_amount: 2000 },
  });
  const checkout = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: id },
  });
  await page.goto(new URL(checkout.url).pathname);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Country').selectOption('DK');
  await page.getByRole('main').getByRole('button', { name: 'Test cards' }).click();
  await page.getByRole('button', { name: 'Paid' }).click();
  const pay = page.getByRole('button', { name: 'Pay $20.00' });
  const reason = page.getByRole('main').getByRole('alert');
  const problem = { loc: ['body', 'customer_email'], msg: 'This is blocked.', type: 'value_error' };
  for (const [answer, words] of [
    [failure(400, 'PaymentError', 'The card was declined.'), 'The card was declined.'],
    [failure(409, 'Conflict', 'It has changed.'), 'It has changed.'],
    [failure(422, 'RequestValidationError', [problem]), null],
    [failure(429, 'TooManyRequests', 'Too many.'), 'Too many attempts. Nothing was charged.'],
    [failure(500, 'InternalServerError', 'A fault.'), 'You won’t be charged twice'],
    ['offline', 'You won’t be charged twice'],
  ] as const) {
    const stop = await failing(page, '**/confirm', answer);
    await pay.click();
    if (words) await expect(reason).toContainText(words);
    else await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
    await stop();
    // A declined card is asked for its code again; a refused address is typed again.
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Email').fill('ada@example.com');
  }
  await pay.click();
  await expect(page.getByText('Thank you. Quill Pro is yours.')).toBeVisible();
});
