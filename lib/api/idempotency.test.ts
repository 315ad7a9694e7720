import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RequestContext } from '@/lib/api/context';
import { purgeExpiredReplies } from '@/lib/api/idempotency';
import { contract } from '@/lib/contract/contract';
import { ApiError } from '@/lib/contract/errors';
import { db } from '@/lib/database/connection/client';
import {
  createCustomField,
  deleteCustomField,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import { CustomField } from '@/lib/resources/custom-fields/schema';
import { implement } from '@/lib/resources/implement';
import { validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';
import { callApi, refusal, sendRaw, type TestCallOptions } from '@/testing/call-api';
import { makeLicenseKey, makeSeller, makeToken, type Seller } from '@/testing/factories';

let seller: Seller;
let key: string;
beforeAll(async () => {
  seller = await makeSeller();
});
beforeEach(() => {
  key = `key-${newId()}`;
});

const field = (slug = newId()) => ({ type: 'checkbox', slug, name: 'Terms', properties: {} });
const count = (slug: string) => db(null).customField.count({ where: { slug } });
const entry = () => db(null).idempotencyEntry.findFirst({ where: { keyDigest: digest(key) } });

async function post(body: unknown, options: TestCallOptions = {}) {
  const response = await sendRaw(
    createCustomField,
    { body: JSON.stringify(body) },
    { as: seller, idempotencyKey: key, ...options },
  );
  const text = await response.text();
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed'),
    retryAfter: response.headers.get('retry-after'),
    text,
    body: JSON.parse(text) as Record<string, unknown>,
  };
}

/** Puts the entry of the key back in time. */
async function backDate(change: { leaseUntil?: Date; createdAt?: Date }) {
  await db(null).idempotencyEntry.updateMany({ where: { keyDigest: digest(key) }, data: change });
}

/** An entry whose run was killed before it answered. */
async function abandon(body: unknown) {
  await post(body);
  await db(null).customField.deleteMany({});
  await db(null).idempotencyEntry.updateMany({
    where: { keyDigest: digest(key) },
    data: { status: null, reply: null, leaseUntil: new Date(Date.now() + 60_000) },
  });
}

describe('a second request with the same key', () => {
  it('gets the first reply again, word for word, and has no effect', async () => {
    const body = field();
    const first = await post(body);
    expect(first).toMatchObject({ status: 201, replayed: null });
    const second = await post(body);
    expect(second).toEqual({ ...first, replayed: 'true' });
    expect(await count(body.slug)).toBe(1);
  });

  it('has one effect, however many come at once', async () => {
    const body = field();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(answers.filter(({ status, replayed }) => status === 201 && !replayed)).toHaveLength(1);
    for (const { status, body: answer } of answers) {
      if (status === 409) expect(answer.error).toBe('IdempotencyInFlight');
    }
    expect(await count(body.slug)).toBe(1);
    expect(await post(body)).toMatchObject({ status: 201, replayed: 'true' });
  });

  it('is 422 with another payload, path or operation', async () => {
    const first = await post(field());
    const other = await post(field());
    expect(other).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'Idempotency-Key'], type: 'idempotency_key_reused' }] },
    });
    const id = String(first.body.id);
    const failure = await refusal(
      deleteCustomField,
      { params: { id } },
      { as: seller, idempotencyKey: key },
    );
    expect(failure).toMatchObject({ status: 422 });
  });

  it('is 409 while the first one runs', async () => {
    const body = field();
    await abandon(body);
    const second = await post(body);
    expect(second).toMatchObject({ status: 409, body: { error: 'IdempotencyInFlight' } });
  });

  it('tells to wait for no less than what is left of the lease', async () => {
    const body = field();
    await abandon(body);
    const secondsLeft = async () => Number((await post(body)).retryAfter);
    const first = await secondsLeft();
    await backDate({ leaseUntil: new Date(Date.now() + 600_000) });
    expect([first, await secondsLeft()]).toEqual([
      expect.toSatisfy((seconds: number) => seconds > 1 && seconds <= 60),
      expect.toSatisfy((seconds: number) => seconds > 60 && seconds <= 600),
    ]);
  });

  it('takes over when the lease of the first one is over, with the same payload alone', async () => {
    const body = field();
    await abandon(body);
    await backDate({ leaseUntil: new Date(Date.now() - 1000) });
    expect(await post(field())).toMatchObject({ status: 422 });
    expect(await post(body)).toMatchObject({ status: 201, replayed: null });
    expect(await post(body)).toMatchObject({ status: 201, replayed: 'true' });
    expect(await count(body.slug)).toBe(1);
  });

  it('runs anew after 24 hours', async () => {
    const first = field();
    await post(first);
    await backDate({ createdAt: new Date(Date.now() - 24 * 3600_000 + 60_000) });
    expect(await post(first)).toMatchObject({ status: 201, replayed: 'true' });
    await backDate({ createdAt: new Date(Date.now() - 24 * 3600_000 - 1000) });
    const second = field();
    expect(await post(second)).toMatchObject({ status: 201, replayed: null });
    expect(await post(second)).toMatchObject({ status: 201, replayed: 'true' });
  });

  it('finds nothing once old replies are forgotten', async () => {
    const body = field();
    await post(body);
    await purgeExpiredReplies();
    expect(await entry()).not.toBeNull();
    await backDate({ createdAt: new Date(Date.now() - 24 * 3600_000 - 1000) });
    await purgeExpiredReplies();
    expect(await entry()).toBeNull();
  });
});

