import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCheckout } from '@/lib/resources/checkouts/contract';
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import { chartMarks } from './chart-contrast';
import {
  expect,
  expectAccessible,
  expectNoLayoutShift,
  expectNoSidewaysScroll,
  test,
} from './fixtures';
import { makeProduct } from './selling';

/** A receiver on this computer that answers as it is told, and notes what it got. */
async function startReceiver() {
  const state = { status: 500, received: [] as { type: string; isTest: boolean }[] };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const isTest = request.headers['webhook-test'] === 'true';
    state.received.push({ type: JSON.parse(body).type, isTest });
    response.writeHead(state.status, { 'content-type': 'text/plain' }).end('Not today.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { state, url: `http://127.0.0.1:${port}/hooks`, stop: () => server.close() };
}

test('an endpoint is made, tested, seen to fail and sent to again, by keyboard alone', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const receiver = await startReceiver();
  try {
    await page.goto(seller.path('webhooks'));
    await expect(page.getByText('Get a call when something happens.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'New webhook endpoint' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'New webhook endpoint' })).toBeVisible();
    await page.getByLabel('URL').focus();
    await page.keyboard.type(receiver.url);
    await page.getByLabel('Selected events').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('product.updated').focus();
    await page.keyboard.press('Space');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog', { name: 'Your signing secret' });
    await expect(secret.getByText(/^td_whs_[\w-]{43}$/)).toBeVisible();
    await expectAccessible(page);
    await secret.getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('127.0.0.1');
    await expect(page.getByText('Nothing was sent yet.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Send test' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    await dialog.getByRole('button', { name: 'Send test' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('It answered 500.')).toBeVisible();
    await expect(dialog.getByText('Not today.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(receiver.state.received).toEqual([{ type: 'product.updated', isTest: true }]);
    await expect(page.getByRole('slider', { name: 'Attempts' })).toHaveAttribute(
      'aria-valuetext',
      /\(so far\): Delivered 0, Failed 1$/,
    );
    const { marks } = await chartMarks(page);
    expect(marks).toHaveLength(1);
    expect(marks.filter(({ contrast }) => contrast < 3)).toEqual([]);
    await expectAccessible(page);

    // Which also sets its benefits.
    const { name } = await makeProduct(seller);
    const row = page.getByRole('link', { name: /product\.updated.*Refused, 500/ });
    // The test's, and above it the event's.
    await expect(row).toHaveCount(2);
    receiver.state.status = 200;
    await row.first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Attempt 1' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('product.updated');
    await expect(page.getByText(/^Event \d+/).first()).toBeVisible();
    await expect(page.getByText(`"name": "${name}"`).first()).toBeVisible();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect(crumbs.getByRole('link')).toHaveText(['Webhooks', 'Deliveries']);
    await expectAccessible(page);
    await expect(page.getByRole('heading', { name: 'Attempt 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Sent again.')).toBeVisible();
    const sent = () => receiver.state.received.filter(({ isTest }) => !isTest).length;
    await expect.poll(sent).toBe(3);
  } finally {
    receiver.stop();
  }
});

test('a sale in the buyer’s window reaches the seller’s windows and program, without a reload', {
  tag: '@soak',
}, async ({ page, buyer, seller }) => {
  const receiver = await startReceiver();
  receiver.state.status = 200;
  try {
    const organization_id = seller.organization.id;
    const { id } = await seller.call(createWebhookEndpoint, {
      body: { url: receiver.url, events: ['order.created', 'customer.created'], organization_id },
    });
    const product = await makeProduct(seller);
    const { url } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id: product.id },
    });
    const endpoint = await page.context().newPage();
    await endpoint.goto(seller.path(`webhooks/${id}`));
    await expect(endpoint.getByText('Nothing was sent yet.')).toBeVisible();
    await page.goto(seller.path('orders'));
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
    await buyer.goto(new URL(url).pathname);
    await buyer.getByLabel('Email').fill('ada@example.com');
    await buyer.getByLabel('Name', { exact: true }).fill('Ada Byron');
    await buyer.getByLabel('Country').selectOption('US');
    await buyer.getByRole('button', { name: 'Test cards' }).click();
    await buyer.getByRole('button', { name: /4242/ }).click();
    const reloads: string[] = [];
    for (const tab of [page, endpoint]) tab.on('load', () => reloads.push(tab.url()));
    await buyer.getByRole('button', { name: /^Subscribe/ }).click();

    await expect(page.getByRole('table').getByText('Ada Byron')).toBeVisible();
    const lines = endpoint.getByRole('main').getByRole('link', { name: 'order.created' });
    await expect(lines).toBeVisible();
    await expect(buyer).toHaveURL(/\/confirmation$/);
    await expect
      .poll(() => receiver.state.received.map(({ type }) => type).sort())
      .toEqual(['customer.created', 'order.created']);
    expect(reloads).toEqual([]);
  } finally {
    receiver.stop();
  }
});

test('an endpoint that answers 410 is named on Home and on the list of endpoints, with the reason', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const receiver = await startReceiver();
  receiver.state.status = 410;
  try {
    const body = {
      url: receiver.url,
      events: ['product.created' as const],
      organization_id: seller.organization.id,
    };
    const { id } = await seller.call(createWebhookEndpoint, { body });
    await seller.call(createWebhookEndpoint, {
      body: { ...body, url: `${receiver.url}/other`, events: ['refund.created'] },
    });
    await page.goto(seller.path());
    await expect(page.getByText('All clear')).toBeVisible();
    await makeProduct(seller);
    const read = () => seller.call(getWebhookEndpoint, { params: { id } });
    await expect.poll(async () => (await read()).disabled_reason).toBe('gone');

    await page.reload();
    await page.getByRole('link', { name: '1 webhook endpoint failing or turned off' }).click();
    await expect(page).toHaveURL(/is_failing=true$/);
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(1);
    await page.goto(seller.path('webhooks'));
    const strip = page.getByRole('status').filter({ hasText: 'was turned off' });
    await expect(strip).toContainText('was turned off because it answered 410 Gone.');
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(2);
    await expectNoLayoutShift(page);
    await expectAccessible(page);
    await strip.getByRole('link', { name: receiver.url.replace('http://', '') }).click();
    await expect(
      page.getByText('We turned this endpoint off because it answered 410'),
    ).toBeVisible();
    await expectAccessible(page);
    // What it has missed is sent now: another 410 would turn it off again.
    receiver.state.status = 200;
    await page.getByRole('main').getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Endpoint turned on.')).toBeVisible();
    await page.goto(seller.path('webhooks'));
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(2);
    await expect(strip).toHaveCount(0);
  } finally {
    receiver.stop();
  }
});

test('the secret address of a chat stays when the rest of its endpoint is edited', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const { id } = await seller.call(createWebhookEndpoint, {
    body: {
      url: 'https://discord.com/api/webhooks/1/s3cret',
      format: 'discord',
      events: ['order.created'],
      organization_id: seller.organization.id,
    },
  });
  const saved = page.getByText('Webhook endpoint saved.');
  await page.goto(seller.path(`webhooks/${id}/edit`));
  await expect(page.getByLabel('New URL')).toHaveValue('');
  await page.getByLabel('Description').fill('Sales channel');
  await page.getByRole('button', { name: 'Save webhook endpoint' }).click();
  await expect(saved).toBeVisible();
  const read = () => seller.call(getWebhookEndpoint, { params: { id } });
  expect(await read()).toMatchObject({
    url: 'https://discord.com/***',
    description: 'Sales channel',
  });
  await page.goto(seller.path(`webhooks/${id}/edit`));
  await page.getByLabel('New URL').fill('https://discord.example/api/webhooks/2/0ther');
  await page.getByRole('button', { name: 'Save webhook endpoint' }).click();
  await expect(saved).toBeVisible();
  expect(await read()).toMatchObject({ url: 'https://discord.example/***' });
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('an endpoint fits, and is turned off and on again', async ({ page, seller }) => {
    const body = {
      url: 'https://hooks.example.com/a/rather/long/address/of/a/program',
      events: ['*' as const],
      organization_id: seller.organization.id,
    };
    const { id } = await seller.call(createWebhookEndpoint, { body });
    await page.goto(seller.path('webhooks'));
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: /hooks\.example\.com/ }).click();
    await expect(page).toHaveURL(seller.path(`webhooks/${id}`));
    await expect(page.getByText('No attempts in the last 24 hours.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Endpoint turned off.')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Endpoint turned on.')).toBeVisible();
    await page.goto(seller.path(`webhooks/${id}/edit`));
    await expectNoSidewaysScroll(page);
    await page.goto(seller.path('webhooks/deliveries'));
    await expect(page.getByText('No deliveries yet.')).toBeVisible();
    await expectAccessible(page);
  });
});
