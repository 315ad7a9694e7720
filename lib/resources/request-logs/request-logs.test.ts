import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AnsweredRequest } from '@/lib/api/implement';
import type { AnyContract } from '@/lib/contract/contract';
import { DAY_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { createCustomer, deleteCustomer, getCustomer } from '@/lib/resources/customers/contract';
import { createDiscount, listDiscounts } from '@/lib/resources/discounts/contract';
import { validateLicenseKey } from '@/lib/resources/license-keys/contract';
import { createProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import { countRefusal, refusalsWritten } from '@/lib/resources/refusals/service';
import {
  exportRequestLogs,
  getRequestLog,
  listRequestLogs,
} from '@/lib/resources/request-logs/contract';
import { turnRequestLogs } from '@/lib/resources/request-logs/jobs';
import { LineBudget, type LineOwner } from '@/lib/resources/request-logs/rules';
import type { RequestLog } from '@/lib/resources/request-logs/schema';
import { logged, noteAnswer } from '@/lib/resources/request-logs/service';
import { createToken, getTokenUsage, listTokens } from '@/lib/resources/tokens/contract';
import { readsWritten } from '@/lib/resources/tokens/service';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';
import { type Actor, callApi, refusal, sendRaw } from '@/testing/call-api';
import { runErasures } from '@/testing/erasure';
import { makeSeller, makeToken } from '@/testing/factories';
import { buyer, confirm, fixed, makeCheckout, makeKeyProduct } from '@/testing/shop';

/** The requests of a seller, the newest first. */
async function requests(as: Actor, query: object = {}): Promise<RequestLog[]> {
  await logged();
  const { items } = await callApi(listRequestLogs, { query: { limit: 100, ...query } }, { as });
  return items;
}

const product = (name = 'Quill') => ({ body: { name, prices: fixed(500) } });

describe('a line', () => {
  it('is kept of a write: what was sent, what was answered, who called', async () => {
    const as = await makeSeller();
    const headers = { 'X-Request-Id': 'my-request', 'X-Client-Ip': '203.0.113.7' };
    const made = await callApi(createProduct, product(), { as, headers, idempotencyKey: 'once' });
    const [line, ...others] = await requests(as);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      organization_id: as.organizationId,
      request_id: 'my-request',
      method: 'POST',
      path: '/v1/products/',
      operation: 'products:create',
      status: 201,
      error: null,
      caller: { type: 'token', name: 'test' },
      client_address: '203.0.113.7',
      idempotency_key: digest('once'),
      is_replayed: false,
      request_body: { name: 'Quill' },
      response_body: { id: made.id, name: 'Quill' },
    });
    expect(line?.token_id).toBe(line?.caller.id);
    expect(line?.latency_ms).toBeGreaterThanOrEqual(0);
    const params = { id: line?.id ?? '' };
    expect(await callApi(getRequestLog, { params }, { as })).toEqual(line);
    await callApi(createProduct, product(), { as, headers, idempotencyKey: 'once' });
    const both = await requests(as, { request_id: ['my-request'] });
    expect(both.map(({ is_replayed }) => is_replayed)).toEqual([true, false]);
    expect(both[0]?.response_body).toEqual(both[1]?.response_body);
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  });

  it('is kept of every error, also of reads and of a missing scope, and of no other read', async () => {
    const as = await makeSeller();
    await callApi(listDiscounts, {}, { as });
    await refusal(getProduct, { params: { id: newId() } }, { as });
    await sendRaw(listDiscounts, { search: '?limit=none&other=1' }, { as });
    const token = await makeToken({ organizationId: as.organizationId }, { scopes: ['admin'] });
    await refusal(createProduct, product(), { as: { token } });
    const lines = await requests(as);
    expect(lines.map(({ operation, status, error }) => [operation, status, error])).toEqual([
      ['products:create', 403, 'insufficient_scope'],
      ['discounts:list', 422, 'RequestValidationError'],
      ['products:get', 404, 'ResourceNotFound'],
    ]);
    expect(lines[1]?.path).toBe('/v1/discounts/?limit=none');
    expect(lines[1]?.response_body).toMatchObject({ detail: [{ loc: ['query', 'limit'] }] });
  });

  it('holds only what the contract knows, secrets masked, and of what it cannot read the size', async () => {
    const as = await makeSeller();
    const body = JSON.stringify({ ...product().body, password_of_mine: 'hunter2', nul: '\u0000' });
    await sendRaw(createProduct, { body }, { as });
    await sendRaw(createProduct, { body: '{"name": "hunter2' }, { as });
    const long = JSON.stringify({ ...product().body, description: 'x'.repeat(20_000) });
    await sendRaw(createProduct, { body: long }, { as });
    await callApi(createToken, { body: { name: 'CI', scopes: ['admin'] } }, { as });
    const lines = await requests(as);
    const [, large, unread] = lines;
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(unread).toMatchObject({ status: 422, request_body: null, request_bytes: 17 });
    expect(large).toMatchObject({ request_body: null, request_bytes: Buffer.byteLength(long) });
  });

  it('is kept of buyers: by a client secret, in the portal, by a license call', async () => {
    const as = await makeSeller();
    const bought = await makeKeyProduct(as, fixed(900));
    const checkout = await makeCheckout(as, bought.id);
    const confirmed = await confirm(checkout, buyer({ customer_email: 'ada@example.com' }));
    const { client_secret } = checkout;
    await refusal(updateCheckoutByClient, { params: { client_secret }, body: { amount: 5 } });
    const key = { key: 'NOT-A-KEY', organization_id: as.organizationId };
    await refusal(validateLicenseKey, { body: key });
    const nobodys = { key: 'NOT-A-KEY', organization_id: newId() };
    await refusal(validateLicenseKey, { body: nobodys });
    const lines = await requests(as);
    const [validated, updated, confirmation] = lines;
    expect(validated).toMatchObject({
      operation: expect.stringContaining('validate'),
      status: 404,
      caller: { type: 'buyer', id: null },
      request_body: { key: '***', organization_id: as.organizationId },
    });
    expect(updated).toMatchObject({
      status: 403,
      path: '/v1/checkouts/custom/client/***',
      caller: { type: 'buyer', id: checkout.id },
    });
    expect(confirmation?.response_body).toMatchObject({
      client_secret: '***',
      customer_session_token: '***',
    });
    const text = JSON.stringify(lines);
    expect(text).not.toContain(client_secret);
    expect(text).not.toContain(confirmed.customer_session_token);
    expect(text).not.toContain('NOT-A-KEY');
    const rows = await db(null).requestLog.findMany({
      where: { organizationId: nobodys.organization_id },
    });
    expect(rows).toEqual([]);
  });

  it('has no address where the log has none', async () => {
    const as = await makeSeller();
    provideSettings({ LOG_CLIENT_ADDRESS: 'off' });
    onTestFinished(() => provideSettings({ LOG_CLIENT_ADDRESS: '' }));
    const headers = { 'X-Client-Ip': '203.0.113.7' };
    await callApi(createProduct, product(), { as, headers });
    expect(await requests(as)).toMatchObject([{ client_address: null }]);
  });

  it('loses its bodies with the customer that they name', async () => {
    const as = await makeSeller();
    const email = `ada+${newId()}@example.com`;
    const body = { email, name: 'Ada Lovelace' };
    const { id } = await callApi(createCustomer, { body }, { as });
    const item = await makeKeyProduct(as, fixed(900));
    const checkout = await makeCheckout(as, item.id);
    const { client_secret } = checkout;
    const named = { customer_name: 'Ada Lovelace' };
    await callApi(updateCheckoutByClient, { params: { client_secret }, body: named });
    await confirm(checkout, buyer({ customer_email: email }));
    await callApi(createCustomerSession, { body: { customer_id: id } }, { as });
    await callApi(deleteCustomer, { params: { id } }, { as });
    await logged();
    await runErasures(id);
    const lines = await requests(as);
    const naming = lines.filter((line) => /Lovelace|ada[+]/.test(JSON.stringify(line)));
    expect(naming).toEqual([]);
    expect(
      lines.find(({ operation }) => operation === 'products:create')?.response_body,
    ).toBeTruthy();
    expect((await refusal(getCustomer, { params: { id } }, { as })).status).toBe(404);
  });

  it('loses them also where another node writes it after the deletion, and so do many', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const email = `ada+${newId()}@example.com`;
    const { id } = await callApi(createCustomer, { body: { email } }, { as });
    await logged();
    const line = await db(null).requestLog.findFirstOrThrow({ where: { organizationId } });
    await callApi(deleteCustomer, { params: { id } }, { as });
    const deletedAt = Date.now();
    const rows = Array.from({ length: 1100 }, (_, place) => ({
      ...line,
      id: newId(),
      caller: {},
      createdAt: new Date(deletedAt - place),
      objectIds: [],
      requestBody: { email: place % 2 ? email.toUpperCase() : 'other@example.com' },
      responseBody: place % 3 ? { customer: { id } } : {},
    }));
    // A customer who has the address by then.
    const later = { ...line, id: newId(), caller: {}, createdAt: new Date(deletedAt + DAY_MS) };
    await turnRequestLogs(new Date());
    const other = { requestBody: { email }, responseBody: {}, objectIds: [] };
    await db(null).requestLog.createMany({ data: [...rows, { ...later, ...other }] });
    const times = await runErasures(id);
    const kept = await db(null).requestLog.findMany({ where: { organizationId } });
    const emptied = kept.filter(({ requestBody }) => requestBody === null).map((one) => one.id);
    const naming = rows.filter((_, place) => place % 2 || place % 3).map((one) => one.id);
    expect(emptied).toEqual(expect.arrayContaining(naming));
    expect(kept.filter(({ requestBody }) => requestBody !== null)).toHaveLength(
      rows.length - naming.length + 1,
    );
    const delays = times.map((time) => time.getTime() - deletedAt);
    expect(delays.some((delay) => delay > 3000 && delay < 10_000)).toBe(true);
    expect(delays.some((delay) => delay > 60_000)).toBe(true);
  });
});