describe('whose key it is', () => {
  it('is one of the user, whatever his token, and of no other', async () => {
    const body = field();
    const first = await post(body);
    const token = await makeToken({ userId: seller.userId });
    expect(await post(body, { as: { token } })).toEqual({ ...first, replayed: 'true' });

    const other = await post(body, { as: await makeSeller() });
    expect(other).toMatchObject({ status: 201, replayed: null });
    expect(other.body.id).not.toBe(first.body.id);

    const organization = { token: await makeToken({ organizationId: seller.organizationId }) };
    expect(await post(field(), { as: organization })).toMatchObject({
      status: 201,
      replayed: null,
    });
  });

  it('is checked after the caller: without a right there is no replay', async () => {
    const body = field();
    await post(body);
    const token = await makeToken({ userId: seller.userId }, { scopes: ['custom_fields:read'] });
    expect(await post(body, { as: { token } })).toMatchObject({ status: 403 });
    expect(await post(body, { as: undefined })).toMatchObject({ status: 401 });
  });
});

describe('without a token', () => {
  it('the key is one of the license key that is the credential', async () => {
    const { organizationId: organization_id } = seller;
    const [one, other] = await Promise.all([
      makeLicenseKey(organization_id),
      makeLicenseKey(organization_id),
    ]);
    const validate = (key: string) =>
      callApi(
        validateLicenseKey,
        { body: { key, organization_id, increment_usage: 1 } },
        { idempotencyKey: 'same-in-every-installation' },
      );
    const first = await validate(one.key);
    expect(await validate(one.key)).toEqual(first);
    expect(await validate(other.key)).toMatchObject({ id: other.id, usage: 1 });
    const { usage } = await db(null).licenseKey.findUniqueOrThrow({ where: { id: one.id } });
    expect(usage).toBe(1);
  });
});

describe('what is kept', () => {
  it('are refusals of the operation, with their request id', async () => {
    const taken = field();
    await callApi(createCustomField, { body: taken as never }, { as: seller });
    const first = await post(taken);
    expect(first).toMatchObject({ status: 422, replayed: null });
    await db(null).customField.deleteMany({ where: { slug: taken.slug } });
    expect(await post(taken)).toEqual({ ...first, replayed: 'true' });
  });

  it('is a 404, and an answer without a body', async () => {
    const { id } = await callApi(createCustomField, { body: field() as never }, { as: seller });
    const remove = (idempotencyKey: string) =>
      sendRaw(deleteCustomField, { params: { id } }, { as: seller, idempotencyKey });
    expect((await remove(key)).status).toBe(204);
    const again = await remove(key);
    expect(again.status).toBe(204);
    expect(again.headers.get('idempotency-replayed')).toBe('true');

    expect((await remove(`${key}-2`)).status).toBe(404);
    const missing = await remove(`${key}-2`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is no request that was refused while parsing, nor one without a right', async () => {
    expect(await post({ type: 'checkbox' })).toMatchObject({ status: 422 });
    expect(await post('text')).toMatchObject({ status: 422 });
    expect(await post(field(), { headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 415,
    });
    expect(await entry()).toBeNull();
    expect(await post(field())).toMatchObject({ status: 201, replayed: null });
  });
});

describe('the key', () => {
  it('has 1 to 255 characters', async () => {
    expect(await post(field(), { idempotencyKey: 'k'.repeat(255) })).toMatchObject({ status: 201 });
    const answer = await post({ ...field(), name: '' }, { idempotencyKey: 'k'.repeat(256) });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'name'] }, { loc: ['header', 'Idempotency-Key'] }] },
    });
    const empty = await post(field(), { headers: { 'idempotency-key': '' } });
    expect(empty.status).toBe(201);
  });

  it('is stored as a digest, and the reply under it in clear unless it carries a secret', async () => {
    await post(field());
    const stored = await entry();
    expect(JSON.stringify(stored)).not.toContain(key);
    expect(CustomField.parse(JSON.parse(stored?.reply ?? ''))).toMatchObject({ name: 'Terms' });
  });
});

