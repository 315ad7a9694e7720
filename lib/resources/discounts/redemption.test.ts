import { expect, test } from 'vitest';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  createDiscount,
  deleteDiscount,
  getDiscount,
  updateDiscount,
} from '@/lib/resources/discounts/contract';
import {
  findUsableDiscount,
  releaseRedemption,
  reserveRedemption,
} from '@/lib/resources/discounts/service';
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

test('what a discount takes off is frozen after the first redemption', async () => {
  const as = await makeSeller();
  const { id } = await make(as);
  await change(as, id, { amount: 500 });
  expect(await reserve(as, id)).toBe(true);
  expect(await refuseChange(as, id, { amount: 400 })).toEqual(['body.amount']);
  expect(await refuseChange(as, id, { type: 'percentage', basis_points: 100 })).toEqual([
    'body.type',
  ]);
  expect(await change(as, id, { amount: 500, name: 'Five off' })).toMatchObject({
    amount: 500,
    name: 'Five off',
    redemptions_count: 1,
  });
  const percentage = await callApi(createDiscount, { body: PERCENTAGE }, { as });
  await reserve(as, percentage.id);
  expect(await refuseChange(as, percentage.id, { basis_points: 1 })).toEqual(['body.basis_points']);
});

test('the cap cannot go below what was redeemed', async () => {
  const as = await makeSeller();
  const { id } = await make(as, { max_redemptions: 3 });
  await reserve(as, id);
  await reserve(as, id);
  expect(await refuseChange(as, id, { max_redemptions: 1 })).toEqual(['body.max_redemptions']);
  expect((await change(as, id, { max_redemptions: 2 })).max_redemptions).toBe(2);
  expect(await reserve(as, id)).toBe(false);
});

test('fifty redemptions at once of a discount of five are five', async () => {
  const as = await makeSeller();
  const { id } = await make(as, { max_redemptions: 5 });
  const taken = await Promise.all(Array.from({ length: 50 }, () => reserve(as, id)));
  expect(taken.filter(Boolean)).toHaveLength(5);
  expect(await callApi(getDiscount, { params: { id } }, { as })).toMatchObject({
    redemptions_count: 5,
  });
});

test('a redemption that is rolled back or given back is free again', async () => {
  const as = await makeSeller();
  const { id } = await make(as, { max_redemptions: 1 });
  const failed = transaction(systemScope(as.organizationId), async (scope) => {
    expect(await reserveRedemption(scope, id, new Date())).not.toBeNull();
    throw new Error('declined');
  });
  await expect(failed).rejects.toThrow('declined');
  expect(await reserve(as, id)).toBe(true);
  expect(await reserve(as, id)).toBe(false);
  await releaseRedemption(systemScope(as.organizationId), id);
  expect(await reserve(as, id)).toBe(true);
  await releaseRedemption(systemScope(as.organizationId), id);
  await releaseRedemption(systemScope(as.organizationId), id);
  const discount = await callApi(getDiscount, { params: { id } }, { as });
  expect(discount.redemptions_count).toBe(0);
});

test('a discount is reserved by its organization alone, in its window, while it lives', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const window = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-02-01T00:00:00Z' };
  const { id } = await make(as, window as object);
  const inside = new Date('2026-01-15T00:00:00Z');
  expect(await reserve(other, id, inside)).toBe(false);
  expect(await reserve(as, id, new Date('2025-12-31T23:59:59.999Z'))).toBe(false);
  expect(await reserve(as, id, new Date('2026-02-01T00:00:00Z'))).toBe(false);
  expect(await reserve(as, id, new Date('2026-01-01T00:00:00Z'))).toBe(true);
  await callApi(deleteDiscount, { params: { id } }, { as });
  expect(await reserve(as, id, inside)).toBe(false);
});

test('a usable discount is found by id and by code in any case; all others are nothing', async () => {
  const [as, other] = await Promise.all([makeSeller(), makeSeller()]);
  const [product, another] = await Promise.all([makeProduct(as), makeProduct(as)]);
  const { id } = await make(as, {
    code: 'FindMe10',
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2026-02-01T00:00:00Z',
    max_redemptions: 1,
    products: [product.id],
  });
  const now = new Date('2026-01-15T00:00:00Z');
  const find = (by: { id: string } | { code: string }, changed: object = {}, seller = as) =>
    findUsableDiscount(systemScope(seller.organizationId), {
      by,
      organizationId: seller.organizationId,
      productId: product.id,
      now,
      ...changed,
    });
  expect(await find({ id })).toMatchObject({ id, amount: 1000 });
  expect(await find({ code: 'findME10' })).toMatchObject({ id });
  for (const code of ['%', 'FindMe1_', 'FindMe', '', 'x'.repeat(1000)]) {
    expect(await find({ code }), code).toBeNull();
  }
  expect(await find({ id: newId() })).toBeNull();
  expect(await find({ id }, {}, other)).toBeNull();
  expect(await find({ code: 'FindMe10' }, {}, other)).toBeNull();
  expect(await find({ id }, { productId: another.id })).toBeNull();
  expect(await find({ id }, { now: new Date('2025-12-31T00:00:00Z') })).toBeNull();
  expect(await find({ id }, { now: new Date('2026-02-01T00:00:00Z') })).toBeNull();
  expect(await reserve(as, id, now)).toBe(true);
  expect(await find({ id })).toBeNull();
  await releaseRedemption(systemScope(as.organizationId), id);
  expect(await find({ id })).not.toBeNull();
  await callApi(deleteDiscount, { params: { id } }, { as });
  expect(await find({ id })).toBeNull();
  expect(await find({ code: 'FindMe10' })).toBeNull();
});
