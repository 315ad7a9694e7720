import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ApiDocument } from '@/lib/client/api-document';
import { BODY_TYPES } from '@/lib/contract/body-types';
import {
  type AnyContract,
  type Auth,
  type Method,
  possibleErrors,
  takesIfMatch,
} from '@/lib/contract/contract';
import { ERROR_STATUS, type ErrorName } from '@/lib/contract/errors';
import { Timestamp } from '@/lib/contract/fields';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';

type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document, ready to be printed. */
export interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, Json>;
  components: Record<'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes', Json>;
}

const SECURITY: Record<Auth, Json[]> = {
  seller: [{ token: [] }, { session: [] }],
  customer: [{ customerSession: [] }],
  client_secret: [],
  public: [],
};

const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: `A personal (\`${SECRET_PREFIX.personalToken}…\`) or organization (\`${SECRET_PREFIX.organizationToken}…\`) access token.`,
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tilldesk.session_token',
    description: 'The session of a signed-in seller, from the pages of the product alone.',
  },
  customerSession: {
    type: 'http',
    scheme: 'bearer',
    description: `The token of a customer session (\`${SECRET_PREFIX.customerSession}…\`).`,
  },
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const RATE_LIMIT = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};
const REPLAYED = { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } };

const HEADERS = {
  'X-Request-Id': { description: 'Names the request.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` where this is the kept reply of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'The version of the object, for `If-Match`.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  RateLimit: {
    description:
      'Where the installation limits requests: how many of this kind (`"reads"`, `"writes"`) the ' +
      'caller has left (`r`), and in how many seconds he has all of them again (`t`).',
    schema: { type: 'string', examples: ['"reads";r=1199;t=42'] },
  },
  'RateLimit-Policy': {
    description: 'The limit (`q`) of so many seconds (`w`) that `RateLimit` is about.',
    schema: { type: 'string', examples: ['"reads";q=1200;w=60'] },
  },
  'Content-Disposition': {
    description: 'An attachment, named with the day.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: { type: 'string' } },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes retries safe: the same key and payload answer the first reply for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the version to change: where the object has another one by now, nothing changes (412).',
  schema: { type: 'string' },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The last `id` that was received: the stream goes on after it.',
  schema: { type: 'string' },
};

const EVENT_STREAM = 'text/event-stream';

const PROBLEM = {
  type: 'object',
  required: ['loc', 'msg', 'type'],
  properties: {
    loc: {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      description: 'The place, starting with `body`, `query`, `path` or `header`.',
    },
    msg: { type: 'string' },
    type: { type: 'string' },
  },
};

/**
 * The OpenAPI 3.1 document of these operations. Schemas with an id become components; what a name
 * stands for must be the same for requests and responses, else this throws.
 *
 * @param payloads what webhooks carry as `data`, by their kinds
 */
export function openApiDocument(
  contracts: readonly AnyContract[],
  payloads: Readonly<Record<string, z.ZodType>> = {},
): OpenApiDocument {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Tilldesk',
      version: '1',
      description: 'Sell software: checkouts, subscriptions, orders, benefits and license keys.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths: {},
    webhooks: {},
    components: {
      schemas: { Problem: PROBLEM },
      responses: {},
      parameters: {
        IdempotencyKey: IDEMPOTENCY_KEY,
        IfMatch: IF_MATCH,
        LastEventId: LAST_EVENT_ID,
      },
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  for (const operation of [...contracts].sort(inReadingOrder)) {
    const method = operation.method.toLowerCase();
    const methods = document.paths[operation.path] ?? {};
    if (methods[method]) throw new Error(`${operation.method} ${operation.path} is declared twice`);
    document.paths[operation.path] = {
      ...methods,
      [method]: describe(operation, document.components),
    };
  }
  for (const [type, data] of Object.entries(payloads)) {
    document.webhooks[type] = { post: describeWebhook(type, data, document.components) };
  }
  // By name, so that an added operation moves no other schema in a diff.
  const { schemas, responses } = document.components;
  Object.assign(document.components, { schemas: sorted(schemas), responses: sorted(responses) });
  return document;
}

/** The same, as the reference and the examples read it. */
export function apiDocumentOf(...given: Parameters<typeof openApiDocument>): ApiDocument {
  return openApiDocument(...given) as unknown as ApiDocument;
}

function sorted(named: Json): Json {
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const METHODS: Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** The order of a table of contents, which does not depend on where an operation was registered. */
function inReadingOrder(a: AnyContract, b: AnyContract): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method);
}

function describe(operation: AnyContract, components: OpenApiDocument['components']): Json {
  const { id, tag, summary, description, auth, permissions, params, query, body, bodyType } =
    operation;
  const isWrite = operation.method !== 'GET';
  const sent = BODY_TYPES[bodyType ?? 'json'];
  const parameters = [
    ...parametersOf(params, 'path', components),
    ...parametersOf(query, 'query', components),
    ...(isWrite ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(operation.isStream ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
    ...(takesIfMatch(operation) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
  const needed =
    permissions.length > 0 ? `Scopes: ${permissions.map((s) => `\`${s}\``).join(' or ')}.` : '';
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(operation.deprecated ? { deprecated: true } : {}),
    description: [description, needed].filter(Boolean).join('\n\n'),
    security: SECURITY[auth],
    ...(permissions.length > 0 ? { 'x-scopes': permissions } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: content(body, 'input', components, sent) } }
      : {}),
    responses: responsesOf(operation, components),
  };
}

function describeWebhook(
  type: string,
  data: z.ZodType,
  components: OpenApiDocument['components'],
): Json {
  const payload = z.object({ type: z.literal(type), timestamp: Timestamp, data });
  return {
    operationId: `webhooks:${type}`,
    summary: type,
    requestBody: {
      required: true,
      content: content(payload, 'output', components, BODY_TYPES.json),
    },
    responses: { '2XX': { description: 'Delivered' } },
  };
}

function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  components: OpenApiDocument['components'],
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    ...(required.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }));
}

function responsesOf(operation: AnyContract, components: OpenApiDocument['components']): Json {
  const { status, otherStatus, response, columns, isStream } = operation;
  const type = isStream ? EVENT_STREAM : BODY_TYPES.json;
  const csv = columns ? { 'text/csv': { schema: { type: 'string' } } } : {};
  const success = (code: number): Json => ({
    [code]: {
      description: STATUS_CODES[code],
      headers: {
        ...REQUEST_ID,
        ...RATE_LIMIT,
        ...(operation.method === 'GET' ? {} : REPLAYED),
        ...(operation.row && response ? reference('ETag') : {}),
        ...(columns ? reference('Content-Disposition') : {}),
      },
      ...(response
        ? { content: { ...csv, ...content(response, 'output', components, type) } }
        : {}),
    },
  });
  const responses = { ...success(status), ...(otherStatus ? success(otherStatus) : {}) };
  const errors = [...possibleErrors(operation)].sort();
  for (const code of new Set(errors.map((name) => ERROR_STATUS[name]))) {
    const names = errors.filter((name) => ERROR_STATUS[name] === code);
    const key = names.join('_');
    components.responses[key] ??= errorResponse(names, code, components);
    responses[code] = { $ref: `#/components/responses/${key}` };
  }
  return responses;
}

function errorResponse(
  names: ErrorName[],
  status: number,
  components: OpenApiDocument['components'],
): Json {
  for (const name of names) components.schemas[name] ??= errorSchema(name);
  const [only, ...others] = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const several = { oneOf: [only, ...others], discriminator: { propertyName: 'error' } };
  const headers = {
    ...REQUEST_ID,
    ...(status === 401 ? reference('WWW-Authenticate') : {}),
    ...(status === 429 ? RATE_LIMIT : {}),
    ...(status === 429 || status === 503 ? reference('Retry-After') : {}),
  };
  return {
    description: STATUS_CODES[status],
    headers,
    content: { 'application/json': { schema: others.length === 0 ? only : several } },
  };
}

function reference(header: keyof typeof HEADERS): Json {
  return { [header]: { $ref: `#/components/headers/${header}` } };
}

function errorSchema(name: ErrorName): Json {
  const isValidation = name === 'RequestValidationError';
  const nullableText = { type: ['string', 'null'] };
  return {
    type: 'object',
    required: ['error', 'detail', 'request_id'],
    properties: {
      error: { type: 'string', const: name },
      detail: isValidation
        ? { type: 'array', items: { $ref: '#/components/schemas/Problem' } }
        : { type: 'string' },
      ...(name === 'PaymentError' ? { code: nullableText, decline_code: nullableText } : {}),
      request_id: { type: 'string' },
    },
  };
}

function content(
  schema: z.ZodType,
  io: Io,
  components: OpenApiDocument['components'],
  type: string,
): Json {
  return { [type]: { schema: jsonSchema(schema, io, components) } };
}

type Io = 'input' | 'output';

/** A schema as JSON Schema; the named ones that it uses go to the components. */
function jsonSchema(schema: z.ZodType, io: Io, components: OpenApiDocument['components']): Json {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify });
  const {
    $schema,
    $defs = {},
    ...root
  } = JSON.parse(
    JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as Json & { $defs?: Record<string, Json> };
  for (const [name, { id, ...definition }] of Object.entries($defs)) {
    const known = components.schemas[name];
    components.schemas[name] ??= definition;
    if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
      throw new Error(`Two schemas are named ${name}: name what is accepted and printed apart`);
    }
  }
  return root;
}

/** Leaves out what says nothing to a reader, and puts back what zod leaves out. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) {
  const { def } = zodSchema._zod;
  // For clients' caches alone, see lib/contract/embedded.ts, and for logs, see lib/contract/secret.ts.
  delete jsonSchema.resource;
  delete jsonSchema.secret;
  // Answers may gain fields, and unknown ones of requests are ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // zod prints no default of a value that is transformed; ours have the same type on both sides.
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
  if (def.type === 'record') delete jsonSchema.propertyNames;
  // The format says it, in fewer words than zod's own expression for it.
  if (['uuid', 'date-time', 'email'].includes(String(jsonSchema.format))) {
    delete jsonSchema.pattern;
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
