import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyContract } from '@/lib/contract/contract';
import { HttpUrl } from '@/lib/contract/fields';
import * as accounts from '@/lib/resources/accounts/contract';
import { isAudited } from '@/lib/resources/audit-log/rules';
import { OBJECTS } from '@/lib/resources/audited';
import { contracts } from '@/lib/resources/registry';
import { folderOf } from '@/lib/server/routes';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Routes that are no operations: what is left over, and the document itself. */
const OTHER = ['app/v1/[...path]', 'app/v1/openapi.json'];

it('are answered by a route each, and no route answers anything else', async () => {
  const folders = (readdirSync('app/v1', { recursive: true }) as string[])
    .filter((name) => path.basename(name) === 'route.ts')
    .map((name) => path.posix.join('app/v1', path.dirname(name)))
    .filter((folder) => !OTHER.includes(folder));
  const answered: string[] = [];
  for (const folder of folders) {
    const file = pathToFileURL(path.resolve(folder, 'route.ts')).href;
    const route = (await import(/* @vite-ignore */ file)) as object;
    const methods = METHODS.filter((method) => method in route);
    answered.push(...methods.map((method) => `${method} ${folder}`));
  }
  const declared = contracts.map((contract) => `${contract.method} ${folderOf(contract)}`);
  expect(answered.sort()).toEqual(declared.sort());
});

const lists = contracts.filter(
  ({ method, query }) => method === 'GET' && 'page' in (query?.shape ?? {}),
);

it.each(lists)('$id takes what every list takes', ({ id, query }) => {
  const always = [
    'query',
    ...(id === 'imports:errors:list' ? [] : ['created_after', 'created_before']),
    'sorting',
  ];
  expect(Object.keys(query?.shape ?? {})).toEqual(expect.arrayContaining(always));
});

