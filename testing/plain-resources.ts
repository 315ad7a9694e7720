import { z } from 'zod';
import type { Method } from '@/lib/contract/contract';
import { contracts } from '@/lib/resources/registry';

/** Made in three steps, of which the first answers where the bytes go: docs/contract/files.md#uploads */
const NOT_PLAIN = ['files'];

const operationAt = (method: Method, path: string) =>
  contracts.find((one) => one.auth === 'seller' && one.method === method && one.path === path);

/** What is created, listed, read, changed and deleted by an operation each. */
export const plainResources = contracts.flatMap((create) => {
  const member = `${create.path.replace(/\/$/, '')}/{id}`;
  const list = operationAt('GET', create.path);
  const get = operationAt('GET', member);
  const update = operationAt('PATCH', member);
  const remove = operationAt('DELETE', member);
  const { tag, method } = create;
  if (method !== 'POST' || NOT_PLAIN.includes(tag)) return [];
  return list && get && update && remove ? [{ tag, create, list, get, update, remove }] : [];
});

/** The fields of a body; of one with variants those of all. */
export function fieldsOf(body: z.core.$ZodType | undefined): string[] {
  if (body instanceof z.ZodUnion) return [...new Set(body.options.flatMap(fieldsOf))];
  return body instanceof z.ZodObject ? Object.keys(body.shape) : [];
}
