import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { BenefitGrantWebhook } from '@/lib/resources/benefit-grants/schema';
import {
  grantBenefits,
  revokeBenefitEverywhere,
  revokeBenefitsOfCustomer,
} from '@/lib/resources/benefit-grants/service';
import { newId } from '@/lib/runtime/ids';
import { KEY, LATER, makeShop, NOW, type Shop } from '@/testing/benefit-grants';
import { makeBenefit, makeSeller, makeSubscription } from '@/testing/factories';

let shop: Shop;
let organizationId: string;
beforeEach(async () => {
  shop = await makeShop();
  organizationId = shop.organizationId;
});

describe('a purchase', () => {
  it('is given every live benefit of the product, in order, as its type says', async () => {
    const [file, deleted] = [newId(), { deletedAt: NOW }];
    const make = (
      type: 'ads' | 'discord' | 'downloadables' | 'github_repository',
      properties: object,
    ) => makeBenefit(organizationId, { type, properties });
    const repository = { repository_owner: 'acme', repository_name: 'x', permission: 'pull' };
    const benefits = [
      await shop.keyBenefit(),
      await shop.custom(),
      await make('downloadables', { files: [file], archived: {} }),
      await make('ads', { image_height: 400, image_width: 400 }),
      await make('discord', { guild_id: '1', role_id: '2' }),
      await make('github_repository', { ...repository, repository_id: null }),
    ];
    const gone = await makeBenefit(organizationId, deleted);
    const subscription = await shop.subscribe(await shop.productWith(...benefits, gone));
    await shop.grant(subscription);

    const recorded = (await shop.events()).filter(({ kind }) => kind === 'benefit_grant.created');
    const snapshots = recorded.map(({ snapshot }) => BenefitGrantWebhook.parse(snapshot));
    expect(snapshots.map(({ benefit_id }) => benefit_id)).toEqual(benefits.map(({ id }) => id));
    const [key] = await db(null).licenseKey.findMany({ where: { organizationId } });
    expect(
      recorded.map(({ snapshot }) => (snapshot as { properties: unknown }).properties),
    ).toEqual([
      { license_key_id: key?.id, display_key: `****-${key?.key.slice(-6)}` },
      {},
      { files: [file] },
      { advertisement_campaign_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { guild_id: '1', role_id: '2' },
      repository,
    ]);
    expect(snapshots[0]).toMatchObject({
      id: recorded[0]?.objectId,
      created_at: NOW.toISOString(),
      modified_at: null,
      granted_at: NOW.toISOString(),
      is_granted: true,
      revoked_at: null,
      is_revoked: false,
      subscription_id: subscription.id,
      order_id: null,
      customer_id: subscription.customerId,
      user_id: subscription.customerId,
      benefit: { id: benefits[0]?.id, type: 'license_keys', properties: KEY },
      previous_properties: null,
    });
  });

  it('gets a key with the limits and the life that the benefit gives then', async () => {
    const benefit = await shop.keyBenefit({
      prefix: 'Acme',
      expires: { ttl: 1, timeframe: 'month' },
      activations: { limit: 3, enable_customer_admin: true },
      limit_usage: 100,
    });
    const subscription = await shop.subscribe(await shop.productWith(benefit));
    await shop.grant(subscription);
    const [key] = await db(null).licenseKey.findMany({ where: { organizationId } });
    expect(key).toMatchObject({
      key: expect.stringMatching(
        /^ACME-[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/,
      ),
      customerId: subscription.customerId,
      benefitId: benefit.id,
      status: 'granted',
      limitActivations: 3,
      limitUsage: 100,
      usage: 0,
      validations: 0,
      expiresAt: new Date('2026-02-28T12:00:00Z'),
    });
  });

  it('is given nothing twice', async () => {
    const subscription = await shop.subscribe(
      await shop.productWith(await shop.keyBenefit(), await shop.custom()),
    );
    await shop.grant(subscription);
    const before = await shop.grantsOf();
    await shop.grant(subscription, LATER);
    expect(await shop.grantsOf()).toEqual(before);
    expect(await shop.kinds()).toHaveLength(3);
  });

  it('is given nothing twice when it is granted many times at once', async () => {
    const subscription = await shop.subscribe(
      await shop.productWith(await shop.keyBenefit(), await shop.custom()),
    );
    await Promise.all(Array.from({ length: 8 }, () => shop.grant(subscription)));
    expect(await shop.grantsOf()).toHaveLength(2);
    expect(await db(null).licenseKey.count({ where: { organizationId } })).toBe(1);
    expect(await shop.kinds()).toHaveLength(3);
  });

  it('gets a key of its own, also of the same customer', async () => {
    const product = await shop.productWith(await shop.keyBenefit());
    const first = await shop.subscribe(product);
    const second = await makeSubscription(organizationId, {
      product,
      customer: { id: first.customerId },
    });
    await shop.grant(first);
    await shop.grant(second);
    const [one, other] = await shop.grantsOf();
    expect(one?.licenseKey?.key).toBeTypeOf('string');
    expect(other?.licenseKey?.key).not.toBe(one?.licenseKey?.key);
  });

  it('is given nothing when its transaction fails', async () => {
    const subscription = await shop.subscribe(await shop.productWith(await shop.keyBenefit()));
    const { customerId, productId, id } = subscription;
    const purchase = {
      organizationId,
      customerId,
      productId,
      source: { subscriptionId: id },
      now: NOW,
    };
    const failing = transaction(shop.scope, async (inner) => {
      await grantBenefits(inner, purchase);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await shop.grantsOf()).toEqual([]);
    expect(await db(null).licenseKey.count({ where: { organizationId } })).toBe(0);
    expect(await shop.kinds()).toEqual([]);
  });
});

describe('the end of a purchase', () => {
  it('revokes its grants and keys; coming back gives the same again, not dated anew', async () => {
    const expires = { ttl: 1, timeframe: 'year' };
    const product = await shop.productWith(await shop.keyBenefit({ expires }), await shop.custom());
    const [subscription, other] = [await shop.subscribe(product), await shop.subscribe(product)];
    await shop.grant(subscription);
    await shop.grant(other);
    const where = { subscriptionId: subscription.id };
    const [before, untouched] = [
      await shop.grantsOf(where),
      await shop.grantsOf({ subscriptionId: other.id }),
    ];

    await shop.revoke(subscription);
    const revoked = await shop.grantsOf(where);
    expect(revoked).toMatchObject([
      { revokedAt: LATER, modifiedAt: LATER, licenseKey: { status: 'revoked' } },
      { revokedAt: LATER, licenseKey: null },
    ]);
    await shop.revoke(subscription, new Date());
    expect(await shop.grantsOf(where)).toEqual(revoked);

    const again = new Date('2026-06-01T00:00:00Z');
    await shop.grant(subscription, again);
    const change = { modifiedAt: again };
    expect(await shop.grantsOf(where)).toEqual(
      before.map((row) => ({
        ...row,
        ...change,
        grantedAt: again,
        licenseKey: row.licenseKey && { ...row.licenseKey, ...change },
      })),
    );
    expect(await shop.grantsOf({ subscriptionId: other.id })).toEqual(untouched);
    const [created, ended] = ['benefit_grant.created', 'benefit_grant.revoked'];
    const [newKey, changedKey] = ['license_key.created', 'license_key.updated'];
    expect(await shop.kinds()).toEqual(
      [
        [created, created, newKey],
        [created, created, newKey],
        [ended, ended, changedKey],
        [created, created, changedKey],
      ].flat(),
    );
    const end = (await shop.events()).findLast(({ kind }) => kind === ended);
    const last = BenefitGrantWebhook.parse(end?.snapshot);
    expect(last).toMatchObject({ is_granted: false, is_revoked: true });
  });

  it('leaves a key disabled that the seller has disabled, also when it comes back', async () => {
    const subscription = await shop.subscribe(await shop.productWith(await shop.keyBenefit()));
    await shop.grant(subscription);
    await db(null).licenseKey.updateMany({
      where: { organizationId },
      data: { status: 'disabled' },
    });
    const [before] = await shop.grantsOf();
    await shop.revoke(subscription);
    expect((await shop.grantsOf())[0]?.licenseKey).toEqual(before?.licenseKey);
    await shop.grant(subscription);
    expect((await shop.grantsOf())[0]).toMatchObject({
      revokedAt: null,
      licenseKey: { status: 'disabled' },
    });
  });

  it('recorded once when it comes from two sides at once', async () => {
    const benefit = await shop.keyBenefit();
    const subscription = await shop.subscribe(await shop.productWith(benefit));
    await shop.grant(subscription);
    const { customerId } = subscription;
    await Promise.all([
      shop.revoke(subscription),
      transaction(shop.scope, (inner) => revokeBenefitsOfCustomer(inner, customerId, LATER)),
      transaction(shop.scope, (inner) => revokeBenefitEverywhere(inner, benefit.id, LATER)),
    ]);
    expect(await shop.kinds()).toEqual([
      'benefit_grant.created',
      'license_key.created',
      'benefit_grant.revoked',
      'license_key.updated',
    ]);
  });
});

describe('a deleted benefit, and a deleted customer', () => {
  it('lose their grants, each its own', async () => {
    const [gone, kept] = [await shop.keyBenefit(), await shop.custom()];
    const product = await shop.productWith(gone, kept);
    const [ann, bob] = [await shop.subscribe(product), await shop.subscribe(product)];
    await shop.grant(ann);
    await shop.grant(bob);
    const lived = async () =>
      (await shop.grantsOf({ revokedAt: null })).map((row) => [row.customerId, row.benefitId]);

    const foreign = systemScope((await makeSeller()).organizationId);
    await transaction(foreign, (inner) => revokeBenefitEverywhere(inner, gone.id, LATER));
    await transaction(foreign, (inner) => revokeBenefitsOfCustomer(inner, ann.customerId, LATER));
    expect(await lived()).toHaveLength(4);

    await transaction(shop.scope, (inner) => revokeBenefitEverywhere(inner, gone.id, LATER));
    expect(await lived()).toEqual([
      [ann.customerId, kept.id],
      [bob.customerId, kept.id],
    ]);
    await transaction(shop.scope, (inner) =>
      revokeBenefitsOfCustomer(inner, ann.customerId, LATER),
    );
    expect(await lived()).toEqual([[bob.customerId, kept.id]]);
  });
});
