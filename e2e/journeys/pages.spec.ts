import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { updateLicenseKey } from '@/lib/resources/license-keys/contract';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { expect, type Seller, test } from '../fixtures';
import { placesOf, type Shop, sections } from '../pages';
import { activate, keyOf, makeProduct, sellTo, subscriptionsOf } from '../selling';
import { walk } from './walk';

const LONG = 'Unbroken'.repeat(63).slice(0, 500);
const RIGHT_TO_LEFT = 'مكتبة الحبر والورق';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

/** A shop with a sale to each of two buyers, whose names and whose product's are hard to lay out. */
async function makeShop(seller: Seller): Promise<Shop> {
  const { organization } = seller;
  const product = await makeProduct(seller, { name: `${RIGHT_TO_LEFT} ${LONG}`.slice(0, 500) });
  await sellTo(seller, product.id, [LONG]);
  const key = await keyOf(seller);
  await activate(seller, key, LONG.slice(0, 200));
  await sellTo(seller, product.id, [RIGHT_TO_LEFT]);
  const [subscription] = await subscriptionsOf(seller);
  const query = { organization_id: [organization.id] };
  const [order] = (await seller.call(listOrders, { query })).items;
  if (!subscription || !order) throw new Error('Nothing was sold');
  const { url } = await seller.call(getOrderInvoice, { params: { id: order.id } });
  const open = await makeCheckout(seller, product.id);
  const paid = await makeCheckout(seller, product.id);
  await pay(seller, paid.client_secret);
  const link = await seller.call(createCheckoutLink, {
    body: { product_id: product.id, label: LONG.slice(0, 500) },
  });
  return {
    organization: organization.slug,
    product: product.id,
    order: order.id,
    subscription: subscription.id,
    licenseKey: key.id,
    checkout: open.id,
    checkoutLink: link.id,
    openSecret: open.client_secret,
    paidSecret: paid.client_secret,
    invoice: new URL(url).pathname,
  };
}

/** A checkout on which nothing has been done. */
async function makeCheckout(seller: Seller, product_id: string) {
  const made = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id, customer_name: LONG },
  });
  return { ...made, path: new URL(made.url).pathname };
}

/** Pays a checkout as its buyer. */
function pay(seller: Seller, client_secret: string) {
  return seller.call(confirmCheckout, {
    params: { client_secret },
    body: {
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'pm_card_visa',
    },
  });
}

function walks(): void {
  for (const section of sections) {
    test(`along every page: ${section}`, async ({ page, context, seller }) => {
      const shop = await makeShop(seller);
      if (section === 'visitor') await context.clearCookies();
      await walk(page, placesOf(section, shop));
    });
  }

  test('into the product', async ({ page, seller }) => {
    await seller.call(createOrganization, {
      body: {
        name: `${RIGHT_TO_LEFT} ${LONG}`.slice(0, 200),
        slug: `${seller.organization.slug}-2`,
      },
    });
    await walk(page, [
      { path: '/dashboard', shows: '1-2 of 2' },
      { path: seller.path(), shows: 'Add a product' },
      { path: '/dashboard/somebody-elses', shows: 'You are in no organization' },
    ]);
  });

  test('at the door', async ({ page }) => {
    await walk(page, [
      { path: '/nothing-here', shows: 'There is no page here.' },
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
    const lists = [
      'orders',
      'subscriptions',
      'checkouts',
      'license-keys',
      'products',
      'checkout-links',
    ];
    await walk(page, [
      ...lists.map((list) => ({ path: seller.path(list), shows: /^\S/ })),
      { path: seller.path(`orders/${UNKNOWN}`), shows: 'There is no such page' },
      { path: seller.path('orders?sorting=nonsense'), shows: 'This address asks for something' },
    ]);
  });

  test('along lists with filters', async ({ page, seller }) => {
    await makeShop(seller);
    await walk(page, [
      { path: seller.path('orders?query=nobody'), shows: 'Nothing matches these filters.' },
      { path: seller.path('subscriptions?status=active'), shows: /^1-\d of \d/ },
    ]);
  });

  test('along a license key that is over', async ({ page, seller }) => {
    const { licenseKey } = await makeShop(seller);
    await seller.call(updateLicenseKey, {
      params: { id: licenseKey },
      body: { status: 'disabled', expires_at: '2020-01-01T00:00:00Z' },
    });
    await walk(page, [
      {
        path: seller.path(`license-keys/${licenseKey}`),
        shows: 'Grant again',
        opens: ['Edit limits'],
      },
    ]);
  });

  test('along products with another benefit, and an archived one', async ({ page, seller }) => {
    const { product } = await makeShop(seller);
    const organization_id = seller.organization.id;
    await seller.call(createBenefit, {
      body: { type: 'custom', description: 'Thanks', properties: {}, organization_id },
    });
    await walk(page, [
      {
        path: seller.path('products/new'),
        shows: 'What the buyer sees',
        opens: ['New benefit'],
      },
      {
        path: seller.path(`products/${product}/edit`),
        shows: 'The type of a product cannot change.',
      },
    ]);
    await seller.call(updateProduct, { params: { id: product }, body: { is_archived: true } });
    await walk(page, [
      { path: seller.path(`products/${product}`), shows: 'Restore it to sell it.' },
    ]);
  });

  test('along a new checkout where there are customers and discounts', async ({ page, seller }) => {
    const { product } = await makeShop(seller);
    const organization_id = seller.organization.id;
    await seller.call(createCustomer, { body: { email: 'bo@example.com', organization_id } });
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
    await walk(page, [
      { path: seller.path(`checkouts/new?product_id=${product}`), shows: 'What the buyer pays' },
    ]);
  });

  test('as a buyer', async ({ page, seller }) => {
    const { openSecret, paidSecret } = await makeShop(seller);
    await walk(page, [
      {
        path: `/checkout/${openSecret}`,
        shows: 'Card number',
        prepare: async () => {
          await page.getByRole('button', { name: /^Subscribe/ }).click();
          await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
        },
      },
      {
        path: `/checkout/${openSecret}/confirmation`,
        shows: 'This checkout is not paid yet.',
      },
      { path: `/checkout/${paidSecret}`, shows: 'This purchase is complete.' },
      { path: '/checkout/td_c_unknown', shows: 'This checkout does not exist.' },
    ]);
  });
}

test.describe('at a desk: axe finds nothing, nothing moves by itself', { tag: '@walk' }, walks);

test.describe('on a phone: nothing scrolls sideways, nothing is animated', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  walks();
});
