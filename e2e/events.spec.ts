import { listEvents } from '@/lib/resources/events/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, openByLink, test } from './fixtures';
import { makeProduct, sellTo } from './selling';

test('a seller follows a sale through its events, from the grant to what led to it', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  await openByLink(page, seller, 'Events');
  const table = page.getByRole('table');
  await expect(table.getByRole('link', { name: 'order.created' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByLabel('benefit_grant.created').check();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('link', { name: 'order.created' })).toBeHidden();
  await table.getByRole('link', { name: 'benefit_grant.created' }).first().click();

  await expect(
    page.getByRole('heading', { name: 'benefit_grant.created', level: 1 }),
  ).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('"customer_id"')).toBeVisible();
  await expect(main.getByRole('link', { name: 'checkout.updated' })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('link', { name: 'What led to it' }).click();
  await expect(page.getByRole('heading', { name: 'order.created', level: 1 })).toBeVisible();
  const query = { organization_id: [seller.organization.id], type: ['order.created' as const] };
  const [event] = (await seller.call(listEvents, { query })).items;
  await expect(main.getByText(`Event ${event?.number}`)).toBeVisible();
  await main.getByRole('link', { name: /^Order / }).click();
  await expect(page).toHaveURL(seller.path(`orders/${event?.object_id}`));
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('events fit', async ({ page, seller }) => {
    await makeProduct(seller);
    await page.goto(seller.path('events'));
    await page.getByRole('link', { name: 'product.created' }).click();
    await expect(page.getByRole('heading', { name: 'product.created', level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('an organization without events says what will be there', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('events'));
  await expect(page.getByText('No events yet.')).toBeVisible();
  await expectAccessible(page);
});