describe('the list', () => {
  it('is filtered by status, method, operation, token and object, and exported', async () => {
    const as = await makeSeller();
    const token = await makeToken({ organizationId: as.organizationId });
    const { id } = await callApi(createProduct, product(), { as });
    await callApi(updateProduct, { params: { id }, body: { name: 'Nib' } }, { as: { token } });
    await refusal(createDiscount as AnyContract, { body: {} as never }, { as });
    const of = async (query: object) =>
      (await requests(as, query)).map(({ operation }) => operation);
    const all = ['discounts:create', 'products:update', 'products:create'];
    expect(await of({})).toEqual(all);
    expect(await of({ status: ['4xx'] })).toEqual(['discounts:create']);
    expect(await of({ status: ['201', '422'] })).toEqual(['discounts:create', 'products:create']);
    expect(await of({ method: ['PATCH'] })).toEqual(['products:update']);
    expect(await of({ operation: ['products:create'] })).toEqual(['products:create']);
    expect(await of({ object_id: [id] })).toEqual(['products:update', 'products:create']);
    expect(await of({ query: id })).toEqual(['products:update', 'products:create']);
    const [, update] = await requests(as);
    expect(await of({ token_id: [update?.token_id ?? ''] })).toEqual(['products:update']);
    expect(await of({ sorting: ['created_at'] })).toEqual(all.toReversed());
    expect(await of({ created_after: new Date(Date.now() + DAY_MS).toISOString() })).toEqual([]);
    const rows = await callApi(exportRequestLogs, { query: { method: ['PATCH'] } }, { as });
    expect(rows).toEqual([update]);
    const failure = await refusal(listRequestLogs, { query: { status: ['6xx'] } }, { as });
    expect(failure.status).toBe(422);
  });

  it('is for owners and admins, and each sees the requests of his own organization', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    await callApi(createProduct, product(), { as });
    const member = await makeSeller();
    await db(null).membership.create({
      data: { organizationId: as.organizationId, userId: member.userId, role: 'member' },
    });
    const [line] = await requests(as);
    const params = { id: line?.id ?? '' };
    expect(await requests(other)).toEqual([]);
    expect(await requests(member)).toEqual([]);
    expect((await refusal(getRequestLog, { params }, { as: other })).status).toBe(404);
    expect((await refusal(getRequestLog, { params }, { as: member })).status).toBe(403);
    const token = await makeToken({ userId: as.userId }, { scopes: ['products:read'] });
    expect((await refusal(listRequestLogs, {}, { as: { token } })).status).toBe(403);
  });

  it('finds the organization of a caller with several by what was changed', async () => {
    const [as, other] = [await makeSeller(), await makeSeller()];
    await db(null).membership.create({
      data: { organizationId: other.organizationId, userId: as.userId, role: 'admin' },
    });
    const body = { ...product().body, organization_id: other.organizationId };
    const { id } = await callApi(createProduct, { body }, { as });
    await callApi(updateProduct, { params: { id }, body: { name: 'Nib' } }, { as });
    const lines = await requests(other);
    expect(lines.map(({ operation }) => operation)).toEqual(['products:update', 'products:create']);
    const own = await requests(as, { organization_id: [as.organizationId] });
    expect(own).toEqual([]);
  });
});

