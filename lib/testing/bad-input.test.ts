import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/api/contract';
import { MAX_BODY_BYTES } from '@/lib/api/request';
import { contracts } from '@/lib/contracts';
import { leavesOf, valueAt, withValue } from '@/lib/testing/bodies';
import { sendRaw } from '@/lib/testing/call-api';
import { fillTenant, rowsOf, type Tenant } from '@/lib/testing/tenant';
import { bodiesOf, paramsOf } from '@/lib/testing/tenant-requests';

// Whatever comes in: an answer of the API's own shape, never a fault, and nothing written.

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('tenant');
}, 60_000);

const withBody = contracts.filter(({ body }) => body);
const withQuery = contracts.filter(({ query }) => query);

interface Raw {
  body?: BodyInit;
  search?: string;
  params?: Record<string, string>;
  type?: string;
}

async function send(operation: AnyContract, { type, ...raw }: Raw) {
  const params = paramsOf(tenant)[operation.path];
  const response = await sendRaw(
    operation,
    { ...(params ? { params } : {}), ...raw },
    {
      ...(operation.auth === 'seller' ? { as: tenant.seller } : {}),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    },
  );
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as { error?: string; detail?: unknown };
  if (response.status >= 400) {
    expect(answer).toMatchObject({ error: expect.any(String), request_id: expect.any(String) });
    expect(text.length).toBeLessThan(100_000);
  }
  const problems = Array.isArray(answer.detail) ? (answer.detail as Problem[]) : [];
  return { status: response.status, error: answer.error, problems };
}

interface Problem {
  loc: (string | number)[];
  type: string;
}

/** Runs what has to be refused and looks whether anything was written. */
async function writingNothing(work: () => Promise<void>): Promise<void> {
  const { organizationId } = tenant.seller;
  const before = await rowsOf(organizationId);
  await work();
  expect(await rowsOf(organizationId)).toEqual(before);
}

