import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '@/lib/api/openapi';
import { contract } from '@/lib/contract/contract';
import { contracts, payloads } from '@/lib/resources/registry';
import { type ApiDocument, Comparison, publishedDocument } from '@/testing/published';

const document = JSON.parse(JSON.stringify(openApiDocument(contracts, payloads))) as ApiDocument;

/** The published groups, by their tags, that this version does not offer. */
const NOT_OFFERED: string[] = [];

/** What nothing is said of where a token is not active. */
const INTROSPECTED = [
  'client_id',
  'token_type',
  'scope',
  'sub_type',
  'sub',
  'aud',
  'iss',
  'exp',
  'iat',
];

/** Where the product differs on purpose, and why. */
const DIFFERENCES: Record<string, string> = {
  ...Object.fromEntries(
    INTROSPECTED.map((field) => [
      `oauth2:introspect_token answer.${field}: is missing`,
      'nothing is said of a token that is not active (RFC 7662)',
    ]),
  ),
  ...Object.fromEntries(
    [
      'customer_portal:downloadables:list answer.items[].file.service',
      'files:list answer.items[].service',
      'files:create answer.service',
      'files:update answer.service',
      'files:uploaded answer.service',
    ].map((place) => [`${place}: may be import`, 'files to import are added']),
  ),
  'oauth2:authorize answer.scopes[]: may be imports:read, imports:write': 'imports are added',
  'oauth2:authorize answer.scopes[]: does not know admin, web_default': 'no app may have these',
  'customer_portal:subscriptions:list answer.items[].price.type: does not know one_time':
    'a subscription has a recurring price, as the published list of sellers says',
  'customer_portal:subscriptions:get answer.price.type: does not know one_time':
    'a subscription has a recurring price, as the published list of sellers says',
  'customer_portal:subscriptions:update answer.price.type: does not know one_time':
    'a subscription has a recurring price, as the published list of sellers says',
  'customer_portal:subscriptions:cancel answer.price.type: does not know one_time':
    'a subscription has a recurring price, as the published list of sellers says',
};

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as never);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('refers to nothing that is not in it', () => {
    const text = JSON.stringify(document);
    const references = new Set(
      [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to]) => to ?? ''),
    );
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });

  it('is the one that was reviewed: `npm run openapi` renews it', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(
      '../../docs/openapi.json',
    );
  });

  it('is served to everybody', async () => {
    const { GET } = await import('@/app/v1/openapi.json/route');
    const response = GET();
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toMatch(/^public/);
    expect(await response.json()).toEqual(document);
  });

  it('knows one shape for a name, and one operation for a method of a path', () => {
    const declare = (id: string, path: string, response: z.ZodType) =>
      contract({ id, method: 'GET', path, tag: 't', summary: 's', response });
    const first = z.object({ a: z.string() }).meta({ id: 'OpenApiTestShape' });
    const one = declare('t:one', '/v1/one', first);
    expect(() => openApiDocument([one, one])).toThrow('declared twice');

    const strings = z.object({ a: z.string().default('') }).meta({ id: 'OpenApiTestDefault' });
    const both = contract({
      ...declare('t:both', '/v1/both', strings),
      method: 'POST',
      body: strings,
    });
    expect(() => openApiDocument([both])).toThrow('Two schemas are named OpenApiTestDefault');
  });
});

describe('the published interface', () => {
  const published = publishedDocument();
  const all = Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags }]) => {
      return { operationId, tags, path, method, isOffered: document.paths[path]?.[method] };
    }),
  );
  const operations = all.filter(({ tags }) => !tags.some((tag) => NOT_OFFERED.includes(tag)));
  const comparison = new Comparison(published, document);
  const allowed = Object.keys(DIFFERENCES);

  it('has the operations that are compared here', () => {
    expect(operations.length).toBeGreaterThan(60);
  });

  it('is offered but for these groups, which are not offered at all', () => {
    expect(operations.filter(({ isOffered }) => !isOffered)).toEqual([]);
    const others = all.filter(({ isOffered }) => !isOffered).flatMap(({ tags }) => tags);
    expect([...new Set(others)].sort()).toEqual(NOT_OFFERED);
  });

  it.each(operations)('$operationId can be called by its clients', ({ path, method }) => {
    const found = comparison.operation(path, method);
    expect(found.filter((difference) => !allowed.includes(difference))).toEqual([]);
  });

  it('differs in all that is said to differ', () => {
    const found = operations.flatMap(({ path, method }) => comparison.operation(path, method));
    expect(allowed.filter((difference) => !found.includes(difference))).toEqual([]);
  });

  it.each<[string, string, (own: ApiDocument) => void]>([
    [
      'answer.email: is missing',
      'get',
      ({ components: { schemas } }) => {
        delete schemas.CustomerWithTotals?.properties?.email;
      },
    ],
    [
      'answer.email: is optional',
      'get',
      ({ components: { schemas } }) => {
        const customer = schemas.CustomerWithTotals;
        if (customer)
          customer.required = customer.required?.filter((name) => name !== 'email') ?? [];
      },
    ],
    [
      'answer.email: may be null',
      'get',
      ({ components: { schemas } }) => {
        Object.assign(schemas.CustomerWithTotals?.properties?.email ?? {}, {
          type: ['string', 'null'],
        });
      },
    ],
    [
      'answer.tax_id[]: does not know ad_nrt',
      'get',
      ({ components: { schemas } }) => {
        schemas.TaxIDFormat?.enum?.shift();
      },
    ],
    [
      'body.name: is missing',
      'post',
      ({ components: { schemas } }) => {
        delete schemas.CustomerCreate?.properties?.name;
      },
    ],
    [
      'body.name: refuses null',
      'post',
      ({ components: { schemas } }) => {
        Object.assign(schemas.CustomerCreate?.properties ?? {}, { name: { type: 'string' } });
      },
    ],
    [
      'body.name: is required',
      'post',
      ({ components: { schemas } }) => {
        schemas.CustomerCreate?.required?.push('name');
      },
    ],
    [
      'answer: has status 200',
      'post',
      ({ paths }) => {
        const operation = paths['/v1/customers/']?.post;
        const { 201: created = {}, ...others } = operation?.responses ?? {};
        Object.assign(operation ?? {}, { responses: { ...others, 200: created } });
      },
    ],
  ])('would be told: %s', (difference, method, change) => {
    const own = structuredClone(document);
    change(own);
    const path = method === 'post' ? '/v1/customers/' : '/v1/customers/{id}';
    const found = new Comparison(published, own).operation(path, method);
    expect(found).toContain(`customers:${method === 'post' ? 'create' : 'get'} ${difference}`);
  });
});

it('posts each published kind of event as published clients read it', () => {
  const published = publishedDocument();
  const kinds = Object.keys(published.webhooks).filter((kind) => !kind.startsWith('pledge.'));
  expect(kinds.length).toBe(16);
  const comparison = new Comparison(published, document);
  expect(kinds.flatMap((kind) => comparison.webhook(kind))).toEqual([]);
});
