import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as fallback from '@/app/v1/[...path]/route';
import { commit } from '@/lib/api/commands';
import { requestOf } from '@/lib/client/client';
import { contract } from '@/lib/contract/contract';
import { ApiError, bodyProblem, invalid, notFound } from '@/lib/contract/errors';
import { MAX_PROBLEMS } from '@/lib/contract/problems';
import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';
import { implement } from '@/lib/resources/implement';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { sendRaw } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

const operation = contract({
  id: 'trial:run',
  method: 'POST',
  path: '/v1/trial/{id}',
  tag: 'trial',
  summary: 'Try',
  params: z.object({ id: z.string() }),
  query: z.object({ mode: z.string().optional() }),
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
});

type Handler = Parameters<
  typeof implement<
    NonNullable<typeof operation.params>,
    NonNullable<typeof operation.query>,
    NonNullable<typeof operation.body>,
    NonNullable<typeof operation.response>
  >
>[1];

async function run(handler: Handler, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost:3000/v1/trial/a?mode=b', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${seller.token}`,
      'content-type': 'application/json; charset=utf-8',
      ...headers,
    },
    body: '{"name":"c"}',
  });
  const response = await implement(operation, handler)(request, {
    params: Promise.resolve({ id: 'a' }),
  });
  const text = await response.text();
  return { response, text, body: JSON.parse(text || 'null') as Record<string, unknown> };
}

const fails =
  (error: unknown): Handler =>
  async () => {
    throw error;
  };

