import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/api/contract';
import { createBenefit, deleteBenefit, listBenefitGrants } from '@/lib/benefits/contract';
import { createCustomField, deleteCustomField } from '@/lib/custom-fields/contract';
import { prisma } from '@/lib/database/client';
import { systemScope } from '@/lib/database/scope';
import { newId } from '@/lib/ids';
import {
  createProduct,
  getProduct,
  updateProduct,
  updateProductBenefits,
} from '@/lib/products/contract';
import { findSellablePrice, findSellableProduct } from '@/lib/products/service';
import { callApi, places, refusal } from '@/lib/testing/call-api';
import { makeFile, makeSeller, type Seller } from '@/prisma/factories';

type Create = NonNullable<ContractInput<typeof createProduct>['body']>;
type Update = NonNullable<ContractInput<typeof updateProduct>['body']>;

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
const update = (id: string, body: object) =>
  callApi(updateProduct, { params: { id }, body: body as Update }, { as: seller });
const refuseUpdate = (id: string, body: object) =>
  refusal(updateProduct, { params: { id }, body: body as Update }, { as: seller });
const setBenefits = (id: string, benefits: string[]) =>
  callApi(updateProductBenefits, { params: { id }, body: { benefits } }, { as: seller });
const makeBenefit = (description: string, as = seller) =>
  callApi(createBenefit, { body: { type: 'custom', description, properties: {} } }, { as });
const makeField = (slug: string, as = seller) =>
  callApi(createCustomField, { body: { type: 'text', slug, name: slug, properties: {} } }, { as });
