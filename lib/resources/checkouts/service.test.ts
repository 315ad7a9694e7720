import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '@/lib/client/client';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import {
  countCheckouts,
  createCheckout,
  exportCheckouts,
  getCheckout,
  getCheckoutByClient,
  listCheckouts,
  updateCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { expireAllDue } from '@/lib/resources/checkouts/jobs';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { listPayments } from '@/lib/resources/payments/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { searchRecords } from '@/lib/resources/search/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, dispatch, places, refusal, sendRaw } from '@/testing/call-api';
import { makeOrganization, makeSeller, type Seller } from '@/testing/factories';
import { confirm, fixed, free, makeCheckout, makeProduct, monthly } from '@/testing/shop';

const ALWAYS = [
  'id',
  'created_at',
  'modified_at',
  'custom_field_data',
  'payment_processor',
  'status',
  'client_secret',
  'url',
  'expires_at',
  'success_url',
  'embed_origin',
  'amount',
  'tax_amount',
  'currency',
  'discount_amount',
  'subtotal_amount',
  'total_amount',
  'product_id',
  'product_price_id',
  'discount_id',
  'allow_discount_codes',
  'is_discount_applicable',
  'is_free_product_price',
  'is_payment_required',
  'is_payment_setup_required',
  'is_payment_form_required',
  'trial_unavailable_reason',
  'customer_id',
  'customer_name',
  'customer_email',
  'customer_ip_address',
  'customer_billing_address',
  'customer_tax_id',
  'payment_processor_metadata',
  'product',
  'product_price',
  'discount',
  'attached_custom_fields',
];
const SELLERS = ['metadata', 'customer_metadata', 'subscription_id'];

let seller: Seller;
let product: Awaited<ReturnType<typeof makeProduct>>;
const as = () => ({ as: seller });

beforeAll(async () => {
  seller = await makeSeller();
  product = await makeProduct(seller);
});

const create = (body: object) => makeCheckout(seller, product.id, body);
const refused = (body: object) =>
  refusal(
    createCheckout,
    { body: { payment_processor: 'stripe', product_id: product.id, ...body } },
    as(),
  );
const makeExpired = async (more: object = {}) => {
  const checkout = await create(more);
  await db(null).checkout.update({ where: { id: checkout.id }, data: { expiresAt: new Date(0) } });
  return checkout;
};

