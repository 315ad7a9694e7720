import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import {
  activateLicenseKey,
  getLicenseKey,
  getLicenseKeyActivation,
  listLicenseKeys,
  updateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { activate, deactivate, named, refuse, validate } from '@/testing/license-keys';

type Given = NonNullable<Parameters<typeof makeLicenseKey>[1]>;

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const make = (given: Given = {}) => makeLicenseKey(seller.organizationId, given);
const get = (id: string) => callApi(getLicenseKey, { params: { id } }, { as: seller });
type Changes = NonNullable<ContractInput<typeof updateLicenseKey>['body']>;
const update = (id: string, body: Changes) =>
  callApi(updateLicenseKey, { params: { id }, body }, { as: seller });

describe('changing a key', () => {
  it('applies what is sent and leaves the rest', async () => {
    const key = await make({ usage: 5, limitUsage: 9, limitActivations: 2, validations: 4 });
    const changed = await update(key.id, {
      status: 'disabled',
      usage: 2,
      limit_usage: null,
      limit_activations: 7,
      expires_at: '2040-01-01T01:00:00+01:00',
    });
    expect(changed).toMatchObject({
      status: 'disabled',
      usage: 2,
      limit_usage: null,
      limit_activations: 7,
      expires_at: '2040-01-01T00:00:00.000Z',
      modified_at: expect.any(String),
      validations: 4,
      key: key.key,
    });
    const { modified_at, ...rest } = changed;
    const kept = await update(key.id, { status: null, usage: null });
    expect(kept).toEqual({ ...rest, modified_at: expect.any(String) });
    const cleared = await update(key.id, {
      status: 'granted',
      limit_activations: null,
      expires_at: null,
    });
    expect(cleared).toMatchObject({ status: 'granted', limit_activations: null, expires_at: null });
    expect(await get(key.id)).toEqual({ ...cleared, activations: [], former_value: null });
  });

  it('may set the limits below what is used: nothing more until there is room', async () => {
    const key = await make({ usage: 5, limitUsage: 9, limitActivations: 2 });
    const { id } = await activate(key);
    await activate(key);
    await update(key.id, { limit_activations: 1, limit_usage: 1 });
    expect((await get(key.id)).activations).toHaveLength(2);
    await deactivate(key, id);
    expect(await refuse(activateLicenseKey, { ...named(key), label: 'Laptop' })).toContain(
      'ACTIVATION_LIMIT_REACHED',
    );
    expect(await refuse(validateLicenseKey, { ...named(key), increment_usage: 1 })).toContain(
      'USAGE_EXCEEDED',
    );
    await validate(key, { activation_id: null });
  });

  it('tells every problem of the request', async () => {
    const key = await make();
    const body = {
      status: 'expired',
      usage: -1,
      limit_activations: 0,
      limit_usage: 0,
      expires_at: 'soon',
    } as unknown as Changes;
    const input = { params: { id: key.id }, body };
    expect(places(await refusal(updateLicenseKey, input, { as: seller }))).toEqual([
      'body.expires_at',
      'body.limit_activations',
      'body.limit_usage',
      'body.status',
      'body.usage',
    ]);
  });

  it('is for a member too, with the scope for it', async () => {
    const member = await makeSeller({ role: 'member' });
    const { id } = await makeLicenseKey(member.organizationId);
    const input = { params: { id }, body: { status: 'disabled' as const } };
    expect((await callApi(updateLicenseKey, input, { as: member })).status).toBe('disabled');
    const reader = await makeSeller({ scopes: ['license_keys:read'] });
    expect((await refusal(updateLicenseKey, input, { as: reader })).error).toBe(
      'insufficient_scope',
    );
  });
});

describe('a key of another seller', () => {
  it('does not exist', async () => {
    const key = await make({ limitActivations: 1 });
    const { id: activation_id } = await activate(key);
    const as = await makeSeller();
    const failures = [
      await refusal(getLicenseKey, { params: { id: key.id } }, { as }),
      await refusal(updateLicenseKey, { params: { id: key.id }, body: {} }, { as }),
      await refusal(getLicenseKeyActivation, { params: { id: key.id, activation_id } }, { as }),
    ];
    expect(failures.map(({ status }) => status)).toEqual([404, 404, 404]);
    const { items } = await callApi(listLicenseKeys, {}, { as });
    expect(items).toEqual([]);
    const other = { id: (await make()).id, activation_id };
    const wrong = await refusal(getLicenseKeyActivation, { params: other }, { as: seller });
    expect(wrong.status).toBe(404);
  });
});
