import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createBenefit, deleteBenefit } from '@/lib/resources/benefits/contract';
import { getProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeCustomer, makeOrder, makeProduct, makeSeller, type Seller } from '@/testing/factories';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

/** A product that is sold once. */
const sold = () => makeProduct(seller.organizationId, { price: { type: 'one_time' } });
const setBenefits = (id: string, benefits: string[]) =>
  callApi(updateProductBenefits, { params: { id }, body: { benefits } }, { as: seller });
/** A benefit as products print it. */
async function makeBenefit(description: string, as = seller) {
  const body = { type: 'custom' as const, description, properties: {} };
  const { products_count: _, ...benefit } = await callApi(createBenefit, { body }, { as });
  return benefit;
}

describe('the benefits of a product', () => {
  it('are replaced as one ordered list', async () => {
    const product = await sold();
    const [a, b, c] = [
      await makeBenefit('Thanks by mail'),
      await makeBenefit('Early access'),
      await makeBenefit('A private forum'),
    ];
    const set = await setBenefits(product.id, [b.id, a.id]);
    expect(set.benefits).toEqual([b, a]);
    const next = await setBenefits(product.id, [a.id, c.id, b.id]);
    expect(next.benefits).toEqual([a, c, b]);
    const events = await db(null).event.findMany({
      where: { objectId: product.id },
      orderBy: { id: 'asc' },
    });
    expect(events).toMatchObject([
      { kind: 'product.updated', snapshot: set },
      { kind: 'product.updated', snapshot: next },
    ]);
    await callApi(deleteBenefit, { params: { id: c.id } }, { as: seller });
    const { benefits } = await callApi(getProduct, { params: { id: product.id } }, { as: seller });
    expect(benefits).toEqual([a, b]);
    expect((await setBenefits(product.id, [])).benefits).toEqual([]);
  });

  it('are of the organization, live, and listed once', async () => {
    const product = await sold();
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
    const product = await sold();
    const [free, fixed] = [await makeBenefit('Thanks by mail'), await makeBenefit('Built in')];
    await db(null).benefit.update({ where: { id: fixed.id }, data: { selectable: false } });
    const refuseSet = (benefits: string[]) =>
      refusal(
        updateProductBenefits,
        { params: { id: product.id }, body: { benefits } },
        { as: seller },
      );
    expect(places(await refuseSet([free.id, fixed.id]))).toEqual(['body.benefits.1']);
    await db(null).productBenefit.create({
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
    const product = await sold();
    const benefit = await makeBenefit('Thanks by mail');
    const customer = await makeCustomer(seller.organizationId);
    await makeOrder(seller.organizationId, { product, customer });
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
    const product = await sold();
    const ids = await Promise.all(
      ['First', 'Second', 'Third', 'Fourth'].map(async (name) => (await makeBenefit(name)).id),
    );
    const sets = ids.map((_, index) => [...ids.slice(index), ...ids.slice(0, index)]);
    await Promise.all(sets.map((set) => setBenefits(product.id, set)));
    const { benefits } = await callApi(getProduct, { params: { id: product.id } }, { as: seller });
    expect(sets).toContainEqual(benefits.map(({ id }) => id));
  });
});
