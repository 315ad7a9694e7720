import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { ContractInput } from '@/lib/contract/contract';
import {
  confirmCheckout,
  createCheckout,
  getCheckout,
  listCheckouts,
} from '@/lib/resources/checkouts/contract';
import type { Checkout } from '@/lib/resources/checkouts/schema';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { createProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';
import {
  choose,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  exportList,
  openByLink,
  type Seller,
  test,
} from './fixtures';
import { makeDiscount } from './selling';

type ProductBody = NonNullable<ContractInput<typeof createProduct>['body']>;
type CheckoutBody = NonNullable<ContractInput<typeof createCheckout>['body']>;

const FIXED = { type: 'one_time', amount_type: 'fixed', price_amount: 2000 } as const;

function product(seller: Seller, name: string, more: Partial<ProductBody> = {}): Promise<Product> {
  const body = { name, organization_id: seller.organization.id, prices: [FIXED], ...more };
  return seller.call(createProduct, { body });
}

function checkout(
  seller: Seller,
  { id }: Product,
  more: Partial<CheckoutBody> = {},
): Promise<Checkout> {
  const body = { payment_processor: 'stripe', product_id: id, ...more } as const;
  return seller.call(createCheckout, { body });
}

function customer(seller: Seller, name: string, email: string) {
  const body = { organization_id: seller.organization.id, name, email };
  return seller.call(createCustomer, { body });
}

/** The buyer pays, as the hosted page would. */
function pay(
  seller: Seller,
  { client_secret }: Checkout,
  confirmation_token_id = 'pm_card_visa',
  custom_field_data = {},
) {
  const body = {
    customer_email: `buyer-${randomUUID()}@example.com`,
    customer_name: 'Bo Buyer',
    customer_billing_address: { country: 'US' },
    confirmation_token_id,
    custom_field_data,
  };
  return seller.call(confirmCheckout, { params: { client_secret }, body });
}

async function allCheckouts(seller: Seller): Promise<Checkout[]> {
  const query = { organization_id: [seller.organization.id] };
  return (await seller.call(listCheckouts, { query })).items;
}

/** A field of each type, in the order of the form. */
async function fieldOfEachType(seller: Seller) {
  const organization_id = seller.organization.id;
  const bodies: NonNullable<ContractInput<typeof createCustomField>['body']>[] = [
    { type: 'text', slug: 'team', name: 'Team', organization_id, properties: { max_length: 20 } },
    { type: 'number', slug: 'seats', name: 'Seats', organization_id, properties: { ge: 2 } },
    { type: 'date', slug: 'starts', name: 'Starts', organization_id, properties: {} },
    { type: 'checkbox', slug: 'terms', name: 'Terms', organization_id, properties: {} },
    {
      type: 'select',
      slug: 'use',
      name: 'Use',
      organization_id,
      properties: { options: [{ value: 'work', label: 'At work' }] },
    },
  ];
  const fields: string[] = [];
  for (const body of bodies) fields.push((await seller.call(createCustomField, { body })).id);
  return fields.map((custom_field_id) => ({ custom_field_id, required: true }));
}

const ANSWERS = { team: 'Ink', seats: 2, starts: '2027-01-31', terms: true, use: 'work' };

const picker = (page: Page, name: string) =>
  page.getByRole('combobox', { name: new RegExp(`^${name}( \\(optional\\))?$`) });
/** What the open list of a picker offers. */
const offered = (page: Page) => page.getByRole('listbox').getByRole('option');
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

/** Opens a folded part of the form. */
async function unfold(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name, exact: true });
  await page.locator('details:not([open]) summary').filter({ has: heading }).click();
}

test('an empty list leads to the builder, which asks for a product first', {
  tag: '@soak',
}, async ({ page, seller }) => {
  await page.goto(seller.path('checkouts'));
  await expect(page.getByText('Create a checkout here or by API.')).toBeVisible();
  await expect(page).toHaveTitle('Checkouts · Paper & Ink · Tilldesk');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'New checkout' }).click();
  await expect(page.getByText('Nothing to sell yet')).toBeVisible();
  await expectAccessible(page);
});

