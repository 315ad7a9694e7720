import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import {
  createLicenseKeyBulk,
  getLicenseKeyBulk,
} from '@/lib/resources/license-key-bulks/contract';
import { changeLicenseKeys } from '@/lib/resources/license-key-bulks/jobs';
import { continueBulk } from '@/lib/resources/license-key-bulks/service';
import { getLicenseKey, listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';

type Body = NonNullable<ContractInput<typeof createLicenseKeyBulk>['body']>;

let seller: Seller;
beforeEach(async () => {
  seller = await makeSeller();
});

const make = (given: Parameters<typeof makeLicenseKey>[1] = {}) =>
  makeLicenseKey(seller.organizationId, given);
const input = (body: Omit<Body, 'organization_id'>) => ({
  body: { organization_id: seller.organizationId, ...body },
});
const read = (id: string) => callApi(getLicenseKeyBulk, { params: { id } }, { as: seller });
const keyOf = (id: string) => callApi(getLicenseKey, { params: { id } }, { as: seller });
/** A run of the job: one batch. */
const work = (bulk_id: string) =>
  changeLicenseKeys.run(
    { organization_id: seller.organizationId, bulk_id },
    new AbortController().signal,
  );

/** Begins a change and does all of it. */
async function change(body: Omit<Body, 'organization_id'>) {
  const { id } = await callApi(createLicenseKeyBulk, input(body), { as: seller });
  while ((await read(id)).status === 'running') await work(id);
  return read(id);
}

/** Copies of a key, by one statement. */
async function copies(count: number) {
  const { id, ...key } = await make();
  const data = Array.from({ length: count - 1 }, (_, index) => ({
    ...key,
    id: newId(),
    key: `${key.key}-${index}`,
  }));
  await db(null).licenseKey.createMany({ data });
}

describe('many keys at once', () => {
  it('are disabled and enabled, with an event for each that is another one then', async () => {
    const [granted, disabled, revoked] = [
      await make(),
      await make({ status: 'disabled' }),
      await make({ status: 'revoked' }),
    ];
    const other = await make();
    const ids = [granted.id, disabled.id, revoked.id];
    const begun = await callApi(
      createLicenseKeyBulk,
      input({ action: 'disable', filter: { id: ids } }),
      { as: seller },
    );
    expect(begun).toEqual({
      id: begun.id,
      organization_id: seller.organizationId,
      action: 'disable',
      status: 'running',
      total: 3,
      done: 0,
      changed: 0,
    });
    await work(begun.id);
    expect(await read(begun.id)).toEqual({ ...begun, status: 'done', done: 3, changed: 1 });
    const statuses = await Promise.all(
      [...ids, other.id].map(async (id) => (await keyOf(id)).status),
    );
    expect(statuses).toEqual(['disabled', 'disabled', 'revoked', 'granted']);
    await numbered();
    const { items } = await callApi(listEvents, { query: { object_id: ids } }, { as: seller });
    expect(items.map(({ type, data }) => [type, (data as { id: string }).id])).toEqual([
      ['license_key.updated', granted.id],
    ]);
    const filter = { status: 'disabled' as const };
    expect(await change({ action: 'enable', filter })).toMatchObject({ total: 2, changed: 2 });
    expect((await keyOf(revoked.id)).status).toBe('revoked');
  });

  it('are extended from their end, or from now where that has passed', async () => {
    const end = new Date(Date.now() + 10 * DAY_MS);
    const later = await make({ expiresAt: end });
    const past = await make({ expiresAt: new Date(0) });
    const never = await make();
    const extend_by = { ttl: 2, timeframe: 'day' } as const;
    expect(await change({ action: 'extend', filter: {}, extend_by })).toMatchObject({
      total: 3,
      changed: 2,
    });
    const expiryOf = async (id: string) => (await keyOf(id)).expires_at;
    expect(await expiryOf(later.id)).toBe(new Date(end.getTime() + 2 * DAY_MS).toISOString());
    const left = Date.parse((await expiryOf(past.id)) ?? '') - Date.now();
    expect(Math.abs(left - 2 * DAY_MS)).toBeLessThan(60_000);
    expect(await expiryOf(never.id)).toBeNull();
  });

  it('get the limits that are sent, and keep the others', async () => {
    const key = await make({ limitActivations: 3, limitUsage: 5 });
    const body = { action: 'limits' as const, filter: { benefit_id: key.benefitId } };
    expect(await change({ ...body, limit_usage: null })).toMatchObject({ total: 1, changed: 1 });
    expect(await keyOf(key.id)).toMatchObject({ limit_activations: 3, limit_usage: null });
    expect(await change({ ...body, limit_usage: null })).toMatchObject({ total: 1, changed: 0 });
    await change({ ...body, limit_activations: 7 });
    expect(await keyOf(key.id)).toMatchObject({ limit_activations: 7, limit_usage: null });
  });

  it('are changed in batches: what a kill breaks off is done again, and nothing twice', {
    tags: 'soak',
  }, async () => {
    await copies(250);
    const { id } = await callApi(
      createLicenseKeyBulk,
      input({ action: 'extend', filter: {}, extend_by: { ttl: 1, timeframe: 'day' } }),
      { as: seller },
    );
    const expiresAt = new Date(Date.now() + DAY_MS);
    const where = { organizationId: seller.organizationId };
    await db(null).licenseKey.updateMany({ where, data: { expiresAt } });
    await work(id);
    expect(await read(id)).toMatchObject({ status: 'running', done: 100, changed: 100 });
    const killed = transaction(systemScope(seller.organizationId, new Date()), async (scope) => {
      await continueBulk(scope, id);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    // Two workers at once, and one that comes late.
    await Promise.all([work(id), work(id)]);
    await work(id);
    expect(await read(id)).toMatchObject({ status: 'done', done: 250, changed: 250 });
    const ends = await db(null).licenseKey.groupBy({ by: ['expiresAt'], where });
    expect(ends.map((row) => row.expiresAt)).toEqual([new Date(expiresAt.getTime() + DAY_MS)]);
  });

  describe('are those of the filter', () => {
    it('which has the fields that narrow the list', () => {
      const others = ['organization_id', 'sorting', 'page', 'limit'];
      const narrowing = Object.keys(listLicenseKeys.query?.shape ?? {}).filter(
        (field) => !others.includes(field),
      );
      const filters = Object.keys(createLicenseKeyBulk.body?.shape.filter.shape ?? {});
      expect(filters.sort()).toEqual(narrowing.sort());
    });

    it('by what they were called elsewhere, by their holder, by a search, by one value or several', {
      tags: 'soak',
    }, async () => {
      const [imported, other, third] = [await make(), await make(), await make()];
      const externalIds = { [imported.id]: 'lemon-1', [other.id]: 'lemon-2' };
      const { organizationId } = seller;
      const data = Object.entries(externalIds).map(([objectId, externalId]) => ({
        ...{ organizationId, kind: 'license_keys', objectId, externalId },
      }));
      await db(null).externalId.createMany({ data });
      const { display_key } = await keyOf(third.id);
      const filters: [Body['filter'], { id: string }[]][] = [
        [{ external_id: 'lemon-1' }, [imported]],
        [{ external_id: ['lemon-1', 'lemon-2'] }, [imported, other]],
        [{ customer_id: other.customerId }, [other]],
        [{ customer_id: [other.customerId, third.customerId] }, [other, third]],
        [{ query: display_key }, [third]],
        [{ query: 'nobody has this' }, []],
      ];
      for (const [filter, keys] of filters) {
        const changed = await change({ action: 'disable', filter });
        expect([filter, changed.total, changed.changed]).toEqual([
          filter,
          keys.length,
          keys.length,
        ]);
        const statuses = await Promise.all(keys.map(async ({ id }) => (await keyOf(id)).status));
        expect(statuses).toEqual(keys.map(() => 'disabled'));
        await change({ action: 'enable', filter: {} });
      }
    });

    it('and none where a filter is unknown', async () => {
      await make();
      const body = { action: 'disable', filter: { external_ids: ['lemon-1'] } } as never;
      const failure = await refusal(createLicenseKeyBulk, input(body), { as: seller });
      expect([failure.status, places(failure)]).toEqual([422, ['body.filter']]);
      expect(failure.body.detail).toMatchObject([{ msg: 'There is no filter external_ids.' }]);
    });
  });

  it('that cannot go on are failed, and what was changed stays', { tags: 'soak' }, async () => {
    await copies(150);
    const where = { organizationId: seller.organizationId };
    const expiresAt = new Date(Date.now() + DAY_MS);
    await db(null).licenseKey.updateMany({ where, data: { expiresAt } });
    const extend_by = { ttl: 1, timeframe: 'day' } as const;
    const body = { action: 'extend' as const, filter: {}, extend_by };
    const { id } = await callApi(createLicenseKeyBulk, input(body), { as: seller });
    await work(id);
    // What no run can do.
    await db(null).licenseKeyBulk.update({ where: { id }, data: { extendTtl: null } });
    await work(id);
    const failed = { status: 'failed', total: 150, done: 100, changed: 100 };
    expect(await read(id)).toMatchObject(failed);
    await db(null).licenseKeyBulk.update({ where: { id }, data: { extendTtl: 1 } });
    await work(id);
    expect(await read(id)).toMatchObject(failed);
    const ends = await db(null).licenseKey.groupBy({ by: ['expiresAt'], where, _count: true });
    expect(ends.map(({ _count }) => _count).sort((a, b) => a - b)).toEqual([50, 100]);
  });

  it('are 10,000 at most', { tags: 'soak' }, async () => {
    await copies(10_001);
    const body = { action: 'disable' as const, filter: {} };
    const failure = await refusal(createLicenseKeyBulk, input(body), { as: seller });
    expect([failure.status, places(failure)]).toEqual([422, ['body.filter']]);
  });

  it('need what their action is about; none is done at once', async () => {
    const wrong = async (body: Omit<Body, 'organization_id'>) =>
      places(await refusal(createLicenseKeyBulk, input(body), { as: seller }));
    expect(await wrong({ action: 'extend', filter: {} })).toEqual(['body.extend_by']);
    expect(await wrong({ action: 'limits', filter: {} })).toEqual(['body.limit_activations']);
    expect(await change({ action: 'enable', filter: {} })).toMatchObject({
      status: 'done',
      total: 0,
    });
  });
});
