import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { transaction } from '@/lib/database/connection/transaction';
import { rollOutBenefits } from '@/lib/resources/benefit-grants/jobs';
import { grantBenefits } from '@/lib/resources/benefit-grants/service';
import { deleteBenefit } from '@/lib/resources/benefits/contract';
import {
  getProduct,
  listProducts,
  updateProduct,
  updateProductBenefits,
} from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { makeShop, NOW, type Shop } from '@/testing/benefit-grants';
import { callApi } from '@/testing/call-api';
import { makeCustomer, type makeProduct, makeSubscription } from '@/testing/factories';

// A change of a product's benefits with many holders (docs/contract/catalogue.md#product-benefits).

const HOLDERS = 250;

let shop: Shop;
let product: Awaited<ReturnType<typeof makeProduct>>;
let holders: { id: string; customerId: string }[];
beforeEach(async () => {
  shop = await makeShop();
  product = await shop.productWith();
});

/** Running subscriptions of new customers, without grants. */
async function subscribe(count: number) {
  const { organizationId } = shop;
  const [price] = product.prices;
  const made = Array.from({ length: count }, () => ({ id: newId(), customerId: newId() }));
  await db(null).customer.createMany({
    data: made.map(({ customerId: id }) => ({ id, organizationId, email: `${id}@example.com` })),
  });
  await db(null).subscription.createMany({
    data: made.map((one) => ({
      ...one,
      organizationId,
      productId: product.id,
      priceId: price?.id ?? '',
      status: 'active' as const,
      recurringInterval: 'month' as const,
      currentPeriodStart: NOW,
      anchorDay: 1,
    })),
  });
  return made;
}

const as = () => ({ as: shop.seller });
const setBenefits = (...benefits: { id: string }[]) =>
  callApi(
    updateProductBenefits,
    { params: { id: product.id }, body: { benefits: benefits.map(({ id }) => id) } },
    as(),
  );
const pending = async () =>
  (await callApi(getProduct, { params: { id: product.id } }, as())).grants_pending;
const jobs = async () => {
  const rows = await db(null).$queryRaw<{ payload: object }[]>`
    SELECT j.payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = ${rollOutBenefits.name} AND j.payload ->> 'product_id' = ${product.id}`;
  return rows.map(({ payload }) => payload);
};
const payload = () => ({ organization_id: shop.organizationId, product_id: product.id });
const runJob = () => rollOutBenefits.run(payload(), new AbortController().signal);

/** Runs jobs until there is nothing left to do; returns the numbers that the product answered in between. */
async function finish(): Promise<number[]> {
  const seen: number[] = [];
  for (let left = await pending(); left; left = await pending()) {
    seen.push(left);
    expect(seen.length).toBeLessThan(100);
    expect(await jobs()).toEqual([payload()]);
    await runJob();
  }
  return seen;
}

/** The customers with a live grant of a benefit; each has one key where it is for keys. */
async function holdersOf(benefit: { id: string }) {
  const grants = await shop.grantsOf({ benefitId: benefit.id, revokedAt: null });
  return grants.map(({ customerId }) => customerId).sort();
}
const everybody = () => holders.map(({ customerId }) => customerId).sort();

