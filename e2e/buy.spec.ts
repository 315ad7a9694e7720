import { createCheckoutLink, getCheckoutLink } from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { makeProduct } from './selling';

const pathOf = ({ url }: CheckoutLink) => new URL(url).pathname;

const makeLink = (seller: Seller, product_id: string) =>
  seller.call(createCheckoutLink, { body: { product_id, label: 'Newsletter' } });

const countsOf = async (seller: Seller, { id }: CheckoutLink) => {
  const link = await seller.call(getCheckoutLink, { params: { id } });
  return [link.checkouts_count, link.succeeded_count];
};

test('a buyer opens a link, comes back to the same checkout, pays, and gets a new one', async ({
  page,
  buyer,
  seller,
}) => {
  const { id } = await makeProduct(seller, {
    name: 'Letterpress Textures',
    price: { type: 'one_time', amount_type: 'fixed', price_amount: 2000 },
  });
  const link = await makeLink(seller, id);
  await page.goto(seller.path(`checkout-links/${link.id}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Open' }).click(),
  ]);
  await expect(opened).toHaveURL(/\/checkout\/td_c_/);
  await expect(page.getByText(link.url, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute(
    'href',
    link.url,
  );

  await buyer.goto(`${pathOf(link)}?customer_email=ada%40example.com&utm_source=letter`);
  await expect(
    buyer.getByRole('heading', { name: 'Letterpress Textures', exact: true }),
  ).toBeVisible();
  await expect(buyer.getByLabel('Email')).toHaveValue('ada@example.com');
  const checkout = buyer.url();
  expect(new URL(checkout).pathname).toMatch(/^\/checkout\/td_c_/);
  await buyer.goto('/sign-in');
  await buyer.goto(pathOf(link));
  await expect(buyer).toHaveURL(checkout);
  expect(await countsOf(seller, link)).toEqual([2, 0]);

  await buyer.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await buyer.getByLabel('Country').selectOption('US');
  await buyer.getByRole('button', { name: 'Test cards' }).click();
  await buyer.getByRole('button', { name: /4242/ }).click();
  await buyer.getByRole('button', { name: 'Pay $20.00' }).click();
  await expect(buyer).toHaveURL(`${checkout}/confirmation`);
  await expect.poll(() => countsOf(seller, link)).toEqual([2, 1]);

  await buyer.goto(pathOf(link));
  await expect(
    buyer.getByRole('heading', { name: 'Letterpress Textures', exact: true }),
  ).toBeVisible();
  expect(buyer.url()).not.toBe(checkout);

  await page.reload();
  const facts = page.getByRole('region', { name: 'Checkout link' });
  await expect(facts).toContainText('CheckoutsShow 3 checkouts');
  await expect(facts).toContainText('Sales1 (33% of checkouts)');
  await expectAccessible(page);
  await page.goto(seller.path('checkout-links'));
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('cell').nth(3)).toHaveText('3');
  await expect(row.getByRole('cell').nth(4)).toHaveText('1');
  await expectAccessible(page);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a link that leads nowhere says why', async ({ page, seller }) => {
    const name = 'Letterpress'.repeat(30);
    const { id } = await makeProduct(seller, { name });
    const link = await makeLink(seller, id);
    const { id: organization } = seller.organization;
    const picture = { avatar_url: new URL('/icon.svg', link.url).href };
    await seller.call(updateOrganization, { params: { id: organization }, body: picture });
    const states = [
      [pathOf(link), { 'Sec-Purpose': 'prefetch;prerender' }, 200, name],
      [pathOf(link), {}, 410, 'This offer has ended.'],
      [`${pathOf(link)}x`, {}, 404, 'This link does not exist.'],
    ] as const;
    for (const [path, headers, status, title] of states) {
      const body = { is_archived: status === 410 };
      await seller.call(updateProduct, { params: { id }, body });
      await page.setExtraHTTPHeaders(headers);
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      // The product's font, and the marks of the seller and of the product, within the page's policy.
      const fonts = () =>
        page.evaluate(async () => {
          await document.fonts.ready;
          return [...document.fonts].map(({ family, status }) => `${family} ${status}`);
        });
      expect(await fonts()).toEqual(['Geist loaded']);
      const marks = await page
        .locator('img')
        .evaluateAll((images) =>
          (images as HTMLImageElement[]).map(({ complete, naturalWidth, parentElement }) => [
            parentElement?.textContent?.trim(),
            complete && naturalWidth > 0,
          ]),
        );
      const own = ['Sold with Tilldesk', true];
      expect(marks).toEqual(status === 404 ? [own] : [[seller.organization.name, true], own]);
      await expect(page.getByText('Nothing was charged')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