it.each(contracts)('$id is described in words', ({ summary, description = '', tag }) => {
  expect(summary).toMatch(/^[A-Z].*[^.]$/);
  expect(description).toMatch(/^([A-Z`].*\.)?$/s);
  expect(tag).toMatch(/^[a-z_\d.]+$/);
});

it.each(contracts.filter(({ method }) => method === 'GET'))('$id changes nothing', (operation) => {
  expect(operation.body).toBeUndefined();
  expect(operation.secretReply).toBe(false);
  expect(operation.permissions.filter((one) => one.endsWith(':write'))).toEqual([]);
});

it.each(contracts.filter(({ response }) => response))(
  '$id keeps a reply encrypted that carries a secret',
  ({ response, method, secretReply }) => {
    const shape: Record<string, z.ZodType> = (response as z.ZodObject).shape ?? {};
    const isSecret = (name: string) =>
      name.endsWith('token') || (name === 'secret' && shape[name]?.meta()?.secret === true);
    if (method !== 'GET' && Object.keys(shape).some(isSecret)) expect(secretReply).toBe(true);
  },
);

/** The schemas of a field of an answer, one for each variant that has it. */
function fieldsOf(schema: z.ZodType | undefined, field: string): z.ZodType[] {
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => fieldsOf(option as z.ZodType, field));
  }
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  return shape[field] ? [shape[field]] : [];
}

// Which fields of a checkout null clears depends on its state (docs/contract/checkouts.md), and of what payment connections
// are sent they print nothing.
const APART = ['checkouts', 'payment_connections'];
const patches = contracts.filter(
  ({ method, tag, body }) =>
    method === 'PATCH' && !APART.includes(tag) && body?.safeParse({}).success,
);
it.each(patches)('$id clears with null what may be printed as null, and nothing else', (patch) => {
  const fields = patch.body instanceof z.ZodObject ? Object.keys(patch.body.shape) : [];
  let tried = 0;
  for (const field of fields) {
    const printed = fieldsOf(patch.response, field);
    const parsed = patch.body?.safeParse({ [field]: null });
    if (printed.length === 0 || !parsed?.success) continue;
    const isNullable = printed.some((schema) => schema.safeParse(null).success);
    expect(parsed.data, field).toEqual(isNullable ? { [field]: null } : {});
    tried += 1;
  }
  expect(tried).toBeGreaterThan(0);
});

// Without it the audit log says that everything has changed, from nothing, and does not name what was deleted.
it('what is changed or deleted is read before, for the audit log', () => {
  const changing = contracts.filter(
    (operation) => isAudited(operation) && ['PATCH', 'DELETE'].includes(operation.method),
  );
  expect(changing.length).toBeGreaterThan(20);
  const tags = new Set(changing.map(({ tag }) => tag));
  expect([...tags].filter((tag) => !(tag in OBJECTS))).toEqual([]);
});

/** Every text in a body, by its place without the positions in lists, with the schema that it meets first. */
function textsOf(schema: z.ZodType, place = ''): [place: string, text: z.ZodString][] {
  if (schema instanceof z.ZodString) return [[place, schema]];
  const { shape, innerType, options, element, items, valueType, ...pipe } = schema.def as {
    [part in 'innerType' | 'element' | 'valueType' | 'in' | 'out']?: z.ZodType;
  } & { shape?: Record<string, z.ZodType>; options?: z.ZodType[]; items?: z.ZodType[] };
  const piped = pipe.in instanceof z.ZodTransform ? pipe.out : pipe.in;
  const inner = [innerType, element, valueType, piped, ...(options ?? []), ...(items ?? [])];
  return [
    ...inner.flatMap((part) => (part ? textsOf(part, place) : [])),
    ...Object.entries(shape ?? {}).flatMap(([name, field]) =>
      textsOf(field, place === '' ? name : `${place}.${name}`),
    ),
  ];
}

/** Whether white space at the ends is the first thing that goes: no rule sees it. */
function isTrimmed(text: z.ZodString): boolean {
  const [first] = (text.def.checks ?? []).map((check) => check._zod.def);
  const { tx } = (first ?? {}) as { tx?: (value: string) => string };
  return tx?.('\u00a0 a b\n') === 'a b';
}

/** An address of the web allows no white space. */
function isWebAddress(text: z.ZodString): boolean {
  const rule = HttpUrl.def.checks?.at(-1);
  return rule !== undefined && Boolean(text.def.checks?.includes(rule));
}

const FORMATS = ['date', 'datetime', 'email', 'guid', 'ipv4', 'ipv6'];

/** The ends of their places: texts that keep the white space around them, and those whose form allows none. */
const NOT_TRIMMED = {
  'secrets, which are compared as they are': [
    'current_password',
    'guild_token',
    'invitation',
    'password',
    'secret',
    'token',
    'access_token',
    'bot_token',
    'customer_portal.state',
    'customer_portal.code',
  ],
  'cells of a file, and the names of its columns': ['imports.rows', 'imports.mapping'],
  'free texts': [
    'cancellation_comment',
    'comment',
    'default_badge_custom_content',
    'note',
    'products.description',
    'profile_settings.description',
    'query',
  ],
  'what we have answered': [
    'license_keys.filter.external_id',
    'discord_connections.guild_id',
    'featured_organizations',
    'highlighted_subscription_tiers',
    'checksum_etag',
    'files.id',
    'path',
    'oauth2.request',
  ],
  'of OAuth, whose programs send them as they are': [
    'redirect_uris',
    'scope',
    'client_id',
    'client_secret',
    'grant_type',
    'code_verifier',
    'redirect_uri',
    'refresh_token',
    'token_type_hint',
    'oauth2.code',
  ],
  'of a form': ['accent_color', 'checksum_sha256_base64', 'embed_origin', 'mime_type', 'timezone'],
};

it('names, codes, labels and keys lose the white space around them', () => {
  const all = [...contracts, ...Object.values<AnyContract>(accounts)];
  const kept = all.flatMap(({ tag, body }) =>
    (body ? textsOf(body) : [])
      .filter(([, text]) => !isTrimmed(text) && !isWebAddress(text))
      .filter(([, text]) => !FORMATS.includes(String(text.format)))
      .map(([place]) => `${tag}.${place}`),
  );
  const ends = Object.values(NOT_TRIMMED).flat();
  const isAt = (place: string, end: string) => `.${place}`.endsWith(`.${end}`);
  expect(kept.filter((place) => !ends.some((end) => isAt(place, end)))).toEqual([]);
  expect(ends.filter((end) => !kept.some((place) => isAt(place, end)))).toEqual([]);
});
