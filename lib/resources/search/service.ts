import { hasPermission } from '@/lib/api/rights';
import type { QueryOf } from '@/lib/contract/contract';
import type { Scope } from '@/lib/database/connection/scope';
import type { searchRecords } from '@/lib/resources/search/contract';
import * as repository from '@/lib/resources/search/repository';
import { PERMISSION_OF_KIND, readQuery } from '@/lib/resources/search/rules';
import {
  KINDS,
  type SearchItem,
  type SearchKind,
  type SearchResponse,
} from '@/lib/resources/search/schema';
import { serializeHit } from '@/lib/resources/search/serialize';

const MAX_ITEMS = 5;
/** Orders and subscriptions are found of so many customers (docs/contract/additions.md#search). */
const MAX_BUYERS = 20;
/** Found by their customer. */
const SALES: readonly SearchKind[] = ['order', 'subscription'];
const OTHERS = KINDS.filter((kind) => kind !== 'customer' && !SALES.includes(kind));

/**
 * The records of the caller's organizations that have a text, of the kinds that the credential has the permission for: every
 * role reads all of them (docs/contract/additions.md#search).
 */
export async function search(
  scope: Scope,
  { organization_id, query }: QueryOf<typeof searchRecords>,
): Promise<SearchResponse> {
  const wanted = readQuery(query);
  const organizationIds = scope.organizationIds.filter(
    (id) => organization_id?.includes(id) ?? true,
  );
  if (!wanted || organizationIds.length === 0) return { items: [] };
  const isAllowed = (kind: SearchKind) => hasPermission(scope, PERMISSION_OF_KIND[kind]);
  const items: SearchItem[] = [];
  const find = async (kind: SearchKind, more: Partial<repository.Request> = {}) => {
    const request = { organizationIds, wanted, limit: MAX_ITEMS, ...more };
    const hits = await repository.find(scope, kind, request);
    if (isAllowed(kind)) {
      items.push(...hits.slice(0, MAX_ITEMS).map((hit) => serializeHit(kind, hit)));
    }
    return hits.map(({ id }) => id);
  };
  const findSales = async () => {
    const sales = SALES.filter(isAllowed);
    if (sales.length === 0 && !isAllowed('customer')) return;
    const buyers = await find('customer', { limit: MAX_BUYERS });
    for (const kind of sales) await find(kind, { buyers });
  };
  const findOthers = async () => {
    for (const kind of OTHERS.filter(isAllowed)) await find(kind);
  };
  // A search takes two connections of the pool at most.
  await Promise.all([findSales(), findOthers()]);
  const place = ({ kind }: SearchItem) => KINDS.indexOf(kind);
  return { items: items.sort((a, b) => place(a) - place(b)) };
}
