import type { Page } from 'playwright/test';
import { createCheckout } from '@/lib/resources/checkouts/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { expect, makeOrders, test } from '../fixtures';
import { keyOf, makeProduct, sellTo } from '../selling';

// What a screen reader announces: names, roles, order and live regions.

const ONCE = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;

/** A polite live region. */
const status = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();

test('sign-up: fields by name, a problem with the field that has it', { tag: '@soak' }, async ({
  page,
}) => {
  await page.goto('/sign-up');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Sign up" [level=1]
      - text: Name
      - textbox "Name"
      - text: Email
      - textbox "Email"
      - text: Password
      - textbox "Password"
      - paragraph: At least 10 characters.
      - button "Show password"
      - button "Create account"
      - paragraph:
        - text: Have an account?
        - link "Sign in"
  `);
  await page.getByRole('button', { name: 'Create account' }).click();
  const name = page.getByLabel('Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription('Enter your name.');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    /At least 10 characters\.$/,
  );
});

test('a new product: its parts are regions, its choices groups', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  await page.goto(seller.path('products/new'));
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - navigation "Breadcrumbs":
        - list:
          - listitem:
            - link "Products"
      - heading "New product" [level=1]
      - form "Create product":
        - region "Product":
          - heading "Product" [level=2]
          - textbox "Name"
          - textbox "Description (optional)"
        - region "Images":
          - heading "Images" [level=2]
        - region "Price":
          - heading "Price" [level=2]
          - group "Type":
            - radio "One-time" [checked]
            - radio "Recurring"
          - group "Price":
            - radio "Fixed price" [checked]
            - radio "Pay what you want"
            - radio "Free"
          - textbox "Amount"
        - region "Benefits":
          - heading "Benefits" [level=2]
        - region "Custom fields":
          - heading "Custom fields" [level=2]
        - button "Create product"
        - link "Cancel"
      - complementary "Preview"
  `);
});

test('a sale: the list is a table, the order its life and its receipt', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const [order] = await makeOrders(seller, ['Ada Byron']);
  await page.goto(seller.path('orders'));
  await status(page, '1 order.');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Orders" [level=1]
      - search:
        - textbox "Search orders"
      - table "orders":
        - rowgroup:
          - row:
            - columnheader "Select all on this page Customer":
              - button "Customer"
            - columnheader "Product":
              - button "Product"
            - columnheader "Total":
              - button "Total"
        - rowgroup:
          - row:
            - cell "Select row Ada Byron":
              - link "Ada Byron"
            - cell "Letterpress Textures"
            - cell "$20.00"
      - navigation "Pages":
        - paragraph: 1 order
  `);
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByLabel('Search orders').fill('nobody');
  await status(page, '0 orders.');

  await page.goto(seller.path(`orders/${order?.id}`));
  await expect(page.getByRole('list', { name: 'Life cycle' })).toMatchAriaSnapshot(`
    - list "Life cycle":
      - listitem:
        - text: /Paid ?, now/
        - time
  `);
  await expect(page.getByRole('region', { name: 'Receipt' })).toMatchAriaSnapshot(`
    - region "Receipt":
      - heading "Receipt" [level=2]
      - term: Letterpress Textures
      - definition: $20.00
      - term: Total
      - definition: $20.00
  `);
  await expect(page.getByRole('navigation', { name: 'Organization' })).toMatchAriaSnapshot(`
    - navigation "Organization":
      - list "Sales":
        - listitem:
          - link "Orders"
  `);
  await expect(page.locator('[aria-current=page]').filter({ hasText: 'Orders' })).toBeVisible();
});

test('the checkout: totals, refusals and the end are said by themselves', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const { id } = await makeProduct(seller, { price: ONCE });
  const organization_id = seller.organization.id;
  await seller.call(createDiscount, {
    body: {
      organization_id,
      name: 'Friends',
      code: 'FRIENDS',
      type: 'percentage',
      basis_points: 2500,
      duration: 'once',
    },
  });
  const { url } = await seller.call(createCheckout, {
    body: { payment_processor: 'stripe', product_id: id },
  });
  await page.goto(new URL(url).pathname);
  await expect(page.getByRole('form', { name: 'Checkout' })).toMatchAriaSnapshot(`
    - form "Checkout":
      - status
      - region "Your details":
        - textbox "Email"
        - textbox "Name"
        - combobox "Country"
      - region "Card":
        - heading "Card" [level=2]
        - button "Test cards"
        - textbox "Card number"
        - textbox "Expiration date"
        - textbox "Security code"
      - button "Add discount code"
      - button "Pay $20.00"
  `);
  await page.getByRole('button', { name: 'Add discount code' }).click();
  await page.getByLabel('Discount code').fill('FRIENDS');
  await page.getByLabel('Discount code').press('Enter');
  await status(page, 'The total is now $15.00.');

  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Country').selectOption('DK');
  const testCards = page.getByRole('main').getByRole('button', { name: 'Test cards' });
  await testCards.click();
  await page.getByRole('button', { name: 'Declined' }).click();
  await page.getByRole('button', { name: 'Pay $15.00' }).click();
  const refusal = page.getByRole('region', { name: 'Card' }).getByRole('alert');
  await expect(refusal).toHaveText('The card was declined. Use another card.');
  await expect(refusal).toBeFocused();

  await testCards.click();
  await page.getByRole('button', { name: 'Paid' }).click();
  await page.getByRole('button', { name: 'Pay $15.00' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Thank you. Quill Pro is yours.');
  await expect(title).toBeFocused();
  await expect(page.getByRole('region', { name: 'License key' })).toMatchAriaSnapshot(`
    - region "License key":
      - heading "License key" [level=2]
      - paragraph: /Save this key/
      - code: /QUILL-.*/
      - button "Copy"
  `);
});

test('a key: what is done and what fails is said, and loading too', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const product = await makeProduct(seller, { price: ONCE });
  await sellTo(seller, product.id, ['Ada Byron']);
  const { id, display_key } = await keyOf(seller);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/v1/license-keys/${id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(seller.path(`license-keys/${id}`));
  await status(page, 'Loading this license key');
  release();
  await expect(page.getByRole('list', { name: 'Life cycle' })).toMatchAriaSnapshot(`
    - list "Life cycle":
      - listitem:
        - text: /Issued ?, done/
        - time
      - listitem: /Active ?, now/
  `);
  await page.unroute(`**/v1/license-keys/${id}`);

  const messages = page.getByRole('region', { name: 'Messages alt+T' });
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(messages).toHaveAttribute('aria-live', 'polite');
  await expect(messages).toMatchAriaSnapshot(`
    - region "Messages alt+T":
      - list:
        - listitem:
          - button "Close the message"
          - text: Disabled ${display_key}.
          - button "Undo"
  `);
  await page.route(`**/v1/license-keys/${id}`, (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'NotPermitted', detail: 'Your role may not do this.', request_id: 'a1' },
    }),
  );
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(messages).toContainText('Your role may not do this.');

  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
    - menu "More actions":
      - menuitem "Edit limits"
      - menuitem /Extend.*never expires/ [disabled]
      - menuitem "Copy as curl"
      - menuitem "Enable"
      - menuitem "Revoke"
  `);
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName(`Revoke ${display_key}?`);
  await expect(question).toHaveAccessibleDescription(/^Stops this key immediately\./);
});
