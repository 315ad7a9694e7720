import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { createBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import {
  confirmCheckout,
  createCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { listLicenseKeys, validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { listRefusals } from '@/lib/resources/refusals/contract';
import { listRequestLogs } from '@/lib/resources/request-logs/contract';
import { createToken } from '@/lib/resources/tokens/contract';
import { listWebhookDeliveries } from '@/lib/resources/webhook-deliveries/contract';
import { createWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openByLink,
  type Seller,
  test,
} from './fixtures';
import { advanceClock, advanceToRenewal, makeProduct, sellTo, subscribe } from './selling';

/** How many refusals of an object can be read. */
async function countRefusals(seller: Seller, id: string): Promise<number> {
  const query = { organization_id: [seller.organization.id], object_id: [id] };
  return (await seller.call(listRefusals, { query })).items.length;
}

test('a developer finds a call that was refused, reads both bodies, and copies it', async ({
  page,
  context,
  seller,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await makeProduct(seller);
  await openByLink(page, seller, 'API log');
  await expect(page.getByRole('heading', { name: 'API log', level: 1 })).toBeVisible();
  const table = page.getByRole('table');
  const line = table.getByRole('link', { name: 'POST /v1/products/', exact: true });
  await expect(async () => {
    await page.reload();
    await expect(line.first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expectAccessible(page);
  await line.first().click();
  await expect(page.getByRole('heading', { name: 'POST /v1/products/', level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('"prices"').first()).toBeVisible();
  await expect(page.getByText('products:create')).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -X POST 'http:\/\/[^']+\/v1\/products\/'/);
  expect(copied).toContain('$TILLDESK_TOKEN');
  await main.getByRole('link', { name: 'Events of this request' }).click();
  await expect(page.getByRole('table').getByText('product.created')).toBeVisible();
});

test('the log is narrowed to an operation, a token and an object', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { id: organization_id } = seller.organization;
  const { id, token } = await seller.call(createToken, {
    body: { organization_id, name: 'Store backend', scopes: ['discounts:write'] },
  });
  const body = { organization_id, type: 'percentage', duration: 'forever', basis_points: 500 };
  const made = await page.request.post('/v1/discounts/', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...body, name: 'Spring', code: 'SPRING' },
  });
  expect(made.status()).toBe(201);
  const discount = (await made.json()) as { id: string };
  const query = { organization_id: [organization_id], token_id: [id] };
  const logged = async () => (await seller.call(listRequestLogs, { query })).items.length;
  await expect.poll(logged).toBe(1);

  await page.goto(seller.path('logs'));
  const lines = page.getByRole('table').getByRole('link');
  await expect(lines.filter({ hasText: '/v1/tokens/' })).toHaveCount(1);
  const filter = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true });
  await filter('Token').click();
  await page.getByLabel('Store backend').check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`token_id=${id}`));
  await expect(lines).toHaveText(['POST /v1/discounts/']);
  await page.getByRole('button', { name: 'Remove token filter' }).click();

  await filter('Operation').click();
  await page.getByRole('combobox', { name: 'Operation' }).fill('tokens:cre');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Operation' }).fill('tokens:create');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/operation=tokens%3Acreate/);
  await expect(lines).toHaveText(['POST /v1/tokens/']);
  await page.getByRole('button', { name: 'Remove operation filter' }).click();

  await page.getByRole('button', { name: 'More filters' }).click();
  await filter('Object').click();
  await page.getByRole('textbox', { name: 'Object' }).fill('SPRING');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a whole ID.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Object' }).fill(discount.id);
  await page.keyboard.press('Enter');
  await expect(lines).toHaveText(['POST /v1/discounts/']);
});

test('the page of an object leads to the calls about it', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  await page.goto(seller.path(`products/${product.id}`));
  const main = page.getByRole('main');
  await main.getByText('Events', { exact: true }).click();
  await main.getByRole('link', { name: 'API calls about it' }).click();
  await expect(page).toHaveURL(seller.path(`logs?object_id=${product.id}`));
  const created = page.getByRole('table').getByRole('link', { name: 'POST /v1/products/' });
  await expect(async () => {
    await page.reload();
    await expect(created.first()).toBeVisible({ timeout: 5000 });
  }).toPass();
});