describe('createCheckout', () => {
  it('answers every documented field', async () => {
    const checkout = await create({});
    expect(Object.keys(checkout).sort()).toEqual([...ALWAYS, ...SELLERS].sort());
    expect(checkout).toMatchObject({
      status: 'open',
      payment_processor: 'stripe',
      product_id: product.id,
      product_price_id: product.prices[0]?.id,
      amount: 2000,
      subtotal_amount: 2000,
      tax_amount: 0,
      total_amount: 2000,
      currency: 'usd',
      modified_at: null,
      is_payment_required: true,
      is_payment_setup_required: false,
      is_discount_applicable: true,
      allow_discount_codes: true,
    });
    expect(checkout.client_secret).toMatch(/^td_c_[\w-]{43}$/);
    expect(checkout.url).toBe(`http://localhost:3000/checkout/${checkout.client_secret}`);
    expect(checkout.success_url).toBe(`${checkout.url}/confirmation`);
    expect(Date.parse(checkout.expires_at) - Date.parse(checkout.created_at)).toBe(86_400_000);
    expect(checkout.product).not.toHaveProperty('metadata');
    expect(checkout.product).not.toHaveProperty('attached_custom_fields');
  });

  it('names all that is missing', async () => {
    expect(places(await refusal(createCheckout, { body: {} as never }, as()))).toEqual([
      'body.payment_processor',
      'body.product_id',
    ]);
  });

  it('keeps what was sent and replaces {CHECKOUT_ID}', async () => {
    const checkout = await create({
      success_url: 'https://shop.example.com/thanks?id={CHECKOUT_ID}',
      embed_origin: 'https://shop.example.com',
      metadata: { plan: 'pro', seats: 3, gift: false },
      customer_metadata: { source: 'ad' },
      customer_name: 'Bo',
      customer_email: 'bo@example.com',
      customer_ip_address: '203.0.113.9',
      customer_billing_address: { country: 'de', city: 'Köln' },
      customer_tax_id: 'DE123456789',
      allow_discount_codes: false,
    });
    expect(checkout).toMatchObject({
      success_url: `https://shop.example.com/thanks?id=${checkout.id}`,
      embed_origin: 'https://shop.example.com',
      metadata: { plan: 'pro', seats: 3, gift: false },
      customer_metadata: { source: 'ad' },
      customer_ip_address: '203.0.113.9',
      customer_billing_address: { country: 'DE', city: 'Köln', line1: null },
      customer_tax_id: 'DE123456789',
      allow_discount_codes: false,
    });
  });

  it("takes the organization's settings where the request leaves them out", async () => {
    const owner = await makeSeller();
    const sold = await makeProduct(owner);
    const update = (checkout_settings: object) =>
      callApi(
        updateOrganization,
        { params: { id: owner.organizationId }, body: { checkout_settings } },
        { as: owner },
      );
    const make = async (more: object = {}) => {
      const checkout = await makeCheckout(owner, sold.id, more);
      const { allow_discount_codes, success_url, url, id } = checkout;
      return [allow_discount_codes, success_url.replace(url, '').replace(id, 'ID')];
    };
    await update({
      allow_discount_codes: false,
      success_url: 'https://shop.example.com/{CHECKOUT_ID}',
    });
    expect(await make()).toEqual([false, 'https://shop.example.com/ID']);
    expect(await make({ allow_discount_codes: null })).toEqual([
      false,
      'https://shop.example.com/ID',
    ]);
    expect(await make({ allow_discount_codes: true, success_url: null })).toEqual([
      true,
      '/confirmation',
    ]);
    expect(await make({ success_url: 'https://other.example.com' })).toEqual([
      false,
      'https://other.example.com',
    ]);
    await update({ allow_discount_codes: null, success_url: null });
    expect(await make()).toEqual([false, '/confirmation']);
    await update({ allow_discount_codes: true });
    expect(await make()).toEqual([true, '/confirmation']);
  });

  it.each([
    ['another payment processor', { payment_processor: 'paypal' }, 'body.payment_processor'],
    ['an unknown product', { product_id: newId() }, 'body.product_id'],
    ['an unknown price', { product_price_id: newId() }, 'body.product_price_id'],
    ['an unknown customer', { customer_id: newId() }, 'body.customer_id'],
    ['an unknown discount', { discount_id: newId() }, 'body.discount_id'],
    ['an unknown subscription', { subscription_id: newId() }, 'body.subscription_id'],
    ['a tax id without a country', { customer_tax_id: 'DE123456789' }, 'body.customer_tax_id'],
    [
      'a malformed tax id',
      { customer_tax_id: 'nope', customer_billing_address: { country: 'DE' } },
      'body.customer_tax_id',
    ],
    ['a relative success URL', { success_url: '/thanks' }, 'body.success_url'],
    [
      'a success URL with a password',
      { success_url: 'https://a:b@example.com/' },
      'body.success_url',
    ],
    ['an embed origin with a path', { embed_origin: 'https://example.com/' }, 'body.embed_origin'],
    ['an embed origin by plain http', { embed_origin: 'http://example.com' }, 'body.embed_origin'],
    ['no IP address', { customer_ip_address: 'here' }, 'body.customer_ip_address'],
    ['a malformed email', { customer_email: 'bo' }, 'body.customer_email'],
  ])('refuses %s', async (_, body, place) => {
    const failure = await refused(body);
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual([place]);
  });

  it('refuses archived products and what belongs to another seller', async () => {
    const other = await makeSeller();
    const foreign = await makeProduct(other);
    expect(places(await refused({ product_id: foreign.id }))).toEqual(['body.product_id']);
    const customer = await callApi(
      createCustomer,
      { body: { email: 'x@example.com' } },
      { as: other },
    );
    expect(places(await refused({ customer_id: customer.id }))).toEqual(['body.customer_id']);
    const archived = await makeProduct(seller);
    await callApi(
      updateProduct,
      { params: { id: archived.id }, body: { is_archived: true } },
      as(),
    );
    expect(places(await refused({ product_id: archived.id }))).toEqual(['body.product_id']);
  });

  it('refuses a customer of another organization of the same seller', async () => {
    const owner = await makeSeller();
    const own = await makeProduct(owner);
    const second = await makeOrganization(owner.userId);
    const customer = await callApi(
      createCustomer,
      { body: { email: 'second@example.com', organization_id: second.id } },
      { as: owner },
    );
    const body = {
      payment_processor: 'stripe',
      product_id: own.id,
      customer_id: customer.id,
    } as const;
    expect(places(await refusal(createCheckout, { body }, { as: owner }))).toEqual([
      'body.customer_id',
    ]);
  });

  it('takes over what a linked customer has', async () => {
    const body = {
      email: 'linked@example.com',
      name: 'Lin Ked',
      billing_address: { country: 'US' },
      organization_id: seller.organizationId,
    };
    const customer = await callApi(createCustomer, { body }, as());
    const checkout = await create({
      customer_id: customer.id,
      customer_email: 'other@example.com',
    });
    expect(checkout).toMatchObject({
      customer_id: customer.id,
      customer_email: 'linked@example.com',
      customer_name: 'Lin Ked',
      customer_billing_address: { country: 'US' },
    });
  });

  it('checks the bounds of a custom amount and presets it', async () => {
    const custom = await makeProduct(seller, [
      {
        type: 'one_time',
        amount_type: 'custom',
        minimum_amount: 500,
        maximum_amount: 900,
        preset_amount: 700,
      },
    ]);
    expect((await create({ product_id: custom.id })).amount).toBe(700);
    expect((await create({ product_id: custom.id, amount: 900 })).total_amount).toBe(900);
    expect(places(await refused({ product_id: custom.id, amount: 901 }))).toEqual(['body.amount']);
  });

  it('shows what free and recurring prices need', async () => {
    const gift = await create({ product_id: (await makeProduct(seller, free)).id });
    expect(gift).toMatchObject({
      amount: 0,
      is_free_product_price: true,
      is_payment_form_required: false,
    });
    const plan = await create({ product_id: (await makeProduct(seller, monthly())).id });
    expect(plan).toMatchObject({ is_payment_setup_required: true, is_payment_required: true });
    const trial = await makeProduct(seller, monthly(1500, { trial_days: 14 }));
    expect(await create({ product_id: trial.id })).toMatchObject({
      is_payment_required: false,
      is_payment_setup_required: true,
      is_payment_form_required: true,
    });
  });

  it('applies a discount and refuses one that does not fit', async () => {
    const organization_id = seller.organizationId;
    const base = {
      organization_id,
      name: 'Off',
      duration: 'once',
      type: 'percentage',
      basis_points: 2500,
    } as const;
    const discount = await callApi(createDiscount, { body: base }, as());
    const checkout = await create({ discount_id: discount.id });
    expect(checkout).toMatchObject({ amount: 2000, subtotal_amount: 1500, total_amount: 1500 });
    expect(checkout.discount).toEqual({
      id: discount.id,
      duration: 'once',
      type: 'percentage',
      basis_points: 2500,
      name: 'Off',
      code: null,
    });
    const later = { ...base, starts_at: '2999-01-01T00:00:00Z' };
    const over = { ...base, ends_at: '2001-01-01T00:00:00Z' };
    const others = { ...base, products: [(await makeProduct(seller)).id] };
    for (const body of [later, over, others]) {
      const unusable = await callApi(createDiscount, { body }, as());
      expect(places(await refused({ discount_id: unusable.id }))).toEqual(['body.discount_id']);
    }
    const gift = await makeProduct(seller, free);
    expect(places(await refused({ product_id: gift.id, discount_id: discount.id }))).toEqual([
      'body.discount_id',
    ]);
  });

  it('checks the types of custom field data, and presence only later', async () => {
    const slug = `size-${newId()}`;
    const organization_id = seller.organizationId;
    const field = await callApi(
      createCustomField,
      { body: { type: 'number', slug, name: 'Size', properties: { ge: 1 }, organization_id } },
      as(),
    );
    const asking = await makeProduct(seller, fixed(), {
      attached_custom_fields: [{ custom_field_id: field.id, required: true }],
    });
    const checkout = await create({ product_id: asking.id });
    expect(checkout.attached_custom_fields).toMatchObject([
      { custom_field_id: field.id, required: true, order: expect.any(Number) },
    ]);
    const wrong = await refused({ product_id: asking.id, custom_field_data: { [slug]: 'large' } });
    expect(places(wrong)).toEqual([`body.custom_field_data.${slug}`]);
    const right = await create({
      product_id: asking.id,
      custom_field_data: { [slug]: 2, unknown: 1 },
    });
    expect(right.custom_field_data).toEqual({ [slug]: 2 });
  });
});

