import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { updateLicenseKey } from '@/lib/resources/license-keys/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { expect, type Seller, test } from '../fixtures';
import { activate, keyOf, makeProduct, sellTo, subscriptionsOf } from '../selling';
import { walk } from './walk';

const LONG = 'Unbroken'.repeat(63).slice(0, 500);
const RIGHT_TO_LEFT = 'مكتبة الحبر والورق';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

/** A shop with a sale to each of two buyers, whose names and whose product's are hard to lay out. */
async function makeShop(seller: Seller) {
  const product = await makeProduct(seller, { name: `${RIGHT_TO_LEFT} ${LONG}`.slice(0, 500) });
  await sellTo(seller, product.id, [LONG]);
  const key = await keyOf(seller);
  await activate(seller, key, LONG.slice(0, 200));
  await sellTo(seller, product.id, [RIGHT_TO_LEFT]);
  const [subscription] = await subscriptionsOf(seller);
  const query = { organization_id: [seller.organization.id] };
  const [order] = (await seller.call(listOrders, { query })).items;
  return { product, key, subscription, order };
}

/** A checkout on which nothing has been done. */
async function makeCheckout(seller: Seller, product_id: string) {
  const made = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id, customer_name: LONG },
  });
  return { ...made, path: new URL(made.url).pathname };
}

function crawls(): void {
  test('into the product', async ({ page, seller }) => {
    await seller.call(createOrganization, {
      body: {
        name: `${RIGHT_TO_LEFT} ${LONG}`.slice(0, 200),
        slug: `${seller.organization.slug}-2`,
      },
    });
    await walk(page, [
      { path: '/dashboard', shows: '1-2 of 2' },
      { path: '/dashboard/new', shows: 'Time zone' },
      { path: seller.path(), shows: 'Add a product' },
      { path: seller.path('settings'), shows: 'Contact' },
      { path: seller.path('settings/appearance'), shows: 'Accent colour' },
      { path: seller.path('nothing-here'), shows: 'There is no page here.' },
      { path: '/dashboard/somebody-elses', shows: 'You are in no organization' },
    ]);
  });

  test('at the door', async ({ page }) => {
    await walk(page, [
      { path: '/', shows: 'Sell digital products.' },
      { path: '/nothing-here', shows: 'There is no page here.' },
      { path: '/sign-in', shows: 'No account yet?' },
      { path: '/sign-up', shows: 'Have an account?' },
      {
        path: '/sign-up',
        shows: 'Have an account?',
        prepare: async () => {
          await page.getByRole('button', { name: 'Create account' }).click();
          await expect(page.getByText('Enter a value.').first()).toBeVisible();
        },
      },
    ]);
  });

  test('along empty lists and what does not exist', async ({ page, seller }) => {
    const sections = ['orders', 'subscriptions', 'checkouts', 'license-keys', 'products'];
    await walk(page, [
      ...sections.map((section) => ({ path: seller.path(section), shows: /^\S/ })),
      { path: seller.path(`orders/${UNKNOWN}`), shows: 'There is no such page' },
      { path: seller.path('orders?sorting=nonsense'), shows: 'This address asks for something' },
    ]);
  });

  test('along orders', async ({ page, seller }) => {
    const { order } = await makeShop(seller);
    await walk(page, [
      { path: seller.path('orders'), shows: '1-2 of 2' },
      { path: seller.path('orders?query=nobody'), shows: 'Nothing matches these filters.' },
      { path: seller.path(`orders/${order?.id}`), shows: 'Receipt' },
    ]);
  });

  test('along subscriptions', async ({ page, seller }) => {
    const { subscription } = await makeShop(seller);
    await walk(page, [
      { path: seller.path('subscriptions?status=active'), shows: '1-2 of 2' },
      { path: seller.path(`subscriptions/${subscription?.id}`), shows: 'Next receipt' },
    ]);
  });

  test('along license keys', async ({ page, seller }) => {
    const { key } = await makeShop(seller);
    await walk(page, [
      { path: seller.path('license-keys'), shows: '1-2 of 2' },
      {
        path: seller.path(`license-keys/${key.id}`),
        shows: 'What an app is told',
        opens: ['Edit limits', /^Deactivate/],
      },
    ]);
    await seller.call(updateLicenseKey, {
      params: { id: key.id },
      body: { status: 'disabled', expires_at: '2020-01-01T00:00:00Z' },
    });
    await walk(page, [
      { path: seller.path(`license-keys/${key.id}`), shows: 'Grant again', opens: ['Edit limits'] },
    ]);
  });

  test('along products', async ({ page, seller }) => {
    const { product } = await makeShop(seller);
    const organization_id = seller.organization.id;
    await seller.call(createBenefit, {
      body: { type: 'custom', description: 'Thanks', properties: {}, organization_id },
    });
    await walk(page, [
      { path: seller.path('products'), shows: '1-1 of 1' },
      { path: seller.path(`products/${product.id}`), shows: 'Live' },
      {
        path: seller.path('products/new'),
        shows: 'What the buyer sees',
        opens: ['New benefit'],
      },
      {
        path: seller.path(`products/${product.id}/edit`),
        shows: 'The type of a product cannot change.',
      },
    ]);
    await seller.call(updateProduct, {
      params: { id: product.id },
      body: { is_archived: true },
    });
    await walk(page, [
      { path: seller.path(`products/${product.id}`), shows: 'Restore it to sell it.' },
    ]);
  });

  test('along checkouts', async ({ page, seller }) => {
    const { product } = await makeShop(seller);
    const organization_id = seller.organization.id;
    await seller.call(createCustomer, { body: { email: 'ada@example.com', organization_id } });
    await seller.call(createDiscount, {
      body: {
        organization_id,
        name: LONG,
        code: 'FRIENDS',
        type: 'percentage',
        basis_points: 1000,
        duration: 'once',
      },
    });
    const { id } = await makeCheckout(seller, product.id);
    await walk(page, [
      { path: seller.path('checkouts'), shows: '1-3 of 3' },
      { path: seller.path(`checkouts/new?product_id=${product.id}`), shows: 'What the buyer pays' },
      { path: seller.path(`checkouts/${id}`), shows: 'Receipt' },
      { path: seller.path(`checkouts/${id}/edit`), shows: 'Save' },
    ]);
  });

  test('as a buyer', async ({ page, seller }) => {
    const { product } = await makeShop(seller);
    const open = await makeCheckout(seller, product.id);
    const paid = await makeCheckout(seller, product.id);
    await seller.call(confirmCheckout, {
      params: { client_secret: paid.client_secret },
      body: {
        customer_email: 'ada@example.com',
        customer_name: 'Ada',
        customer_billing_address: { country: 'US' },
        confirmation_token_id: 'pm_card_visa',
      },
    });
    await walk(page, [
      { path: open.path, shows: 'Card number' },
      {
        path: open.path,
        shows: 'Card number',
        prepare: async () => {
          await page.getByRole('button', { name: /^Subscribe/ }).click();
          await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
        },
      },
      { path: `${open.path}/confirmation`, shows: 'This checkout is not paid yet.' },
      { path: paid.path, shows: 'This purchase is complete.' },
      { path: `${paid.path}/confirmation`, shows: 'Thank you.' },
      { path: '/checkout/td_c_unknown', shows: 'This checkout does not exist.' },
    ]);
  });
}

test.describe('at a desk: axe finds nothing, nothing moves by itself', { tag: '@walk' }, crawls);

test.describe('on a phone: nothing scrolls sideways, nothing is animated', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  crawls();
});
