import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { createCustomField, deleteCustomField } from '@/lib/resources/custom-fields/contract';
import { createProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/testing/factories';

type Create = NonNullable<ContractInput<typeof createProduct>['body']>;

const MONTHLY = { price_amount: 900, recurring_interval: 'month' } as const;
const YEARLY = { price_amount: 9000, recurring_interval: 'year' } as const;

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

/** Sends any body, also one that no client would be let to write. */
const create = (body: object) =>
  callApi(createProduct, { body: { name: 'Field Guide', ...body } as Create }, { as: seller });
const refuse = (body: object) =>
  refusal(createProduct, { body: { name: 'Field Guide', ...body } as Create }, { as: seller });
const makeField = (slug: string, as = seller) =>
  callApi(createCustomField, { body: { type: 'text', slug, name: slug, properties: {} } }, { as });

describe('a new product', () => {
  it('is printed whole, found again and announced', async () => {
    const product = await create({ prices: [{ price_amount: 2500 }], metadata: { shelf: 3 } });
    expect(product).toMatchObject({
      name: 'Field Guide',
      description: null,
      is_recurring: false,
      is_archived: false,
      modified_at: null,
      organization_id: seller.organizationId,
      metadata: { shelf: 3 },
      benefits: [],
      medias: [],
      attached_custom_fields: [],
    });
    const found = await callApi(getProduct, { params: { id: product.id } }, { as: seller });
    expect(found).toEqual(product);
    const events = await db(null).event.findMany({ where: { objectId: product.id } });
    expect(events).toMatchObject([{ kind: 'product.created', snapshot: product }]);
  });

  it('has a name without the white space around it', async () => {
    const { id, name } = await create({
      name: '  Copperplate Font \n',
      prices: [{ price_amount: 2500 }],
    });
    expect(name).toBe('Copperplate Font');
    expect(await refuse({ name: '  ab ', prices: [{ price_amount: 2500 }] })).toMatchObject({
      status: 422,
    });
    const body = { name: ' Roman Capitals ' };
    expect(await callApi(updateProduct, { params: { id }, body }, { as: seller })).toMatchObject({
      name: 'Roman Capitals',
    });
  });

  it('prints each kind of price with its own fields', async () => {
    const { prices: once } = await create({ prices: [{ price_amount: 2500 }] });
    const common = { id: expect.any(String), created_at: expect.any(String), modified_at: null };
    const [fixed] = once;
    expect(fixed).toEqual({
      ...common,
      product_id: expect.any(String),
      is_archived: false,
      type: 'one_time',
      amount_type: 'fixed',
      price_currency: 'usd',
      price_amount: 2500,
    });
    const free = await create({ prices: [{}] });
    expect(Object.keys(free.prices[0] ?? {}).sort()).toEqual([
      'amount_type',
      'created_at',
      'id',
      'is_archived',
      'modified_at',
      'product_id',
      'type',
    ]);
    const custom = await create({ prices: [{ minimum_amount: 2000 }] });
    expect(custom.prices[0]).toMatchObject({
      amount_type: 'custom',
      price_currency: 'usd',
      minimum_amount: 2000,
      maximum_amount: null,
      preset_amount: 2000,
    });
    const recurring = await create({ prices: [{ ...MONTHLY, trial_days: 14 }, YEARLY] });
    expect(recurring.is_recurring).toBe(true);
    expect(recurring.prices).toMatchObject([
      { type: 'recurring', recurring_interval: 'month', trial_days: 14, price_amount: 900 },
      { type: 'recurring', recurring_interval: 'year', trial_days: null, price_amount: 9000 },
    ]);
    const freely = await create({ prices: [{ recurring_interval: 'year' }] });
    expect(freely.prices).toMatchObject([{ type: 'recurring', amount_type: 'free' }]);
  });

  it('takes the constants and defaults that client libraries send', async () => {
    const product = await create({
      description: null,
      medias: null,
      prices: [{ type: 'recurring', amount_type: 'fixed', price_currency: 'usd', ...MONTHLY }],
    });
    expect(product.prices).toMatchObject([{ type: 'recurring', amount_type: 'fixed' }]);
  });

  it.each([
    ['no price', [], 'body.prices'],
    ['two one-time prices', [{ price_amount: 100 }, { price_amount: 200 }], 'body.prices'],
    ['mixed kinds', [MONTHLY, { price_amount: 200 }], 'body.prices.1.type'],
    ['one interval twice', [MONTHLY, MONTHLY], 'body.prices.1.recurring_interval'],
    ['free and paid', [MONTHLY, { recurring_interval: 'year' }], 'body.prices'],
    ['too cheap', [{ price_amount: 49 }], 'body.prices.0.price_amount'],
    ['too dear', [{ price_amount: 100_000_000 }], 'body.prices.0.price_amount'],
    ['no whole number', [{ price_amount: 99.5 }], 'body.prices.0.price_amount'],
    [
      'another currency',
      [{ price_amount: 100, price_currency: 'gold' }],
      'body.prices.0.price_currency',
    ],
    [
      'an unknown interval',
      [{ price_amount: 100, recurring_interval: 'week' }],
      'body.prices.0.recurring_interval',
    ],
    ['an unknown type', [{ type: 'rent' }], 'body.prices.0.type'],
    [
      'a custom recurring price',
      [{ type: 'recurring', amount_type: 'custom', recurring_interval: 'month' }],
      'body.prices.0.amount_type',
    ],
    ['a fixed price without an amount', [{ amount_type: 'fixed' }], 'body.prices.0.price_amount'],
    [
      'bounds the wrong way round',
      [{ minimum_amount: 200, maximum_amount: 100 }],
      'body.prices.0.minimum_amount',
    ],
    [
      'a preset out of bounds',
      [{ minimum_amount: 200, preset_amount: 100 }],
      'body.prices.0.preset_amount',
    ],
    ['a trial without end', [{ ...MONTHLY, trial_days: 731 }], 'body.prices.0.trial_days'],
    ['no trial at all', [{ ...MONTHLY, trial_days: 0 }], 'body.prices.0.trial_days'],
    ['no object', ['free'], 'body.prices.0'],
  ])('is refused with %s', async (_, prices, place) => {
    const failure = await refuse({ prices });
    expect(failure.status).toBe(422);
    expect(places(failure)).toEqual([place]);
  });

  it('tells every problem at once', async () => {
    const shape = await refuse({ name: 'ab', prices: [{ price_amount: 1 }], metadata: { a: 1.5 } });
    expect(places(shape)).toEqual(['body.metadata.a', 'body.name', 'body.prices.0.price_amount']);
    const rules = await refuse({
      prices: [MONTHLY, MONTHLY],
      medias: [newId()],
      attached_custom_fields: [{ custom_field_id: newId(), required: true }],
    });
    expect(places(rules)).toEqual([
      'body.attached_custom_fields.0.custom_field_id',
      'body.medias.0',
      'body.prices.1.recurring_interval',
    ]);
  });

  it('shows pictures and custom fields in the given order', async () => {
    const first = await makeFile(seller.organizationId);
    const second = await makeFile(seller.organizationId);
    const fields = [await makeField('size'), await makeField('color')];
    const product = await create({
      prices: [{}],
      medias: [second.id, first.id],
      attached_custom_fields: fields.map(({ id }, at) => ({
        custom_field_id: id,
        required: at === 0,
      })),
    });
    expect(product.medias.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(product.medias[0]).toMatchObject({
      service: 'product_media',
      size: 1_258_291,
      size_readable: '1.2 MB',
      public_url: `http://localhost:3000/media/${second.id}`,
    });
    // Inside a product a field has no count of its products.
    const shown = fields.map(({ products_count: _, ...field }) => field);
    expect(product.attached_custom_fields).toEqual([
      { custom_field_id: shown[0]?.id, custom_field: shown[0], order: 0, required: true },
      { custom_field_id: shown[1]?.id, custom_field: shown[1], order: 1, required: false },
    ]);
  });

  it('takes only its own organization’s uploaded pictures and live fields, each once', async () => {
    const stranger = await makeSeller();
    const own = await makeFile(seller.organizationId);
    const wrong = [
      await makeFile(stranger.organizationId),
      await makeFile(seller.organizationId, { service: 'downloadable' }),
      await makeFile(seller.organizationId, { isUploaded: false }),
    ];
    const gone = await makeField('gone');
    await callApi(deleteCustomField, { params: { id: gone.id } }, { as: seller });
    const foreign = await makeField('foreign', stranger);
    const live = await makeField('live');
    const failure = await refuse({
      prices: [{}],
      medias: [own.id, ...wrong.map(({ id }) => id), own.id],
      attached_custom_fields: [live, gone, foreign, live].map(({ id }) => ({
        custom_field_id: id,
        required: false,
      })),
    });
    expect(places(failure)).toEqual([
      'body.attached_custom_fields.1.custom_field_id',
      'body.attached_custom_fields.2.custom_field_id',
      'body.attached_custom_fields.3.custom_field_id',
      'body.medias.1',
      'body.medias.2',
      'body.medias.3',
      'body.medias.4',
    ]);
  });
});
