import { listMails } from '@/lib/resources/mails/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { ROWS } from './pages';
import { makeProduct, sellTo } from './selling';

test('a seller tries the mail out, reads a receipt in the outbox and sends it again', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('settings/mail'));
  await expect(page.getByText('Not set up: emails are kept in the outbox')).toBeVisible();
  await expect(page.getByText('This sandbox', { exact: true })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText(`To ${seller.email}`, { exact: true })).toBeVisible();
  await expect(page.getByText('No mail server is set up')).toBeVisible();

  const product = await makeProduct(seller);
  await sellTo(seller, product.id, ['Ada Byron']);
  await page
    .getByRole('navigation', { name: 'Organization' })
    .getByRole('link', { name: 'Mail' })
    .click();
  await page
    .getByRole('link', { name: /@example\.com/ })
    .first()
    .waitFor();
  const scope = { organization_id: [seller.organization.id], kind: ['receipt' as const] };
  const [receipt] = (await seller.call(listMails, { query: scope })).items;
  await page.goto(seller.path(`mails/${receipt?.id}`));
  const letter = page.frameLocator('iframe[title="Message"]');
  await expect(letter.getByText(product.name).last()).toBeVisible();
  await expect(letter.getByText(/\*{4}-/).last()).toBeVisible();
  // The preview is as wide as the mail and as high, and stays so.
  await expect(letter.locator('.card')).toHaveCSS('width', '560px');
  const innerScroll = () =>
    page.locator('iframe[title="Message"]').evaluate((frame) => {
      const { documentElement } = (frame as HTMLIFrameElement).contentDocument as Document;
      const { scrollHeight, clientHeight, offsetHeight } = documentElement;
      return { hidden: scrollHeight - clientHeight, blank: clientHeight - offsetHeight };
    });
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(innerScroll, `${viewport.width}`).toEqual({ hidden: 0, blank: 0 });
  }
  const [order] = (
    await seller.call(listOrders, { query: { organization_id: [seller.organization.id] } })
  ).items;
  for (const [name, path] of [
    ['Ada Byron', `customers/${receipt?.customer_id}`],
    [`${order?.invoice_number}`, `orders/${receipt?.order_id}`],
    ['Quill Pro, $15.00 / month', `subscriptions/${receipt?.subscription_id}`],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', seller.path(path));
  }
  await page.getByRole('tab', { name: 'Plain text' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(product.name);
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy message ID' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receipt?.message_id);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resend' }).click();
  await expect(page).not.toHaveURL(new RegExp(`${receipt?.id}`));
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  const { items } = await seller.call(listMails, { query: scope });
  expect(items.map(({ message_id }) => message_id)).toHaveLength(2);

  // A buyer is not asked for an address that nothing would be sent to.
  await page.goto(`/portal/${seller.organization.slug}`);
  await expect(page.getByText('This shop can’t send email yet.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeHidden();
  await expectAccessible(page);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the way to the settings is beside the title, and the rows have the rest', async ({
    page,
    seller,
  }) => {
    const product = await makeProduct(seller);
    await sellTo(seller, product.id, Array(12).fill('Ada Byron'));
    await page.goto(seller.path('mails'));
    const settings = page.getByRole('link', { name: 'Email settings' });
    const title = page.getByRole('heading', { name: 'Mail', exact: true });
    const footer = page.getByRole('navigation', { name: 'Pages' }).getByText(ROWS);
    await expect(footer).toBeVisible();
    const [link, heading] = [await settings.boundingBox(), await title.boundingBox()];
    expect(link?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0) + 60);
    await footer.scrollIntoViewIfNeeded();
    await expect(settings).not.toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