test('an owner reads who has changed what in the audit log', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const discount = await seller.call(createDiscount, {
    body: {
      organization_id: seller.organization.id,
      type: 'percentage',
      duration: 'forever',
      basis_points: 500,
      name: 'Spring',
      code: 'SPRING',
    },
  });
  await seller.call(updateDiscount, { params: { id: discount.id }, body: { name: 'Summer' } });
  await openByLink(page, seller, 'Audit log');
  const row = page.getByRole('row').filter({ hasText: 'Discount updated' });
  await expect(row).toContainText('Spring');
  await expect(row).toContainText('Summer');
  await expectAccessible(page);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Discount updated', level: 1 })).toBeVisible();
  const changes = page.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row', { name: /^name/ })).toHaveText(/Spring.*Summer/);
  const main = page.getByRole('main');
  await expect(main.getByText('discount.updated')).toBeVisible();
  await expectAccessible(page);
  const call = main.getByRole('link', { name: 'API call' });
  const of = await call.getAttribute('href');
  await main
    .getByRole('link', { name: 'Spring' })
    .or(main.getByRole('link', { name: 'Summer' }))
    .click();
  await expect(page.getByRole('heading', { name: 'Summer', level: 1 })).toBeVisible();
  await expect(async () => {
    await page.goto(of ?? '');
    const line = page
      .getByRole('table')
      .getByRole('link', { name: `PATCH /v1/discounts/${discount.id}` });
    await expect(line).toBeVisible({ timeout: 5000 });
  }).toPass();
});

test('the audit log is narrowed to a kind of object, and to who has changed it', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { id: organization_id } = seller.organization;
  const { id, token } = await seller.call(createToken, {
    body: { organization_id, name: 'Store backend', scopes: ['discounts:write'] },
  });
  const body = { organization_id, type: 'percentage', duration: 'forever', basis_points: 500 };
  await page.request.post('/v1/discounts/', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...body, name: 'Spring' },
  });
  await makeProduct(seller);
  await page.goto(seller.path('audit'));
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows.filter({ hasText: 'Token created' })).toHaveCount(1);
  const filter = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true });
  await filter('Object').click();
  await page.getByLabel('Product').check();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/object_kind=product/);
  // Its benefits are set by a call of their own.
  await expect(rows).toHaveText(['Product updated', 'Product created']);
  await page.getByRole('button', { name: 'Remove object filter' }).click();

  await filter('By').click();
  await page.getByLabel('Store backend').check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`actor_id=${id}`));
  await expect(rows).toHaveText(['Discount created']);
});

test('the pages of a product and of a checkout link say what was refused', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  const link = await seller.call(createCheckoutLink, {
    body: { product_id: product.id, label: 'Newsletter' },
  });
  const checkout = {
    payment_processor: 'stripe' as const,
    product_price_id: product.prices[0]?.id ?? '',
    customer_id: '00000000-0000-7000-8000-000000000000',
  };
  await expect(seller.call(createCheckout, { body: checkout })).rejects.toThrow();
  await seller.call(updateProduct, { params: { id: product.id }, body: { is_archived: true } });
  // What robots ask for is not counted.
  const headers = { 'user-agent': 'Mozilla/5.0 Chrome/143.0.0.0' };
  await page.request.get(new URL(link.url).pathname, { headers });
  for (const [path, id] of [
    ['products', product.id],
    ['checkout-links', link.id],
  ] as const) {
    await expect.poll(() => countRefusals(seller, id)).toBe(1);
    await page.goto(seller.path(`${path}/${id}`));
    const note = page.getByRole('listitem').filter({ hasText: 'Refused once since yesterday' });
    await expect(note).toBeVisible();
    await expectAccessible(page);
  }
});

