import { expect, test } from 'vitest';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  createDiscount,
  deleteDiscount,
  getDiscount,
  listDiscounts,
  updateDiscount,
} from '@/lib/resources/discounts/contract';
import { reserveRedemption } from '@/lib/resources/discounts/service';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { makeProduct } from '@/testing/shop';

const FIXED = { type: 'fixed', duration: 'once', name: 'Ten off', amount: 1000 } as const;
const PERCENTAGE = {
  type: 'percentage',
  duration: 'repeating',
  duration_in_months: 3,
  name: 'A quarter off',
  basis_points: 2500,
} as const;

const make = (as: Seller, body: object = {}) =>
  callApi(createDiscount, { body: { ...FIXED, ...body } }, { as });
const change = (as: Seller, id: string, body: object) =>
  callApi(updateDiscount, { params: { id }, body }, { as });
const refuseChange = async (as: Seller, id: string, body: object) =>
  places(await refusal(updateDiscount, { params: { id }, body }, { as }));

const reserve = (as: Seller, id: string, now = new Date()) =>
  transaction(systemScope(as.organizationId), (scope) => reserveRedemption(scope, id, now)).then(
    Boolean,
  );

test('a fixed discount has an amount and a currency, and no other terms', async () => {
  const as = await makeSeller();
  const body = { ...FIXED, metadata: { campaign: 'spring', round: 2, public: true } };
  const discount = await callApi(createDiscount, { body }, { as });
  expect(discount).toEqual({
    id: expect.any(String),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    modified_at: null,
    metadata: body.metadata,
    name: 'Ten off',
    code: null,
    external_id: null,
    type: 'fixed',
    amount: 1000,
    currency: 'usd',
    duration: 'once',
    starts_at: null,
    ends_at: null,
    max_redemptions: null,
    redemptions_count: 0,
    organization_id: as.organizationId,
    products: [],
  });
  expect(await callApi(getDiscount, { params: { id: discount.id } }, { as })).toEqual(discount);
});

test('a repeating percentage has basis points and months, and no amount', async () => {
  const as = await makeSeller();
  const product = await makeProduct(as);
  const discount = await callApi(
    createDiscount,
    {
      body: {
        ...PERCENTAGE,
        code: 'Quarter25',
        starts_at: '2026-01-01T02:00:00+02:00',
        ends_at: '2026-02-01T00:00:00Z',
        max_redemptions: 5,
        products: [product.id, product.id],
      },
    },
    { as },
  );
  expect(discount).toMatchObject({
    ...PERCENTAGE,
    code: 'Quarter25',
    starts_at: '2026-01-01T00:00:00.000Z',
    ends_at: '2026-02-01T00:00:00.000Z',
    max_redemptions: 5,
  });
  expect(discount).not.toHaveProperty('amount');
  expect(discount).not.toHaveProperty('currency');
  expect(discount.products).toEqual([
    {
      id: product.id,
      created_at: product.created_at,
      modified_at: null,
      name: 'A product',
      description: null,
      is_recurring: false,
      is_archived: false,
      organization_id: as.organizationId,
    },
  ]);
});

test.each([
  [{ type: 'fixed', duration: 'once' }, ['body.amount', 'body.name']],
  [{ ...FIXED, amount: 0 }, ['body.amount']],
  [{ ...FIXED, amount: 2 ** 31 }, ['body.amount']],
  [{ ...FIXED, currency: 'gold' }, ['body.currency']],
  [{ ...FIXED, type: 'gift' }, ['body.type']],
  [{ ...FIXED, duration: 'repeating' }, ['body.duration_in_months']],
  [{ ...FIXED, duration: 'weekly' }, ['body.duration']],
  [
    { ...PERCENTAGE, basis_points: 10_001, duration_in_months: 0 },
    ['body.basis_points', 'body.duration_in_months'],
  ],
  [{ ...FIXED, code: 'ab' }, ['body.code']],
  [{ ...FIXED, code: 'a'.repeat(257) }, ['body.code']],
  [{ ...FIXED, code: 'not a code!' }, ['body.code']],
  [{ ...FIXED, max_redemptions: 0, name: '' }, ['body.max_redemptions', 'body.name']],
  [
    {
      ...FIXED,
      starts_at: '2026-02-01T00:00:00Z',
      ends_at: '2026-02-01T00:00:00Z',
      products: [newId()],
    },
    ['body.ends_at', 'body.products.0'],
  ],
])('%j is refused at %j', async (body, expected) => {
  const as = await makeSeller();
  expect(places(await refusal(createDiscount, { body: body as never }, { as }))).toEqual(expected);
});

