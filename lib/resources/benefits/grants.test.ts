import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import {
  createBenefit,
  deleteBenefit,
  getBenefit,
  listBenefits,
  updateBenefit,
} from '@/lib/resources/benefits/contract';
import { getProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { callApi, refusal } from '@/testing/call-api';
import { makeCustomer, makeOrder, makeProduct, makeSeller, type Seller } from '@/testing/factories';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

const create = (type: 'custom' | 'license_keys', properties: object = {}) =>
  callApi(
    createBenefit,
    { body: { type, description: 'A small thank-you', properties } },
    { as: seller },
  );
const setBenefits = (id: string, benefits: string[]) =>
  callApi(updateProductBenefits, { params: { id }, body: { benefits } }, { as: seller });

/** A product that is sold once, and a customer who bought it. */
async function sell() {
  const { organizationId } = seller;
  const product = await makeProduct(organizationId, { price: { type: 'one_time' } });
  const customer = await makeCustomer(organizationId);
  await makeOrder(organizationId, { product, customer });
  return { product, customer };
}

describe('changing a benefit', () => {
  it('leaves the keys that are out as they are', async () => {
    const benefit = await create('license_keys', { limit_usage: 5 });
    const { product, customer } = await sell();
    await setBenefits(product.id, [benefit.id]);
    const keys = () => db(null).licenseKey.findMany({ where: { customerId: customer.id } });
    const before = await keys();
    expect(before).toMatchObject([{ status: 'granted', limitUsage: 5, expiresAt: null }]);
    const properties = { limit_usage: 9, expires: { ttl: 1, timeframe: 'day' }, prefix: 'NEW' };
    const params = { id: benefit.id };
    await callApi(updateBenefit, { params, body: { properties } }, { as: seller });
    expect(await keys()).toEqual(before);
  });
});

describe('deleting a benefit', () => {
  it('revokes its grants and keys, detaches it, and it is gone', async () => {
    const benefit = await create('license_keys');
    const other = await create('custom');
    const { product, customer } = await sell();
    const params = { id: product.id };
    await setBenefits(product.id, [benefit.id, other.id]);

    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as: seller });
    const where = { benefitId: benefit.id };
    const [grant] = await db(null).benefitGrant.findMany({ where });
    expect(grant).toMatchObject({ customerId: customer.id, revokedAt: expect.any(Date) });
    expect(await db(null).licenseKey.findMany({ where })).toMatchObject([{ status: 'revoked' }]);
    const kept = await db(null).benefitGrant.findMany({ where: { benefitId: other.id } });
    expect(kept).toMatchObject([{ revokedAt: null }]);
    const { benefits } = await callApi(getProduct, { params }, { as: seller });
    expect(benefits).toMatchObject([{ id: other.id }]);
    const gone = { params: { id: benefit.id } };
    const failures = [
      await refusal(getBenefit, gone, { as: seller }),
      await refusal(updateBenefit, { ...gone, body: {} }, { as: seller }),
      await refusal(deleteBenefit, gone, { as: seller }),
      await refusal(listBenefitGrants, gone, { as: seller }),
    ];
    expect(failures.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { items } = await callApi(listBenefits, {}, { as: seller });
    expect(items).toEqual([{ ...other, products_count: 1 }]);
  });

  it('is refused where the benefit has to stay', async () => {
    const benefit = await create('custom');
    await db(null).benefit.update({ where: { id: benefit.id }, data: { deletable: false } });
    const failure = await refusal(deleteBenefit, { params: { id: benefit.id } }, { as: seller });
    expect([failure.status, failure.error]).toEqual([403, 'NotPermitted']);
    expect((await callApi(listBenefits, {}, { as: seller })).items).toHaveLength(1);
  });

  it('at the moment when it is attached leaves no live grant behind', {
    tags: 'soak',
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const benefit = await create('custom');
      const { product } = await sell();
      await Promise.allSettled([
        setBenefits(product.id, [benefit.id]),
        callApi(deleteBenefit, { params: { id: benefit.id } }, { as: seller }),
      ]);
      const { deletedAt } = await db(null).benefit.findUniqueOrThrow({ where: { id: benefit.id } });
      expect(deletedAt).not.toBeNull();
      const where = { benefitId: benefit.id };
      expect(await db(null).benefitGrant.count({ where: { ...where, revokedAt: null } })).toBe(0);
      expect(await db(null).productBenefit.count({ where })).toBe(0);
    }
  });
});

describe('the grants of a benefit', () => {
  it('are listed by customer and by whether they are given', async () => {
    const benefit = await create('custom');
    const { product, customer: ann } = await sell();
    const bob = await makeCustomer(seller.organizationId);
    await makeOrder(seller.organizationId, { product, customer: bob });
    const grants = async (query: NonNullable<ContractInput<typeof listBenefitGrants>['query']>) =>
      (
        await callApi(listBenefitGrants, { params: { id: benefit.id }, query }, { as: seller })
      ).items.map(({ customer_id }) => customer_id);
    await setBenefits(product.id, [benefit.id]);
    expect((await grants({})).sort()).toEqual([ann.id, bob.id].sort());
    expect(await grants({ customer_id: [bob.id] })).toEqual([bob.id]);
    expect(await grants({ is_granted: false })).toEqual([]);
    await setBenefits(product.id, []);
    expect(await grants({ is_granted: true })).toEqual([]);
    expect(await grants({ is_granted: false, limit: 1 })).toHaveLength(1);
  });
});