test('the page of a license key says what was refused, and what helps', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  const query = { organization_id: [seller.organization.id] };
  const [key] = (await seller.call(listLicenseKeys, { query })).items;
  if (!key) throw new Error('No key was sold');
  const body = { key: key.key, organization_id: seller.organization.id, benefit_id: key.id };
  for (let nth = 0; nth < 2; nth += 1) {
    await expect(seller.call(validateLicenseKey, { body })).rejects.toThrow();
  }
  await expect.poll(() => countRefusals(seller, key.id)).toBe(1);
  await page.goto(seller.path(`license-keys/${key.id}`));
  const note = page.getByRole('listitem').filter({ hasText: 'Refused 2 times since yesterday' });
  await expect(note).toContainText('The license key belongs to another benefit.');
  await expectAccessible(page);
});

test('the page of a subscription says which payments were refused, and what helps', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  const method = 'pm_card_chargeCustomerFail';
  const subscription = await subscribe(seller, product.id, { method });
  await advanceToRenewal(seller, subscription);
  const { id } = subscription;
  await expect.poll(() => countRefusals(seller, id)).toBe(1);
  await page.goto(seller.path(`subscriptions/${id}`));
  const note = page.getByRole('listitem').filter({ hasText: 'Refused once since yesterday' });
  // In real time, which is not that of the test clock by which it was renewed.
  await expect(note).toContainText('declined');
  await expect(note).toContainText('Have the customer add another payment method');
  await expect(note.getByRole('link', { name: 'API reference' })).toHaveAttribute(
    'href',
    /^\/docs\/subscriptions#/,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(note).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('lists of what is kept in real time are narrowed by it where a test clock is ahead', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await makeProduct(seller);
  await advanceClock(seller, new Date(Date.now() + 40 * 24 * 60 * 60 * 1000));
  for (const list of ['events', 'audit']) {
    await page.goto(seller.path(list));
    const rows = page.getByRole('table').getByRole('link');
    await expect(rows.first()).toBeVisible();
    const shown = await rows.count();
    await page.getByRole('main').getByRole('button', { name: 'Created', exact: true }).click();
    await page.getByLabel('Last 7 days').check();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/created_after=/);
    await expect(rows).toHaveCount(shown);
  }
});

test('the pages of a discount, a checkout and a webhook endpoint say what was refused', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const organization_id = seller.organization.id;
  const { id: endpoint } = await seller.call(createWebhookEndpoint, {
    body: { url: 'http://10.0.0.1/hooks', events: ['product.created'], organization_id },
  });
  const discount = await seller.call(createDiscount, {
    body: {
      organization_id,
      type: 'percentage',
      duration: 'once',
      basis_points: 500,
      name: 'Once only',
      code: 'ONCE',
      max_redemptions: 1,
    },
  });
  const product = await makeProduct(seller);
  const open = () =>
    seller.call(createCheckout, { body: { payment_processor: 'stripe', product_id: product.id } });
  await sellTo(seller, product.id, ['Ada Byron'], { discount_id: discount.id });
  const { id: checkout, client_secret } = await open();
  const params = { client_secret };
  const body = { discount_code: 'ONCE' };
  await expect(seller.call(updateCheckoutByClient, { params, body })).rejects.toThrow();
  const card = {
    customer_email: 'grace@example.com',
    customer_name: 'Grace Hopper',
    customer_billing_address: { country: 'US' },
    confirmation_token_id: 'pm_card_visa_chargeDeclined',
  };
  await expect(seller.call(confirmCheckout, { params, body: card })).rejects.toThrow();
  for (const [path, id] of [
    ['discounts', discount.id],
    ['checkouts', checkout],
    ['webhooks', endpoint],
  ] as const) {
    await expect.poll(() => countRefusals(seller, id)).toBe(1);
    await page.goto(seller.path(`${path}/${id}`));
    const note = page.getByRole('listitem').filter({ hasText: 'since yesterday' });
    await expect(note).toBeVisible();
    await expectAccessible(page);
  }
});