describe('updateCheckout', () => {
  it('changes what is sent and leaves the rest', async () => {
    const checkout = await create({ metadata: { a: 1 }, customer_name: 'Bo' });
    const changed = await callApi(
      updateCheckout,
      {
        params: { id: checkout.id },
        body: { customer_metadata: { from: 'ad' }, customer_name: null },
      },
      as(),
    );
    expect(changed).toMatchObject({
      status: 'open',
      metadata: { a: 1 },
      customer_name: null,
      customer_metadata: { from: 'ad' },
    });
    expect(changed.modified_at).not.toBeNull();
  });

  it('moves only to a price of the product', async () => {
    const plan = await makeProduct(seller, [
      { type: 'recurring', amount_type: 'fixed', price_amount: 1000, recurring_interval: 'month' },
      { type: 'recurring', amount_type: 'fixed', price_amount: 9000, recurring_interval: 'year' },
    ]);
    const checkout = await create({ product_id: plan.id });
    const params = { id: checkout.id };
    const yearly = plan.prices[1]?.id;
    expect(
      (await callApi(updateCheckout, { params, body: { product_price_id: yearly } }, as())).amount,
    ).toBe(9000);
    const failure = await refusal(
      updateCheckout,
      { params, body: { product_price_id: product.prices[0]?.id } },
      as(),
    );
    expect(places(failure)).toEqual(['body.product_price_id']);
  });

  it('answers 403 where the checkout is no longer open', async () => {
    const gift = await makeProduct(seller, free);
    const checkout = await create({ product_id: gift.id });
    await confirm(checkout);
    const failure = await refusal(
      updateCheckout,
      { params: { id: checkout.id }, body: { customer_name: 'X' } },
      as(),
    );
    expect(failure).toMatchObject({ status: 403, error: 'NotOpenCheckout' });
  });
});

