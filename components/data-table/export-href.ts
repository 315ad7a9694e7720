import { requestOf } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import type { Search } from '@/lib/contract/search';

/** The address of an export of the rows that a query leaves. */
export function exportHref(operation: AnyContract, query: Search): string {
  const { page: _, limit: __, ...filters } = query;
  const input = { query: filters } as ContractInput<AnyContract>;
  // The page's own origin, which the server that renders it first need not know.
  const { pathname, search } = new URL(requestOf(operation, input, { baseUrl: 'http://_' }).url);
  return pathname + search;
}