test('no page shows a secret that was sent', { tag: '@soak' }, async ({ page, seller }) => {
  const MARK = 'SECRETMARK';
  const organization_id = seller.organization.id;
  const secret = `${MARK}-of-an-endpoint-1234`;
  const endpoint = await seller.call(createWebhookEndpoint, {
    body: {
      // Nothing listens there.
      url: `http://127.0.0.1:9/${MARK}`,
      format: 'discord',
      events: ['*'],
      secret,
      organization_id,
    },
  });
  const properties = { guild_token: `${MARK}-one`, role_id: 'role' };
  const benefit = await seller.call(createBenefit, {
    body: { type: 'discord', description: 'Chat', properties, organization_id },
  });
  const other = { type: 'discord' as const, properties: { ...properties, guild_token: MARK } };
  await seller.call(updateBenefit, { params: { id: benefit.id }, body: other });
  const { token } = await seller.call(createToken, {
    body: { organization_id, name: 'Store backend', scopes: ['discounts:write'] },
  });
  const deliveries = async () => (await seller.call(listWebhookDeliveries, {})).items;
  const tried = async () => (await deliveries()).find(({ attempts }) => attempts.length > 0);
  await expect.poll(tried).toBeTruthy();
  const delivery = (await tried())?.id;

  const answers: Promise<string>[] = [];
  page.on('response', (response) => answers.push(response.text().catch(() => '')));
  const contents: string[] = [];
  const look = async (path: string, shows: string) => {
    await page.goto(seller.path(path));
    await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
    contents.push(await page.content());
  };
  const query = { organization_id: [organization_id] };
  const lines = async () => (await seller.call(listRequestLogs, { query })).items;
  await expect.poll(async () => (await lines()).length).toBeGreaterThan(4);
  await look('webhooks', '127.0.0.1:9/***');
  await look(`webhooks/${endpoint.id}`, '***1234');
  await look(`webhooks/${endpoint.id}/edit`, 'Save webhook endpoint');
  await look('webhooks/deliveries', 'benefit.created');
  await look(`webhooks/deliveries/${delivery}`, 'Attempt 1');
  await look('events', 'benefit.created');
  for (const { id } of (await seller.call(listEvents, { query })).items) {
    await look(`events/${id}`, 'guild_token');
  }
  await look('logs', '/v1/benefits/');
  for (const { id, operation } of await lines()) await look(`logs/${id}`, operation);
  await look('audit', 'Benefit updated');
  for (const { id, action } of (await seller.call(listAuditLog, { query })).items) {
    await look(`audit/${id}`, action);
  }
  const texts = [...contents, ...(await Promise.all(answers))];
  expect(texts.length).toBeGreaterThan(20);
  for (const hidden of [MARK, token]) {
    expect(texts.filter((text) => text.includes(hidden))).toEqual([]);
  }
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the log and a call fit', async ({ page, seller }) => {
    const product = await makeProduct(seller);
    await seller.call(updateProduct, { params: { id: product.id }, body: { name: 'Quill Max' } });
    await page.goto(seller.path('logs'));
    const line = page.getByRole('row', { name: `PATCH /v1/products/${product.id}` });
    await expect(async () => {
      await page.reload();
      await expect(line).toBeVisible({ timeout: 5000 });
    }).toPass();
    await expectNoSidewaysScroll(page);
    // A path is there to its end, which tells calls apart, and its status is beside its first line.
    const link = line.getByRole('link');
    expect(await link.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
    const [long, status] = await Promise.all([
      link.boundingBox(),
      line.getByText('200', { exact: true }).boundingBox(),
    ]);
    expect(long?.height).toBeGreaterThan(32);
    expect((status?.y ?? 0) - (long?.y ?? 0)).toBeLessThan(12);
    await page.getByRole('link', { name: 'POST' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('an entry of the audit log tells what was changed', async ({ page, seller }) => {
    await makeProduct(seller);
    await page.goto(seller.path('audit'));
    await page.getByRole('table').getByRole('link', { name: 'Product created' }).click();
    await expect(page.getByRole('row', { name: /^name/ })).toContainText('After');
    await expectNoSidewaysScroll(page);
    await page.goto(seller.path('audit/00000000-0000-7000-8000-000000000000'));
    await expect(page.getByText('Audit entry not found')).toBeVisible();
    await expectAccessible(page);
  });
});

test('an organization whose settings nobody has changed says what will be there', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('audit'));
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('an organization without calls says what will be there', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('logs'));
  await expect(page.getByText('No API calls yet.')).toBeVisible();
  await expectAccessible(page);
});