const eventsOf = async (id: string) =>
  (await prisma().event.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } })).map(
    ({ kind, snapshot }) => ({ kind, snapshot }),
  );

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
    expect(await eventsOf(product.id)).toEqual([{ kind: 'product.created', snapshot: product }]);
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
      [{ price_amount: 100, price_currency: 'eur' }],
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
    const fields = [await makeField('size'), await makeField('colour')];
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
    expect(product.attached_custom_fields).toEqual([
      { custom_field_id: fields[0]?.id, custom_field: fields[0], order: 0, required: true },
      { custom_field_id: fields[1]?.id, custom_field: fields[1], order: 1, required: false },
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

describe('changing a product', () => {
  it('keeps prices named by id, adds new ones and archives the missing', async () => {
    const product = await create({ prices: [MONTHLY, YEARLY] });
    const [monthly, yearly] = product.prices;
    const changed = await update(product.id, {
      prices: [{ id: yearly?.id }, { ...MONTHLY, price_amount: 1200 }],
    });
    expect(changed.prices[0]).toEqual(yearly);
    expect(changed.prices[1]).toMatchObject({ price_amount: 1200, recurring_interval: 'month' });
    expect(changed.prices).toHaveLength(2);
    const archived = await prisma().price.findUniqueOrThrow({ where: { id: monthly?.id ?? '' } });
    expect(archived.isArchived).toBe(true);
    expect(await eventsOf(product.id)).toMatchObject([
      { kind: 'product.created' },
      { kind: 'product.updated', snapshot: changed },
    ]);
  });

  it('refuses prices that are foreign, unknown, archived or no id, and keeps at least one', async () => {
    const product = await create({ prices: [{ price_amount: 500 }] });
    const old = product.prices[0]?.id;
    const other = await create({ prices: [{ price_amount: 500 }] });
    await update(product.id, { prices: [{ price_amount: 700 }] });
    for (const id of [other.prices[0]?.id, newId(), old]) {
      expect(places(await refuseUpdate(product.id, { prices: [{ id }] }))).toEqual([
        'body.prices.0.id',
      ]);
    }
    const malformed = await refuseUpdate(product.id, { prices: [{ id: 'x', price_amount: 60 }] });
    expect(places(malformed)).toEqual(['body.prices.0.id']);
    expect(places(await refuseUpdate(product.id, { prices: [] }))).toEqual(['body.prices']);
    expect((await update(product.id, {})).prices).toMatchObject([{ price_amount: 700 }]);
  });

  it('never changes the kind, and leaves a set that obeys it', async () => {
    const once = await create({ prices: [{ price_amount: 500 }] });
    expect(places(await refuseUpdate(once.id, { prices: [MONTHLY] }))).toEqual([
      'body.prices.0.type',
    ]);
    const both = [{ id: once.prices[0]?.id }, { price_amount: 600 }];
    expect(places(await refuseUpdate(once.id, { prices: both }))).toEqual(['body.prices']);
    const recurring = await create({ prices: [MONTHLY] });
    const again = [{ id: recurring.prices[0]?.id }, MONTHLY];
    expect(places(await refuseUpdate(recurring.id, { prices: again }))).toEqual([
      'body.prices.1.recurring_interval',
    ]);
    expect(places(await refuseUpdate(recurring.id, { prices: [{}] }))).toEqual([
      'body.prices.0.type',
    ]);
  });

  it('clears what can be null, keeps what cannot, and replaces metadata', async () => {
    const file = await makeFile(seller.organizationId);
    const product = await create({
      description: 'Birds of the coast',
      prices: [{}],
      medias: [file.id],
      metadata: { shelf: 3, row: 'b' },
    });
    const nulls = {
      name: null,
      is_archived: null,
      prices: null,
      medias: null,
      metadata: null,
      attached_custom_fields: null,
    };
    const same = await update(product.id, nulls);
    expect(same).toEqual({ ...product, modified_at: same.modified_at });
    expect(same.modified_at).not.toBeNull();
    const cleared = await update(product.id, {
      description: null,
      medias: [],
      metadata: { row: 1 },
    });
    expect(cleared).toMatchObject({ description: null, medias: [], metadata: { row: 1 } });
  });

  it('archives and brings back, which decides whether it can be sold', async () => {
    const scope = systemScope(seller.organizationId);
    const product = await create({ prices: [YEARLY, MONTHLY] });
    const [first, second] = product.prices;
    const sellable = await findSellableProduct(scope, product.id);
    expect(sellable?.prices.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    const found = await findSellablePrice(scope, second?.id ?? '');
    expect(found?.price.id).toBe(second?.id);
    expect(found?.product.id).toBe(product.id);

    await update(product.id, { is_archived: true });
    expect(await findSellableProduct(scope, product.id)).toBeNull();
    expect(await findSellablePrice(scope, second?.id ?? '')).toBeNull();

    await update(product.id, { is_archived: false, prices: [{ id: first?.id }] });
    expect(await findSellablePrice(scope, first?.id ?? '')).not.toBeNull();
    expect(await findSellablePrice(scope, second?.id ?? '')).toBeNull();
    const stranger = systemScope((await makeSeller()).organizationId);
    expect(await findSellableProduct(stranger, product.id)).toBeNull();
    expect(await findSellablePrice(stranger, first?.id ?? '')).toBeNull();
  });

  it('leaves one live set when many change it at once', async () => {
    const product = await create({ prices: [{ price_amount: 500 }] });
    const answers = await Promise.all(
      [600, 700, 800, 900, 1000].map((price_amount) =>
        update(product.id, { prices: [{ price_amount }] }),
      ),
    );
    for (const { prices } of answers) expect(prices).toHaveLength(1);
    const live = { productId: product.id, isArchived: false };
    expect(await prisma().price.count({ where: live })).toBe(1);
    expect(await prisma().price.count({ where: { productId: product.id } })).toBe(6);
  });
});

describe('the benefits of a product', () => {
  it('are replaced as one ordered list', async () => {
    const product = await create({ prices: [{}] });
    const [a, b, c] = [
      await makeBenefit('Thanks by mail'),
      await makeBenefit('Early access'),
      await makeBenefit('A private forum'),
    ];
    const set = await setBenefits(product.id, [b.id, a.id]);
    expect(set.benefits).toEqual([b, a]);
    const next = await setBenefits(product.id, [a.id, c.id, b.id]);
    expect(next.benefits).toEqual([a, c, b]);
    expect(await eventsOf(product.id)).toMatchObject([
      { kind: 'product.created' },
      { kind: 'product.updated', snapshot: set },
      { kind: 'product.updated', snapshot: next },
    ]);
    await callApi(deleteBenefit, { params: { id: c.id } }, { as: seller });
    const { benefits } = await callApi(getProduct, { params: { id: product.id } }, { as: seller });
    expect(benefits).toEqual([a, b]);
    expect((await setBenefits(product.id, [])).benefits).toEqual([]);
  });

  it('are of the organization, live, and listed once', async () => {
    const product = await create({ prices: [{}] });
    const own = await makeBenefit('Thanks by mail');
    const gone = await makeBenefit('Gone');
    await callApi(deleteBenefit, { params: { id: gone.id } }, { as: seller });
    const foreign = await makeBenefit('Foreign', await makeSeller());
    const benefits = [own.id, gone.id, foreign.id, newId(), own.id];
    const failure = await refusal(
      updateProductBenefits,
      { params: { id: product.id }, body: { benefits } },
      { as: seller },
    );
    expect(places(failure)).toEqual([1, 2, 3, 4].map((index) => `body.benefits.${index}`));
  });

  it('that cannot be chosen are neither added nor removed, but may be moved', async () => {
    const product = await create({ prices: [{}] });
    const [free, fixed] = [await makeBenefit('Thanks by mail'), await makeBenefit('Built in')];
    await prisma().benefit.update({ where: { id: fixed.id }, data: { selectable: false } });
    const refuseSet = (benefits: string[]) =>
      refusal(
        updateProductBenefits,
        { params: { id: product.id }, body: { benefits } },
        { as: seller },
      );
    expect(places(await refuseSet([free.id, fixed.id]))).toEqual(['body.benefits.1']);
    await prisma().productBenefit.create({
      data: {
        organizationId: seller.organizationId,
        productId: product.id,
        benefitId: fixed.id,
        position: 0,
      },
    });
    expect(places(await refuseSet([free.id]))).toEqual(['body.benefits']);
    const { benefits } = await setBenefits(product.id, [free.id, fixed.id]);
    expect(benefits.map(({ id }) => id)).toEqual([free.id, fixed.id]);
  });

  it('follow to those who bought the product before', async () => {
    const product = await create({ prices: [{}] });
    const benefit = await makeBenefit('Thanks by mail');
    const { organizationId } = seller;
    const customer = await prisma().customer.create({
      data: { id: newId(), organizationId, email: 'ann@example.com' },
    });
    await prisma().order.create({
      data: {
        id: newId(),
        organizationId,
        amount: 0,
        taxAmount: 0,
        currency: 'usd',
        billingReason: 'purchase',
        customerId: customer.id,
        productId: product.id,
        priceId: product.prices[0]?.id ?? '',
      },
    });
    const grants = async () => {
      const input = { params: { id: benefit.id } };
      return (await callApi(listBenefitGrants, input, { as: seller })).items;
    };
    await setBenefits(product.id, [benefit.id]);
    expect(await grants()).toMatchObject([{ customer_id: customer.id, is_granted: true }]);
    await setBenefits(product.id, [benefit.id]);
    expect(await grants()).toHaveLength(1);
    await setBenefits(product.id, []);
    expect(await grants()).toMatchObject([{ customer_id: customer.id, is_revoked: true }]);
  });

  it('stay whole when many set them at once', async () => {
    const product = await create({ prices: [{}] });
    const ids = await Promise.all(
      ['First', 'Second', 'Third', 'Fourth'].map(async (name) => (await makeBenefit(name)).id),
    );
    const sets = ids.map((_, index) => [...ids.slice(index), ...ids.slice(0, index)]);
    await Promise.all(sets.map((set) => setBenefits(product.id, set)));
    const { benefits } = await callApi(getProduct, { params: { id: product.id } }, { as: seller });
    expect(sets).toContainEqual(benefits.map(({ id }) => id));
  });
});

describe('another organization’s product', () => {
  it('does not exist', async () => {
    const product = await create({ prices: [{}] });
    const as = await makeSeller();
    const params = { id: product.id };
    const failures = [
      await refusal(getProduct, { params }, { as }),
      await refusal(updateProduct, { params, body: { name: 'Taken over' } }, { as }),
      await refusal(updateProductBenefits, { params, body: { benefits: [] } }, { as }),
    ];
    expect(failures.map(({ status }) => status)).toEqual([404, 404, 404]);
    const foreign = { name: 'Field Guide', prices: [{}], organization_id: seller.organizationId };
    expect(places(await refusal(createProduct, { body: foreign as Create }, { as }))).toEqual([
      'body.organization_id',
    ]);
  });
});