test('products are those of the same organization', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const [own, foreign] = await Promise.all([makeProduct(as), makeProduct(other)]);
  const products = [own.id, foreign.id, newId()];
  const failure = await refusal(createDiscount, { body: { ...FIXED, products } }, { as });
  expect(places(failure)).toEqual(['body.products.1', 'body.products.2']);
  const discount = await make(as);
  expect(await refuseChange(as, discount.id, { products })).toEqual([
    'body.products.1',
    'body.products.2',
  ]);
});

test('a code is taken in any case, within the organization, while the discount lives', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const first = await make(as, { code: 'Spring10' });
  const body = { ...FIXED, code: 'SPRING10' };
  expect(places(await refusal(createDiscount, { body }, { as }))).toEqual(['body.code']);
  await callApi(createDiscount, { body }, { as: other });
  const second = await make(as);
  expect(await refuseChange(as, second.id, { code: 'sPRING10' })).toEqual(['body.code']);
  expect((await change(as, first.id, { code: 'SPRING10' })).code).toBe('SPRING10');
  await callApi(deleteDiscount, { params: { id: first.id } }, { as });
  expect((await change(as, second.id, { code: 'spring10' })).code).toBe('spring10');
});

test('of many who want one code at once, one gets it', async () => {
  const as = await makeSeller();
  const body = (index: number) => ({ ...FIXED, code: index % 2 ? 'onlyone' : 'ONLYONE' });
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      callApi(createDiscount, { body: body(index) }, { as }),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('null clears what can be null and changes nothing else', async () => {
  const as = await makeSeller();
  const product = await makeProduct(as);
  const discount = await callApi(
    createDiscount,
    {
      body: {
        ...FIXED,
        code: 'cleared',
        starts_at: '2026-01-01T00:00:00Z',
        ends_at: '2026-02-01T00:00:00Z',
        max_redemptions: 5,
        products: [product.id],
        metadata: { kept: true },
      },
    },
    { as },
  );
  const nothing = {
    name: null,
    metadata: null,
    type: null,
    amount: null,
    currency: null,
    basis_points: null,
    duration: null,
    duration_in_months: null,
    products: null,
  };
  const untouched = await change(as, discount.id, nothing);
  expect(untouched).toEqual({ ...discount, modified_at: untouched.modified_at });
  expect(untouched.modified_at).not.toBeNull();
  const cleared = await change(as, discount.id, {
    code: null,
    starts_at: null,
    ends_at: null,
    max_redemptions: null,
    products: [],
  });
  expect(cleared).toMatchObject({
    code: null,
    starts_at: null,
    ends_at: null,
    max_redemptions: null,
    products: [],
  });
});

test('a change of one end of the window is held against the other', async () => {
  const as = await makeSeller();
  const discount = await make(as, { ends_at: '2026-02-01T00:00:00Z' });
  const starts_at = '2026-03-01T00:00:00Z';
  expect(await refuseChange(as, discount.id, { starts_at })).toEqual(['body.ends_at']);
  const moved = await change(as, discount.id, { starts_at, ends_at: '2026-04-01T00:00:00Z' });
  expect(moved.starts_at).toBe('2026-03-01T00:00:00.000Z');
});

test('type and duration change with what they need', async () => {
  const as = await makeSeller();
  const { id } = await make(as);
  expect(await refuseChange(as, id, { type: 'percentage', duration: 'repeating' })).toEqual([
    'body.basis_points',
    'body.duration_in_months',
  ]);
  const changed = await change(as, id, { ...PERCENTAGE, currency: 'usd', name: null });
  expect(changed).toMatchObject({ ...PERCENTAGE, name: 'Ten off' });
  expect(changed).not.toHaveProperty('amount');
  const back = await change(as, id, { type: 'fixed', amount: 200, duration: 'forever' });
  expect(back).toMatchObject({ type: 'fixed', amount: 200, currency: 'usd', duration: 'forever' });
  expect(back).not.toHaveProperty('duration_in_months');
});

test('the currency that clients always send does not disturb a percentage', async () => {
  const as = await makeSeller();
  const { id } = await callApi(createDiscount, { body: PERCENTAGE }, { as });
  const changed = await change(as, id, { currency: 'usd', name: 'Renamed' });
  expect(changed).toMatchObject({ ...PERCENTAGE, name: 'Renamed' });
  expect(changed).not.toHaveProperty('currency');
});

test('a list is searched by name, code and id, and sorted by every criterion', async () => {
  const as = await makeSeller();
  const alpha = await make(as, { name: 'alpha', code: 'zzz' });
  const beta = await make(as, { name: 'Beta', code: 'YYY' });
  const gamma = await make(as, { name: 'gamma' });
  await reserve(as, beta.id);
  const names = async (query: object) => {
    const { items, pagination } = await callApi(listDiscounts, { query }, { as });
    expect(pagination).toEqual({ total_count: items.length, max_page: items.length > 0 ? 1 : 0 });
    return items.map(({ name }) => name);
  };
  const newestFirst = [alpha, beta, gamma]
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id))
    .map(({ name }) => name);
  expect(await names({})).toEqual(newestFirst);
  expect(await names({ sorting: ['name'] })).toEqual(['alpha', 'Beta', 'gamma']);
  expect(await names({ sorting: ['-name'] })).toEqual(['gamma', 'Beta', 'alpha']);
  expect(await names({ sorting: ['code'] })).toEqual(['Beta', 'alpha', 'gamma']);
  expect(await names({ sorting: ['-code'] })).toEqual(['alpha', 'Beta', 'gamma']);
  expect(await names({ sorting: ['-redemptions_count', '-name'] })).toEqual([
    'Beta',
    'gamma',
    'alpha',
  ]);
  expect(await names({ query: 'ET' })).toEqual(['Beta']);
  expect(await names({ query: 'yy' })).toEqual(['Beta']);
  expect(await names({ query: gamma.id })).toEqual(['gamma']);
  expect(await names({ query: '%' })).toEqual([]);
  expect(await names({ organization_id: [newId()] })).toEqual([]);
  expect(await names({ created_before: alpha.created_at })).toEqual([]);
  expect(await names({ created_after: gamma.created_at })).toContain('gamma');
  await callApi(deleteDiscount, { params: { id: beta.id } }, { as });
  expect(await names({ sorting: ['name'] })).toEqual(['alpha', 'gamma']);
});

test('a deleted or foreign discount is not found', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const { id } = await make(as);
  const params = { id };
  const statuses = async (as: Seller) => [
    (await refusal(getDiscount, { params }, { as })).status,
    (await refusal(updateDiscount, { params, body: { name: 'Mine' } }, { as })).status,
    (await refusal(deleteDiscount, { params }, { as })).status,
  ];
  expect(await statuses(other)).toEqual([404, 404, 404]);
  await callApi(deleteDiscount, { params }, { as });
  expect(await statuses(as)).toEqual([404, 404, 404]);
});

test('a retry of a creation with the same key answers the same discount', async () => {
  const as = await makeSeller();
  const options = { as, idempotencyKey: newId() };
  const first = await callApi(createDiscount, { body: FIXED }, options);
  expect(await callApi(createDiscount, { body: FIXED }, options)).toEqual(first);
  const { pagination } = await callApi(listDiscounts, {}, { as });
  expect(pagination.total_count).toBe(1);
});
