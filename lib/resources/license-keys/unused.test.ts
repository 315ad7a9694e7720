import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import {
  activateLicenseKey,
  getLicenseKey,
  listLicenseKeys,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { endAllUnused } from '@/lib/resources/license-keys/jobs';
import { leaseLicenseKey } from '@/lib/resources/license-leases/contract';
import { callApi, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { activate, deactivate, type Key, named, refuse, validate } from '@/testing/license-keys';
import { buyer, confirm, fixed, makeCheckout, makeKeyProduct } from '@/testing/shop';
import { runs } from '@/testing/soak';
import { advanceTo } from '@/testing/test-clocks';

// What docs/contract/license-keys.md#unused-activations says.

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const GONE = [404, 'ResourceNotFound', 'ACTIVATION_NOT_FOUND'];
const make = (organizationId = seller.organizationId) =>
  makeLicenseKey(organizationId, { limitActivations: 1, expireActivationsAfterDays: 7 });
const get = (id: string, as = seller) => callApi(getLicenseKey, { params: { id } }, { as });
/** Has the last use of a key's activations be so many days earlier. */
async function age(key: Key, days: number): Promise<void> {
  for (const { id, lastUsedAt, expiresAt } of await activationsOf(key)) {
    const earlier = (at: Date | null) => at && new Date(at.getTime() - days * DAY_MS);
    const data = { lastUsedAt: earlier(lastUsedAt), expiresAt: earlier(expiresAt) };
    await db(null).licenseActivation.update({ where: { id }, data });
  }
}
const activationsOf = ({ id }: Key) =>
  db(null).licenseActivation.findMany({ where: { licenseKeyId: id } });

describe('an activation that nobody uses', () => {
  it('ends after the days, to the moment', async () => {
    const key = await make();
    const { id: activation_id, last_used_at, expires_at } = await activate(key);
    expect(Date.parse(expires_at ?? '') - Date.parse(last_used_at ?? '')).toBe(7 * DAY_MS);
    await age(key, 6.99);
    const { activation } = await validate(key, { activation_id });
    expect(Date.parse(activation?.expires_at ?? '')).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
    expect((await get(key.id)).activations[0]).toEqual(activation);
    await age(key, 7);
    const body = { ...named(key), activation_id };
    expect(await refuse(validateLicenseKey, body)).toEqual(GONE);
    expect(await refuse(leaseLicenseKey, body)).toEqual(GONE);
    expect((await get(key.id)).validations).toBe(1);
  });

  it('frees its slot at once, for one of those that want it', async () => {
    const key = await make();
    await activate(key);
    const full = [403, 'NotPermitted', 'ACTIVATION_LIMIT_REACHED'];
    expect(await refuse(activateLicenseKey, { ...named(key), label: 'x' })).toEqual(full);
    await age(key, 7);
    const labels = ['a', 'b', 'c', 'd'];
    const tried = await Promise.allSettled(labels.map((label) => activate(key, { label })));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { activations, activations_count } = await get(key.id);
    expect([activations.length, activations_count]).toEqual([1, 1]);
    expect(labels).toContain(activations[0]?.label);
  });

  it('is used by a lease, which ends no later than it', async () => {
    const key = await make();
    const { id: activation_id } = await activate(key);
    await age(key, 6);
    const body = { ...named(key), activation_id, ttl_seconds: 30 * 86_400 };
    const lease = await callApi(leaseLicenseKey, { body });
    const [activation] = (await get(key.id)).activations;
    const end = Date.parse(activation?.expires_at ?? '');
    expect(end).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
    expect(Date.parse(lease.expires_at)).toBe(Math.floor(end / 1000) * 1000);
  });

  it('is removed in the background, with an event', async () => {
    const [key, used] = [await make(), await make()];
    await activate(key);
    const { id: activation_id } = await activate(used);
    await age(key, 7);
    await age(used, 6);
    await endAllUnused(new Date());
    await endAllUnused(new Date());
    expect(await get(key.id)).toMatchObject({ activations: [], activations_count: 0 });
    expect((await get(used.id)).activations.map(({ id }) => id)).toEqual([activation_id]);
    const query = { object_id: [key.id], sorting: ['number' as const] };
    await numbered();
    const { items } = await callApi(listEvents, { query }, { as: seller });
    const counts = items.map(
      ({ data }) => (data as { activations_count: number }).activations_count,
    );
    expect(counts).toEqual([1, 0]);
  });

  it('stays where the key says nothing, and its validations write it not', async () => {
    const key = await makeLicenseKey(seller.organizationId, { limitActivations: 1 });
    const made = await activate(key);
    expect(made).toMatchObject({ last_used_at: null, expires_at: null });
    await validate(key, { activation_id: made.id });
    await endAllUnused(new Date(Date.now() + 400 * DAY_MS));
    expect((await get(key.id)).activations).toMatchObject([{ last_used_at: null }]);
  });
});

it('keys get the days of their benefit, and an advance of the clock ends what is unused by then', async () => {
  const as = await makeSeller();
  const activations = { limit: 2, enable_customer_admin: true, expire_after_days: 30 };
  const product = await makeKeyProduct(as, fixed(900), { activations });
  await confirm(await makeCheckout(as, product.id), buyer());
  const [key] = (await callApi(listLicenseKeys, {}, { as })).items;
  if (!key) throw new Error('There is no key');
  expect(key.expire_activations_after_days).toBe(30);
  const body = { key: key.key, organization_id: as.organizationId };
  await callApi(activateLicenseKey, { body: { ...body, label: 'Laptop' } });
  const advance = (days: number) => advanceTo(as, new Date(Date.now() + days * DAY_MS));
  await advance(29);
  expect((await get(key.id, as)).activations_count).toBe(1);
  await advance(31);
  expect((await get(key.id, as)).activations_count).toBe(0);
  // By the clock, on the moment of its end.
  await numbered();
  const events = await callApi(listEvents, { query: { object_id: [key.id] } }, { as });
  expect(events.items.map(({ type }) => type)).toContain('license_key.updated');
});

it('over random histories an activation lives as long as its last use says', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ kind: fc.constantFrom('validate' as const, 'lease' as const, 'job' as const) }),
    fc.record({ kind: fc.constantFrom('activate' as const, 'deactivate' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const key = await make();
      /** The activation, and the days since its last use. */
      let model: { id: string; unused: number } | null = null;
      const isAlive = () => model !== null && model.unused < 7;
      for (const step of steps) {
        const body = { ...named(key), activation_id: model?.id ?? crypto.randomUUID() };
        if (step.kind === 'wait') {
          await age(key, step.days);
          if (model) model.unused += step.days;
        } else if (step.kind === 'job') {
          await endAllUnused(new Date());
          expect(await activationsOf(key)).toHaveLength(isAlive() ? 1 : 0);
        } else if (step.kind === 'activate') {
          const made = await activate(key).catch(() => null);
          expect(made === null).toBe(isAlive());
          if (made) model = { id: made.id, unused: 0 };
        } else if (step.kind === 'deactivate') {
          if (model) await deactivate(key, model.id).catch(() => null);
          model = null;
        } else {
          const operation = step.kind === 'lease' ? leaseLicenseKey : validateLicenseKey;
          if (isAlive()) await callApi(operation, { body });
          else expect((await refusal(operation, { body })).body.code).toBe(GONE[2]);
          if (model && isAlive()) model.unused = 0;
        }
      }
    }),
    { numRuns: runs(15) },
  );
});