test('a checkout with everything: chosen by typing, previewed, made once', async ({
  page,
  seller,
}) => {
  await product(seller, 'Poster');
  await product(seller, 'Quill Pro', {
    prices: [
      { type: 'recurring', amount_type: 'fixed', price_amount: 1500, recurring_interval: 'month' },
      { type: 'recurring', amount_type: 'fixed', price_amount: 15_000, recurring_interval: 'year' },
    ],
    attached_custom_fields: await fieldOfEachType(seller),
  });
  await makeDiscount(seller, 'once');
  const ada = await customer(seller, 'Ada Byron', 'ada@example.com');
  for (let index = 0; index < 26; index += 1) {
    await customer(seller, `Buyer ${index}`, `buyer-${index}@example.com`);
  }
  await page.goto(seller.path('checkouts/new'));
  await expect(preview(page)).toContainText('Choose a product to see its checkout.');
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await expect(picker(page, 'Product')).toBeFocused();
  await expect(picker(page, 'Product')).toHaveAccessibleDescription('Choose a product.');

  await picker(page, 'Product').click();
  await expect(offered(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Quill Pro' }).click();
  await expect(picker(page, 'Product')).toContainText('$15.00 / month or $150.00 / year');
  await expect(preview(page)).toContainText('Subscribe, $15.00 / month');
  await page.getByLabel('Price').selectOption('$150.00 / year');
  await expect(preview(page)).toContainText('Renews every year for $150.00');
  await picker(page, 'Discount').click();
  await page.getByRole('option', { name: 'Friends' }).click();
  await expect(preview(page)).toContainText('−$30.00');
  await expect(preview(page)).toContainText('$120.00 for the first year, then $150.00 every year');
  await page.getByLabel('Allow discount codes').uncheck();

  // Ada is on no first page: the API finds her.
  await unfold(page, 'Buyer');
  await picker(page, 'Customer').press('a');
  const search = page.getByRole('combobox', { name: 'Search customers' });
  await expect(search).toHaveValue('a');
  await search.fill('ada@exa');
  await expect(offered(page)).toHaveCount(1);
  await search.press('Enter');
  await expect(picker(page, 'Customer')).toHaveText('Ada Byronada@example.com');
  await expect(picker(page, 'Customer')).toBeFocused();
  await expect(page.getByLabel('Email')).toBeHidden();

  await choose(page, 'Country', 'Germany');
  await page.getByLabel('Address line 1').fill('Hauptstraße 1');
  await page.getByLabel('Postal code').fill('10115');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Tax ID').fill('DE136695976');
  await page.getByLabel('Team').fill('Type');
  await page.getByLabel('Seats').fill('3');
  await page.getByLabel('Starts').fill('2027-01-31');
  await page.getByLabel('Terms').check();
  await page.getByLabel('Use').selectOption('At work');
  await unfold(page, 'After payment');
  await page.getByLabel('Success URL').fill('example.com/thanks?c={CHECKOUT_ID}');
  await page.getByLabel('Embed origin').fill('https://example.com');
  await unfold(page, 'Metadata');
  await page.getByRole('button', { name: 'Add metadata' }).first().click();
  await page.getByLabel('Key 1').fill('campaign');
  await page.getByLabel('Value 1').fill('spring');
  await page.getByRole('button', { name: 'Add metadata' }).last().click();
  await page.getByLabel('Key 1').last().fill('tier');
  await page.getByLabel('Value 1').last().fill('gold');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create checkout' }).dblclick();

  await expect(
    page.getByRole('heading', { level: 1, name: 'Quill Pro for Ada Byron' }),
  ).toBeVisible();
  const [made, ...others] = await allCheckouts(seller);
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    customer_id: ada.id,
    customer_email: 'ada@example.com',
    total_amount: 12_000,
    allow_discount_codes: false,
    customer_tax_id: 'DE136695976',
    custom_field_data: { team: 'Type', seats: 3, starts: '2027-01-31', terms: true, use: 'work' },
    success_url: `https://example.com/thanks?c=${made?.id}`,
    embed_origin: 'https://example.com',
    metadata: { campaign: 'spring' },
    customer_metadata: { tier: 'gold' },
  });

  for (const [name, value] of [
    ['Price', '$150.00 / year'],
    ['Discount', 'Friends, 20% off'],
    ['Discount codes', 'Not allowed'],
    ['Payment', 'Charged now; card saved for renewals'],
    ['Email', 'ada@example.com'],
    ['Billing address', 'Hauptstraße 1'],
    ['Tax ID', 'DE136695976'],
    ['Team', 'Type'],
    ['Seats', '3'],
    ['Starts', 'Jan 31, 2027'],
    ['Terms', 'Yes'],
    ['Use', 'At work'],
    ['Success URL', 'https://example.com/thanks'],
    ['Embed origin', 'https://example.com'],
    ['Client secret', made?.client_secret ?? ''],
    ['campaign', 'spring'],
    ['tier', 'gold'],
  ] as const) {
    await expect(fact(page, name)).toContainText(value);
  }
  await expect(page.getByText('No payment attempts yet.')).toBeVisible();
  await expectAccessible(page);
});

