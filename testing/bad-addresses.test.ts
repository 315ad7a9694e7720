import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { contracts } from '@/lib/resources/registry';
import { type Raw, sendRawRequest } from '@/testing/raw-requests';
import { part } from '@/testing/soak';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { paramsOf, queryOf } from '@/testing/tenant-requests';

// Any URL: a response in the API's shape, never a 500.

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('tenant');
});

// An export has the query of its list.
const withQuery = contracts.filter(
  ({ query, columns }) => 'sorting' in (query?.shape ?? {}) && !columns,
);
const send = (operation: AnyContract, raw: Raw) => sendRawRequest(tenant, operation, raw);
/** What a list requires, but for a parameter of the search. */
function requiredBy(operation: AnyContract, search: string): string {
  const required = Object.entries(queryOf(operation, tenant));
  const left = required.filter(([name]) => !new URLSearchParams(search).has(name));
  return `&${new URLSearchParams(left)}`;
}

/** Percent-encoded values of parameters. */
const VALUES = [
  'x',
  '',
  '%00',
  '%ED%A0%80',
  '2147483648',
  '9007199254740993',
  '9'.repeat(400),
  'null',
  '__proto__',
  '%27%3B--',
  '%25',
  'x'.repeat(100_000),
  '2026-01-01T00:00:00%2B23:59',
  '9999-12-31T23:59:59-23:59',
  '01a1fddc-0000-7000-8000-000000000000',
];

describe.each(withQuery)('the query of $id', (operation) => {
  const get = (search: string) =>
    send(operation, { search: search + requiredBy(operation, search) });
  const shape = operation.query?.shape ?? {};
  const isList = (name: string) => shape[name]?.safeParse([]).success === true;
  const isRequired = (name: string) => shape[name]?.safeParse(undefined).success === false;
  const single = Object.keys(shape).filter((name) => !isList(name) && !isRequired(name));

  it('is answered or refused at its place, whatever a parameter is', async () => {
    for (const value of part(VALUES, operation.id)) {
      const text = new URLSearchParams(`v=${value}`).get('v') ?? '';
      // The text null counts as absent.
      const names = Object.keys(shape).filter((name) => value !== 'null' || !isRequired(name));
      const fits = (name: string) =>
        shape[name]?.safeParse(isList(name) ? [text] : text).success === true;
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
    // The errors of an import have no times.
    if (operation.id !== 'imports:errors:list') {
      expect(single).toEqual(expect.arrayContaining(['query', 'created_after']));
    }
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
    const required = requiredBy(operation, '');
    expect(await send(operation, { search: last + required })).toMatchObject({ status: 200 });
    for (const search of ['page=9007199254740992', 'page=99999999999999999999']) {
      const answer = await send(operation, { search: search + required });
      expect(answer).toMatchObject({ status: 422 });
    }
  },
);

describe('a path', () => {
  const VALUES_OF_PATHS = [
    'x',
    '\u0000',
    '0',
    '__proto__',
    'null',
    "';--",
    'é',
    'x'.repeat(10_000),
  ];
  const answersTo = async (operation: AnyContract, name: string) => {
    const statuses: number[] = [];
    for (const value of part(VALUES_OF_PATHS, operation.id, 3)) {
      const params = { ...paramsOf(tenant)[operation.path], [name]: value };
      statuses.push((await send(operation, { params, ...bodyOf(operation) })).status);
    }
    return [...new Set(statuses)].sort();
  };
  const withParams = contracts.filter(({ params }) => params);

  it.each(withParams.filter(({ params }) => 'id' in (params?.shape ?? {})))(
    '$id is 422 for what is no id',
    { tags: 'soak' },
    async (operation) => {
      for (const name of Object.keys(operation.params?.shape ?? {})) {
        expect(await answersTo(operation, name)).toEqual([422]);
      }
    },
  );

  it.each(contracts.filter(({ path }) => path.includes('{client_secret}')))(
    '$id is 404 for what is no secret',
    async (operation) => {
      expect(await answersTo(operation, 'client_secret')).toEqual([404]);
    },
  );

  it.each(withParams.filter(({ path }) => /{(?!id|\w+_id|client_secret)\w+}/.test(path)))(
    '$id is 404 or 422 for what is no name',
    async (operation) => {
      for (const name of Object.keys(operation.params?.shape ?? {})) {
        const statuses = await answersTo(operation, name);
        expect(statuses.filter((status) => status !== 404 && status !== 422)).toEqual([]);
      }
    },
  );
});

function bodyOf(operation: AnyContract): Raw {
  return operation.body ? { body: '{}' } : {};
}