describe('under pressure', () => {
  it('a caller has a part of what is kept, and an organization too', () => {
    const budget = new LineBudget();
    const flood = (
      caller: string,
      organizationId: string,
      count: number,
      { bytes = 100, kind = 'seller' as LineOwner['kind'] } = {},
    ) =>
      Array.from({ length: count }, () =>
        budget.take({ caller, kind, organizationId }, bytes),
      ).filter(Boolean).length;
    expect(flood('a', 'one', 1000)).toBe(200);
    expect(flood('b', 'one', 1000)).toBe(200);
    expect(flood('c', 'one', 1000)).toBe(100);
    expect(flood('c', 'other', 1000)).toBe(100);
    expect(flood('d', 'other', 1000, { bytes: 64 * 1024 })).toBe(64);
    for (const organization of ['3', '4', '5', '6']) flood(organization, organization, 1000);
    expect(flood('e', 'last', 1)).toBe(1);
    budget.clear();
    const buyers = Array.from({ length: 10 }, (_, nth) =>
      flood(`buyer ${nth}`, 'one', 100, { kind: 'buyer' }),
    );
    expect(buyers.reduce((sum, count) => sum + count, 0)).toBe(300);
    const nobody = Array.from({ length: 10_000 }, (_, nth) =>
      flood(`public:${nth}`, newId(), 1, { kind: 'anonymous' }),
    );
    expect(nobody.reduce((sum, count) => sum + count, 0)).toBe(500);
    expect(flood('a', 'one', 1000)).toBe(200);
  });

  /** An answered request of nobody who is known, unless said otherwise. */
  const answerOf = (more: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
    operation: validateLicenseKey as unknown as AnyContract,
    requestId: newId(),
    params: {},
    search: '',
    ip: '203.0.113.7',
    organizationIds: [],
    organization: undefined,
    named: null,
    rawBody: undefined,
    idempotencyKey: null,
    isReplayed: false,
    status: 404,
    body: { error: 'ResourceNotFound', code: 'NOT_FOUND', detail: 'No.' },
    responseBytes: 60,
    latencyMs: 1,
    at: new Date(),
    ...more,
  });

  it('10,000 unknown tokens and 10,000 made-up organizations leave room for all others', {
    tags: 'soak',
  }, async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const countRows = () => db(null).requestLog.count();
    await logged();
    const before = await countRows();
    for (let nth = 0; nth < 10_000; nth += 1) {
      const ip = `198.51.${nth % 256}.${nth % 251}`;
      noteAnswer(answerOf({ ip, status: 401 }));
      const named = { organization_id: newId(), key: newId() };
      noteAnswer(
        answerOf({ ip, caller: { kind: 'public' }, named, rawBody: JSON.stringify(named) }),
      );
    }
    // Of a license that is known to exist, also where its caller has no credential.
    const key = { kind: 'license_key', key: 'KNOWN' } as const;
    const refused = {
      kind: 'license_validation',
      code: 'EXPIRED',
      detail: 'It has expired.',
    } as const;
    const where = { organizationId, operation: 'x', checkoutId: null, requestId: null };
    for (let nth = 0; nth < 10_000; nth += 1) {
      countRefusal({ ...refused, ...where, object: key, at: new Date() });
    }
    await Promise.all(
      Array.from({ length: 50 }, () => refusal(createProduct, { body: {} as never }, { as })),
    );
    await Promise.all(
      Array.from({ length: 300 }, () =>
        refusal(createProduct, product(), { as: { token: `td_pat_${newId()}` } }),
      ),
    );
    expect(await requests(as)).toHaveLength(50);
    expect((await countRows()) - before).toBe(50);
    await refusalsWritten();
    const rows = await db(null).refusal.findMany({ where: { organizationId } });
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
    expect(rows.length).toBeLessThanOrEqual(2);
  });

  it('what waits is bounded by its texts and bodies, and holds nothing else of a request', async () => {
    const as = await makeSeller();
    const { userId, organizationId } = as;
    const caller = { kind: 'user', userId, via: 'token' } as const;
    const search = `?query=${'x'.repeat(15_000)}`;
    let named: object | undefined = { name: 'Quill' };
    const held = new WeakRef(named);
    const own = { caller, organizationIds: [organizationId], organization: organizationId };
    noteAnswer(answerOf({ ...own, named }));
    named = undefined;
    setFlagsFromString('--expose-gc');
    await nextTurn();
    runInNewContext('gc')();
    expect(held.deref()).toBeUndefined();
    for (let nth = 0; nth < 1000; nth += 1) noteAnswer(answerOf({ ...own, search }));
    await logged();
    const kept = await db(null).requestLog.count({ where: { organizationId } });
    expect(kept).toBeGreaterThan(50);
    expect(kept).toBeLessThan(150);
  });

  it('no request waits for its line', async () => {
    const as = await makeSeller();
    await requests(as);
    await db(null).$transaction(async (other) => {
      await other.$executeRaw`LOCK TABLE request_logs IN ACCESS EXCLUSIVE MODE`;
      for (let nth = 1; nth <= 3; nth += 1) await callApi(createProduct, product(), { as });
      await refusal(createProduct, { body: {} as never }, { as });
    });
    expect(await requests(as)).toHaveLength(4);
  });

  it('lines are dropped and counted', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    const other = await makeSeller();
    const { userId, organizationId } = as;
    for (let nth = 0; nth < 10_000; nth += 1) {
      noteAnswer({
        operation: getProduct as unknown as AnyContract,
        requestId: newId(),
        params: { id: newId() },
        search: '',
        ip: null,
        caller: { kind: 'user', userId, via: 'token' },
        organizationIds: [organizationId],
        organization: organizationId,
        named: null,
        rawBody: undefined,
        idempotencyKey: null,
        isReplayed: false,
        status: 404,
        body: { error: 'ResourceNotFound' },
        responseBytes: 28,
        latencyMs: 1,
        at: new Date(),
      });
    }
    await callApi(createProduct, product(), { as: other });
    await logged();
    const { pagination, dropped } = await callApi(listRequestLogs, {}, { as });
    expect(pagination.total_count).toBe(200);
    expect(dropped).toBe(9800);
    expect(await requests(other)).toHaveLength(1);
    const later = { created_after: new Date(Date.now() + DAY_MS).toISOString() };
    expect((await callApi(listRequestLogs, { query: later }, { as })).dropped).toBe(0);
  });
});