test('the list of a picker: keys, announcement, nothing found, a failure and its retry', {
  tag: '@soak',
}, async ({ page, seller }) => {
  for (let index = 10; index < 40; index += 1) {
    await customer(seller, `Buyer ${index}`, `buyer-${index}@example.com`);
  }
  const poster = await product(seller, 'Poster');
  const oldest = await customer(seller, 'Zoë Last', 'zoe@example.com');
  const { id } = await checkout(seller, poster, { customer_id: oldest.id });
  for (let index = 0; index < 26; index += 1) {
    await customer(seller, `Later ${index}`, `later-${index}@example.com`);
  }
  // What was chosen is on no first page, and stands first.
  await page.goto(seller.path(`checkouts/new?from=${id}`));
  await expect(picker(page, 'Customer')).toContainText('Zoë Last');
  await picker(page, 'Customer').press('ArrowDown');
  const search = page.getByRole('combobox', { name: 'Search customers' });
  await expect(search).toBeFocused();
  await expect(offered(page).and(page.getByRole('option', { selected: true }))).toContainText(
    'zoe@example.com',
  );
  await expect(page.getByText('26 of 57 customers. Type to narrow.')).toBeVisible();
  await expect(offered(page).first()).toHaveText('Anyone with the link');
  await search.fill('buyer-3');
  await expect(page.getByRole('status').getByText('10 customers', { exact: true })).toBeVisible();
  const active = async () =>
    page.locator(`[id="${await search.getAttribute('aria-activedescendant')}"]`);
  await search.press('ArrowUp');
  await expect(await active()).toHaveText((await offered(page).last().textContent()) ?? '');
  await search.press('ArrowDown');
  await search.press('ArrowDown');
  await expect(await active()).toHaveText((await offered(page).nth(1).textContent()) ?? '');
  await search.fill('nobody');
  await expect(page.getByText('No customer matches “nobody”.')).toBeVisible();
  await expectAccessible(page);
  await search.press('Escape');
  await expect(picker(page, 'Customer')).toBeFocused();
  await expect(picker(page, 'Customer')).toContainText('Zoë Last');

  const fault = { error: 'InternalServerError', detail: 'The database is away.' };
  await page.route('**/v1/customers/?*query=lost*', (route) =>
    route.fulfill({ status: 500, json: fault }),
  );
  await picker(page, 'Customer').click();
  await search.fill('lost');
  await expect(page.getByRole('alert').getByText('The database is away.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/v1/customers/?*query=lost*');
  await customer(seller, 'Lost and Found', 'lost@example.com');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('option', { name: 'Lost and Found' }).click();
  await expect(picker(page, 'Customer')).toContainText('lost@example.com');
});

test('what is wrong is said at its field, and nothing typed is lost', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const other = await product(seller, 'Other product');
  await product(seller, 'Poster');
  const { id } = await product(seller, 'Tip jar', {
    prices: [
      { type: 'one_time', amount_type: 'custom', minimum_amount: 500, maximum_amount: 5000 },
    ],
    attached_custom_fields: await fieldOfEachType(seller),
  });
  await seller.call(createDiscount, {
    body: {
      name: 'Elsewhere',
      type: 'percentage',
      basis_points: 1000,
      duration: 'once',
      organization_id: seller.organization.id,
      products: [other.id],
    },
  });
  await page.goto(seller.path(`checkouts/new?product_id=${id}`));
  await page.getByLabel('Amount').fill('4');
  await page.getByLabel('Seats').fill('one');
  await unfold(page, 'After payment');
  await page.getByLabel('Embed origin').fill('https://example.com/shop');
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await expect(page.getByLabel('Amount')).toBeFocused();
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    /Choose an amount from \$5\.00 to \$50\.00\./,
  );
  await expect(page.getByLabel('Seats')).toHaveAccessibleDescription(/Enter a whole number\./);
  await expect(page.getByLabel('Embed origin')).toHaveAccessibleDescription(/Enter a web origin/);
  await expectAccessible(page);
  await page.getByLabel('Amount').fill('12.50');
  await expect(preview(page)).toContainText('$12.50');
  await page.getByLabel('Seats').fill('1');
  await expect(page.getByLabel('Seats')).toHaveAccessibleDescription(/The minimum is 2\./);
  await page.getByLabel('Seats').fill('');
  await page.getByLabel('Embed origin').fill('');

  // The rest only the API knows.
  await picker(page, 'Product').click();
  await page.getByRole('option', { name: 'Poster' }).click();
  await expect(page.getByLabel('Seats')).toBeHidden();
  await picker(page, 'Discount').click();
  await page.getByRole('option', { name: 'Elsewhere' }).click();
  await expect(page.getByText('This discount is for other products.')).toBeVisible();
  await expect(preview(page)).not.toContainText('Elsewhere');
  await unfold(page, 'Buyer');
  await choose(page, 'Country', 'Germany');
  await page.getByLabel('Tax ID').fill('123');
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await expect(picker(page, 'Discount')).toHaveAccessibleDescription(/can't be used/);
  await expect(picker(page, 'Discount')).toBeFocused();
  await expect(page.getByLabel('Tax ID')).toHaveAccessibleDescription(/valid tax ID for DE/);
  await picker(page, 'Discount').click();
  await page.getByRole('option', { name: 'None' }).click();
  await page.getByLabel('Tax ID').fill('');
  await choose(page, 'Country', 'Ask at checkout');
  await page.getByLabel('City').fill('Berlin');
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await expect(page.getByLabel('Country')).toHaveAccessibleDescription(/country code/);
  expect(await allCheckouts(seller)).toEqual([]);

  // Nobody leaves with what is typed by accident.
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Berlin');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(new RegExp(`${seller.path('checkouts')}$`));
});

