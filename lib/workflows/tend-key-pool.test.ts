import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  listBenefitGrants,
  listCustomerBenefitGrants,
} from '@/lib/resources/benefit-grants/contract';
import { deleteBenefit, getBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import {
  activateLicenseKey,
  deactivateLicenseKey,
  rotateCustomerLicenseKey,
  rotateLicenseKey,
  transferLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { createLicenseKeyLease, leaseLicenseKey } from '@/lib/resources/license-leases/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { cancelSubscription } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';
import { eraseOrganizations } from '@/lib/workflows/delete-organization';
import { tendKeyPools } from '@/lib/workflows/tend-key-pool';
import { callApi, refusal } from '@/testing/call-api';
import { makeCustomer, makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { addKeys, keyOfBuyer, makePool, ownKey, poolOf, sellTo, tend } from '@/testing/key-pools';
import { refuse, validate } from '@/testing/license-keys';
import { findMails } from '@/testing/mails';
import { freeMonthly } from '@/testing/shop';
import { isSoak } from '@/testing/soak';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, n) => n + from);
const sell = (productId: string, name: string) => sellTo(seller, productId, name);
const got = (name: string) => keyOfBuyer(seller, name);
const grantsOf = async (id: string) =>
  (await callApi(listBenefitGrants, { params: { id } }, { as: seller })).items;
const mailsOf = async () =>
  (
    await findMails({ organizationId: seller.organizationId, kind: { startsWith: 'key_pool' } })
  ).map(({ kind }) => kind);
const licenseKeyOf = (key: string) =>
  db(null).licenseKey.findFirstOrThrow({
    where: { key, organizationId: seller.organizationId },
  });
const subscriptionOf = (email: string) =>
  db(null).subscription.findFirstOrThrow({
    where: { customer: { email }, organizationId: seller.organizationId },
  });

describe('a sale', () => {
  it('gets the oldest free key, with what the benefit says, and no prefix', async () => {
    const properties = {
      prefix: 'ACME',
      limit_usage: 9,
      activations: { limit: 2, enable_customer_admin: true },
      expires: { ttl: 1, timeframe: 'year' },
    };
    const pool = await makePool(seller, numbers(3).map(ownKey), properties);
    for (const name of ['ada', 'bo']) await sell(pool.productId, name);
    expect([await got('ada'), await got('bo')]).toEqual([ownKey(1), ownKey(2)]);
    const key = await licenseKeyOf(ownKey(1));
    expect(key).toMatchObject({ limitUsage: 9, limitActivations: 2, benefitId: pool.id });
    expect(key.expiresAt).not.toBeNull();
    expect(await poolOf(seller, pool.id)).toMatchObject({ free: 1, granted: 2, pending: 0 });
    expect(await grantsOf(pool.id)).toMatchObject([{ status: 'granted' }, { status: 'granted' }]);
  });

  it('passes a key by that the organization has given out another way meanwhile', async () => {
    const pool = await makePool(seller, [ownKey(1), ownKey(2)]);
    await makeLicenseKey(seller.organizationId, { key: ownKey(1) });
    await sell(pool.productId, 'ada');
    expect(await got('ada')).toBe(ownKey(2));
    expect(await poolOf(seller, pool.id)).toMatchObject({ free: 0, granted: 1 });
  });

  it('waits for a key where none is left, and gets the next ones in the order of the sales', {
    tags: 'soak',
  }, async () => {
    const pool = await makePool(seller, [ownKey(1)]);
    for (const name of ['ada', 'bo', 'cy', 'di']) await sell(pool.productId, name);
    const waiting = await grantsOf(pool.id);
    expect(waiting.map(({ status }) => status)).toEqual([
      'pending',
      'pending',
      'pending',
      'granted',
    ]);
    expect(waiting[0]).toMatchObject({ is_granted: true, properties: {} });
    expect(await poolOf(seller, pool.id)).toMatchObject({ free: 0, granted: 1, pending: 3 });
    await addKeys(seller, pool.id, [ownKey(2), ownKey(3)]);
    await tend(seller, pool.id);
    expect(await Promise.all(['bo', 'cy', 'di'].map(got))).toEqual([ownKey(2), ownKey(3), null]);
    expect(await poolOf(seller, pool.id)).toMatchObject({ free: 0, granted: 3, pending: 1 });
    await numbered();
    const { items } = await callApi(listEvents, { query: { limit: 100 } }, { as: seller });
    const kinds = items.map(({ type }) => type);
    expect(kinds.filter((kind) => kind === 'license_key.created')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'benefit_grant.updated')).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain(ownKey(2));
  });

  it('does not overtake one that waits, though keys are free already', async () => {
    const pool = await makePool(seller);
    await sell(pool.productId, 'ada');
    await addKeys(seller, pool.id, [ownKey(1), ownKey(2)]);
    await sell(pool.productId, 'bo');
    expect([await got('ada'), await got('bo')]).toEqual([null, null]);
    await tend(seller, pool.id);
    expect([await got('ada'), await got('bo')]).toEqual([ownKey(1), ownKey(2)]);
  });

  it('is served by the periodic task where its own transaction came too late', async () => {
    const pool = await makePool(seller);
    await sell(pool.productId, 'ada');
    await addKeys(seller, pool.id, [ownKey(1)]);
    await tendKeyPools();
    expect(await got('ada')).toBe(ownKey(1));
  });

  const BUYERS = isSoak ? 200 : 20;
  const KEYS = BUYERS * 0.75;
  const WAITING = BUYERS - KEYS;

  it(`${BUYERS} at once over ${KEYS} keys: none is given twice, ${WAITING} wait, and are served in their order`, async () => {
    const pool = await makePool(seller, numbers(KEYS).map(ownKey));
    const names = numbers(BUYERS).map((n) => `buyer-${n}`);
    await Promise.all(names.map((name) => sell(pool.productId, name)));
    const given = await db(null).licenseKey.findMany({ where: { benefitId: pool.id } });
    expect(new Set(given.map(({ key }) => key)).size).toBe(KEYS);
    expect(given).toHaveLength(KEYS);
    expect(await poolOf(seller, pool.id)).toMatchObject({
      free: 0,
      granted: KEYS,
      pending: WAITING,
    });
    const queue = await db(null).keyWait.findMany({
      where: { benefitId: pool.id },
      orderBy: { position: 'asc' },
    });
    await addKeys(seller, pool.id, numbers(WAITING * 0.4, KEYS + 1).map(ownKey));
    await Promise.all([tend(seller, pool.id), tend(seller, pool.id)]);
    await addKeys(seller, pool.id, numbers(WAITING * 0.8, KEYS + 1 + WAITING * 0.4).map(ownKey));
    await Promise.all([tend(seller, pool.id), tendKeyPools()]);
    const served = await db(null).licenseKey.findMany({
      where: { grantId: { in: queue.map(({ grantId }) => grantId) } },
    });
    const keyOf = new Map(served.map(({ grantId, key }) => [grantId, key]));
    expect(queue.map(({ grantId }) => keyOf.get(grantId))).toEqual(
      numbers(WAITING, KEYS + 1).map(ownKey),
    );
    expect(await poolOf(seller, pool.id)).toMatchObject({
      free: WAITING * 0.2,
      granted: BUYERS,
      pending: 0,
    });
  });
});

