import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { getAdvertisement, listAdvertisements } from '@/lib/resources/advertisements/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { type Pictures, startPictures } from '@/testing/pictures';
import { expect, expectAccessible, expectNoSidewaysScroll, type Seller, test } from './fixtures';
import { makeProduct, sellTo } from './selling';

const SMALL = { width: 390, height: 844 };
const LINK = 'https://engines.example.com/';

let pictures: Pictures;
test.beforeAll(async () => {
  pictures = await startPictures();
});
test.afterAll(() => pictures.stop());

/** An ads benefit that Ada has bought, and a link to Ada's portal. */
async function sellAds(seller: Seller) {
  const { id: product } = await makeProduct(seller);
  const properties = { image_width: 300, image_height: 100 };
  const { id: benefit } = await seller.call(createBenefit, {
    body: {
      type: 'ads',
      description: 'Banner on our site',
      properties,
      organization_id: seller.organization.id,
    },
  });
  await seller.call(updateProductBenefits, {
    params: { id: product },
    body: { benefits: [benefit] },
  });
  await sellTo(seller, product, ['Ada']);
  const { items } = await seller.call(listAdvertisements, { query: { benefit_id: benefit } });
  const [campaign] = items;
  const body = { customer_id: campaign?.customer?.id ?? '' };
  const { customer_portal_url } = await seller.call(createCustomerSession, { body });
  const { pathname, hash } = new URL(customer_portal_url);
  return { benefit, id: campaign?.id ?? '', portal: pathname + hash };
}

async function signIn(page: Page, portal: string): Promise<void> {
  await page.goto(portal);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your purchases', exact: true })).toBeVisible();
}

/** A site of its own on this computer: from others a browser opens no frame of an address of it. */
async function startSite(html: string) {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}

const save = (page: Page) =>
  page.getByRole('button', { name: 'Save and send for approval' }).click();

test('a customer fills in an ad, the seller asks for changes and approves, and a page shows it', {
  tag: '@soak',
}, async ({ page, buyer, seller }) => {
  const { benefit, id, portal } = await sellAds(seller);
  const read = () => seller.call(getAdvertisement, { params: { id } });

  // Nothing is filled in yet.
  await page.goto(seller.path(`benefits/${benefit}`));
  await expect(page.getByText('The customer hasn’t filled it in yet.')).toBeVisible();
  await expectAccessible(page);

  await signIn(buyer, portal);
  await buyer.getByRole('link', { name: 'Manage your ad' }).click();
  await expect(buyer.getByRole('heading', { name: 'Banner on our site' })).toBeVisible();
  await expect(buyer.getByText('Fill in your ad and save it.')).toBeVisible();
  await expectAccessible(buyer);
  await save(buyer);
  await expect(buyer.getByText('Enter the address of the image.')).toBeVisible();
  await buyer.getByLabel('Image address', { exact: true }).fill(`${pictures.url}/300x99.png`);
  await buyer.getByLabel('Text').fill('Engines that compute');
  await buyer.getByLabel('Link').fill(LINK);
  const preview = buyer.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Engines that compute')).toBeVisible();
  await expect(preview.getByText('engines.example.com')).toBeVisible();
  await save(buyer);
  await expect(
    buyer.getByText('This image is 300 × 99 pixels. Use one of 300 × 100.'),
  ).toBeVisible();
  await expectAccessible(buyer);
  await buyer.getByLabel('Image address', { exact: true }).fill(`${pictures.url}/300x100.png`);
  await save(buyer);
  await expect(buyer.getByText('Your ad is waiting for approval by')).toBeVisible();
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 300);
  await buyer.setViewportSize(SMALL);
  await expectNoSidewaysScroll(buyer);
  await expectAccessible(buyer);

  // The seller sends it back with a note.
  await page.reload();
  await page.getByRole('button', { name: 'Waiting for approval (1)' }).click();
  await expect(page.getByRole('img', { name: 'Image of the ad' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(dialog.getByText('Enter what should change.')).toBeVisible();
  await dialog.getByLabel('What should change?').fill('Say what you sell.');
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(page.getByText('No ads are waiting for approval.')).toBeVisible();

  // The customer reads it and answers; the image, which stays, is not fetched again.
  await buyer.reload();
  await expect(buyer.getByText('Say what you sell.')).toBeVisible();
  await expectAccessible(buyer);
  const fetched = pictures.requests.length;
  await buyer.getByLabel('Text').fill('We sell engines');
  await save(buyer);
  await expect(buyer.getByText('Your ad is waiting for approval by')).toBeVisible();
  expect(pictures.requests.length).toBe(fetched);

  // Approved by the keyboard.
  await page.reload();
  await expect(page.getByText('We sell engines')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Shown now')).toBeVisible();
  expect(await read()).toMatchObject({ status: 'approved', text: 'We sell engines' });
  await expectAccessible(page);
  await page.setViewportSize(SMALL);
  await expectNoSidewaysScroll(page);

  // A page of another origin shows it in a frame by the snippet.
  const code = await page.getByText('<iframe').textContent();
  const magazine = await startSite(`<!doctype html><h1>Magazine</h1>${code}`);
  await page.goto(magazine.url);
  const ad = page.frameLocator('iframe').getByRole('link', { name: 'We sell engines' });
  await expect(ad).toBeVisible();
  await expect.poll(async () => (await read()).views).toBe(1);
  const context = page.context();
  const isLink = (request: { url(): string }) => request.url() === LINK;
  await Promise.all([context.waitForEvent('request', isLink), ad.click()]);
  await expect.poll(async () => (await read()).clicks).toBe(1);
  magazine.stop();
});

test('what the customer changes meanwhile is not approved unseen; a pause asks first', {
  tag: '@soak',
}, async ({ page, buyer, seller }) => {
  const { benefit, id, portal } = await sellAds(seller);
  await signIn(buyer, portal);
  await buyer.getByRole('link', { name: 'Manage your ad' }).click();
  await buyer.getByLabel('Image address', { exact: true }).fill(`${pictures.url}/300x100.png`);
  await buyer.getByLabel('Text').fill('First version');
  await buyer.getByLabel('Link').fill(LINK);
  await save(buyer);
  await expect(buyer.getByText('Your ad is waiting for approval by')).toBeVisible();

  await page.goto(seller.path(`benefits/${benefit}`));
  await expect(page.getByText('First version')).toBeVisible();
  await buyer.getByLabel('Text').fill('Second version');
  await save(buyer);
  await expect(buyer.getByText('Saved. It’s waiting for approval.').last()).toBeVisible();
  await expect
    .poll(async () => (await seller.call(getAdvertisement, { params: { id } })).pending?.text)
    .toBe('Second version');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The customer changed it meanwhile.')).toBeVisible();
  await expect(page.getByText('Second version')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Shown now')).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('It disappears from your site within a minute');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Approved, not shown')).toBeVisible();
  const feed = await page.request.get(`/ads/${benefit}.json`);
  expect(await feed.json()).toEqual({ items: [], dimensions: [300, 100] });
  await page.getByRole('button', { name: 'Show again' }).click();
  await expect(page.getByText('Shown now')).toBeVisible();
});