describe('the partitions', () => {
  const partitions = async () => {
    const rows = await db(null).$queryRaw<{ name: string }[]>`
      SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'request_logs'::regclass ORDER BY 1`;
    return rows.map(({ name }) => name.replace('request_logs_', ''));
  };
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');

  it('of today and tomorrow are there, and those of 30 days ago are gone with their rows', async () => {
    const as = await makeSeller();
    await callApi(createProduct, product(), { as });
    await logged();
    const now = Date.now();
    await Promise.all([turnRequestLogs(new Date(now)), turnRequestLogs(new Date(now))]);
    expect(await partitions()).toEqual(expect.arrayContaining([dayOf(now), dayOf(now + DAY_MS)]));
    await turnRequestLogs(new Date(now + 30 * DAY_MS));
    expect(await requests(as)).toHaveLength(1);
    await turnRequestLogs(new Date(now + 32 * DAY_MS));
    expect(await requests(as)).toEqual([]);
    expect(await partitions()).not.toContain(dayOf(now));
    await callApi(createProduct, product(), { as });
    expect(await requests(as)).toHaveLength(1);
  });
});

describe('the usage of a token', () => {
  it('counts its successful reads by hour and operation', async () => {
    const as = await makeSeller();
    const { items } = await callApi(listTokens, {}, { as });
    const params = { id: items[0]?.id ?? '' };
    await Promise.all([1, 2].map(() => callApi(listDiscounts, {}, { as })));
    await refusal(getProduct, { params: { id: newId() } }, { as });
    await readsWritten();
    await callApi(listDiscounts, {}, { as });
    await readsWritten();
    const usage = await callApi(getTokenUsage, { params }, { as });
    const counts = new Map<string, number>();
    for (const { operation, count } of usage.items) {
      counts.set(operation, (counts.get(operation) ?? 0) + count);
    }
    expect(counts.get('discounts:list')).toBe(3);
    expect(counts.get('tokens:list')).toBe(1);
    expect(counts.has('products:get')).toBe(false);
    for (const { hour } of usage.items) expect(hour).toMatch(/:00:00\.000Z$/);
    const other = await makeSeller();
    expect((await refusal(getTokenUsage, { params }, { as: other })).status).toBe(404);
  });
});