test('an open checkout is handed out, changed, and only what was changed is sent', {
  tag: '@soak',
}, async ({ page, context, seller }) => {
  const poster = await product(seller, 'Poster', {
    attached_custom_fields: await fieldOfEachType(seller),
  });
  const open = await checkout(seller, poster, {
    customer_name: 'Bo',
    customer_billing_address: { country: 'US', state: 'CA' },
    custom_field_data: { team: 'Ink', terms: true },
    success_url: 'https://example.com/{CHECKOUT_ID}',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(seller.path(`checkouts/${open.id}`));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(open.url);
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute(
    'href',
    open.url,
  );

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveTitle(/^Edit checkout: Poster, .* · Tilldesk$/);
  await expect(page.getByLabel('Success URL')).toHaveValue('https://example.com/{CHECKOUT_ID}');
  await expect(page.getByLabel('State')).toHaveValue('CA');
  await expect(page.getByLabel('Team')).toHaveValue('Ink');
  await expect(picker(page, 'Product')).toBeHidden();
  await expectAccessible(page);
  await page.getByLabel('Team').fill('');
  await page.getByLabel('Email').fill('bo@example.com');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save checkout' }).click();
  expect((await sent).postDataJSON()).toEqual({
    customer_email: 'bo@example.com',
    custom_field_data: { terms: true },
  });
  await expect(fact(page, 'Email')).toContainText('bo@example.com');
  await expect(fact(page, 'Team')).toContainText('Asked at checkout');

  await page.getByRole('button', { name: 'Add customer metadata' }).click();
  await page.getByLabel('Key 1').fill('tier');
  await page.getByLabel('Value 1').fill('gold');
  await page.getByRole('button', { name: 'Save metadata' }).click();
  await expect(page.getByText('Customer metadata saved.')).toBeVisible();
  expect((await seller.call(getCheckout, { params: { id: open.id } })).customer_metadata).toEqual({
    tier: 'gold',
  });

  // Paid while the form is open: it says why nothing can be saved.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Success URL' }).fill('https://example.com/thanks');
  await pay(seller, open, 'pm_card_visa', ANSWERS);
  await page.getByRole('button', { name: 'Save checkout' }).click();
  await expect(page.getByText("This checkout isn't open. Its status is succeeded.")).toBeVisible();
  await page.reload();
  await expect(page.getByText('Only open checkouts can be edited.')).toBeVisible();
  await expectAccessible(page);
});

test('a paid checkout leads to its order; a decline and the payment are listed', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const poster = await product(seller, 'Poster');
  const paid = await checkout(seller, poster);
  await pay(seller, paid, 'pm_card_visa_chargeDeclinedInsufficientFunds').catch(() => {});
  await pay(seller, paid);
  await page.goto(seller.path(`checkouts/${paid.id}`));
  await expect(page.getByRole('list', { name: 'Life cycle' })).toContainText('Paid');
  const attempts = page.getByRole('region', { name: 'Payment attempts' });
  await expect(attempts.getByRole('listitem')).toContainText([
    'Visa •••• 4242Succeeded$20.00',
    'Visa •••• 9995Insufficient fundsDeclined$20.00',
  ]);
  await expect(fact(page, 'Paid')).toContainText('$20.00');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit Already paid.' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open order' }).click();
  await expect(page.getByRole('heading', { name: '$20.00 from Bo Buyer' })).toBeVisible();
});

