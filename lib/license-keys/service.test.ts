import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyContract, ContractInput } from '@/lib/api/contract';
import { prisma } from '@/lib/database/client';
import { newId } from '@/lib/ids';
import {
  activateLicenseKey,
  deactivateLicenseKey,
  getLicenseKey,
  getLicenseKeyActivation,
  listLicenseKeys,
  updateLicenseKey,
  validateLicenseKey,
} from '@/lib/license-keys/contract';
import type { LicenseKeyUpdate } from '@/lib/license-keys/schema';
import { callApi, places, refusal, type TestCallOptions } from '@/lib/testing/call-api';
import {
  makeBenefit,
  makeCustomer,
  makeLicenseKey,
  makeSeller,
  type Seller,
} from '@/prisma/factories';

type Body<C extends AnyContract> = Partial<NonNullable<ContractInput<C>['body']>>;
type Key = Awaited<ReturnType<typeof makeLicenseKey>>;
type Given = NonNullable<Parameters<typeof makeLicenseKey>[1]>;

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const make = (given: Given = {}) => makeLicenseKey(seller.organizationId, given);
const named = ({ key, organizationId }: Pick<Key, 'key' | 'organizationId'>) => ({
  key,
  organization_id: organizationId,
});
const validate = (key: Key, body: Body<typeof validateLicenseKey> = {}) =>
  callApi(validateLicenseKey, { body: { ...named(key), ...body } });
const activate = (key: Key, body: Body<typeof activateLicenseKey> = {}) =>
  callApi(activateLicenseKey, { body: { ...named(key), label: 'Laptop', ...body } });
const deactivate = (key: Key, activation_id: string) =>
  callApi(deactivateLicenseKey, { body: { ...named(key), activation_id } });
const get = (id: string) => callApi(getLicenseKey, { params: { id } }, { as: seller });
const update = (id: string, body: LicenseKeyUpdate) =>
  callApi(updateLicenseKey, { params: { id }, body }, { as: seller });

/** The status, error name and code of a refused call. */
async function refuse<C extends AnyContract>(
  operation: C,
  body: Record<string, unknown>,
  options: TestCallOptions = {},
) {
  const failure = await refusal(operation, { body } as ContractInput<C>, options);
  expect(failure.status === 422 || typeof failure.body['detail'] === 'string').toBe(true);
  return [failure.status, failure.error, failure.body['code']];
}