describe('a grant that waits', () => {
  it('leaves the queue when it is revoked, and goes to its end when it comes back', async () => {
    const pool = await makePool(seller, [], { prices: freeMonthly });
    for (const name of ['ada', 'bo']) await sell(pool.productId, name);
    const { id } = await subscriptionOf('ada@example.com');
    await callApi(cancelSubscription, { params: { id } }, { as: seller });
    expect(await poolOf(seller, pool.id)).toMatchObject({ pending: 1 });
    await addKeys(seller, pool.id, [ownKey(1)]);
    await tend(seller, pool.id);
    expect([await got('ada'), await got('bo')]).toEqual([null, ownKey(1)]);
  });

  it('leaves the queue with its customer, and with its benefit', async () => {
    const pool = await makePool(seller);
    for (const name of ['ada', 'bo']) await sell(pool.productId, name);
    const { id } = await db(null).customer.findFirstOrThrow({
      where: { email: 'ada@example.com', organizationId: seller.organizationId },
    });
    await callApi(deleteCustomer, { params: { id } }, { as: seller });
    await addKeys(seller, pool.id, [ownKey(1)]);
    await tend(seller, pool.id);
    expect([await got('ada'), await got('bo')]).toEqual([null, ownKey(1)]);
    await sell(pool.productId, 'cy');
    expect(await poolOf(seller, pool.id)).toMatchObject({ pending: 1 });
    await callApi(deleteBenefit, { params: { id: pool.id } }, { as: seller });
    const { organizationId } = seller;
    expect(await db(null).keyWait.count({ where: { organizationId } })).toBe(0);
    expect(await db(null).poolKey.count({ where: { organizationId, status: 'free' } })).toBe(0);
  });

  it('gets a generated key where the benefit has no pool any more', async () => {
    const pool = await makePool(seller);
    await sell(pool.productId, 'ada');
    const body = { properties: { source: 'generated', prefix: 'NEW' } };
    await callApi(updateBenefit, { params: { id: pool.id }, body }, { as: seller });
    await tend(seller, pool.id);
    expect(await got('ada')).toMatch(/^NEW-/);
    expect(await poolOf(seller, pool.id)).toBeUndefined();
  });

  it('is pending in the portal, which shows no key yet', async () => {
    const pool = await makePool(seller);
    await sell(pool.productId, 'ada');
    const { id: customer_id } = await db(null).customer.findFirstOrThrow({
      where: { email: 'ada@example.com', organizationId: seller.organizationId },
    });
    const session = await callApi(createCustomerSession, { body: { customer_id } }, { as: seller });
    const { items } = await callApi(listCustomerBenefitGrants, {}, { as: session });
    expect(items).toMatchObject([{ status: 'pending', properties: {} }]);
    expect(items[0]?.benefit.properties).not.toHaveProperty('low_stock_at');
  });
});

