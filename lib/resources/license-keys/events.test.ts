import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { numbered } from '@/lib/resources/events/service';
import { listLicenseKeys, updateLicenseKey } from '@/lib/resources/license-keys/contract';
import { callApi, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, makeToken, type Seller } from '@/testing/factories';
import { activate, deactivate, validate } from '@/testing/license-keys';
import { buyer, confirm, makeCheckout, makeKeyProduct } from '@/testing/shop';

// What is recorded of license keys (docs/contract/license-keys.md#events).

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

async function eventsOf(objectId: string, as: Seller = seller) {
  await numbered();
  const query = { object_id: [objectId], after: 0 };
  return (await callApi(listEvents, { query }, { as })).items;
}
const make = () => makeLicenseKey(seller.organizationId, { limitActivations: 2 });
type Changes = NonNullable<ContractInput<typeof updateLicenseKey>['body']>;
const update = (id: string, body: Changes) =>
  callApi(updateLicenseKey, { params: { id }, body }, { as: seller });

describe('a license key', () => {
  it('that is sold is recorded without its text, as what its grant led to', async () => {
    const as = await makeSeller();
    const checkout = await makeCheckout(as, (await makeKeyProduct(as)).id);
    await confirm(checkout, buyer());
    const { items: keys } = await callApi(listLicenseKeys, { query: {} }, { as });
    const [key] = keys;
    const [event, ...others] = await eventsOf(key?.id ?? '', as);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'license_key.created', customer_id: key?.customer_id });
    expect(event?.data).toEqual({ ...key, key: '***' });
    const { items } = await callApi(listEvents, { query: { after: 0, limit: 100 } }, { as });
    const cause = items.find(({ id }) => id === event?.cause_id);
    expect(cause).toMatchObject({
      type: 'benefit_grant.created',
      data: { properties: { license_key_id: key?.id } },
    });
    expect(JSON.stringify(items)).not.toContain(key?.key);
  });

  it('is recorded with each activation that is made or removed', async () => {
    const key = await make();
    const activation = await activate(key);
    await deactivate(key, activation.id);
    const events = await eventsOf(key.id);
    expect(events.map(({ type, data }) => [type, data.activations_count])).toEqual([
      ['license_key.updated', 1],
      ['license_key.updated', 0],
    ]);
  });

  it.each<[string, Changes, object]>([
    ['status', { status: 'disabled' }, { status: 'disabled' }],
    ['activation limit', { limit_activations: 7 }, { limit_activations: 7 }],
    ['usage limit', { limit_usage: 9 }, { limit_usage: 9 }],
    ['expiry', { expires_at: '2031-01-02T03:04:05Z' }, { expires_at: '2031-01-02T03:04:05.000Z' }],
  ])('is recorded with a new %s, once', async (_what, body, shown) => {
    const key = await make();
    await update(key.id, body);
    await update(key.id, body);
    const events = await eventsOf(key.id);
    expect(events).toMatchObject([{ type: 'license_key.updated', data: shown }]);
  });

  it('is not recorded when it is used', async () => {
    const key = await make();
    await validate(key, { increment_usage: 1 });
    await update(key.id, { usage: 0 });
    expect(await eventsOf(key.id)).toEqual([]);
  });

  it('has its events seen by who may read license keys alone', async () => {
    const key = await make();
    await update(key.id, { limit_usage: 3 });
    await numbered();
    const query = { object_id: [key.id] };
    const { organizationId } = seller;
    const reader = await makeToken({ organizationId }, { scopes: ['license_keys:read'] });
    expect((await callApi(listEvents, { query }, { as: { token: reader } })).items).toHaveLength(1);
    const other = await makeToken({ organizationId }, { scopes: ['orders:read'] });
    expect((await callApi(listEvents, { query }, { as: { token: other } })).items).toEqual([]);
    const named = { query: { type: ['license_key.*' as const] } };
    expect((await refusal(listEvents, named, { as: { token: other } })).status).toBe(403);
  });
});
