import type { Page } from 'playwright/test';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { addPoolKeys } from '@/lib/resources/pool-keys/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { sellTo } from './selling';

const ONCE = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;
const PHONE = { width: 390, height: 844 };

/** A key that is hard to guess. */
const ownKey = (name: string) => `Own-${name}-aB3dE5fG7hJ9kL2mN4pQ6`;

/** A product that gives a benefit. */
async function makeGame(seller: Seller, benefit: string): Promise<string> {
  const { id } = await seller.call(createProduct, {
    body: { name: 'Star Miner', prices: [ONCE], organization_id: seller.organization.id },
  });
  await seller.call(updateProductBenefits, { params: { id }, body: { benefits: [benefit] } });
  return id;
}

async function makePool(seller: Seller, properties: object = {}) {
  const { id } = await seller.call(createBenefit, {
    body: {
      type: 'license_keys',
      description: 'Star Miner code',
      properties: { source: 'pool', ...properties },
      organization_id: seller.organization.id,
    },
  });
  return { id, product: await makeGame(seller, id) };
}

const outcome = (page: Page) => page.getByRole('status').filter({ hasText: 'added.' });

test('own keys are chosen in the form, and added by pasting and by file', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('benefits/new'));
  await page.getByLabel('Description').fill('Star Miner code');
  await page.getByRole('radio', { name: /^Your own/ }).check();
  await expect(page.getByLabel('Key prefix')).toHaveCount(0);
  await page.getByLabel('Warn at').fill('1');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create benefit' }).click();
  await expect(page.getByText('No keys yet.')).toBeVisible();
  await expect(page.getByText('No keys left.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add keys' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Keys', { exact: true }).fill('x'.repeat(1001));
  await dialog.getByRole('button', { name: 'Add keys' }).click();
  await expect(dialog.getByText('Key 1 has more than 1,000 characters.')).toBeVisible();
  await expectAccessible(page);
  const lines = [ownKey('one'), ` ${ownKey('two')} `, '', ownKey('one'), 'SHORT-1'];
  await dialog.getByLabel('Keys', { exact: true }).fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Add keys' }).click();
  await expect(outcome(page)).toHaveText(
    '3 keys added. 1 is here already, or in another benefit. 1 is short enough to be guessed. ' +
      'Buyers get it, but your app can’t check it with Tilldesk.',
  );
  await expect(page.getByText('No keys left.')).toHaveCount(0);
  const keys = page.getByRole('list', { name: 'Your keys' }).getByRole('listitem');
  await expect(keys).toHaveCount(3);
  await expect(keys.first()).toContainText('****-');
  await expect(page.getByText('SHORT-1')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add keys' }).click();
  const many = Array.from({ length: 1500 }, (_, index) => ownKey(`file-${index}`));
  const chooser = page.getByLabel('Choose a file of keys');
  await chooser.setInputFiles({
    name: 'keys.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`note,Key\n${many.map((key) => `a note,${key}`).join('\n')}\n`),
  });
  await expect(outcome(page)).toHaveText('1,500 keys added.');
  await expect(page.getByRole('button', { name: 'Free 1,503' })).toBeVisible();
  await page.getByRole('button', { name: 'Handed out 0' }).click();
  await expect(page.getByText('No keys match this filter.')).toBeVisible();

  await page.getByRole('button', { name: 'Add keys' }).click();
  await chooser.setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name\nAda\n'),
  });
  const failure = page.getByRole('alert').filter({ hasText: 'The file was not read to its end.' });
  await expect(failure).toContainText('The file has no column named “key”.');
  await expectAccessible(page);
});

test('a buyer who waits is told, and gets the next key that is added', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { id, product } = await makePool(seller);
  await seller.call(addPoolKeys, { params: { id }, body: { keys: [ownKey('first')] } });
  await sellTo(seller, product, ['Ada Byron', 'Bo Buyer']);
  const { items } = await seller.call(listOrders, {
    query: { organization_id: [seller.organization.id] },
  });
  const order = items.find(({ customer }) => customer.name === 'Bo Buyer');

  await page.setViewportSize(PHONE);
  await page.goto(seller.path(`orders/${order?.id}`));
  await expect(page.getByText('Waits for a license key. Add keys to the benefit.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const { customer_portal_url } = await seller.call(createCustomerSession, {
    body: { customer_id: order?.customer.id ?? '' },
  });
  const { pathname, hash } = new URL(customer_portal_url);
  await page.goto(pathname + hash);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Your license key of Star Miner is on its way.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.goto(seller.path(`benefits/${id}`));
  await expect(page.getByText('1 buyer waits for a key.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add keys' }).click();
  await expectNoSidewaysScroll(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Keys', { exact: true }).fill(ownKey('second'));
  await dialog.getByRole('button', { name: 'Add keys' }).click();
  await expect(outcome(page)).toHaveText('1 key added.');
  await expect(page.getByText('1 buyer waits for a key.')).toHaveCount(0);
  const query = {
    organization_id: [seller.organization.id],
    customer_id: [order?.customer.id ?? ''],
  };
  const sold = (await seller.call(listLicenseKeys, { query })).items;
  expect(sold.map(({ key }) => key)).toEqual([ownKey('second')]);
});

test('the portal offers nothing that a key which is easily guessed cannot do', {
  tag: '@soak',
}, async ({ buyer, seller }) => {
  const activations = { limit: 2, enable_customer_admin: true };
  const { id, product } = await makePool(seller, { activations, show_snippets: true });
  const keys = [ownKey('strong'), 'SHORT-1'];
  await seller.call(addPoolKeys, { params: { id }, body: { keys } });
  await sellTo(seller, product, ['Ada Byron', 'Bo Buyer']);
  const query = { organization_id: [seller.organization.id] };
  const sold = (await seller.call(listLicenseKeys, { query })).items;
  const offers = async (key: string) => {
    const { customer_id } = sold.find((one) => one.key === key) ?? { customer_id: '' };
    const body = { customer_id };
    const { customer_portal_url } = await seller.call(createCustomerSession, { body });
    const { pathname, hash } = new URL(customer_portal_url);
    await buyer.goto(pathname + hash);
    await buyer.getByRole('button', { name: 'Continue' }).click();
    await expect(buyer.getByText(key, { exact: true })).toBeVisible();
    const orders = (
      await seller.call(listOrders, { query: { ...query, customer_id: [customer_id] } })
    ).items;
    await expectAccessible(buyer);
    const offline = await buyer.getByRole('button', { name: 'Use offline' }).count();
    await buyer.goto(`/portal/${seller.organization.slug}/orders/${orders[0]?.id}`);
    await expect(buyer.getByText(key, { exact: true })).toBeVisible();
    return { offline, snippets: await buyer.getByText('For developers').count() };
  };
  expect(await offers(ownKey('strong'))).toEqual({ offline: 1, snippets: 1 });
  expect(await offers('SHORT-1')).toEqual({ offline: 0, snippets: 0 });
});