describe('validating', () => {
  it('answers the key and counts', async () => {
    const key = await make({ limitUsage: 10, usage: 3 });
    const first = await validate(key);
    expect(first).toEqual({
      id: key.id,
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
      activations_count: 0,
      usage: 3,
      limit_usage: 10,
      validations: 1,
      last_validated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      expires_at: null,
      activation: null,
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

  it('does not find the key in another organization, nor in another case', async () => {
    const key = await make();
    const { organizationId } = await makeSeller();
    for (const body of [
      { ...named(key), organization_id: organizationId },
      { ...named(key), key: key.key.toLowerCase() },
    ]) {
      expect(await refuse(validateLicenseKey, body)).toEqual([
        404,
        'ResourceNotFound',
        'NOT_FOUND',
      ]);
    }
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

  it('answers a safe retry as it answered the first time', async () => {
    const key = await make();
    const input = { body: { ...named(key), increment_usage: 1 } };
    const options = { idempotencyKey: newId() };
    const first = await callApi(validateLicenseKey, input, options);
    expect(await callApi(validateLicenseKey, input, options)).toEqual(first);
    expect(await get(key.id)).toMatchObject({ usage: 1, validations: 1 });
  });
});

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
      license_key: expect.objectContaining({ id: key.id, activations_count: 1 }),
    });
    const params = { id: key.id, activation_id: activation.id };
    expect(await callApi(getLicenseKeyActivation, { params }, { as: seller })).toEqual(activation);
    const { license_key, ...base } = activation;
    expect(await get(key.id)).toEqual({ ...license_key, activations: [base] });
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

describe('unknown keys', () => {
  const calls = [
    [validateLicenseKey, {}],
    [activateLicenseKey, { label: 'Laptop' }],
    [deactivateLicenseKey, { activation_id: newId() }],
  ] as const;

  it('are limited per address; other refusals and successes are not', async () => {
    const { organizationId } = await makeSeller();
    await prisma().organization.update({
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
    expect(await get(key.id)).toEqual({ ...cleared, activations: [] });
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
    } as unknown as LicenseKeyUpdate;
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

describe('the list of keys', () => {
  const list = (
    as: Seller,
    query: NonNullable<ContractInput<typeof listLicenseKeys>['query']> = {},
  ) => callApi(listLicenseKeys, { query }, { as });

  it('is oldest first, and as a plain model says for every page, sorting and filter', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const customers = await Promise.all([
      makeCustomer(organizationId),
      makeCustomer(organizationId),
    ]);
    const type = 'license_keys' as const;
    const properties = { prefix: null, expires: null, activations: null, limit_usage: null };
    const benefits = await Promise.all([
      makeBenefit(organizationId, { type, properties }),
      makeBenefit(organizationId, { type, properties }),
    ]);
    const statuses = ['granted', 'revoked', 'disabled'] as const;
    const rows = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        makeLicenseKey(organizationId, {
          customerId: customers[index % 2]?.id as string,
          benefitId: benefits[Math.floor(index / 3) % 2]?.id as string,
          status: statuses[index % 3] as (typeof statuses)[number],
          createdAt: new Date(LONG_AGO.getTime() + Math.floor(index / 2) * 1000),
        }),
      ),
    );
    const some = <T>(values: T[]) => fc.subarray(values);
    const sort = fc.constantFrom('created_at', '-created_at', 'status', '-status');
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sorting: fc.array(sort, { maxLength: 2 }),
          status: some([...statuses]),
          customer_id: some(customers.map(({ id }) => id)),
          benefit_id: some(benefits.map(({ id }) => id)),
          key: some(rows.slice(0, 3).map(({ key }) => key)),
          page: fc.integer({ min: 1, max: 4 }),
          limit: fc.integer({ min: 1, max: 6 }),
          created_after: fc.constantFrom(undefined, '2020-01-01T00:00:02Z'),
          created_before: fc.constantFrom(undefined, '2020-01-01T00:00:05Z'),
        }),
        async ({ created_after, created_before, ...query }) => {
          const criteria = query.sorting.length > 0 ? query.sorting : ['created_at'];
          const rank = (row: Key, criterion: string) =>
            (criterion.endsWith('status')
              ? statuses.indexOf(row.status)
              : row.createdAt.getTime()) * (criterion.startsWith('-') ? -1 : 1);
          const isIn = (values: string[], value: string) =>
            values.length === 0 || values.includes(value);
          const expected = rows
            .filter(
              (row) =>
                isIn(query.status, row.status) &&
                isIn(query.customer_id, row.customerId) &&
                isIn(query.benefit_id, row.benefitId) &&
                isIn(query.key, row.key) &&
                (!created_after || row.createdAt >= new Date(created_after)) &&
                (!created_before || row.createdAt < new Date(created_before)),
            )
            .sort(
              (a, b) =>
                criteria.reduce((sum, by) => sum || rank(a, by) - rank(b, by), 0) ||
                (a.id < b.id ? -1 : 1),
            );
          const { items, pagination } = await list(as, {
            ...query,
            sorting: query.sorting as never,
            ...(created_after ? { created_after } : {}),
            ...(created_before ? { created_before } : {}),
          });
          expect(pagination).toEqual({
            total_count: expected.length,
            max_page: Math.ceil(expected.length / query.limit),
          });
          const start = (query.page - 1) * query.limit;
          expect(items.map(({ id }) => id)).toEqual(
            expected.slice(start, start + query.limit).map(({ id }) => id),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('finds a key by what a person would type', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const { id: customerId } = await makeCustomer(organizationId, {
      email: 'Ann.Miller@example.com',
      name: 'Ännchen 100%',
    });
    const key = await makeLicenseKey(organizationId, { customerId, key: 'ACME-ZYXWVU' });
    await makeLicenseKey(organizationId);
    const found = async (query: string) => (await list(as, { query })).items.map(({ id }) => id);
    const queries = ['ACME-ZYXWVU', 'acme', 'ZYXWVU', '****-ZYXWVU', 'ann.miller', 'chen 100%'];
    for (const query of [...queries, key.id]) expect(await found(query)).toEqual([key.id]);
    expect(await found('nobody')).toEqual([]);
    expect(await found('1__%')).toEqual([]);
    expect(await found('  ')).toHaveLength(2);
  });

  it('narrows to an organization, and shows nothing of a foreign one', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    const { id } = await makeLicenseKey(as.organizationId);
    const of = async (organizationId: string) =>
      (await list(as, { organization_id: [organizationId] })).items.map((item) => item.id);
    expect(await of(as.organizationId)).toEqual([id]);
    expect(await of(other.organizationId)).toEqual([]);
  });

  it('refuses unknown criteria and states', async () => {
    const query = { sorting: ['key'], status: ['expired'] } as never;
    expect(places(await refusal(listLicenseKeys, { query }, { as: seller }))).toEqual([
      'query.sorting',
      'query.status',
    ]);
  });
});