describe('by client secret', () => {
  it('shows nothing of the seller, whatever token is sent along', async () => {
    const checkout = await create({ metadata: { secret: 'margin' } });
    const params = { client_secret: checkout.client_secret };
    const seen = await callApi(getCheckoutByClient, { params }, { as: { token: 'td_pat_wrong' } });
    expect(Object.keys(seen).sort()).toEqual(
      [...ALWAYS, 'organization', 'has_discount_codes'].sort(),
    );
    expect(seen.organization.id).toBe(seller.organizationId);
  });

  it('takes a discount code in any case, with white space around it, and takes it off again', async () => {
    const body = {
      name: 'Launch',
      code: 'LAUNCH5',
      duration: 'once',
      type: 'fixed',
      amount: 500,
      organization_id: seller.organizationId,
    } as const;
    await callApi(createDiscount, { body }, as());
    const params = { client_secret: (await create({})).client_secret };
    const update = (discount_code: string | null) =>
      callApi(updateCheckoutByClient, { params, body: { discount_code } });
    expect((await update(' launch5\n')).total_amount).toBe(1500);
    expect((await update(' \t')).total_amount).toBe(2000);
    expect((await update('launch5')).total_amount).toBe(1500);
    expect(await update(null)).toMatchObject({
      discount_id: null,
      discount: null,
      total_amount: 2000,
    });
    const failure = await refusal(updateCheckoutByClient, {
      params,
      body: { discount_code: 'NOPE123' },
    });
    expect(places(failure)).toEqual(['body.discount_code']);
  });

  it('notes the address of the buyer at the first call, not of the seller', async () => {
    const checkout = await create({});
    expect(checkout.customer_ip_address).toBeNull();
    const params = { client_secret: checkout.client_secret };
    const from = (ip: string) =>
      call(
        getCheckoutByClient,
        { params },
        {
          baseUrl: 'http://localhost:3000',
          headers: { 'x-client-ip': ip },
          fetch: (request) => dispatch(getCheckoutByClient, request),
        },
      );
    expect((await from('198.51.100.7')).customer_ip_address).toBe('198.51.100.7');
    expect((await from('198.51.100.8')).customer_ip_address).toBe('198.51.100.7');
    await notesWritten();
    const stored = await callApi(getCheckout, { params: { id: checkout.id } }, as());
    expect(stored.customer_ip_address).toBe('198.51.100.7');
    expect((await from('198.51.100.8')).customer_ip_address).toBe('198.51.100.7');
  });

  it('is 404 for an unknown secret', async () => {
    for (const client_secret of ['td_c_unknown', 'ü', 'x'.repeat(5000)]) {
      expect((await refusal(getCheckoutByClient, { params: { client_secret } })).status).toBe(404);
    }
  });
});