describe('an operation of any kind', () => {
  const call = async (outcome: string, settings: { secretReply?: boolean } = {}) => {
    const { handler, runs } = trial(outcome, settings);
    const request = () =>
      new Request('http://localhost:3000/v1/trial', {
        method: 'POST',
        headers: { authorization: `Bearer ${seller.token}`, 'idempotency-key': key },
      });
    const send = async () => {
      const response = await handler(request(), { params: Promise.resolve({}) });
      const replayed = response.headers.get('idempotency-replayed');
      return { status: response.status, replayed, body: await response.json() };
    };
    return { send, runs };
  };

  /** An operation that always ends the same way, and counts how often it ran. */
  function trial(outcome: string, settings: { secretReply?: boolean }) {
    const runs = { count: 0 };
    const operation = contract({
      id: 'trial:run',
      method: 'POST',
      path: '/v1/trial',
      tag: 'trial',
      summary: 'Try',
      status: 200,
      errors: ['TooManyRequests', 'PaymentError'],
      response: z.array(z.string()),
      ...settings,
    });
    const handler = implement(operation, ({ context }) =>
      context.commit<string[]>(async () => {
        runs.count += 1;
        if (outcome === 'limit, returned') return new ApiError('TooManyRequests', 'Wait.');
        if (outcome === 'limit, thrown') throw new ApiError('TooManyRequests', 'Wait.');
        if (outcome === 'decline, returned') return new ApiError('PaymentError', 'Declined.');
        if (outcome === 'decline, thrown') throw new ApiError('PaymentError', 'Declined.');
        if (outcome === 'fault') throw new Error('broken');
        return [];
      }),
    );
    return { handler, runs };
  }

  it('goes on with what its first try did, however many tries fail in between', async () => {
    const entries: string[] = [];
    const tries = [
      async (context: RequestContext) => {
        await context.transaction(async () => {});
        throw new Error('broken after the first transaction');
      },
      () => Promise.reject(new ApiError('TooManyRequests', 'Wait.')),
      () => Promise.reject(new Error('broken before anything')),
      (context: RequestContext) => context.commit(async () => [] as string[]),
    ];
    const operation = contract({
      id: 'trial:resume',
      method: 'POST',
      path: '/v1/trial',
      tag: 'trial',
      summary: 'Try',
      status: 200,
      errors: ['TooManyRequests'],
      response: z.array(z.string()),
    });
    const handler = implement(operation, ({ context }) => {
      entries.push(context.claim?.id ?? '');
      return tries[entries.length - 1]?.(context) as Promise<string[]>;
    });
    const statuses: number[] = [];
    for (const _ of tries) {
      const headers = { authorization: `Bearer ${seller.token}`, 'idempotency-key': key };
      const request = new Request('http://localhost:3000/v1/trial', { method: 'POST', headers });
      statuses.push((await handler(request, { params: Promise.resolve({}) })).status);
    }
    expect(statuses).toEqual([500, 429, 500, 200]);
    expect(new Set(entries).size).toBe(1);
    expect(entries).toHaveLength(tries.length);
  });

  it.each([
    ['limit, returned', 429],
    ['limit, thrown', 429],
    ['fault', 500],
  ])('keeps no %s', async (outcome, status) => {
    const { send, runs } = await call(outcome);
    expect(await send()).toMatchObject({ status, replayed: null });
    expect(await send()).toMatchObject({ status, replayed: null });
    expect(runs.count).toBe(2);
    expect(await entry()).toBeNull();
  });

  it.each(['decline, returned', 'decline, thrown'])('keeps a %s', async (outcome) => {
    const { send, runs } = await call(outcome);
    const first = await send();
    expect(first).toMatchObject({ status: 400, replayed: null });
    expect(await send()).toEqual({ ...first, replayed: 'true' });
    expect(runs.count).toBe(1);
  });

  it('keeps a reply with a secret encrypted', async () => {
    const { send, runs } = await call('success', { secretReply: true });
    const first = await send();
    expect(first).toMatchObject({ status: 200, body: [] });
    expect((await entry())?.reply).toMatch(/^enc:[\w-]{20,}$/);
    expect(await send()).toEqual({ ...first, replayed: 'true' });
    expect(runs.count).toBe(1);
  });
});

describe('a patch', () => {
  it('is replayed like any other write', async () => {
    const { id } = await callApi(createCustomField, { body: field() as never }, { as: seller });
    const change = (name: string) =>
      callApi(
        updateCustomField,
        { params: { id }, body: { name } },
        { as: seller, idempotencyKey: key },
      );
    const first = await change('First');
    await callApi(updateCustomField, { params: { id }, body: { name: 'Second' } }, { as: seller });
    expect(await change('First')).toEqual(first);
    expect(await db(null).customField.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: 'Second',
    });
  });
});
