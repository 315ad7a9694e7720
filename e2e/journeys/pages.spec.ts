import { NAVIGATION } from '@/components/shell/navigation';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { updateLicenseKey } from '@/lib/resources/license-keys/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { expect, test } from '../fixtures';
import { pageStatesOf, sections } from '../pages';
import { LONG, RIGHT_TO_LEFT } from '../plain-pages';
import { makeShop } from '../shop';
import { checkPages } from './check-pages';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

function definePageTests(): void {
  for (const section of sections) {
    test(`along every page: ${section}`, async ({ page, context, seller }) => {
      const shop = await makeShop(seller);
      if (section === 'visitor') await context.clearCookies();
      await checkPages(page, pageStatesOf(section, shop));
    });
  }

  test('into the product', async ({ page, seller }) => {
    await seller.call(createOrganization, {
      body: {
        name: `${RIGHT_TO_LEFT} ${LONG}`.slice(0, 200),
        slug: `${seller.organization.slug}-2`,
      },
    });
    await checkPages(page, [
      { path: '/dashboard', shows: /^2 organizations$/ },
      { path: seller.path(), shows: 'Add a product' },
      { path: '/dashboard/somebody-elses', shows: 'You are not in an organization' },
    ]);
  });

  test('at the door', async ({ page }) => {
    await checkPages(page, [
      { path: '/nothing-here', shows: 'This page does not exist.' },
      {
        path: '/sign-up',
        shows: 'Have an account?',
        prepare: async () => {
          await page.getByRole('button', { name: 'Create account' }).click();
          await expect(page.getByText('Enter your name.')).toBeVisible();
        },
      },
    ]);
  });

  test('along empty lists and what does not exist', async ({ page, seller }) => {
    const lists = NAVIGATION.flatMap(({ items }) => items.map(({ path }) => path)).filter(
      (path) => !['', 'metrics', 'settings'].includes(path),
    );
    await checkPages(page, [
      ...lists.map((list) => ({ path: seller.path(list), shows: /^\S/ })),
      { path: seller.path('settings/tokens'), shows: 'No tokens.' },
      { path: seller.path(`orders/${UNKNOWN}`), shows: 'Order not found' },
      { path: seller.path('orders?sorting=nonsense'), shows: 'This link’s sort is unknown.' },
    ]);
  });

  test('along lists with filters', async ({ page, seller }) => {
    await makeShop(seller);
    await checkPages(page, [
      { path: seller.path('orders?query=nobody'), shows: 'Nothing matches these filters.' },
      { path: seller.path('subscriptions?status=active'), shows: /^\d subscriptions?$/ },
    ]);
  });

  test('along a license key that is over', async ({ page, seller }) => {
    const { licenseKey } = await makeShop(seller);
    await seller.call(updateLicenseKey, {
      params: { id: licenseKey },
      body: { status: 'disabled', expires_at: '2020-01-01T00:00:00Z' },
    });
    await checkPages(page, [
      {
        path: seller.path(`license-keys/${licenseKey}`),
        shows: 'Enable',
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
    await checkPages(page, [
      {
        path: seller.path('products/new'),
        shows: 'What the buyer sees',
        opens: ['New benefit'],
      },
      {
        path: seller.path(`products/${product}/edit`),
        shows: 'You can’t change the type of a product.',
      },
    ]);
    await seller.call(updateProduct, { params: { id: product }, body: { is_archived: true } });
    await checkPages(page, [
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
    await checkPages(page, [
      { path: seller.path(`checkouts/new?product_id=${product}`), shows: 'What the buyer sees' },
    ]);
  });

  test('as a buyer', async ({ page, seller }) => {
    const { openSecret, paidSecret } = await makeShop(seller);
    await checkPages(page, [
      {
        path: `/checkout/${openSecret}`,
        shows: 'Card number',
        prepare: async () => {
          await page.getByRole('button', { name: /^Subscribe/ }).click();
          await expect(page.getByText('Enter your email address.')).toBeVisible();
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

test.describe('every state, with every dialog and menu open', { tag: '@soak' }, () => {
  test.describe('at a desk: axe finds nothing, nothing moves by itself', definePageTests);

  test.describe('on a phone: nothing scrolls sideways, nothing is animated', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    definePageTests();
  });
});
