import type { Endpoint } from '@/lib/contract/contract';

/**
 * Where a page of a resource's objects and one of them are, by the resource's name in the plural: `custom_fields` is
 * `custom-fields:list` at `/v1/custom-fields/`. Needs no schemas, so that pages can call what they do not validate;
 * `embeds` names the resources whose objects the answers embed, which the schemas would tell.
 */
export function plainEndpoints(tag: string, embeds: readonly string[] = []) {
  const name = tag.replaceAll('_', '-');
  const common = { tag, method: 'GET', auth: 'seller', embeds } as const;
  return {
    list: { ...common, id: `${name}:list`, path: `/v1/${name}/` },
    get: { ...common, id: `${name}:get`, path: `/v1/${name}/{id}` },
  } satisfies Record<string, Endpoint>;
}
