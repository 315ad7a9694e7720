import type { Page } from 'playwright/test';
import { activateLicenseKey, validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { expect, newEmail, newSlug, PASSWORD, test } from '../fixtures';
import { copiedCheckout } from '../selling';

const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: /^Thank you\./ });

/** What a program on the buyer's computer is answered. */
async function ask(
  page: Page,
  operation: typeof activateLicenseKey | typeof validateLicenseKey,
  data: object,
) {
  const answer = await page.request.post(operation.path, { data });
  return { status: answer.status(), body: await answer.json() };
}

test('from sign-up to the first sale, and help with its key', async ({ page, buyer }) => {
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'New organization' })).toBeVisible();
  await page.getByLabel('Name').fill('Harbour Software');
  await page.getByLabel('Slug').fill(newSlug('harbour'));
  await page.getByRole('button', { name: 'Create organization' }).click();

  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'New product' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour Chart');
  await page.getByLabel('Recurring').check();
  await page.getByLabel('Every month').fill('15');
  await page.getByRole('button', { name: 'New benefit' }).click();
  const benefit = page.getByRole('dialog', { name: 'New benefit' });
  await benefit.getByLabel('Description').fill('Chart license');
  await benefit.getByLabel('Key prefix').fill('CHART');
  await benefit.getByLabel('Device limit').fill('2');
  await benefit.getByRole('button', { name: 'Create benefit' }).click();
  await expect(benefit).toBeHidden();
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Chart' })).toBeVisible();

  await main.getByRole('link', { name: 'Create checkout' }).click();
  await page.getByRole('button', { name: 'Create checkout' }).click();

  // The buyer is declined first.
  await buyer.goto(await copiedCheckout(page));
  await buyer.getByLabel('Email').fill('bo@example.com');
  await buyer.getByLabel('Name', { exact: true }).fill('Bo Buyer');
  await buyer.getByLabel('Country').selectOption('DK');
  const subscribe = buyer.getByRole('button', { name: 'Subscribe, $15.00 / month' });
  await buyer.getByRole('button', { name: 'Test cards' }).click();
  await buyer.getByRole('button', { name: 'Declined' }).click();
  await subscribe.click();
  await expect(buyer.getByText('The card was declined. Use another card.')).toBeVisible();
  await buyer.getByRole('button', { name: 'Test cards' }).click();
  await buyer.getByRole('button', { name: 'Paid' }).click();
  await subscribe.click();
  await expect(thanks(buyer)).toBeVisible();
  const key = (await buyer.getByText(/^CHART-/).textContent()) ?? '';

  // The seller sees both attempts at the checkout, and what the second has led to.
  await page.reload();
  await expect(main.getByText('Succeeded').first()).toBeVisible();
  await expect(main.getByText('Declined').first()).toBeVisible();
  await main.getByRole('link', { name: 'Open order' }).click();
  await expect(page.getByRole('heading', { name: '$15.00 from Bo Buyer' })).toBeVisible();

  const sidebar = page.getByRole('navigation', { name: 'Organization' });
  await sidebar.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeVisible();
  await page.getByRole('link', { name: 'Bo Buyer' }).click();
  await expect(page.getByRole('heading', { name: 'Harbour Chart for Bo Buyer' })).toBeVisible();
  await sidebar.getByRole('link', { name: 'License keys' }).click();
  await page.getByRole('textbox', { name: 'Search license keys' }).fill(key.slice(-6));
  await page.getByRole('link', { name: key.slice(-6) }).click();
  await expect(page.getByRole('heading', { name: 'Bo Buyer’s license key' })).toBeVisible();

  // Bo writes: his program refuses the key on a third computer.
  const organization_id = await organizationOf(page);
  for (const label of ['Desk', 'Boat']) {
    const { status } = await ask(buyer, activateLicenseKey, { key, organization_id, label });
    expect(status).toBe(200);
  }
  const third = { key, organization_id, label: 'Laptop' };
  expect(await ask(buyer, activateLicenseKey, third)).toMatchObject({
    status: 403,
    body: { code: 'ACTIVATION_LIMIT_REACHED' },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Deactivate Desk' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  // While the question stands, what is behind it has no role: that alone says nothing.
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deactivate Desk' })).toHaveCount(0);
  expect((await ask(buyer, activateLicenseKey, third)).status).toBe(200);

  // A key that got lost is disabled while he looks for it.
  const validate = () => ask(buyer, validateLicenseKey, { key, organization_id });
  expect((await validate()).status).toBe(200);
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText(/^Disabled /)).toBeVisible();
  expect(await validate()).toMatchObject({ status: 404, body: { code: 'DISABLED' } });
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText(/^Enabled /)).toBeVisible();
  expect(await validate()).toMatchObject({ status: 200, body: { status: 'granted' } });
});

/** The organization of a seller who has one. */
async function organizationOf(page: Page): Promise<string> {
  const { organizations } = await (await page.request.get('/v1/me')).json();
  return organizations[0].id;
}
