import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractInput } from '@/lib/contract/contract';
import {
  activateLicenseKey,
  deactivateLicenseKey,
  getLicenseKey,
  getLicenseKeyActivation,
  updateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { activate, deactivate, named, refuse } from '@/testing/license-keys';

type Given = NonNullable<Parameters<typeof makeLicenseKey>[1]>;

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const make = (given: Given = {}) => makeLicenseKey(seller.organizationId, given);
const get = (id: string) => callApi(getLicenseKey, { params: { id } }, { as: seller });
type Changes = NonNullable<ContractInput<typeof updateLicenseKey>['body']>;
const update = (id: string, body: Changes) =>
  callApi(updateLicenseKey, { params: { id }, body }, { as: seller });

describe('activating', () => {
  it('answers the activation with its key, found again by the seller', async () => {
    const key = await make({ limitActivations: 1 });
    const activation = await activate(key, { label: 'Büro 🖥', meta: { os: 'linux' } });
    expect(activation).toEqual({
      id: expect.any(String),
      license_key_id: key.id,
      label: 'Büro 🖥',
      meta: { os: 'linux' },
      created_at: expect.stringMatching(/Z$/),
      modified_at: null,
      last_used_at: null,
      expires_at: null,
      license_key: expect.objectContaining({ id: key.id, activations_count: 1 }),
      rotated: false,
      valid_until: null,
    });
    const params = { id: key.id, activation_id: activation.id };
    expect(await callApi(getLicenseKeyActivation, { params }, { as: seller })).toEqual(activation);
    const { license_key, rotated, valid_until, ...base } = activation;
    const found = await get(key.id);
    expect(found).toEqual({ ...license_key, activations: [base], former_value: null });
  });

  it.each<[string, Given]>([
    ['REVOKED', { limitActivations: 5, status: 'revoked' }],
    ['DISABLED', { limitActivations: 5, status: 'disabled' }],
    ['EXPIRED', { limitActivations: 5, expiresAt: LONG_AGO }],
    ['ACTIVATION_NOT_SUPPORTED', {}],
  ])('is refused with %s', async (code, given) => {
    const key = await make(given);
    expect(await refuse(activateLicenseKey, { ...named(key), label: 'Laptop' })).toEqual([
      403,
      'NotPermitted',
      code,
    ]);
    expect((await get(key.id)).activations).toEqual([]);
  });

  it('stops at the limit and goes on when a place is free again', async () => {
    const key = await make({ limitActivations: 2 });
    const { id } = await activate(key, { label: 'One' });
    await activate(key, { label: 'Two' });
    const refused = [403, 'NotPermitted', 'ACTIVATION_LIMIT_REACHED'];
    expect(await refuse(activateLicenseKey, { ...named(key), label: 'Three' })).toEqual(refused);
    expect(await deactivate(key, id)).toBeUndefined();
    await activate(key, { label: 'Three' });
    const { activations, activations_count } = await get(key.id);
    expect([activations.map(({ label }) => label), activations_count]).toEqual([
      ['Two', 'Three'],
      2,
    ]);
  });

  it('never passes the limit, however many come at once', async () => {
    const key = await make({ limitActivations: 5 });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => activate(key, { label: `Device ${index}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect((await get(key.id)).activations).toHaveLength(5);
  });

  it('keeps label, conditions and meta within their limits', async () => {
    const key = await make({ limitActivations: 5 });
    await activate(key, { label: '🔑'.repeat(200) });
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]));
    const body = {
      ...named(key),
      label: 'x'.repeat(201),
      conditions: many,
      meta: { ['k'.repeat(41)]: 1, long: 'x'.repeat(501) },
    };
    expect(places(await refusal(activateLicenseKey, { body }))).toEqual([
      'body.conditions',
      'body.label',
      `body.meta.${'k'.repeat(41)}`,
      'body.meta.long',
    ]);
  });
});

describe('deactivating', () => {
  it('works whatever became of the key', async () => {
    const key = await make({ limitActivations: 1 });
    const { id } = await activate(key);
    await update(key.id, { status: 'revoked', expires_at: '2020-01-01T00:00:00Z' });
    await deactivate(key, id);
    expect((await get(key.id)).activations).toEqual([]);
    const again = { ...named(key), activation_id: id };
    expect(await refuse(deactivateLicenseKey, again)).toEqual([
      404,
      'ResourceNotFound',
      'ACTIVATION_NOT_FOUND',
    ]);
  });

  it('needs the key that was activated', async () => {
    const [key, other] = [await make({ limitActivations: 1 }), await make()];
    const { id: activation_id } = await activate(key);
    expect(await refuse(deactivateLicenseKey, { ...named(other), activation_id })).toEqual([
      404,
      'ResourceNotFound',
      'ACTIVATION_NOT_FOUND',
    ]);
    expect(await refuse(deactivateLicenseKey, { ...named(key), key: 'x', activation_id })).toEqual([
      404,
      'ResourceNotFound',
      'NOT_FOUND',
    ]);
    expect((await get(key.id)).activations).toHaveLength(1);
  });
});