describe('a change of the benefits with more than 100 holders', () => {
  beforeEach(async () => {
    holders = await subscribe(HOLDERS);
  });

  it('reaches 100 in its transaction and the rest in batches, keys included', async () => {
    const key = await shop.keyBenefit();
    const answer = await setBenefits(key);
    expect(answer.grants_pending).toBe(150);
    expect(await holdersOf(key)).toHaveLength(100);
    const { items } = await callApi(listProducts, { query: { id: [product.id] } }, as());
    expect(items).toEqual([answer]);
    expect(await finish()).toEqual([150, 50]);
    expect(await holdersOf(key)).toEqual(everybody());
    const keys = { organizationId: shop.organizationId, status: 'granted' as const };
    expect(await db(null).licenseKey.count({ where: keys })).toBe(HOLDERS);

    expect((await setBenefits()).grants_pending).toBe(150);
    expect(await db(null).licenseKey.count({ where: keys })).toBe(150);
    await finish();
    expect(await db(null).licenseKey.count({ where: keys })).toBe(0);
    const kinds = (await shop.kinds()).filter((kind) => kind.startsWith('benefit_grant'));
    expect(kinds).toHaveLength(2 * HOLDERS);
  });

  it('is superseded by a later change as far as it is not done', { tags: 'soak' }, async () => {
    const [first, second, kept] = [
      await shop.keyBenefit(),
      await shop.custom(),
      await shop.custom(),
    ];
    await setBenefits(first, kept);
    await runJob();
    await setBenefits(second, kept);
    await finish();
    expect(await holdersOf(first)).toEqual([]);
    expect(await holdersOf(second)).toEqual(everybody());
    expect(await holdersOf(kept)).toEqual(everybody());
    // Whom the first change had not reached was never granted what it added.
    expect(await shop.grantsOf({ benefitId: first.id })).toHaveLength(200);
    // Removed and added again before it was revoked everywhere: the same keys go on.
    await setBenefits(second);
    await setBenefits(second, kept);
    await finish();
    expect(await holdersOf(kept)).toEqual(everybody());
  });

  it('goes on after a batch that broke off, and runs beside itself and again', {
    tags: 'soak',
  }, async () => {
    const key = await shop.keyBenefit();
    await setBenefits(key);
    await db(null).$executeRaw`
      CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''killed''; END'`;
    await db(null).$executeRaw`
      CREATE TRIGGER break_off BEFORE INSERT ON license_keys EXECUTE FUNCTION break_off()`;
    await expect(runJob()).rejects.toThrow('killed');
    await db(null).$executeRaw`DROP FUNCTION break_off CASCADE`;
    expect(await pending()).toBe(150);
    expect(await holdersOf(key)).toHaveLength(100);

    await Promise.all([runJob(), runJob(), runJob(), runJob()]);
    await finish();
    await Promise.all([runJob(), runJob()]);
    expect(await holdersOf(key)).toEqual(everybody());
    expect(await pending()).toBe(0);
  });

  it('meets purchases, ends and deletions at the same time', { tags: 'soak' }, async () => {
    const [key, note, gone] = [await shop.keyBenefit(), await shop.custom(), await shop.custom()];
    await setBenefits(key, note, gone);
    const buyer = await makeCustomer(shop.organizationId);
    const bought = await makeSubscription(shop.organizationId, { product, customer: buyer });
    const ending = holders.slice(-3);
    const purchase = {
      organizationId: shop.organizationId,
      customerId: buyer.id,
      productId: product.id,
      source: { subscriptionId: bought.id },
      now: NOW,
    };
    const end = ({ id }: { id: string }) =>
      transaction(shop.scope, async (inner) => {
        await inner.transaction?.subscription.update({
          where: { id },
          data: { status: 'canceled' },
        });
        await inner.transaction?.benefitGrant.updateMany({
          where: { subscriptionId: id },
          data: { revokedAt: NOW },
        });
      });
    await Promise.all([
      transaction(shop.scope, (inner) => grantBenefits(inner, purchase)),
      ...ending.map(end),
      runJob(),
      callApi(deleteBenefit, { params: { id: gone.id } }, as()),
    ]);
    await finish();
    const wanted = [...everybody(), buyer.id]
      .filter((id) => !ending.some(({ customerId }) => customerId === id))
      .sort();
    expect(await holdersOf(key)).toEqual(wanted);
    expect(await holdersOf(note)).toEqual(wanted);
    expect(await holdersOf(gone)).toEqual([]);
  });

  it('leaves the version of the product as it is, and other changes of it allowed', {
    tags: 'soak',
  }, async () => {
    const { id } = product;
    await setBenefits(await shop.custom());
    const version = async () =>
      (await db(null).product.findUniqueOrThrow({ where: { id } })).documentVersion;
    const before = await version();
    await runJob();
    expect(await version()).toBe(before);
    const body = { name: 'Renamed' };
    const changed = await callApi(updateProduct, { params: { id }, body }, as());
    expect(changed.grants_pending).toBe(50);
  });
});

describe('a change of the benefits with 100 holders', () => {
  it('reaches all of them in its transaction', { tags: 'soak' }, async () => {
    product = await shop.productWith();
    holders = await subscribe(100);
    const benefits = await Promise.all(Array.from({ length: 50 }, () => shop.custom()));
    const answer = await setBenefits(...benefits);
    expect(answer.grants_pending).toBe(0);
    expect(await shop.grantsOf({ revokedAt: null })).toHaveLength(5000);
    expect(await jobs()).toEqual([]);
  });
});