const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`;

/** Documents that no operation accepts. */
const DOCUMENTS: Record<string, BodyInit> = {
  nothing: '',
  'a list': '[]',
  'a text': '"text"',
  'a number': '1',
  'a boolean': 'true',
  null: 'null',
  'broken off': '{"name": "x',
  'two documents': '{}{}',
  'deep lists': deep('[', ']'),
  'deep objects': deep('{"a":', '}'),
  'a wide list': `[${'1,'.repeat(100_000)}1]`,
  'a prototype': '{"__proto__": {"is_admin": true}}',
  'no UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
};

const CONTENT_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''];

const NO_TEXT = {
  'a NUL byte': 'a\u0000b',
  'a lone surrogate': 'a\ud800b',
  'a prototype': JSON.parse('{"__proto__": {}}') as unknown,
};

describe.each(withBody)('the body of $id', (operation) => {
  const samples = () => bodiesOf(tenant)[operation.id] ?? [];

  it('is one JSON object', async () => {
    await writingNothing(async () => {
      for (const [name, body] of Object.entries(DOCUMENTS)) {
        const { status, problems } = await send(operation, { body });
        expect(status, name).toBe(422);
        expect(problems.map(({ loc }) => loc[0])).toEqual(problems.map(() => 'body'));
      }
    });
  });

  it('is JSON by its content type and at most 1 MiB, also where its length is not told', async () => {
    await writingNothing(async () => {
      const body = JSON.stringify(samples()[0]);
      for (const type of CONTENT_TYPES) {
        const error = 'UnsupportedMediaType';
        expect(await send(operation, { body, type })).toMatchObject({ status: 415, error });
      }
      const large = JSON.stringify({ name: 'x'.repeat(MAX_BODY_BYTES) });
      for (const body of [large, new Blob([large]).stream()]) {
        const error = 'PayloadTooLarge';
        expect(await send(operation, { body })).toMatchObject({ status: 413, error });
      }
    });
  });

  it('holds nothing that is no text anywhere; every place is named at once', async () => {
    await writingNothing(async () => {
      for (const [name, bad] of Object.entries(NO_TEXT)) {
        for (const sample of samples()) {
          const places = leavesOf(sample);
          const body = places.reduce((changed, path) => withValue(changed, path, bad), sample);
          const { status, problems } = await send(operation, { body: JSON.stringify(body) });
          expect(status, name).toBe(422);
          const named = problems.map(({ loc }) => loc.join('.').replace(/\.__proto__$/, ''));
          expect(named).toEqual(
            expect.arrayContaining(places.map((path) => `body.${path.join('.')}`)),
          );
        }
        const body = JSON.stringify({ ...samples()[0], no_such_field: bad });
        expect(await send(operation, { body }), name).toMatchObject({ status: 422 });
      }
    });
  });

  /** What the schema refuses is known to be 422: only the rest needs to be sent. */
  const isRefused = async (body: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (operation.body?.safeParse(JSON.parse(text)).success === false) return true;
    return (await send(operation, { body: text })).status === 422;
  };

  it('holds no text of a million characters and no number beyond the columns', async () => {
    await writingNothing(async () => {
      const long = 'x'.repeat(1_000_000);
      for (const sample of samples()) {
        const leaves = leavesOf(sample);
        const body = JSON.stringify(withValue(sample, leaves[0] ?? [], long));
        expect(await send(operation, { body })).toMatchObject({ status: 422 });
        for (const path of leaves) {
          expect(await isRefused(withValue(sample, path, long)), path.join('.')).toBe(true);
        }
        const numbers = leaves.filter((path) => typeof valueAt(sample, path) === 'number');
        for (const path of numbers.filter((path) => !isMetadata(path))) {
          for (const number of [
            '2147483648',
            '9223372036854775808',
            '-2147483649',
            '1e400',
            '0.5',
          ]) {
            const text = JSON.stringify(withValue(sample, path, '#')).replace('"#"', number);
            expect(await isRefused(text), `${path.join('.')} = ${number}`).toBe(true);
          }
        }
      }
    });
  });

  it('never is a fault, whatever stands at a place', async () => {
    const values = [null, true, 0, -1, 2 ** 31, 2 ** 53, '', 'no_such_value', [], {}];
    for (const sample of samples()) {
      for (const path of leavesOf(sample)) {
        for (const value of values) {
          const body = withValue(sample, path, value);
          if (operation.body?.safeParse(body).success === false) continue;
          const { status } = await send(operation, { body: JSON.stringify(body) });
          expect(status, `${path.join('.')} = ${JSON.stringify(value)}`).toBeLessThan(500);
        }
      }
    }
  });
});

/** Percent-encoded values of parameters. */
const VALUES = [
  'x',
  '',
  '%00',
  '%ED%A0%80',
  '-1',
  '1.5',
  '2147483648',
  '9007199254740993',
  '9'.repeat(400),
  'null',
  'true',
  '__proto__',
  '%27%3B--',
  '%25',
  '%5C',
  'x'.repeat(100_000),
  '2026-01-01T00:00:00%2B23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30T00:00:00Z',
  '01a1fddc-0000-7000-8000-000000000000',
];

describe.each(withQuery)('the query of $id', (operation) => {
  const get = (search: string) => send(operation, { search });
  const shape = operation.query?.shape ?? {};
  const isList = (name: string) => operation.query?.safeParse({ [name]: [] }).success === true;
  const single = Object.keys(shape).filter((name) => !isList(name));

  it('is answered or refused at its place, whatever a parameter is', async () => {
    for (const value of VALUES) {
      const text = new URLSearchParams(`v=${value}`).get('v') ?? '';
      const names = Object.keys(shape);
      const fits = (name: string) =>
        operation.query?.safeParse({ [name]: isList(name) ? [text] : text }).success === true;
      const wrong = value === 'null' ? [] : names.filter((name) => value === '%00' || !fits(name));
      const at = value.slice(0, 50);
      if (wrong.length > 0) {
        const { status, problems } = await get(wrong.map((name) => `${name}=${value}`).join('&'));
        expect(status, at).toBe(422);
        expect(problems.map(({ loc }) => loc.join('.')).sort(), at).toEqual(
          wrong.map((name) => `query.${name}`).sort(),
        );
      }
      for (const name of names.filter((name) => !wrong.includes(name))) {
        const { status, error } = await get(`${name}=${value}`);
        expect({ status, error }, `${name}=${at}`).toEqual({ status: 200, error: undefined });
      }
    }
  });

  it('has every key once, unless it is a list', async () => {
    expect(single).toEqual(expect.arrayContaining(['query', 'created_after']));
    const { status, problems } = await get(single.map((name) => `${name}=1&${name}=1`).join('&'));
    expect(status).toBe(422);
    expect(problems.map(({ loc, type }) => [loc[1], type])).toEqual(
      single.map((name) => [name, 'duplicate']),
    );
    expect(await get('no_such_parameter=1&no_such_parameter=2')).toMatchObject({ status: 200 });
  });
});

it.each(withQuery.filter(({ query }) => 'page' in (query?.shape ?? {})))(
  '$id has pages beyond the last, but none beyond the integers',
  async (operation) => {
    const last = 'page=9007199254740991&limit=9007199254740991';
    expect(await send(operation, { search: last })).toMatchObject({ status: 200 });
    for (const search of ['page=9007199254740992', 'page=99999999999999999999']) {
      expect(await send(operation, { search })).toMatchObject({ status: 422 });
    }
  },
);

describe('a path', () => {
  const withId = contracts.filter(({ params, auth }) => params && auth === 'seller');
  it.each(withId)('$id is 422 for what is no id', async (operation) => {
    for (const id of ['x', '\u0000', '0', '__proto__', 'null', "';--", 'é', 'x'.repeat(10_000)]) {
      const params = { ...paramsOf(tenant)[operation.path], id };
      expect(await send(operation, { params, ...bodyOf(operation) })).toMatchObject({
        status: 422,
      });
    }
  });

  it.each(contracts.filter(({ auth }) => auth === 'client_secret'))(
    '$id is 404 for what is no secret',
    async (operation) => {
      for (const client_secret of ['x', '\u0000', '__proto__', "';--", 'é', 'x'.repeat(10_000)]) {
        const answer = await send(operation, { params: { client_secret }, ...bodyOf(operation) });
        expect(answer).toMatchObject({ status: 404, error: 'ResourceNotFound' });
      }
    },
  );
});

/** Metadata holds any integer that JavaScript can tell from its neighbours. */
function isMetadata(path: readonly string[]): boolean {
  return /^(metadata|customer_metadata|meta|conditions)$/.test(path[0] ?? '');
}

function bodyOf(operation: AnyContract): Raw {
  return operation.body ? { body: '{}' } : {};
}