test('a trial leads to its subscription', { tag: '@soak' }, async ({ page, seller }) => {
  const price = { type: 'recurring', amount_type: 'fixed', price_amount: 900 } as const;
  const trial = await product(seller, 'Quill', {
    prices: [{ ...price, recurring_interval: 'month', trial_days: 14 }],
  });
  const started = await checkout(seller, trial);
  await pay(seller, started);
  await page.goto(seller.path(`checkouts/${started.id}`));
  await expect(fact(page, 'Total')).toContainText('$0.00');
  await page.getByRole('link', { name: 'Open subscription' }).click();
  await expect(page.getByRole('heading', { name: 'Quill for Bo Buyer' })).toBeVisible();
});

test('what expired or failed is made again with all it held', { tag: '@soak' }, async ({
  page,
  seller,
}) => {
  const poster = await product(seller, 'Poster', {
    attached_custom_fields: await fieldOfEachType(seller),
  });
  const ada = await customer(seller, 'Ada Byron', 'ada@example.com');
  const lost = await checkout(seller, poster, {
    customer_id: ada.id,
    custom_field_data: { team: 'Ink' },
    success_url: 'https://example.com/{CHECKOUT_ID}',
    metadata: { campaign: 'spring' },
  });
  // A day passes.
  await page.route(`**/v1/checkouts/custom/${lost.id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: 'expired' } });
  });
  await page.goto(seller.path(`checkouts/${lost.id}`));
  await expect(page.getByRole('list', { name: 'Life cycle' })).toContainText('Expired');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(
    page.getByRole('menuitem', { name: 'Copy link This checkout expired. Create it again.' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create again' }).click();
  await expect(picker(page, 'Product')).toContainText('Poster');
  await expect(picker(page, 'Customer')).toContainText('Ada Byron');
  await expect(page.getByLabel('Team')).toHaveValue('Ink');
  await expect(page.getByLabel('Success URL')).toHaveValue('https://example.com/{CHECKOUT_ID}');
  await expect(page.getByLabel('Key 1')).toHaveValue('campaign');
  await page.getByRole('button', { name: 'Create checkout' }).click();
  await expect(page.getByRole('list', { name: 'Life cycle' })).toContainText('Open');
  const [again] = await allCheckouts(seller);
  expect(again).toMatchObject({ custom_field_data: { team: 'Ink' }, customer_id: ada.id });
  expect(again?.success_url).toBe(`https://example.com/${again?.id}`);
});

test('filters, search and order are the address; the export is the same list', {
  tag: '@soak',
}, async ({ page, seller }) => {
  const poster = await product(seller, 'Poster');
  const sticker = await product(seller, 'Sticker');
  const ada = await customer(seller, 'Ada Byron', 'ada@example.com');
  await checkout(seller, poster, { customer_id: ada.id });
  await checkout(seller, sticker, { customer_email: 'bo@example.com' });
  await pay(seller, await checkout(seller, sticker));
  await page.goto(seller.path('checkouts'));
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open 2' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Customer', exact: true }).first().click();
  const choices = page.getByRole('dialog', { name: 'Filter by customer' });
  await choices.getByRole('combobox').fill('byron');
  await expect(choices.getByRole('option')).toHaveCount(1);
  await choices.getByRole('combobox').press('Enter');
  await expect(choices.getByRole('option', { selected: true })).toContainText('ada@example.com');
  await expect(page).toHaveURL(new RegExp(`customer_id=${ada.id}`));
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Customer Ada Byron' }).click();
  await expect(choices.getByRole('option').first()).toHaveText('Ada Byronada@example.com');
  await choices.getByRole('combobox').press('Enter');
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('Escape');

  expect(await exportList(page)).toHaveLength(3);

  await page.getByRole('button', { name: 'Expires' }).click();
  await expect(page).toHaveURL(/sorting=expires_at/);
  await page.keyboard.press('/');
  await page.keyboard.type('nobody');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(rows).toHaveCount(4);

  const fault = { error: 'InternalServerError', detail: 'The database is away.' };
  await page.route('**/v1/checkouts/custom/?*', (route) =>
    route.fulfill({ status: 500, json: fault }),
  );
  await openByLink(page, seller, 'Checkouts');
  await expect(page.getByText('Could not load checkouts.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/v1/checkouts/custom/?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows).toHaveCount(4);
});

test.describe('on a phone', { tag: '@soak' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('list, builder and checkout fit, and the main action stays in reach', async ({
    page,
    seller,
  }) => {
    const poster = await product(seller, 'P'.repeat(300), {
      attached_custom_fields: await fieldOfEachType(seller),
    });
    await customer(seller, 'שלום '.repeat(40), 'rtl@example.com');
    const { id } = await checkout(seller, poster, { customer_name: 'N'.repeat(300) });
    await page.goto(seller.path('checkouts'));
    await expect(page.getByRole('row')).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'Customer Any' }).click();
    await page.getByRole('option', { name: 'rtl@example.com' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show 0 checkouts' }).click();
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();

    await page.goto(seller.path('checkouts/new'));
    await unfold(page, 'Buyer');
    await picker(page, 'Customer').click();
    await page.getByRole('option', { name: 'rtl@example.com' }).click();
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('button', { name: 'Create checkout' })).toBeInViewport();
    await expectAccessible(page);

    await page.goto(seller.path(`checkouts/${id}`));
    const copy = page.getByRole('button', { name: 'Copy link' });
    await expect(copy).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await page.getByText('Raw JSON').scrollIntoViewIfNeeded();
    await expect(copy).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });
});
