import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import { readPdf } from '@/testing/pdf';
import { expect, expectAccessible, expectNoSidewaysScroll, makeOrders, test } from './fixtures';

test('an invoice is a page to print and a PDF, by an address that needs no sign-in', async ({
  seller,
  buyer,
}) => {
  const { id } = seller.organization;
  const legal_address = { line1: 'Weg 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
  await seller.call(updateOrganization, {
    params: { id },
    body: { legal_name: 'Paper & Ink GmbH', legal_address, tax_id: 'DE1', invoice_prefix: 'INK' },
  });
  await makeOrders(seller, ['Łukasz Ελένη Дмитрий']);
  const { items } = await seller.call(listOrders, { query: { organization_id: [id] } });
  const { url } = await seller.call(getOrderInvoice, { params: { id: items[0]?.id ?? '' } });
  const path = new URL(url).pathname;

  const response = await buyer.goto(path);
  expect(response?.status()).toBe(200);
  await expect(buyer.getByRole('heading', { name: 'Invoice' })).toBeVisible();
  await expect(buyer).toHaveTitle('Invoice INK-000001');
  for (const text of ['INK-000001', 'Paper & Ink GmbH', 'Łukasz Ελένη Дмитрий', 'Germany']) {
    await expect(buyer.getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(buyer);
  const link = buyer.getByRole('link', { name: 'Download PDF' });
  await buyer.setViewportSize({ width: 390, height: 844 });
  await expect(link).toBeVisible();
  await expectNoSidewaysScroll(buyer);
  const [download] = await Promise.all([buyer.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('Invoice INK-000001.pdf');

  const answer = await buyer.request.get(`${buyer.url()}.pdf`);
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  });
  const { pages } = await readPdf(await answer.body());
  expect(pages[0]).toContain('Łukasz Ελένη Дмитрий');
  expect((await buyer.request.get(`${buyer.url()}x.pdf`)).status()).toBe(404);

  const body = { order_id: items[0]?.id ?? '', amount: 500, reason: 'other' } as const;
  await seller.call(createRefund, { body });
  await buyer.reload();
  await expect(buyer.getByText('$5.00 was refunded.')).toBeVisible();
  await expectAccessible(buyer);
  await expectNoSidewaysScroll(buyer);
  await buyer.emulateMedia({ media: 'print' });
  await expect(buyer.getByText('$5.00 was refunded.')).toBeHidden();
  await buyer.emulateMedia({ media: 'screen' });
  await buyer.getByRole('link', { name: 'Credit note INK-CN-000001' }).click();
  await expect(buyer.getByRole('heading', { name: 'Credit note' })).toBeVisible();
  await expect(buyer.getByText('was refunded')).toHaveCount(0);
});