describe('an operation', () => {
  it('hands over what was parsed and answers JSON that nobody may store', async () => {
    const { response, body } = await run(async ({ context, params, query, body }) => {
      const { caller, organizationIds } = context.scope;
      expect({ params, query, body }).toEqual({
        params: { id: 'a' },
        query: { mode: 'b' },
        body: { name: 'c' },
      });
      expect(caller).toMatchObject({ kind: 'user', userId: seller.userId, via: 'token' });
      expect(organizationIds).toEqual([seller.organizationId]);
      return { name: 'd' };
    });
    expect({ status: response.status, body }).toEqual({ status: 200, body: { name: 'd' } });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('keeps the name that a request brings, if it is a plain one', async () => {
    const named = async (headers: Record<string, string>) => {
      const { response, body } = await run(fails(notFound()), headers);
      expect(body.request_id).toBe(response.headers.get('x-request-id'));
      return response.headers.get('x-request-id');
    };
    expect(await named({ 'x-request-id': 'Order-42' })).toBe('Order-42');
    for (const name of ['', 'a b', 'a_b', 'x'.repeat(65), 'é']) {
      expect(await named({ 'x-request-id': name })).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('may answer with a response of its own', async () => {
    const { response, text } = await run(async () => new Response('[1,2]', { status: 202 }));
    expect({ status: response.status, text }).toEqual({ status: 202, text: '[1,2]' });
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });
});

describe('an error', () => {
  it('is answered by its name, with its fields and headers', async () => {
    const { response, body } = await run(
      fails(
        new ApiError('NotPermitted', 'No.', {
          fields: { code: 'why' },
          headers: { 'X-Hint': 'h' },
        }),
      ),
    );
    expect(response.status).toBe(403);
    expect(response.headers.get('x-hint')).toBe('h');
    const request_id = response.headers.get('x-request-id');
    expect(body).toEqual({ error: 'NotPermitted', detail: 'No.', code: 'why', request_id });
  });

  it('names the problems that a rule found', async () => {
    const { response, body } = await run(
      fails(invalid(bodyProblem('name', 'Taken.'), bodyProblem(['list', 1, 'x'], 'Wrong.'))),
    );
    expect(response.status).toBe(422);
    expect(body).toMatchObject({
      error: 'RequestValidationError',
      detail: [
        { loc: ['body', 'name'], msg: 'Taken.', type: 'value_error' },
        { loc: ['body', 'list', 1, 'x'], msg: 'Wrong.', type: 'value_error' },
      ],
    });
  });

  it.each([
    new Error('SELECT secret FROM tokens'),
    'SELECT secret',
    null,
    Object.assign(new Error('secret'), { status: 418 }),
  ])('that nobody expected shows nothing of itself', async (fault) => {
    const { response, text, body } = await run(fails(fault));
    expect(response.status).toBe(500);
    expect(body).toEqual({
      error: 'InternalServerError',
      detail: expect.any(String),
      request_id: response.headers.get('x-request-id'),
    });
    expect(text).not.toMatch(/secret|SELECT|at .*\.ts/);
  });
});

describe('what a contract does not say', () => {
  afterEach(() => provideSettings({ NODE_ENV: 'test' }));
  const otherShape: Handler = async () => ({ title: 'c' }) as never;

  it('is a fault where the product is developed and tested', async () => {
    expect((await run(otherShape)).response.status).toBe(500);
    expect((await run(fails(new ApiError('PaymentError', 'Declined.')))).response.status).toBe(500);
    const unkept = await run(async () => ({ name: 'c' }), { 'idempotency-key': newId() });
    expect(unkept.response.status).toBe(500);
  });

  it('is passed on in production, where nothing is looked at twice', async () => {
    provideSettings({ NODE_ENV: 'production' });
    expect(await run(otherShape)).toMatchObject({
      response: { status: 200 },
      body: { title: 'c' },
    });
    const declined = await run(fails(new ApiError('PaymentError', 'Declined.')));
    expect(declined.response.status).toBe(400);
  });
});

describe('a request', () => {
  const post = async (body: BodyInit | undefined, search = '', contentType?: string) => {
    const response = await sendRaw(
      createCustomField,
      { search, ...(body === undefined ? {} : { body }) },
      { as: seller, ...(contentType ? { headers: { 'content-type': contentType } } : {}) },
    );
    return { status: response.status, answer: (await response.json()) as { detail: Problem[] } };
  };
  interface Problem {
    loc: (string | number)[];
    msg: string;
    type: string;
  }
  const terms = () =>
    JSON.stringify({ type: 'checkbox', slug: newId(), name: 'T', properties: {} });

  it.each([
    'application/json',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/problem+json',
  ])('may be %s', async (type) => {
    expect((await post(terms(), '', type)).status).toBe(201);
  });

  it('may be streamed, and broken off', async () => {
    expect((await post(new Blob([terms()]).stream())).status).toBe(201);
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('connection reset')),
    });
    const { status, answer } = await post(broken);
    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([{ loc: ['body'], type: 'json_invalid' }]);
  });

  it('has problems in its address and its body at once', async () => {
    const response = await sendRaw(
      updateProductBenefits,
      { params: { id: 'none' }, body: '{"benefits": ["x", 1, null]}' },
      { as: seller, headers: { 'idempotency-key': 'k'.repeat(300) } },
    );
    const { detail } = (await response.json()) as { detail: Problem[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual([
      'path.id',
      'body.benefits.0',
      'body.benefits.1',
      'body.benefits.2',
      'header.Idempotency-Key',
    ]);
  });

  it('has no more problems named than anybody reads, and none at length', async () => {
    const several = { params: { id: newId() }, body: `{"benefits": [${'1,'.repeat(240)}1]}` };
    const response = await sendRaw(updateProductBenefits, several, { as: seller });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: Problem[] };
    expect(detail).toHaveLength(MAX_PROBLEMS);

    const metadata = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [n, null]));
    const many = await post(JSON.stringify({ ...JSON.parse(terms()), metadata }));
    expect(many.answer.detail).toMatchObject([{ loc: ['body', 'metadata'] }]);

    const key = 'k'.repeat(100_000);
    const long = JSON.stringify({ ...JSON.parse(terms()), metadata: { [key]: 1 } });
    const { answer } = await post(long);
    expect(answer.detail).toMatchObject([{ loc: ['body', 'metadata', key.slice(0, 200)] }]);
  });

  it('has at most 64 levels and 50,000 values, or nothing else of it is looked at', async () => {
    const withMore = (more: string) => `{"no_such_field": ${more}, ${terms().slice(1)}`;
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    // Beside the list there are the object and its four fields.
    const zeros = (count: number) => `[${'0, '.repeat(count - 1)}0]`;
    const brackets = JSON.stringify(`"\\${'[{'.repeat(100_000)}`);
    for (const more of [nested(63), zeros(49_994), brackets]) {
      expect((await post(withMore(more))).status).toBe(201);
    }
    const refused = [
      ['recursion_limit', nested(64)],
      ['recursion_limit', nested(500_000)],
      ['recursion_limit', `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`],
      ['too_many_values', zeros(49_995)],
      ['too_many_values', zeros(300_000)],
      ['too_many_values', `[${'[],{},'.repeat(50_000)}1]`],
      ['too_many_values', `{${'"":0,'.repeat(60_000)}"":0}`],
    ];
    for (const [type, more = ''] of refused) {
      const { status, answer } = await post(withMore(more).replace('"checkbox"', 'null'));
      expect(status).toBe(422);
      expect(answer.detail).toMatchObject([{ loc: ['body'], type }]);
    }
  });

  it('is at most 64 KiB where no credential is needed, by its length and as it arrives', async () => {
    const name = z.object({ name: z.string() });
    const open = contract({
      id: 'trial:open',
      method: 'POST',
      path: '/v1/trial',
      tag: 'trial',
      summary: 'Try without a credential',
      auth: 'public',
      body: name,
      response: name,
    });
    const send = async (declared: typeof open, length: number, isStreamed: boolean) => {
      const text = JSON.stringify({ name: 'x'.repeat(length - '{"name":""}'.length) });
      const request = new Request('http://localhost:3000/v1/trial', {
        method: 'POST',
        headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
        body: isStreamed ? new Blob([text]).stream() : text,
        duplex: 'half',
      } as RequestInit);
      const handler = implement(declared, async ({ body }) => body);
      return handler(request, { params: Promise.resolve({}) });
    };
    for (const isStreamed of [false, true]) {
      expect((await send(open, 65_536, isStreamed)).status).toBe(200);
      const refused = await send(open, 65_537, isStreamed);
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({
        error: 'PayloadTooLarge',
        detail: 'The request body is larger than 64 KiB.',
      });
      expect((await send({ ...open, auth: 'seller' }, 65_537, isStreamed)).status).toBe(200);
    }
  });

  it('is read only once its caller is known', async () => {
    const stream = new ReadableStream(
      {
        pull() {
          throw new Error('the body was read');
        },
      },
      { highWaterMark: 0 },
    );
    const response = await sendRaw(
      createCustomField,
      { body: stream },
      { as: { token: 'td_pat_unknown' } },
    );
    expect(response.status).toBe(401);
  });

  it('ignores fields and parameters that it does not know', async () => {
    const body = JSON.stringify({ ...JSON.parse(terms()), no_such_field: { a: [1] } });
    const { status, answer } = await post(body, 'no_such_parameter=1');
    expect(status).toBe(201);
    expect(answer).not.toHaveProperty('no_such_field');
  });

  it('takes the text null of a parameter as nothing', async () => {
    const search = 'page=null&type=null&query=null&sorting=null&organization_id=null';
    const response = await sendRaw(listCustomFields, { search }, { as: seller });
    expect(response.status).toBe(200);
    const mixed = 'type=null&type=checkbox&sorting=name,-slug&sorting=type';
    expect((await sendRaw(listCustomFields, { search: mixed }, { as: seller })).status).toBe(200);
  });
});

describe('an unknown path', () => {
  it.each(Object.entries(fallback))('is 404 in JSON for %s', async (method, handler) => {
    const request = new Request('http://localhost:3000/v1/nothing', {
      method,
      headers: { 'x-request-id': 'lost' },
    });
    const response = await handler(request);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-request-id')).toBe('lost');
    expect(await response.json()).toEqual({
      error: 'ResourceNotFound',
      detail: 'Nothing exists at this path.',
      request_id: 'lost',
    });
  });
});

describe('an operation with a form of another protocol', () => {
  const form = contract({
    ...operation,
    id: 'trial:form',
    bodyType: 'form',
    protocol: {
      errorOf: (error) =>
        error.name === 'RequestValidationError' ? new ApiError('BadRequest', error.message) : error,
      errorBody: ({ name, message }) => ({ error: name, error_description: message }),
    },
    errors: ['BadRequest'],
  });
  const trial = newId();
  let calls = 0;
  const handler = implement(form, async ({ scope, body }) =>
    commit(scope, async () => {
      calls += 1;
      return body.name === 'no' ? new ApiError('NotPermitted', 'No.') : { name: body.name };
    }),
  );
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost:3000/v1/trial/${trial}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.token}`, ...headers },
      body,
    });
    const response = await handler(request, { params: Promise.resolve({ id: trial }) });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('takes fields, each once, whatever the content type says', async () => {
    const named = { status: 200, body: { name: 'Zoë B' } };
    expect(await send('name=Zo%C3%AB+B')).toEqual(named);
    expect(await send('name=Zo%C3%AB+B', { 'content-type': 'text/plain' })).toEqual(named);
    expect(await send('name=a&name=b')).toEqual({
      status: 400,
      body: { error: 'BadRequest', error_description: 'Give name once.' },
    });
  });

  it('keeps nothing for a retry', async () => {
    const before = calls;
    const key = { 'idempotency-key': newId() };
    expect(await send('name=a', key)).toEqual(await send('name=a', key));
    expect(calls - before).toBe(2);
  });

  it('answers errors in the words of its protocol', async () => {
    expect(await send('name=no')).toEqual({
      status: 403,
      body: { error: 'NotPermitted', error_description: 'No.' },
    });
  });

  it('is sent and described as a form', async () => {
    const request = requestOf(
      form,
      { params: { id: 'a' }, body: { name: 'Zoë B' } },
      { baseUrl: 'http://localhost:3000' },
    );
    expect(request.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(await request.text()).toBe('name=Zo%C3%AB+B');
  });
});