describe('expiry', () => {
  const storedStatus = async ({ id }: { id: string }) =>
    (await db(null).checkout.findUniqueOrThrow({ where: { id } })).status;

  it('is told by every answer at once, and stored by none that reads', async () => {
    const own = await makeSeller();
    const { id: productId } = await makeProduct(own);
    const [due, open, waiting] = [
      await makeCheckout(own, productId, { customer_email: 'due@example.com' }),
      await makeCheckout(own, productId),
      await makeCheckout(own, productId),
    ];
    const read = async ({ id }: { id: string }) => {
      const response = await sendRaw(getCheckout, { params: { id } }, { as: own });
      const { status } = (await response.json()) as { status: string };
      return { status, etag: response.headers.get('etag') };
    };
    const before = await read(due);
    const attempts = await db(null).paymentAttempt.createManyAndReturn({
      data: [due, waiting].map(({ id: checkoutId }) => ({
        id: newId(),
        organizationId: own.organizationId,
        checkoutId,
        amount: 2000,
        currency: 'usd',
        status: checkoutId === due.id ? ('declined' as const) : ('pending' as const),
        update: {},
      })),
    });
    // The row keeps its version: what moves is the organization's clock.
    const now = new Date(Date.now() + 3 * 86_400_000);
    await db(null).testClock.create({ data: { organizationId: own.organizationId, now } });
    await db(null).checkout.update({
      where: { id: open.id },
      data: { expiresAt: new Date(now.getTime() + 1000) },
    });

    expect(before.status).toBe('open');
    const after = await read(due);
    expect(after.status).toBe('expired');
    expect(after.etag).not.toBe(before.etag);
    expect(await read(due)).toEqual(after);
    for (const { id } of [open, waiting]) expect((await read({ id })).status).toBe('open');

    const listed = async (query: object) => {
      const page = await callApi(listCheckouts, { query }, { as: own });
      const response = await sendRaw(
        exportCheckouts,
        { search: new URLSearchParams(query as Record<string, string>).toString() },
        { as: own, headers: { Accept: 'application/json' } },
      );
      const exported = (await response.json()) as { id: string; status: string }[];
      const told = (rows: { id: string; status: string }[]) =>
        rows.map(({ id, status }) => [id, status]);
      expect(told(exported)).toEqual(told(page.items));
      expect(page.pagination.total_count).toBe(page.items.length);
      return told(page.items);
    };
    const rows = [
      [waiting.id, 'open'],
      [open.id, 'open'],
      [due.id, 'expired'],
    ];
    expect(await listed({})).toEqual(rows);
    expect(await listed({ status: 'open' })).toEqual(rows.slice(0, 2));
    expect(await listed({ status: 'expired' })).toEqual(rows.slice(2));
    expect(await listed({ status: 'expired', query: 'due@' })).toEqual(rows.slice(2));
    expect(await listed({ status: 'open', query: 'due@' })).toEqual([]);
    for (const query of [{}, { product_id: [productId] }, { query: 'e' }]) {
      const { items } = await callApi(
        countCheckouts,
        { query: { by: 'status', ...query } },
        { as: own },
      );
      const counts = new Map(items.map(({ value, count }) => [value, count]));
      expect(counts.get('expired')).toBe(1);
      if (!('query' in query)) expect(counts.get('open')).toBe(2);
    }
    const payments = await callApi(listPayments, { query: { checkout_id: [due.id] } }, { as: own });
    expect(payments.items).toMatchObject([
      { id: attempts[0]?.id, checkout: { status: 'expired' } },
    ]);
    const found = await callApi(
      searchRecords,
      { query: { query: 'due@example.com' } },
      { as: own },
    );
    expect(found.items).toMatchObject([{ id: due.id, subtitle: expect.stringMatching(/Expired/) }]);

    const params = { client_secret: due.client_secret };
    expect(await refusal(getCheckoutByClient, { params })).toMatchObject({ status: 410 });
    expect(await storedStatus(due)).toBe('open');
  });

  it('is stored by updates, by id and by the client', async () => {
    const updated = await makeExpired();
    const byId = await refusal(updateCheckout, { params: { id: updated.id }, body: {} }, as());
    expect(byId).toMatchObject({ status: 403, error: 'NotOpenCheckout' });
    expect(await storedStatus(updated)).toBe('expired');

    const byClient = await makeExpired();
    const params = { client_secret: byClient.client_secret };
    for (const operation of [getCheckoutByClient, updateCheckoutByClient] as const) {
      const failure = await refusal(operation, { params });
      expect(failure).toMatchObject({ status: 410, error: 'ResourceUnavailable' });
    }
    expect(await storedStatus(byClient)).toBe('expired');
  });

  it('refuses an update whose If-Match names the checkout while it was open', async () => {
    const checkout = await create({});
    const params = { id: checkout.id };
    const response = await sendRaw(getCheckout, { params }, as());
    const etag = response.headers.get('etag') ?? '';
    await db(null).checkout.update({ where: params, data: { expiresAt: new Date(0) } });
    const current = (await sendRaw(getCheckout, { params }, as())).headers.get('etag') ?? '';
    for (const tag of [current, etag]) {
      const headers = { 'If-Match': tag };
      const failure = await refusal(updateCheckout, { params, body: {} }, { ...as(), headers });
      expect(failure).toMatchObject({ status: 403, error: 'NotOpenCheckout' });
      await db(null).checkout.update({ where: params, data: { status: 'open' } });
    }
  });

  it('is stored by the sweep, with its event', async () => {
    const checkout = await makeExpired();
    await expireAllDue(new Date());
    expect((await db(null).checkout.findUniqueOrThrow({ where: { id: checkout.id } })).status).toBe(
      'expired',
    );
    const events = await db(null).event.findMany({
      where: { objectId: checkout.id },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ kind }) => kind)).toEqual(['checkout.created', 'checkout.updated']);
    expect(events[1]?.snapshot).toMatchObject({ status: 'expired' });
  });

  it('passes by a checkout that waits for a payment', async () => {
    const checkout = await makeExpired();
    await db(null).paymentAttempt.create({
      data: {
        id: newId(),
        organizationId: seller.organizationId,
        checkoutId: checkout.id,
        amount: 2000,
        currency: 'usd',
        update: {},
      },
    });
    await expireAllDue(new Date());
    expect((await callApi(getCheckout, { params: { id: checkout.id } }, as())).status).toBe('open');
  });
});