describe('the owners', () => {
  it('are mailed once that a pool is low, and again once it was filled', {
    tags: 'soak',
  }, async () => {
    const pool = await makePool(seller, numbers(4).map(ownKey), { low_stock_at: 2 });
    expect(await poolOf(seller, pool.id)).toMatchObject({ is_low: false });
    const soldAndTold = async (name: string) => {
      await sell(pool.productId, name);
      await tend(seller, pool.id);
      return mailsOf();
    };
    expect(await soldAndTold('a')).toEqual([]);
    expect(await soldAndTold('b')).toEqual(['key_pool_low']);
    expect(await poolOf(seller, pool.id)).toMatchObject({ free: 2, is_low: true });
    expect(await soldAndTold('c')).toEqual(['key_pool_low']);
    await addKeys(seller, pool.id, numbers(2, 5).map(ownKey));
    await tend(seller, pool.id, false);
    expect(await soldAndTold('d')).toEqual(['key_pool_low', 'key_pool_low']);
  });

  it('are mailed once that buyers wait for a key', async () => {
    const pool = await makePool(seller);
    for (const name of ['a', 'b']) {
      await sell(pool.productId, name);
      await tend(seller, pool.id);
    }
    const mails = await findMails({ organizationId: seller.organizationId });
    const told = mails.filter(({ kind }) => kind === 'key_pool_empty');
    expect(told).toHaveLength(1);
    expect(told[0]?.data).toMatchObject({ pending: 1, benefit_name: 'License key' });
  });

  it('are not mailed by adding keys, nor where they have switched it off', async () => {
    await callApi(
      updateOrganization,
      {
        params: { id: seller.organizationId },
        body: { notification_settings: { key_pool_empty: false, key_pool_low: false } },
      },
      { as: seller },
    );
    const pool = await makePool(seller, [ownKey(1)], { low_stock_at: 5 });
    await tend(seller, pool.id, false);
    await sell(pool.productId, 'a');
    await sell(pool.productId, 'b');
    await tend(seller, pool.id);
    expect(await mailsOf()).toEqual([]);
  });
});

