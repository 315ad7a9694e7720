import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '@/lib/client/client';
import { db } from '@/lib/database/connection/client';
import {
  createCheckout,
  getCheckout,
  updateCheckout,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, dispatch, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { buyer, makeCheckout, makeProduct, refuseConfirm } from '@/testing/shop';

// How much one client secret can make the database grow (docs/contract/callers.md#limits).

let seller: Seller;
let product: Awaited<ReturnType<typeof makeProduct>>;
let custom: typeof product;
let slugs: { text: string; number: string };
let discount: { id: string };

const makeField = (type: 'text' | 'number') =>
  callApi(
    createCustomField,
    { body: { type, slug: `${type}-${newId()}`, name: type, properties: {} } },
    { as: seller },
  );

beforeAll(async () => {
  seller = await makeSeller();
  const fields = { text: await makeField('text'), number: await makeField('number') };
  slugs = { text: fields.text.slug, number: fields.number.slug };
  const attached_custom_fields = Object.values(fields).map(({ id }) => ({
    custom_field_id: id,
    required: false,
  }));
  product = await makeProduct(seller, undefined, { attached_custom_fields });
  custom = await makeProduct(
    seller,
    [{ type: 'one_time', amount_type: 'custom', minimum_amount: 50 }],
    { attached_custom_fields },
  );
  const body = { name: 'Off', duration: 'once', type: 'fixed', amount: 500, code: 'OFF5' } as const;
  discount = await callApi(createDiscount, { body }, { as: seller });
});

/** The row as PostgreSQL has it, its version included, and how many events tell of it. */
async function stateOf({ id }: { id: string }) {
  const [row] = await db(null).$queryRaw<object[]>`
    SELECT t.xmin::text, t.* FROM checkouts t WHERE t.id = ${id}::uuid`;
  return { row, events: await db(null).event.count({ where: { objectId: id } }) };
}

const byClient = (checkout: { client_secret: string }, body: object, ip?: string) =>
  call(
    updateCheckoutByClient,
    { params: { client_secret: checkout.client_secret }, body },
    {
      baseUrl: 'http://localhost:3000',
      ...(ip ? { headers: { 'x-client-ip': ip } } : {}),
      fetch: (request) => dispatch(updateCheckoutByClient, request),
    },
  );
const bySeller = ({ id }: { id: string }, body: object) =>
  callApi(updateCheckout, { params: { id }, body }, { as: seller });

/** Every field that a buyer may send, and every field that only a seller may, each with a value. */
const buyerFields = () => ({
  custom_field_data: { [slugs.text]: 'Zoë', [slugs.number]: -0 },
  customer_name: 'Bo',
  customer_email: 'bo@example.com',
  customer_billing_address: { country: 'de', city: 'Köln' },
  customer_tax_id: 'DE 123456789',
});
const sellerFields = () => ({
  ...buyerFields(),
  allow_discount_codes: false,
  customer_ip_address: '203.0.113.9',
  metadata: { plan: 'pro', seats: 3, gift: false },
  customer_metadata: { source: 'ad', visits: 2 },
  success_url: 'https://shop.example.com/thanks',
  embed_origin: 'https://shop.example.com',
});

describe('an update that changes nothing', () => {
  it.each(['{}', 'each field', 'all fields'])('by the seller writes nothing: %s', async (what) => {
    const checkout = await makeCheckout(seller, product.id, {
      ...sellerFields(),
      discount_id: discount.id,
    });
    const fixed = { product_price_id: product.prices[0]?.id, discount_id: discount.id };
    const all = { ...sellerFields(), ...fixed };
    const before = await stateOf(checkout);
    const bodies =
      what === '{}'
        ? [{}, { product_price_id: null, metadata: null, allow_discount_codes: null, amount: 5 }]
        : what === 'each field'
          ? Object.entries(all).map(([name, value]) => ({ [name]: value }))
          : [all];
    for (const body of bodies) expect(await bySeller(checkout, body)).toEqual(checkout);
    expect(await stateOf(checkout)).toEqual(before);
    expect(
      (await callApi(getCheckout, { params: { id: checkout.id } }, { as: seller })).modified_at,
    ).toBeNull();
  });

  it('by the buyer writes nothing, nor does the same update sent again', async () => {
    const checkout = await makeCheckout(seller, custom.id);
    const empty = await stateOf(checkout);
    expect((await byClient(checkout, {})).modified_at).toBeNull();
    expect(await stateOf(checkout)).toEqual(empty);
    const body = { ...buyerFields(), amount: 700 };
    const changed = await byClient(checkout, body);
    expect(changed).toMatchObject({ customer_name: 'Bo', amount: 700 });
    const before = await stateOf(checkout);
    expect(before.events).toBe(empty.events + 1);
    for (const again of [
      body,
      ...Object.entries(body).map(([name, value]) => ({ [name]: value })),
    ]) {
      expect(await byClient(checkout, again)).toEqual(changed);
    }
    expect(await stateOf(checkout)).toEqual(before);
  });

  it('writes nothing for a discount code that is applied, or taken off, already', async () => {
    const checkout = await makeCheckout(seller, product.id);
    for (const discount_code of ['off5', null]) {
      await byClient(checkout, { discount_code });
      const before = await stateOf(checkout);
      await byClient(checkout, { discount_code });
      expect(await stateOf(checkout)).toEqual(before);
    }
  });

  it('only notes the address of the buyer, without an event', async () => {
    const checkout = await makeCheckout(seller, product.id);
    const { events } = await stateOf(checkout);
    const noted = await byClient(checkout, {}, '198.51.100.7');
    expect(noted).toMatchObject({ customer_ip_address: '198.51.100.7', modified_at: null });
    const after = await stateOf(checkout);
    expect(after.events).toBe(events);
    expect(await byClient(checkout, {}, '198.51.100.8')).toEqual(noted);
    expect(await stateOf(checkout)).toEqual(after);
  });

  it('is told from one that changes a single thing', async () => {
    const checkout = await makeCheckout(seller, product.id, sellerFields());
    const changes = [
      { customer_name: null },
      { customer_billing_address: { country: 'de', city: 'Bonn' } },
      { custom_field_data: { [slugs.text]: 'Zoë' } },
      { metadata: { plan: 'pro', seats: 3 } },
      { metadata: {} },
      { success_url: null },
    ];
    for (const body of changes) {
      const { events } = await stateOf(checkout);
      expect((await bySeller(checkout, body)).modified_at).not.toBeNull();
      expect((await stateOf(checkout)).events, JSON.stringify(body)).toBe(events + 1);
    }
  });
});

describe('updates by the client', () => {
  it('are 120 a minute for each checkout, also in sandbox, and leave the seller alone', {
    tags: 'soak',
  }, async () => {
    const [checkout, other] = [
      await makeCheckout(seller, product.id),
      await makeCheckout(seller, product.id),
    ];
    // Most of them change nothing: they are counted like the others.
    const bodies = Array.from({ length: 120 }, (_, index) =>
      index % 40 === 39 ? { customer_name: `Bo ${index}` } : {},
    );
    for (let sent = 0; sent < bodies.length; sent += 10) {
      const few = bodies.slice(sent, sent + 10);
      await Promise.all(few.map((body) => byClient(checkout, body)));
    }
    const params = { client_secret: checkout.client_secret };
    for (const body of [{}, { customer_name: 'Bo again' }]) {
      const failure = await refusal(updateCheckoutByClient, { params, body });
      expect(failure).toMatchObject({ status: 429, error: 'TooManyRequests' });
      expect(failure.retryAfter).toBeGreaterThan(0);
    }
    const { row, events } = await stateOf(checkout);
    expect(row).toMatchObject({ customer_name: 'Bo 119' });
    expect(events).toBe(4);
    expect((await byClient(other, { customer_name: 'Al' })).customer_name).toBe('Al');
    expect((await bySeller(checkout, { customer_name: 'Cy' })).customer_name).toBe('Cy');
  });
});

describe('custom field data', () => {
  /** An answer that makes the data so many bytes of JSON. */
  const dataOf = (bytes: number) => {
    const empty = Buffer.byteLength(JSON.stringify({ unknown: '' }));
    return { unknown: `é${'x'.repeat(bytes - empty - 2)}` };
  };

  it('is at most 64 KiB of JSON wherever it arrives', async () => {
    const checkout = await makeCheckout(seller, product.id);
    const fits = { custom_field_data: dataOf(65_536) };
    const over = { custom_field_data: dataOf(65_537) };
    const create = { payment_processor: 'stripe', product_id: product.id } as const;
    const params = { client_secret: checkout.client_secret };
    const before = await stateOf(checkout);
    const failures = [
      await refusal(createCheckout, { body: { ...create, ...over } }, { as: seller }),
      await refusal(updateCheckout, { params: { id: checkout.id }, body: over }, { as: seller }),
    ];
    for (const failure of failures) expect(places(failure)).toEqual(['body.custom_field_data']);
    // A body of that size needs a credential.
    const byBuyer = [
      await refusal(updateCheckoutByClient, { params, body: over }),
      await refuseConfirm(checkout, buyer(over)),
    ];
    for (const { status } of byBuyer) expect(status).toBe(413);
    expect(await stateOf(checkout)).toEqual(before);
    expect(
      (await callApi(createCheckout, { body: { ...create, ...fits } }, { as: seller })).status,
    ).toBe('open');
    const most = { custom_field_data: dataOf(65_000) };
    expect((await byClient(checkout, most)).custom_field_data).toEqual({});
  });
});