describe('listCheckouts', () => {
  it('filters, searches and sorts', async () => {
    const own = await makeSeller();
    const [one, two] = [await makeProduct(own), await makeProduct(own)];
    const first = await makeCheckout(own, one.id, { customer_email: 'ann@example.com' });
    const { id: discount_id } = await callApi(
      createDiscount,
      { body: { name: 'Off', type: 'percentage', basis_points: 2500, duration: 'once' } },
      { as: own },
    );
    const second = await makeCheckout(own, two.id, { customer_name: 'Zoë', discount_id });
    const ids = async (query: object) =>
      (await callApi(listCheckouts, { query }, { as: own })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ sorting: ['created_at'] })).toEqual([first.id, second.id]);
    expect(await ids({ sorting: ['-expires_at'] })).toEqual([second.id, first.id]);
    expect(await ids({ product_id: [one.id] })).toEqual([first.id]);
    expect(await ids({ product_price_id: [first.product_price_id] })).toEqual([first.id]);
    expect(await ids({ product_price_id: [newId()] })).toEqual([]);
    expect(await ids({ discount_id: [discount_id] })).toEqual([second.id]);
    expect(await ids({ query: 'ANN@' })).toEqual([first.id]);
    expect(await ids({ query: 'zoë' })).toEqual([second.id]);
    expect(await ids({ status: ['open', 'expired'] })).toHaveLength(2);
    expect(await ids({ status: ['failed'] })).toEqual([]);
    expect(await ids({ created_after: second.created_at })).toEqual([second.id]);
  });
});

