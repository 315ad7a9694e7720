import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  continueRollout,
  grantBenefits,
  revokeBenefitEverywhere,
  revokeBenefits,
  syncProductBenefits,
} from '@/lib/resources/benefit-grants/service';
import { newId } from '@/lib/runtime/ids';
import { LATER, makeShop, NOW, type Shop } from '@/testing/benefit-grants';
import {
  makeBenefit,
  makeCustomer,
  makeOrder,
  makeSeller,
  makeSubscription,
} from '@/testing/factories';

let shop: Shop;
let organizationId: string;
beforeEach(async () => {
  shop = await makeShop();
  organizationId = shop.organizationId;
});

describe('a change of a product’s benefits', () => {
  it('reaches its present purchases, and nobody else', async () => {
    const product = await shop.productWith();
    const inState = async (status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid') =>
      makeSubscription(organizationId, {
        product,
        customer: await makeCustomer(organizationId),
        status,
      });
    const live = [await inState('active'), await inState('trialing'), await inState('past_due')];
    const renewal = { product, customer: { id: live[0]?.customerId ?? '' } };
    await makeOrder(organizationId, { ...renewal, subscriptionId: live[0]?.id ?? '' });
    await inState('canceled');
    await inState('unpaid');
    await shop.subscribe(await shop.productWith());
    const buyer = await makeCustomer(organizationId);
    const order = await makeOrder(organizationId, { product, customer: buyer });
    const gone = await makeCustomer(organizationId, { deletedAt: NOW });
    await makeOrder(organizationId, { product, customer: gone });
    await makeSubscription(organizationId, { product, customer: gone });

    const [key, note] = [await shop.keyBenefit(), await shop.custom()];
    await shop.sync(product, { added: [key, note] });
    const purchases = [...live.map(({ id }) => ({ subscriptionId: id })), { orderId: order.id }];
    const grants = await shop.grantsOf();
    expect(grants).toMatchObject(
      purchases.flatMap((purchase) => [
        { ...purchase, benefitId: key.id, licenseKey: { status: 'granted' } },
        { ...purchase, benefitId: note.id, licenseKey: null },
      ]),
    );

    await shop.sync(product, { removed: [key] });
    const changed = await shop.grantsOf();
    expect(changed.map(({ revokedAt }) => revokedAt)).toEqual(
      purchases.flatMap(() => [LATER, null]),
    );
    const statuses = await db(null).licenseKey.findMany({ where: { organizationId } });
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['revoked']));

    await shop.sync(product, { added: [key] });
    const back = await shop.grantsOf();
    expect(back.map(({ licenseKey }) => licenseKey?.key)).toEqual(
      grants.map(({ licenseKey }) => licenseKey?.key),
    );
    expect(back.every(({ revokedAt }) => revokedAt === null)).toBe(true);
  });

  it('leaves what the benefit gave through other products', async () => {
    const benefit = await shop.custom();
    const [one, other] = [await shop.productWith(benefit), await shop.productWith(benefit)];
    const [first, second] = [await shop.subscribe(one), await shop.subscribe(other)];
    await shop.grant(first);
    await shop.grant(second);
    await shop.sync(one, { removed: [benefit] });
    expect(await shop.grantsOf()).toMatchObject([{ revokedAt: LATER }, { revokedAt: null }]);
  });

  it('gives no deleted benefit, and does nothing for a foreign product', async () => {
    const product = await shop.productWith();
    await shop.subscribe(product);
    await shop.sync(product, { added: [await makeBenefit(organizationId, { deletedAt: NOW })] });
    const other = await makeSeller();
    const benefit = await shop.custom();
    await transaction(systemScope(other.organizationId), (inner) =>
      syncProductBenefits(inner, {
        productId: product.id,
        added: [benefit.id],
        removed: [],
        now: LATER,
      }),
    );
    expect(await shop.grantsOf()).toEqual([]);
  });

  it('misses no purchase that is made at the same moment, and none that ends', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [product, benefit] = [await shop.productWith(), await shop.custom()];
      const [starting, ending] = [
        await makeCustomer(organizationId),
        await shop.subscribe(product),
      ];
      const begun = transaction(shop.scope, async (inner) => {
        const id = newId();
        const [price] = product.prices;
        await inner.transaction?.subscription.create({
          data: {
            id,
            organizationId,
            customerId: starting.id,
            productId: product.id,
            priceId: price?.id ?? '',
            status: 'active',
            recurringInterval: 'month',
            currentPeriodStart: NOW,
            anchorDay: 1,
          },
        });
        const source = { subscriptionId: id };
        const purchase = { organizationId, customerId: starting.id, productId: product.id };
        await grantBenefits(inner, { ...purchase, source, now: NOW });
      });
      const ended = transaction(shop.scope, async (inner) => {
        await inner.transaction?.subscription.update({
          where: { id: ending.id },
          data: { status: 'canceled' },
        });
        await revokeBenefits(inner, { source: { subscriptionId: ending.id }, now: NOW });
      });
      const changed = transaction(shop.scope, async (inner) => {
        await inner.transaction?.productBenefit.create({
          data: { organizationId, productId: product.id, benefitId: benefit.id, position: 0 },
        });
        const change = { productId: product.id, added: [benefit.id], removed: [] };
        await syncProductBenefits(inner, { ...change, now: LATER });
      });
      await Promise.all([begun, ended, changed]);
      const live = await shop.grantsOf({ benefitId: benefit.id, revokedAt: null });
      expect(live.map(({ customerId }) => customerId)).toEqual([starting.id]);
    }
  });

  it('reaches more purchases than one statement does', { tags: 'soak' }, async () => {
    const product = await shop.productWith();
    const customer = await makeCustomer(organizationId);
    const { id: _, ...order } = await makeOrder(organizationId, { product, customer });
    await db(null).order.createMany({
      data: Array.from({ length: 1100 }, () => ({
        ...order,
        id: newId(),
        billingAddress: {},
        lines: [],
        metadata: {},
        customFieldData: {},
      })),
    });
    const benefit = await shop.keyBenefit();
    await shop.sync(product, { added: [benefit] });
    while (await db(null).benefitRollout.findUnique({ where: { productId: product.id } })) {
      await transaction(shop.scope, (inner) => continueRollout(inner, product.id));
    }
    const where = { organizationId, status: 'granted' as const };
    expect(await db(null).licenseKey.count({ where })).toBe(1101);
    await transaction(shop.scope, (inner) => revokeBenefitEverywhere(inner, benefit.id, LATER));
    expect(await db(null).licenseKey.count({ where })).toBe(0);
    const recorded = new Set(
      (await shop.events()).map(({ objectId, kind }) => `${kind} ${objectId}`),
    );
    // Of the grants and of their keys.
    expect(recorded.size).toBe(4404);
  });
});
