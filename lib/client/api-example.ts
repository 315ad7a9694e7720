import {
  type ApiDocument,
  bodyOf,
  isForm,
  nameOf,
  parametersOf,
  type ReferenceOperation,
  resolve,
  type Schema,
} from '@/lib/client/api-document';
import type { ApiRequest } from '@/lib/client/snippets';
import type { Auth, Method } from '@/lib/contract/contract';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';

/** How many objects stand within each other; what lies deeper is left out, null or empty where it may be. */
const MAX_DEPTH = 4;

const BY_FORMAT: Record<string, string> = {
  uuid: '0198f3c2-7d4e-7a61-9c35-2b8f6d1e4a70',
  'date-time': '2026-05-03T09:00:00.000Z',
  date: '2026-05-03',
  email: 'ada@example.com',
  uri: 'https://example.com',
};

/** What a field of this name usually holds. */
const BY_NAME: Record<string, unknown> = {
  amount: 2000,
  price_amount: 2000,
  total_amount: 2000,
  currency: DEFAULT_CURRENCY,
  price_currency: DEFAULT_CURRENCY,
  name: 'Letterpress Textures',
  customer_name: 'Ada Byron',
  customer_email: 'ada@example.com',
  email: 'ada@example.com',
  slug: 'letterpress',
  country: 'US',
  state: 'US-NY',
  city: 'New York',
  postal_code: '10001',
  line1: '1 Main Street',
  timezone: 'America/New_York',
  description: 'Twelve textures, scanned by hand',
  key: 'INK-7F3A-41C8-9D2E',
  code: 'SPRING20',
  label: 'Laptop',
  mime_type: 'application/zip',
  chunk_end: 1,
  page: 'orders',
  client_secret: 'td_cs_…',
  token: 'td_oat_…',
};

const AUTHS: Record<string, Auth> = { token: 'seller', customerSession: 'customer' };

/** A request to an operation, with examples for what is required; `baseUrl` is the origin of the API. */
export function requestOf(
  document: ApiDocument,
  operation: ReferenceOperation,
  baseUrl: string,
): ApiRequest {
  const [scheme = ''] = operation.security.flatMap((each) => Object.keys(each));
  const url = new URL(operation.path.replaceAll(/[{}]/g, ''), baseUrl);
  for (const { name, in: place, required, schema } of parametersOf(document, operation)) {
    const value = () => String(exampleOf(document, schema, { isSent: true, name }));
    if (place === 'path') url.pathname = url.pathname.replace(`/${name}`, () => `/${value()}`);
    if (place === 'query' && required) url.searchParams.append(name, value());
  }
  const body = bodyOf(operation);
  return {
    method: operation.method as Method,
    url: url.href,
    auth: AUTHS[scheme] ?? 'public',
    body: body ? exampleOf(document, body, { isSent: true }) : undefined,
    ...(isForm(operation) ? { isForm: true } : {}),
  };
}

/** What a webhook posts about an event of a kind. */
export function exampleOfWebhook(
  document: ApiDocument,
  type: string,
): { type: string; timestamp: string; data: Record<string, unknown> } {
  const posted = document.webhooks[type]?.post;
  const schema = (posted && bodyOf(posted)) ?? {};
  return exampleOf(document, schema, { isSent: false }) as ReturnType<typeof exampleOfWebhook>;
}

/** Sent though no schema requires it: one of two fields has to be there. */
const ALSO_SENT = ['product_id'];

/** A value of a schema: required fields alone where it is sent, all of them where it is answered. */
export function exampleOf(
  document: ApiDocument,
  schema: Schema,
  { isSent, name = '', depth = 0 }: { isSent: boolean; name?: string; depth?: number },
): unknown {
  const below = (part: Schema, more: { name?: string; depth?: number } = {}) =>
    exampleOf(document, part, { isSent, name, depth, ...more });
  const reference = nameOf(schema);
  if (reference !== null) return below(document.components.schemas[reference] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) {
    const filled = mostTelling(document, variants);
    return depth >= MAX_DEPTH && isNullable(schema) ? null : below(filled);
  }
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  // What has to be there is, so that clients read it; objects that hold each other end.
  if (type === 'object') {
    return depth >= 2 * MAX_DEPTH ? {} : fieldsOf(schema, isSent, depth, below);
  }
  if (schema.prefixItems) return schema.prefixItems.map((item) => below(item));
  if (type === 'array') return depth >= MAX_DEPTH ? [] : [below(schema.items ?? {})];
  return scalarOf(schema, type, name);
}

export function isNullable({ type, anyOf }: Schema): boolean {
  return (
    [type].flat().includes('null') || (anyOf?.some((variant) => variant.type === 'null') ?? false)
  );
}

/** Of several shapes the one with the most fields whose values are known. */
function mostTelling(document: ApiDocument, variants: readonly Schema[]): Schema {
  const shapes = variants
    .filter(({ type }) => type !== 'null')
    .flatMap((variant) => variant.oneOf ?? variant.anyOf ?? [variant]);
  const known = (shape: Schema) =>
    Object.keys(resolve(document, shape).properties ?? {}).filter((name) => name in BY_NAME).length;
  return shapes.reduce(
    (best, shape) => (known(shape) > known(best) ? shape : best),
    shapes[0] ?? {},
  );
}

function fieldsOf(
  { properties = {}, required = [] }: Schema,
  isSent: boolean,
  depth: number,
  below: (part: Schema, more: { name: string; depth: number }) => unknown,
): Record<string, unknown> {
  const names = Object.keys(properties);
  const known = names.filter((name) => name in BY_NAME || properties[name]?.const !== undefined);
  // Where nothing has to be sent: what tells it from other shapes, and what is known best.
  const telling = known.length > 0 ? known : names.slice(0, 1);
  const sent = required.length > 0 || !isSent ? required : telling;
  const isShort = isSent || depth >= MAX_DEPTH;
  const shown = isShort ? names.filter((name) => [...sent, ...ALSO_SENT].includes(name)) : names;
  return Object.fromEntries(
    shown.map((name) => [name, below(properties[name] ?? {}, { name, depth: depth + 1 })]),
  );
}

function scalarOf(schema: Schema, type: string | undefined, name: string): unknown {
  const usual = BY_NAME[name];
  if (type === 'integer' || type === 'number') {
    return typeof usual === 'number' ? usual : (schema.default ?? schema.minimum ?? 1);
  }
  if (type === 'boolean') return schema.default ?? false;
  if (type === 'null') return null;
  return (
    BY_FORMAT[schema.format ?? ''] ?? (typeof usual === 'string' ? usual : (schema.default ?? '…'))
  );
}
