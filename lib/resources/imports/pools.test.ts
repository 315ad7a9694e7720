import { beforeEach, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import { undoImport } from '@/lib/resources/imports/contract';
import { validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { tendKeyPools } from '@/lib/workflows/tend-key-pool';
import { callApi } from '@/testing/call-api';
import { makeCustomer, makeSeller, type Seller } from '@/testing/factories';
import { importAll, workImport } from '@/testing/imports';
import { addKeys, keyOfBuyer, makePool, ownKey, poolOf, sellTo, tend } from '@/testing/key-pools';
import { findMails } from '@/testing/mails';
import { freeMonthly } from '@/testing/shop';

// @module-tag soak

const KEY = '3f1c8f0e-1b1a-4b7e-9c5d-2a6f7e8d9c0b';
const OTHER = '80e15db5-c796-436b-850c-8f9c98a48abe';

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

const makeMonthlyPool = (keys: readonly string[] = [], more: object = {}) =>
  makePool(seller, keys, { prices: freeMonthly, ...more });
const got = (name: string) => keyOfBuyer(seller, name);

async function importSubscriptions(productId: string, ...names: string[]) {
  for (const name of names) {
    await makeCustomer(seller.organizationId, { email: `${name}@example.com` });
  }
  const rows = names.map((name) => ({
    external_id: `sub-${name}`,
    status: 'active',
    customer_email: `${name}@example.com`,
    product_id: productId,
    recurring_interval: 'month',
    current_period_end: '2099-01-01T00:00:00Z',
  }));
  const done = await importAll(seller, { kind: 'subscriptions', source: 'custom', rows });
  expect(done).toMatchObject({ created: names.length, errors: [] });
  return done;
}

const importKeys = (...rows: Record<string, string>[]) =>
  importAll(seller, { kind: 'license_keys', source: 'custom', rows });
const keyOf = (name: string, key = KEY) => ({
  external_id: `key-${name}`,
  key,
  subscription_id: `sub-${name}`,
});
async function undo(id: string) {
  await callApi(undoImport, { params: { id } }, { as: seller });
  const undone = await workImport(seller, id);
  expect(undone).toMatchObject({ status: 'undone' });
  return undone;
}
const tables = async () => {
  const where = { where: { organizationId: seller.organizationId } };
  const client = db(null);
  return {
    keys: await client.licenseKey.count(where),
    grants: await client.benefitGrant.count(where),
    waits: await client.keyWait.count(where),
    names: await client.externalId.count(where),
    changes: await client.importChange.count(where),
    pool: await client.poolKey.findMany({ ...where, orderBy: { position: 'asc' } }),
  };
};

it('a key for a grant that waits takes it out of the queue, and the others are served', async () => {
  const pool = await makeMonthlyPool();
  await importSubscriptions(pool.productId, 'ada', 'bo');
  expect(await poolOf(seller, pool.id)).toMatchObject({ pending: 2 });
  expect(await importKeys(keyOf('ada'))).toMatchObject({ created: 1, errors: [] });
  expect(await poolOf(seller, pool.id)).toMatchObject({ pending: 1 });
  await addKeys(seller, pool.id, [ownKey(1)]);
  await tend(seller, pool.id);
  expect([await got('ada'), await got('bo')]).toEqual([KEY, ownKey(1)]);
  expect(await poolOf(seller, pool.id)).toMatchObject({ free: 0, granted: 1, pending: 0 });
});

it('a grant that waits though it has a key leaves the queue, and the others are served', async () => {
  const pool = await makeMonthlyPool();
  await importSubscriptions(pool.productId, 'ada', 'bo');
  const { organizationId } = seller;
  const waits = await db(null).keyWait.findMany({ where: { organizationId } });
  await importKeys(keyOf('ada'));
  const left = await db(null).keyWait.findMany({ where: { organizationId } });
  const gone = waits.filter(({ grantId }) => left.every((one) => one.grantId !== grantId));
  await db(null).keyWait.createMany({ data: gone });
  await addKeys(seller, pool.id, [ownKey(1)]);
  await tend(seller, pool.id);
  expect([await got('ada'), await got('bo')]).toEqual([KEY, ownKey(1)]);
  expect(await poolOf(seller, pool.id)).toMatchObject({ free: 0, granted: 1, pending: 0 });
});

it.each([0, 1])(
  'pool %i of two that cannot be looked after keeps the other one from nothing',
  async (broken) => {
    const pools = [await makePool(seller), await makePool(seller)];
    for (const [place, { id, productId }] of pools.entries()) {
      await sellTo(seller, productId, `buyer-${place}`);
      await addKeys(seller, id, [ownKey(place)]);
    }
    const { id = '' } = pools[broken] ?? {};
    // No date is that far away.
    const properties = { source: 'pool', expires: { ttl: 1e12, timeframe: 'year' } };
    await db(null).benefit.update({ where: { id }, data: { properties } });
    await tendKeyPools();
    const other = 1 - broken;
    expect([await got(`buyer-${broken}`), await got(`buyer-${other}`)]).toEqual([
      null,
      ownKey(other),
    ]);
  },
);

it('a key takes the place of the one of the pool, which is free again, and undo gives it back', async () => {
  const pool = await makeMonthlyPool([ownKey(1), ownKey(2)]);
  const before = await tables();
  const subscriptions = await importSubscriptions(pool.productId, 'ada');
  expect(await got('ada')).toBe(ownKey(1));
  const between = await tables();
  const keys = await importKeys(keyOf('ada'));
  expect(keys).toMatchObject({ updated: 1, errors: [] });
  expect(await got('ada')).toBe(KEY);
  expect(await poolOf(seller, pool.id)).toMatchObject({ free: 2, granted: 0 });
  expect(await undo(keys.id)).toMatchObject({ kept: 0 });
  expect(await tables()).toEqual(between);
  expect(await got('ada')).toBe(ownKey(1));
  expect(await undo(subscriptions.id)).toMatchObject({ kept: 0 });
  expect(await tables()).toEqual(before);
});

it('undo puts the key of an imported purchase back into its pool, unless somebody has used it', async () => {
  const pool = await makeMonthlyPool([ownKey(1), ownKey(2)]);
  const { id } = await importSubscriptions(pool.productId, 'ada', 'bo');
  const body = { key: ownKey(1), organization_id: seller.organizationId };
  await callApi(validateLicenseKey, { body });
  await undo(id);
  const { pool: left } = await tables();
  expect(left.map(({ status, licenseKeyId }) => [status, licenseKeyId])).toEqual([
    ['granted', null],
    ['free', null],
  ]);
});

it('undo leaves an imported key where the one before it was sold meanwhile', async () => {
  const pool = await makeMonthlyPool([ownKey(1)]);
  await importSubscriptions(pool.productId, 'ada');
  const { id } = await importKeys(keyOf('ada'));
  await sellTo(seller, pool.productId, 'bo');
  expect(await got('bo')).toBe(ownKey(1));
  expect(await undo(id)).toMatchObject({ kept: 1 });
  expect([await got('ada'), await got('bo')]).toEqual([KEY, ownKey(1)]);
});

it('undo of a key for a grant that waited has it wait again', async () => {
  const pool = await makeMonthlyPool();
  await importSubscriptions(pool.productId, 'ada');
  const before = await tables();
  const { id } = await importKeys(keyOf('ada'));
  expect(await undo(id)).toMatchObject({ kept: 0 });
  expect(await tables()).toEqual(before);
  await addKeys(seller, pool.id, [ownKey(1)]);
  await tend(seller, pool.id);
  expect(await got('ada')).toBe(ownKey(1));
});

it('an import of purchases mails nobody, whether the pool is low or empty', async () => {
  const { organizationId } = seller;
  const low = await makeMonthlyPool([ownKey(1), ownKey(2)], { low_stock_at: 5 });
  const empty = await makeMonthlyPool();
  const jobs = () =>
    execute(
      null,
      sql`SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
          WHERE t.identifier = 'tend_key_pool' AND j.payload ->> 'organization_id' = ${organizationId}`,
    );
  const before = await jobs();
  await importSubscriptions(low.productId, 'ada');
  await importSubscriptions(empty.productId, 'bo');
  expect(await poolOf(seller, empty.id)).toMatchObject({ pending: 1 });
  expect(await jobs()).toEqual(before);
  await tendKeyPools();
  expect(await findMails({ organizationId })).toEqual([]);
});

it('one of two keys of a purchase is its key, and the other an error, in one batch and in two', async () => {
  const pool = await makeMonthlyPool();
  await importSubscriptions(pool.productId, 'ada', 'bo');
  const error = { column: 'key', code: 'key_exists' };
  const together = await importKeys(keyOf('ada'), {
    ...keyOf('ada', OTHER),
    external_id: 'second',
  });
  expect(together).toMatchObject({ created: 1, errors: [{ ...error, row: 2 }] });
  const first = await importKeys({ ...keyOf('bo'), key: `${KEY}-bo` });
  expect(first).toMatchObject({ created: 1, errors: [] });
  const second = await importKeys({ ...keyOf('bo', OTHER), external_id: 'second' });
  expect(second).toMatchObject({ created: 0, errors: [{ ...error, row: 1 }] });
});

it('a dry run says the same of two keys of a purchase, whichever batches they are in', async () => {
  const pool = await makePool(seller, [ownKey(1)], { prices: freeMonthly });
  await importSubscriptions(pool.productId, 'ada');
  await makeCustomer(seller.organizationId, { email: 'else@example.com' });
  // 200 rows are a batch.
  const others = Array.from({ length: 200 }, (_, place) => ({
    external_id: `other-${place}`,
    key: `${OTHER}-${place}`,
    customer_email: 'else@example.com',
    benefit_id: pool.id,
  }));
  const rows = [keyOf('ada'), ...others, { ...keyOf('ada', OTHER), external_id: 'second' }];
  const body = { kind: 'license_keys', source: 'custom', rows } as const;
  const dry = await importAll(seller, { ...body, dry_run: true });
  const error = { row: 202, column: 'key', code: 'key_exists' };
  expect(dry).toMatchObject({ created: 200, updated: 1, errors: [error] });
  expect(await importAll(seller, body)).toMatchObject({
    created: 200,
    updated: 1,
    errors: [error],
  });
});
