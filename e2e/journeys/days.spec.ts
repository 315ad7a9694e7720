import { createOrganization } from '@/lib/resources/organizations/contract';
import { expect, makeOrders, newSlug, openByLink, type Seller, test } from '../fixtures';

// The browser is in New York, whichever zone the organization has.

/** What the list is asked for when a day is chosen as the first and the last one. */
async function oneDay(seller: Seller, timezone: string) {
  const slug = newSlug('days');
  await seller.call(createOrganization, { body: { name: 'Days', slug, timezone } });
  return `/dashboard/${slug}/license-keys`;
}

for (const [timezone, day, after, before] of [
  ['Asia/Kolkata', '2026-03-08', '2026-03-07T18:30:00.000Z', '2026-03-08T18:30:00.000Z'],
  // The clocks go forward: a day of 23 hours; and back: one of 25.
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
] as const) {
  test(`a filter by ${day} means that day in ${timezone}`, { tag: '@soak' }, async ({
    page,
    seller,
  }) => {
    await page.goto(`${await oneDay(seller, timezone)}?status=granted`);
    await page.getByRole('button', { name: 'Created', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Filter by created' });
    await dialog.getByRole('radio', { name: 'Custom' }).check();
    await dialog.getByLabel('From').fill(day);
    await expect(page).toHaveURL(/created_after=/);
    await dialog.getByLabel(/^To\b/).fill(day);
    await expect(page).toHaveURL(/created_before=/);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('created_after')).toBe(after);
    expect(searchParams.get('created_before')).toBe(before);
    await page.reload();
    const chip = page.getByRole('button', { name: /^Created from / });
    await expect(chip).toHaveText(/Created ?from (\w+ \d, 2026) through \1/);
  });
}

test('an order stands under the day and hour of the organization, wherever it is read', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const slug = newSlug('kolkata');
  const organization = await seller.call(createOrganization, {
    body: { name: 'Kolkata', slug, timezone: 'Asia/Kolkata' },
  });
  const [order] = await makeOrders({ ...seller, organization }, ['Ada']);
  // Evening in New York and in London; the next day in Kolkata.
  const moved = { ...order, created_at: '2025-12-31T18:45:00.000Z', modified_at: null };
  await page.route('**/v1/orders/?**', (route) =>
    route.fulfill({ json: { items: [moved], pagination: { total_count: 1, max_page: 1 } } }),
  );
  await page.route(`**/v1/orders/${order?.id}`, (route) => route.fulfill({ json: moved }));
  const path = (at = '') => `/dashboard/${slug}/${at}`;
  await openByLink(page, { ...seller, path }, 'Orders');
  await expect(page.getByRole('row').nth(1)).toContainText('Jan 1, 12:15 AM');
  await page.getByRole('row').nth(1).getByRole('link').click();
  const main = page.getByRole('main');
  const created = main.getByText('Jan 1, 2026, 12:15 AM').last();
  await expect(created).toBeVisible();
  await created.hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText('Asia/Kolkata');
  await expect(tooltip).toContainText('Dec 31, 2025, 1:45:00 PM');
  await expect(tooltip).toContainText('Dec 31, 2025, 6:45:00 PM');
});
