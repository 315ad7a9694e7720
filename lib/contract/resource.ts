import type { z } from 'zod';
import { type Contract, contract } from '@/lib/contract/contract';
import { IdParams, OrganizationFilter } from '@/lib/contract/fields';
import { oneOf, pluralOf, singularOf } from '@/lib/contract/nouns';
import { listQuery, page } from '@/lib/contract/pagination';
import { PERMISSIONS, type Permission } from '@/lib/contract/permissions';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';

/** What an operation may say otherwise than it follows from the resource's name. */
type Overrides = Partial<
  Omit<Contract, 'tag' | 'method' | 'params' | 'query' | 'body' | 'response' | 'columns'>
>;

/**
 * Declares the plain operations of a resource. Tag, id, path, permissions and summary follow from its
 * name: `custom_fields` is `custom-fields:list` at `/v1/custom-fields/` with `custom_fields:read`.
 *
 * @param tag the resource in the plural
 * @param item the resource as it is printed
 * @param options.noun one of them in words, where that is not the tag's singular
 * @param options.permissions what its permissions begin with, where the published interface has none of the tag
 */
export function resource<Item extends z.ZodType>(
  tag: string,
  item: Item,
  options: { noun?: string; permissions?: string } = {},
) {
  const { noun = singularOf(tag.replaceAll('_', ' ')), permissions = tag } = options;
  const plain = plainEndpoints(tag);
  const name = tag.replaceAll('_', '-');
  const collection = (verb: string) => ({ tag, id: `${name}:${verb}`, path: plain.list.path });
  const member = (verb: string) => ({ ...collection(verb), path: plain.get.path, row: tag });
  return {
    /** A page of them; `query` are its filters and its sorting, beside those of every list. */
    list: <Shape extends z.ZodRawShape>(query: Shape, overrides: Overrides = {}) =>
      contract({
        ...plain.list,
        summary: `List ${pluralOf(noun)}`,
        permissions: [permissionOf(permissions, 'read')],
        query: listQuery({ organization_id: OrganizationFilter, ...query }),
        response: page(item),
        ...overrides,
      }),
    create: <Body extends z.ZodType>(body: Body, overrides: Overrides = {}) =>
      contract({
        ...collection('create'),
        method: 'POST',
        row: tag,
        summary: `Create ${oneOf(noun)}`,
        permissions: [permissionOf(permissions, 'write')],
        body,
        response: item,
        ...overrides,
      }),
    get: (overrides: Overrides = {}) =>
      contract({
        ...plain.get,
        row: tag,
        summary: `Get ${oneOf(noun)}`,
        permissions: [permissionOf(permissions, 'read')],
        params: IdParams,
        response: item,
        ...overrides,
      }),
    update: <Body extends z.ZodType>(body: Body, overrides: Overrides = {}) =>
      contract({
        ...member('update'),
        method: 'PATCH',
        summary: `Update ${oneOf(noun)}`,
        permissions: [permissionOf(permissions, 'write')],
        params: IdParams,
        body,
        response: item,
        ...overrides,
      }),
    delete: (overrides: Overrides = {}) =>
      contract({
        ...member('delete'),
        method: 'DELETE',
        summary: `Delete ${oneOf(noun)}`,
        permissions: [permissionOf(permissions, 'write')],
        params: IdParams,
        ...overrides,
      }),
  };
}

/** Throws where the published interface has no such permission. */
function permissionOf(resource: string, verb: 'read' | 'write'): Permission {
  const found = PERMISSIONS.find((name) => name === `${resource}:${verb}`);
  if (!found) throw new Error(`There is no permission ${resource}:${verb}`);
  return found;
}
