import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
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

it.each(lists)('$id takes what every list takes', ({ query }) => {
  const always = ['query', 'created_after', 'created_before', 'sorting'];
  expect(Object.keys(query?.shape ?? {})).toEqual(expect.arrayContaining(always));
});

it.each(contracts)('$id is described in words', ({ summary, description = '', tag }) => {
  expect(summary).toMatch(/^[A-Z].*[^.]$/);
  expect(description).toMatch(/^([A-Z`].*\.)?$/s);
  expect(tag).toMatch(/^[a-z_]+$/);
});

it.each(contracts.filter(({ method }) => method === 'GET'))('$id changes nothing', (operation) => {
  expect(operation.body).toBeUndefined();
  expect(operation.secretReply).toBe(false);
  expect(operation.scopes.filter((scope) => scope.endsWith(':write'))).toEqual([]);
});

it.each(contracts.filter(({ response }) => response))(
  '$id keeps a reply encrypted that carries a secret',
  ({ response, method, secretReply }) => {
    const text = JSON.stringify(Object.keys((response as { shape?: object }).shape ?? {}));
    if (method !== 'GET' && /token"|"secret"/.test(text)) expect(secretReply).toBe(true);
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

// Which fields of a checkout null clears depends on its state (docs/contract/checkouts.md).
const patches = contracts.filter(
  ({ method, tag, body }) =>
    method === 'PATCH' && tag !== 'checkouts' && body?.safeParse({}).success,
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
