import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { createCheckoutLink, getCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { createDiscount, deleteDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import { deleteProduct, getProduct, listProducts } from '@/lib/resources/products/contract';
import { deletionObstacle } from '@/lib/resources/products/rules';
import { callApi, refusal } from '@/testing/call-api';
import {
  makeCustomer,
  makeProduct as makeProductRow,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';
import { makeCheckout, makeKeyProduct, makeProduct } from '@/testing/shop';

let as: Seller;
beforeEach(async () => {
  as = await makeSeller();
});

const remove = (id: string) => callApi(deleteProduct, { params: { id } }, { as });
const refuseRemoval = async (id: string) => {
  const failure = await refusal(deleteProduct, { params: { id } }, { as });
  expect((await callApi(getProduct, { params: { id } }, { as })).id).toBe(id);
  return failure;
};

describe('a product', () => {
  it('that nothing was sold of is deleted with its prices and links; its benefits stay', async () => {
    const { id, benefits } = await makeKeyProduct(as);
    const link = await callApi(createCheckoutLink, { body: { product_id: id } }, { as });
    await remove(id);
    expect(await refusal(getProduct, { params: { id } }, { as })).toMatchObject({ status: 404 });
    expect(await refusal(deleteProduct, { params: { id } }, { as })).toMatchObject({ status: 404 });
    const gone = await refusal(getCheckoutLink, { params: { id: link.id } }, { as });
    expect(gone).toMatchObject({ status: 404 });
    expect((await callApi(listProducts, {}, { as })).items).toEqual([]);
    expect(await db(null).price.count({ where: { productId: id } })).toBe(0);
    expect(await db(null).benefit.count({ where: { id: { in: benefits.map((b) => b.id) } } })).toBe(
      1,
    );
  });

  it('with a checkout, even an open one, is archived instead', async () => {
    const product = await makeProduct(as);
    await makeCheckout(as, product.id);
    expect(await refuseRemoval(product.id)).toMatchObject({
      status: 403,
      message: 'This product has checkouts. Archive it instead.',
    });
  });

  it('that was sold is archived instead, however it was sold', async () => {
    const product = await makeProductRow(as.organizationId);
    const customer = await makeCustomer(as.organizationId);
    await makeSubscription(as.organizationId, { product, customer });
    expect(await refuseRemoval(product.id)).toMatchObject({
      status: 403,
      message: 'This product was sold. Archive it instead.',
    });
  });

  it('that a discount is limited to is kept until the discount is gone or for others too', async () => {
    const [own, other] = [await makeProduct(as), await makeProduct(as)];
    const body = { name: 'Ten', type: 'percentage', duration: 'once', basis_points: 1000 } as const;
    const discount = await callApi(
      createDiscount,
      { body: { ...body, products: [own.id] } },
      { as },
    );
    expect(await refuseRemoval(own.id)).toMatchObject({ status: 403 });
    const params = { id: discount.id };
    await callApi(updateDiscount, { params, body: { products: [own.id, other.id] } }, { as });
    await remove(own.id);
    expect(await refuseRemoval(other.id)).toMatchObject({ status: 403 });
    await callApi(deleteDiscount, { params }, { as });
    await remove(other.id);
  });

  it('leaves a list that is read at the same time', { tags: 'soak' }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const products = await Promise.all(
        Array.from({ length: 8 }, () => makeProductRow(as.organizationId)),
      );
      const kept = await makeProduct(as);
      const lists = products.map(async ({ id }) => {
        const [{ items }] = await Promise.all([
          callApi(listProducts, { query: { limit: 100 } }, { as }),
          remove(id),
        ]);
        return items.map((item) => item.id);
      });
      for (const ids of await Promise.all(lists)) expect(ids).toContain(kept.id);
    }
  });

  it('is never deleted under a checkout that is created at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const product = await makeProduct(as);
      const [created, removed] = await Promise.allSettled([
        makeCheckout(as, product.id),
        remove(product.id),
      ]);
      const count = await db(null).checkout.count({ where: { productId: product.id } });
      if (removed.status === 'fulfilled') {
        const { reason } = created as PromiseRejectedResult;
        expect([409, 422]).toContain(reason.status);
        expect(count).toBe(0);
      } else {
        expect(removed.reason).toMatchObject({ status: 403 });
        expect([created.status, count]).toEqual(['fulfilled', 1]);
      }
    }
  });
});

it('names the first obstacle', () => {
  const none = { isSold: false, hasCheckouts: false, isAwaited: false, hasOwnDiscount: false };
  expect(deletionObstacle(none)).toBeNull();
  for (const obstacle of Object.keys(none)) {
    expect(deletionObstacle({ ...none, [obstacle]: true })).toMatch(/[.]$/);
  }
  expect(deletionObstacle({ ...none, isSold: true, hasCheckouts: true })).toMatch(/was sold/);
});