describe('a key from a pool', () => {
  it('is compared with its case; generated ones are not', async () => {
    const pool = await makePool(seller, [ownKey('CaSe'), 'ALL-CAPITALS-0123456789-ABCDEFGHIJ']);
    for (const name of ['ada', 'bo']) await sell(pool.productId, name);
    const { organizationId } = seller;
    const key = await licenseKeyOf(ownKey('CaSe'));
    expect(await validate({ ...key, key: `  ${key.key} ` })).toMatchObject({ key: key.key });
    const unknown = [404, 'ResourceNotFound', 'NOT_FOUND'];
    for (const other of [key.key.toUpperCase(), 'all-capitals-0123456789-abcdefghij']) {
      const body = { key: other, organization_id: organizationId };
      expect(await refuse(validateLicenseKey, body)).toEqual(unknown);
    }
    const generated = await makeLicenseKey(organizationId);
    expect(await validate({ ...generated, key: generated.key.toLowerCase() })).toMatchObject({
      id: generated.id,
    });
  });

  it('is delivered though it is weak, and unknown to the calls that take a bare key', async () => {
    const activations = { limit: 3, enable_customer_admin: true };
    const pool = await makePool(seller, ['ABCDE-12345'], { activations });
    await sell(pool.productId, 'ada');
    expect(await got('ada')).toBe('ABCDE-12345');
    const { id } = await licenseKeyOf('ABCDE-12345');
    const body = { key: 'ABCDE-12345', organization_id: seller.organizationId };
    const unknown = [404, 'ResourceNotFound', 'NOT_FOUND'];
    expect(await refuse(validateLicenseKey, body)).toEqual(unknown);
    expect(await refuse(activateLicenseKey, { ...body, label: 'Laptop' })).toEqual(unknown);
    const activation = { ...body, activation_id: newId() };
    expect(await refuse(deactivateLicenseKey, activation)).toEqual(unknown);
    expect(await refuse(leaseLicenseKey, activation)).toEqual(unknown);
    // The seller names it by its id.
    const asked = { params: { id }, body: {} };
    expect(await refusal(createLicenseKeyLease, asked, { as: seller })).not.toMatchObject({
      body: { code: 'NOT_FOUND' },
    });
  });

  it('takes the next free one when it is rotated, and none without one', async () => {
    const pool = await makePool(seller, [ownKey(1), ownKey(2)], {
      enable_customer_rotation: true,
      low_stock_at: 1,
    });
    await sell(pool.productId, 'ada');
    const { id } = await licenseKeyOf(ownKey(1));
    const rotated = await callApi(rotateLicenseKey, { params: { id }, body: {} }, { as: seller });
    expect(rotated.key).toBe(ownKey(2));
    expect(await poolOf(seller, pool.id)).toMatchObject({ free: 0, granted: 2 });
    expect(await validate(await licenseKeyOf(ownKey(2)))).toMatchObject({ rotated: false });
    const old = { key: ownKey(1), organizationId: seller.organizationId } as never;
    expect(await validate(old)).toMatchObject({ rotated: true, key: ownKey(1) });
    const conflict = { status: 409, error: 'Conflict' };
    const again = await refusal(rotateLicenseKey, { params: { id }, body: {} }, { as: seller });
    expect(again).toMatchObject(conflict);
    const { customerId: customer_id } = await licenseKeyOf(ownKey(2));
    const session = await callApi(createCustomerSession, { body: { customer_id } }, { as: seller });
    const own = { params: { id }, body: {} };
    expect(await refusal(rotateCustomerLicenseKey, own, { as: session })).toMatchObject(conflict);
    const other = await makeCustomer(seller.organizationId);
    const given = { params: { id }, body: { customer_id: other.id } };
    expect(await refusal(transferLicenseKey, given, { as: seller })).toMatchObject(conflict);
    await addKeys(seller, pool.id, [ownKey(3)]);
    expect((await callApi(transferLicenseKey, given, { as: seller })).key).toBe(ownKey(3));
  });

  it('is not replaced while sales wait', async () => {
    const pool = await makePool(seller, [ownKey(1)]);
    for (const name of ['ada', 'bo']) await sell(pool.productId, name);
    await addKeys(seller, pool.id, [ownKey(2)]);
    const { id } = await licenseKeyOf(ownKey(1));
    const refused = await refusal(rotateLicenseKey, { params: { id }, body: {} }, { as: seller });
    expect(refused).toMatchObject({ status: 409 });
  });

  it('is the same again after its subscription has come back, and stays out of the pool', async () => {
    const pool = await makePool(seller, [ownKey(1), ownKey(2)], { prices: freeMonthly });
    await sell(pool.productId, 'ada');
    const { id } = await subscriptionOf('ada@example.com');
    await callApi(cancelSubscription, { params: { id } }, { as: seller });
    expect((await licenseKeyOf(ownKey(1))).status).toBe('revoked');
    expect(await poolOf(seller, pool.id)).toMatchObject({ free: 1, granted: 1 });
  });
});

it('a benefit tells its pool by its own operations alone, and only where it has one', async () => {
  const { id } = await makePool(seller);
  const benefit = await callApi(getBenefit, { params: { id } }, { as: seller });
  expect(benefit).toMatchObject({
    properties: { source: 'pool' },
    pool: { free: 0, granted: 0, pending: 0, is_low: true },
  });
  await numbered();
  const { items } = await callApi(listEvents, {}, { as: seller });
  expect(JSON.stringify(items)).not.toContain('Own-');
});

it('an erased organization keeps none of it', async () => {
  const pool = await makePool(seller, [ownKey(1)], { low_stock_at: 3 });
  for (const name of ['ada', 'bo']) await sell(pool.productId, name);
  await tend(seller, pool.id);
  const { organizationId } = seller;
  await db(null).organization.update({
    where: { id: organizationId },
    data: { deletionScheduledAt: new Date(0) },
  });
  await eraseOrganizations(new Date());
  for (const model of ['poolKey', 'keyWait', 'keyPool'] as const) {
    const rows = db(null)[model] as { count(args: object): Promise<number> };
    expect(await rows.count({ where: { organizationId } }), model).toBe(0);
  }
});
