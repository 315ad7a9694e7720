import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyContract } from '@/lib/contract/contract';
import { possibleErrors } from '@/lib/contract/contract';
import { ERROR_STATUS } from '@/lib/contract/errors';
import { PERMISSIONS, roleAllows } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { createLicenseKeyLease } from '@/lib/resources/license-leases/contract';
import { contracts } from '@/lib/resources/registry';
import { newId } from '@/lib/runtime/ids';
import { leavesOf, valueAt, withValue } from '@/testing/bodies';
import { sendRaw } from '@/testing/call-api';
import { makeSeller, makeToken, makeUser } from '@/testing/factories';
import { contentOf, fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, bodiesOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// Tests of every operation, generated from the registry, so that a new operation is covered.

let own: Tenant;
let foreign: Tenant;
/** The rows of the foreign tenant, which no request of this file changes. */
let untouched: Map<string, string>;
beforeAll(async () => {
  [own, foreign] = await Promise.all([fillTenant('owntenant'), fillTenant('foreigntenant')]);
  untouched = await contentOf(foreign.seller.organizationId);
});

interface Sent {
  params?: Record<string, string>;
  body?: unknown;
  as?: { token: string } | undefined;
  headers?: Record<string, string>;
}

async function send(operation: AnyContract, { params, body, as, headers = {} }: Sent) {
  const response = await sendRaw(
    operation,
    {
      search: new URLSearchParams(queryOf(operation, own)).toString(),
      ...(params ? { params } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    { ...(as ? { as } : {}), headers },
  );
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  const { request_id, ...content } = answer;
  return { status: response.status, error: answer.error, content, text };
}

/** The well-formed requests of an operation, as a tenant would send them. */
function requestsOf(operation: AnyContract, tenant: Tenant): Sent[] {
  const params = paramsOf(tenant)[operation.path];
  const bodies = operation.body ? (bodiesOf(tenant)[operation.id] ?? []) : [undefined];
  return bodies.map((body) => ({ ...(params ? { params } : {}), ...(body ? { body } : {}) }));
}

const withParams = contracts.filter(({ path }) => path.includes('{'));
const withBody = contracts.filter(({ body }) => body);
const sellers = contracts.filter(({ auth }) => auth === 'seller');

describe('the requests that the matrix sends', () => {
  it.each(contracts)('$id has them', (operation) => {
    const requests = requestsOf(operation, own);
    expect(requests.length, 'add a body to tenant-requests.ts').toBeGreaterThan(0);
    for (const { params, body } of requests) {
      if (operation.params) {
        expect(params, 'add an object to tenant-requests.ts').toBeDefined();
        expect(operation.params.safeParse(params).error).toBeUndefined();
      }
      if (operation.body) expect(operation.body.safeParse(body).error).toBeUndefined();
    }
  });
});

describe('without a right', () => {
  it.each(contracts.filter(({ auth }) => auth === 'seller' || auth === 'customer'))(
    '$id is 401, with no token and with a wrong one',
    async (operation) => {
      const [request = {}] = requestsOf(operation, own);
      expect(await send(operation, request)).toMatchObject({ status: 401, error: 'Unauthorized' });
      const otherKind = operation.auth === 'seller' ? own.session : own.seller;
      for (const { token } of [
        { token: 'td_pat_unknown' },
        { token: 'td_cst_unknown' },
        otherKind,
      ]) {
        const answer = await send(operation, { ...request, as: { token } });
        expect(answer).toMatchObject({ status: 401, error: 'invalid_token' });
      }
    },
  );

  it.each(sellers.filter(({ permissions }) => permissions.length > 0))(
    '$id is 403 with every permission but its own',
    async (operation) => {
      const enough = operation.permissions.flatMap((one) => [one, one.replace(':read', ':write')]);
      const scopes = PERMISSIONS.filter((one) => !enough.includes(one));
      const token = await makeToken({ userId: own.seller.userId }, { scopes });
      for (const request of requestsOf(operation, own)) {
        const answer = await send(operation, { ...request, as: { token } });
        expect(answer).toMatchObject({ status: 403, error: 'insufficient_scope' });
      }
    },
  );

  const forbiddenToMembers = sellers.filter(
    ({ permissions, personal, administrators }) =>
      !personal &&
      !administrators &&
      permissions.length > 0 &&
      !permissions.some((one) => roleAllows('member', one)),
  );
  const notForMembers = sellers.filter(
    (operation) => operation.administrators || forbiddenToMembers.includes(operation),
  );
  it.each(notForMembers)('$id is 403 for a member', async (operation) => {
    const member = await makeUser();
    const { organizationId } = own.seller;
    await db(null).membership.create({
      data: { organizationId, userId: member.id, role: 'member' },
    });
    const token = await makeToken({ userId: member.id });
    for (const request of requestsOf(operation, own)) {
      const answer = await send(operation, { ...request, as: { token } });
      expect(answer).toMatchObject({ status: 403, error: 'NotPermitted' });
    }
  });

  it('is what reading needs of a member, and little of what writing does', () => {
    expect(forbiddenToMembers.length).toBeGreaterThan(10);
    // But how the organization is paid.
    const others = forbiddenToMembers.filter(({ tag }) => tag !== 'payment_connections');
    expect(others.map(({ method }) => method)).not.toContain('GET');
  });
});

describe('an object of another seller', () => {
  const byToken = withParams.filter(({ auth }) => auth === 'seller' || auth === 'customer');

  it.each(byToken)('$id is 404, just as one that never was, and untouched', async (operation) => {
    for (const { params, body } of requestsOf(operation, foreign)) {
      const mixes = mixed(params ?? {}, paramsOf(own)[operation.path] ?? {});
      for (const mix of mixes) {
        const as = actorOf(operation, own);
        const answer = await send(operation, { params: mix, body, as });
        expect(answer).toMatchObject({ status: 404, error: 'ResourceNotFound' });
        const unknown = Object.fromEntries(
          Object.entries(mix).map(([name, value]) => [
            name,
            value === params?.[name] ? newId() : value,
          ]),
        );
        const never = await send(operation, { params: unknown, body, as });
        expect(never.content).toEqual(answer.content);
      }
    }
    expect(await contentOf(foreign.seller.organizationId)).toEqual(untouched);
  });

  /** Every choice of foreign and own parameters with a foreign one among them. */
  function mixed(theirs: Record<string, string>, ours: Record<string, string>) {
    return Object.keys(theirs)
      .reduce<Record<string, string>[]>(
        (mixes, name) =>
          mixes.flatMap((mix) => [
            { ...mix, [name]: theirs[name] ?? '' },
            { ...mix, [name]: ours[name] ?? '' },
          ]),
        [{}],
      )
      .filter((mix) => Object.keys(mix).some((name) => mix[name] === theirs[name]));
  }

  it.each(withParams.filter(({ auth }) => auth === 'client_secret'))(
    '$id is 404 for an unknown secret, with or without a token',
    async (operation) => {
      const [request = {}] = requestsOf(operation, own);
      const params = { client_secret: `td_c_${'x'.repeat(43)}` };
      for (const as of [undefined, own.seller, { token: 'td_pat_unknown' }]) {
        const answer = await send(operation, { ...request, params, as });
        expect(answer).toMatchObject({ status: 404, error: 'ResourceNotFound' });
      }
    },
  );

  /**
   * These answer alike whatever the body names: so that nobody learns who is a customer; since it takes a session alone;
   * forms of another protocol, in its words.
   */
  const answersAlike = ({ id, protocol }: AnyContract) =>
    ['customer_portal:sessions:request', 'oauth2:consent'].includes(id) || protocol !== undefined;
  it.each(withBody.filter((operation) => !answersAlike(operation)))(
    '$id refuses it wherever the body names one',
    async (operation) => {
      const params = paramsOf(own)[operation.path];
      const ours = bodiesOf(own)[operation.id] ?? [];
      const theirs = bodiesOf(foreign)[operation.id] ?? [];
      const covered = new Set<string>();
      for (const [index, body] of ours.entries()) {
        for (const path of idsIn(body)) {
          covered.add(path.map((key) => (/^\d+$/.test(key) ? '[]' : key)).join('.'));
          const changed = withValue(body, path, valueAt(theirs[index], path));
          const answer = await send(operation, {
            ...(params ? { params } : {}),
            body: changed,
            as: actorOf(operation, own),
          });
          // What a filter names of others it does not find, as in a list.
          if (path[0] === 'filter') {
            expect(answer, path.join('.')).toMatchObject({ status: operation.status });
            continue;
          }
          // A key that names the wrong seller, or an activation, is not found; every other field has a problem of its own.
          if (operation.auth === 'public' || operation.id === createLicenseKeyLease.id) {
            expect(answer, path.join('.')).toMatchObject({
              status: 404,
              error: 'ResourceNotFound',
            });
          } else {
            expect(answer, path.join('.')).toMatchObject({ status: 422 });
            const problems = answer.content.detail as { loc: (string | number)[] }[];
            const places = problems.map(({ loc }) => loc.join('.'));
            expect(places.some((place) => ['body', ...path].join('.').startsWith(place))).toBe(
              true,
            );
          }
        }
      }
      expect(await contentOf(foreign.seller.organizationId)).toEqual(untouched);
      const named = idPlaces(operation).filter(
        (place) => !UNCHECKED.includes(place) && !place.startsWith('filter.'),
      );
      expect(
        named.filter((place) => !covered.has(place)),
        'add it to tenant-requests.ts',
      ).toEqual([]);
    },
  );

  /** Ids that are stored without a look-up. */
  const UNCHECKED = [
    'profile_settings.featured_projects.[]',
    'profile_settings.featured_organizations.[]',
    // The keys of an object, which are checked like the list beside them.
    'properties.archived',
  ];
});

describe('a malformed request', () => {
  it.each(withParams.filter(({ params }) => 'id' in (params?.shape ?? {})))(
    '$id is 422 for an id that is none, at its place in the path',
    async (operation) => {
      const [request = {}] = requestsOf(operation, own);
      for (const name of Object.keys(request.params ?? {})) {
        const params = { ...request.params, [name]: 'no-id' };
        const answer = await send(operation, { ...request, params, as: actorOf(operation, own) });
        expect(answer).toMatchObject({
          status: 422,
          content: { detail: [{ loc: ['path', name] }] },
        });
      }
    },
  );

  it.each(contracts.filter(({ query }) => 'sorting' in (query?.shape ?? {})))(
    '$id is 422 for an unknown sort and every wrong parameter at once',
    async (operation) => {
      const params = paramsOf(own)[operation.path];
      const search = 'sorting=no_such_sort&page=0&limit=none&created_after=yesterday';
      const response = await sendRaw(
        operation,
        { search, ...(params ? { params } : {}) },
        { as: actorOf(operation, own) },
      );
      const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
      expect(response.status).toBe(422);
      const missing = Object.keys(queryOf(operation, own));
      const wrong = ['created_after', 'limit', 'page', 'sorting', ...missing].sort();
      expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(
        wrong
          .filter((name) => name in (operation.query?.shape ?? {}))
          .map((name) => `query.${name}`),
      );
    },
  );
});

describe('what an operation says of itself', () => {
  it.each(contracts)('$id lists errors that exist and has one id and path', (operation) => {
    for (const name of possibleErrors(operation)) expect(ERROR_STATUS[name]).toBeDefined();
    const { id, method, path } = operation;
    const twins = contracts.filter(
      (other) => other.id === id || (other.method === method && other.path === path),
    );
    expect(twins).toEqual([operation]);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(operation.params?.shape ?? {})).toEqual(names);
  });

  it('has a seller for the sake of whom it answers', async () => {
    const { token } = await makeSeller();
    for (const operation of sellers.filter(
      // A seller without events has none to wait for, and one without apps no request of theirs.
      ({ id, path, method, isStream }) =>
        method === 'GET' && !path.includes('{') && !isStream && id !== 'oauth2:authorize',
    )) {
      expect(await send(operation, { as: { token } })).toMatchObject({ status: 200 });
    }
  });
});

/** The paths of a body's ids. */
function idsIn(body: object): string[][] {
  return leavesOf(body).filter((path) => z.guid().safeParse(valueAt(body, path)).success);
}

/** The paths that the schema of an operation's body declares as ids. */
function idPlaces(operation: AnyContract): string[] {
  if (!operation.body) return [];
  const root = z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' });
  const places = new Set<string>();
  const walk = (schema: z.core.JSONSchema._JSONSchema | undefined, path: string[]) => {
    if (typeof schema !== 'object') return;
    const name = schema.$ref?.split('/').at(-1);
    if (name) return walk(root.$defs?.[name], path);
    if (schema.format === 'uuid') places.add(path.join('.'));
    for (const option of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(option, path);
    if (schema.items && !Array.isArray(schema.items)) walk(schema.items, [...path, '[]']);
    if (schema.propertyNames) walk(schema.propertyNames, path);
    for (const [key, inner] of Object.entries(schema.properties ?? {})) walk(inner, [...path, key]);
  };
  walk(root, []);
  return [...places];
}