describe('has_discount_codes', () => {
  const TERMS = { name: 'Ten off', type: 'percentage', basis_points: 1000, duration: 'once' };
  const hasCodes = async ({ client_secret }: { client_secret: string }) => {
    const answer = await callApi(getCheckoutByClient, { params: { client_secret } }, {});
    return answer.has_discount_codes;
  };

  it.each([
    ['no discount', null, false],
    ['a discount without a code', { code: null }, false],
    ['a code', { code: 'TEN' }, true],
    ['a code that has ended', { code: 'TEN', ends_at: '2020-01-01T00:00:00Z' }, false],
    ['a code that has not started', { code: 'TEN', starts_at: '2999-01-01T00:00:00Z' }, false],
  ])('with %s', async (_, discount, expected) => {
    const as = await makeSeller();
    const sold = await makeProduct(as);
    if (discount) {
      await callApi(createDiscount, { body: { ...TERMS, ...discount } as never }, { as });
    }
    expect(await hasCodes(await makeCheckout(as, sold.id, {}))).toBe(expected);
  });

  it('is about codes for the product, and checkouts that take them', async () => {
    const as = await makeSeller();
    const [sold, other, given] = await Promise.all([
      makeProduct(as),
      makeProduct(as),
      makeProduct(as, free),
    ]);
    await callApi(
      createDiscount,
      { body: { ...TERMS, code: 'ONLY', products: [sold.id, given.id] } as never },
      { as },
    );
    expect(await hasCodes(await makeCheckout(as, sold.id, {}))).toBe(true);
    expect(await hasCodes(await makeCheckout(as, other.id, {}))).toBe(false);
    expect(await hasCodes(await makeCheckout(as, given.id, {}))).toBe(false);
    const closed = await makeCheckout(as, sold.id, { allow_discount_codes: false });
    expect(await hasCodes(closed)).toBe(false);
    await callApi(
      updateCheckout,
      { params: { id: closed.id }, body: { allow_discount_codes: true } },
      { as },
    );
    expect(await hasCodes(closed)).toBe(true);
  });
});
