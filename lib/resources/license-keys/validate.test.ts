import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  activateLicenseKey,
  deactivateLicenseKey,
  getLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, type Seller } from '@/testing/factories';
import { activate, named, refuse, validate } from '@/testing/license-keys';

type Given = NonNullable<Parameters<typeof makeLicenseKey>[1]>;

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const make = (given: Given = {}) => makeLicenseKey(seller.organizationId, given);
const get = (id: string) => callApi(getLicenseKey, { params: { id } }, { as: seller });

describe('validating', () => {
  it('answers the key and counts', async () => {
    const key = await make({ limitUsage: 10, usage: 3 });
    const first = await validate(key);
    expect(first).toEqual({
      id: key.id,
      external_id: null,
      created_at: key.createdAt.toISOString(),
      modified_at: null,
      organization_id: seller.organizationId,
      user_id: key.customerId,
      customer_id: key.customerId,
      user: {
        id: key.customerId,
        email: expect.stringContaining('@'),
        public_name: expect.any(String),
        avatar_url: expect.stringMatching(/^http/),
      },
      customer: expect.objectContaining({ id: key.customerId, metadata: {} }),
      benefit_id: key.benefitId,
      key: key.key,
      display_key: `****-${key.key.slice(-6)}`,
      status: 'granted',
      limit_activations: null,
      expire_activations_after_days: null,
      activations_count: 0,
      usage: 3,
      limit_usage: 10,
      validations: 1,
      last_validated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      expires_at: null,
      transferred_at: null,
      activation: null,
      rotated: false,
      valid_until: null,
    });
    const second = await validate(key, { increment_usage: 7 });
    expect([second.validations, second.usage]).toEqual([2, 10]);
    expect(await refuse(validateLicenseKey, { ...named(key), increment_usage: 1 })).toEqual([
      400,
      'BadRequest',
      'USAGE_EXCEEDED',
    ]);
    const { validations, usage } = await validate(key, { increment_usage: 0 });
    expect([validations, usage]).toEqual([3, 10]);
  });

  it('takes a key as somebody pastes it: in any case, with white space around it', async () => {
    const key = await make();
    const pasted = ` \t${key.key.toLowerCase()}\n`;
    const { id, validations } = await validate(key, { key: pasted });
    expect([id, validations]).toEqual([key.id, 1]);
  });

  it('counts without a limit, as far as it can be counted', async () => {
    const key = await make({ usage: 2_147_483_646 });
    expect((await validate(key, { increment_usage: 1 })).usage).toBe(2_147_483_647);
    expect(await refuse(validateLicenseKey, { ...named(key), increment_usage: 1 })).toEqual([
      400,
      'BadRequest',
      'USAGE_EXCEEDED',
    ]);
  });

  it('knows the activation, benefit and customer that it is given', async () => {
    const key = await make({ limitActivations: 2 });
    const conditions = { major: 2, beta: false };
    const { id } = await activate(key, { conditions, meta: { host: 'laptop' } });
    const asked = { benefit_id: key.benefitId, customer_id: key.customerId };
    const valid = await validate(key, {
      ...asked,
      activation_id: id,
      conditions: { beta: false, major: 2 },
    });
    expect(valid.activation).toMatchObject({ id, label: 'Laptop', meta: { host: 'laptop' } });
    expect((await validate(key, { ...asked, activation_id: null })).activation).toBeNull();
  });

  it.each<[string, Given, Record<string, unknown>]>([
    ['REVOKED', { status: 'revoked' }, {}],
    ['DISABLED', { status: 'disabled' }, {}],
    ['EXPIRED', { expiresAt: LONG_AGO }, {}],
    ['ACTIVATION_NOT_FOUND', {}, { activation_id: newId() }],
    ['BENEFIT_MISMATCH', {}, { benefit_id: newId() }],
    ['CUSTOMER_MISMATCH', {}, { customer_id: newId() }],
    ['NOT_FOUND', {}, { key: 'unknown' }],
    ['NOT_FOUND', {}, { organization_id: newId() }],
  ])('is refused with %s and counts nothing', async (code, given, body) => {
    const key = await make(given);
    const asked = { ...named(key), increment_usage: 1, ...body };
    expect(await refuse(validateLicenseKey, asked)).toEqual([404, 'ResourceNotFound', code]);
    expect(await get(key.id)).toMatchObject({ validations: 0, usage: 0, last_validated_at: null });
  });

  it.each([{ major: 3 }, { major: 2, beta: true }, {}, undefined])(
    'is refused with the conditions %o where the activation has others',
    async (conditions) => {
      const key = await make({ limitActivations: 1 });
      const { id } = await activate(key, { conditions: { major: 2 } });
      const body = { ...named(key), activation_id: id, conditions };
      expect(await refuse(validateLicenseKey, body)).toEqual([
        404,
        'ResourceNotFound',
        'CONDITIONS_MISMATCH',
      ]);
    },
  );

  it('does not take the activation of another key', async () => {
    const [key, other] = [await make(), await make({ limitActivations: 1 })];
    const { id } = await activate(other);
    expect(await refuse(validateLicenseKey, { ...named(key), activation_id: id })).toEqual([
      404,
      'ResourceNotFound',
      'ACTIVATION_NOT_FOUND',
    ]);
  });

  it('does not find the key in another organization', async () => {
    const key = await make();
    const { organizationId } = await makeSeller();
    const body = { ...named(key), organization_id: organizationId };
    expect(await refuse(validateLicenseKey, body)).toEqual([404, 'ResourceNotFound', 'NOT_FOUND']);
  });

  it('tells every problem of the request', async () => {
    const body = {
      organization_id: 'x',
      increment_usage: -1,
      activation_id: 'x',
      conditions: { list: [] },
    };
    const failure = await refusal(validateLicenseKey, { body } as never);
    expect(places(failure)).toEqual([
      'body.activation_id',
      'body.conditions.list',
      'body.increment_usage',
      'body.key',
      'body.organization_id',
    ]);
  });

  it('never passes the usage limit, however many come at once', async () => {
    const key = await make({ limitUsage: 25 });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => validate(key, { increment_usage: 2 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
    expect(await get(key.id)).toMatchObject({ usage: 24, validations: 12 });
  });

  it('answers a retry with the same key as it answered the first time', async () => {
    const key = await make();
    const input = { body: { ...named(key), increment_usage: 1 } };
    const options = { idempotencyKey: newId() };
    const first = await callApi(validateLicenseKey, input, options);
    expect(await callApi(validateLicenseKey, input, options)).toEqual(first);
    expect(await get(key.id)).toMatchObject({ usage: 1, validations: 1 });
  });
});

describe('unknown keys', () => {
  const calls = [
    [validateLicenseKey, {}],
    [activateLicenseKey, { label: 'Laptop' }],
    [deactivateLicenseKey, { activation_id: newId() }],
  ] as const;

  it('are limited per address; other refusals and successes are not', async () => {
    const { organizationId } = await makeSeller();
    await db(null).organization.update({
      where: { id: organizationId },
      data: { isSandbox: false },
    });
    const key = await makeLicenseKey(organizationId, { limitActivations: 1 });
    const options = { headers: { 'x-client-ip': '203.0.113.7' } };
    const send = (index: number, name: string) => {
      const [operation, more] = calls[index % 3] ?? calls[0];
      return refuse(operation, { ...named({ key: name, organizationId }), ...more }, options);
    };
    for (let index = 0; index < 10; index += 1) {
      await callApi(validateLicenseKey, { body: named(key) }, options);
      const wrong = { ...named(key), benefit_id: newId() };
      expect(await refuse(validateLicenseKey, wrong, options)).toContain('BENEFIT_MISMATCH');
    }
    for (let index = 0; index < 6; index += 1) {
      expect(await send(index, `unknown-${index}`)).toEqual([404, 'ResourceNotFound', 'NOT_FOUND']);
    }
    const limited = [429, 'TooManyRequests', undefined];
    for (let index = 0; index < 3; index += 1) expect(await send(index, 'x')).toEqual(limited);
    expect(await refuse(validateLicenseKey, named(key), options)).toEqual(limited);
    const elsewhere = { headers: { 'x-client-ip': '203.0.113.8' } };
    await callApi(validateLicenseKey, { body: named(key) }, elsewhere);
  });

  it('are allowed more of in sandbox', async () => {
    const options = { headers: { 'x-client-ip': '203.0.113.9' } };
    const body = { key: 'unknown', organization_id: seller.organizationId };
    for (let index = 0; index < 8; index += 1) {
      expect(await refuse(validateLicenseKey, body, options)).toContain('NOT_FOUND');
    }
  });
});
