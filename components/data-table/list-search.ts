'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { startTransition, useOptimistic } from 'react';
import type { z } from 'zod';
import { LIST } from '@/components/data-table/texts';
import type { ListContract } from '@/lib/contract/list-operation';
import { problemsOf } from '@/lib/contract/problems';
import {
  defaultSorting,
  PAGE_SIZE,
  readListSearch,
  type Search,
  writeSearch,
} from '@/lib/contract/search';

/** Paging and order, which are not filters. */
const ARRANGING = ['page', 'limit', 'sorting'];

/** The parameter of the URL that names a saved view. The API does not take it. */
const VIEW_PARAM = 'view';

/** The search string of a list's page: its query, and the saved view that it was opened by. */
export function listAddress(search: Search, viewId: string | null): string {
  return writeSearch({ ...search, ...(viewId ? { [VIEW_PARAM]: viewId } : {}) });
}

export const PAGE_SIZES = [PAGE_SIZE, 50, 100] as const;

export interface ListSearch {
  /** The search string of the page, parsed as the API's query. */
  search: Search;
  /** The validation errors of the search string, each once. */
  problems: string[];
  page: number;
  limit: number;
  sorting: string[];
  /** The parameters that narrow the list: search text and filters. */
  filters: readonly string[];
  /** Whether there are any. */
  isFiltered: boolean;
  valueOf: (param: string) => string | undefined;
  valuesOf: (param: string) => string[];
  /** The URL with other values; `undefined` removes one. Every change but that of `page` resets it to 1. */
  hrefWith: (changes: Changes) => string;
  /** Changes the URL without a request to the server; `replace` adds no history entry. */
  change: (changes: Changes, options?: { replace?: boolean }) => void;
  /** Without search text and filters. */
  clear: () => void;
  /** The saved view that was opened; it is in the URL beside the query. */
  viewId: string | null;
  /** Names the saved view in the URL, or none; the query stays. */
  setView: (viewId: string | null) => void;
}

type Changes = Record<string, string | string[] | undefined>;

/** The search string of a list's page, which is the query of its operation, parsed by the same schema. */
export function useListSearch<Row>(
  operation: ListContract<Row>,
  initialSorting?: readonly string[],
): ListSearch {
  const pathname = usePathname();
  const params = useSearchParams();
  const schema = operation.query as z.ZodObject;
  // Optimistic: the router updates its search params a moment later.
  const [search, showAtOnce] = useOptimistic<Search>(readListSearch(schema, params));
  const parsed = schema.safeParse(search, { reportInput: true });
  const problems = parsed.success
    ? []
    : problemsOf(parsed.error, 'query').map(({ loc, msg }) =>
        loc[1] === 'sorting' ? LIST.unknownSort : `${loc[1]}: ${msg}`,
      );
  const valuesOf = (param: string) => [search[param] ?? []].flat();
  const searchWith = (changes: Changes) => {
    const next: Search = {};
    const merged: Changes = { ...search, page: undefined, ...changes };
    for (const [key, value] of Object.entries(merged)) {
      if (value !== undefined && value.length > 0) next[key] = value;
    }
    if (next.page === '1') delete next.page;
    return next;
  };
  const viewId = params.get(VIEW_PARAM);
  const hrefWith = (changes: Changes) => pathname + listAddress(searchWith(changes), viewId);
  const filters = Object.keys(search).filter((key) => !ARRANGING.includes(key));
  const change: ListSearch['change'] = (changes, { replace = false } = {}) => {
    const href = hrefWith(changes);
    startTransition(() => {
      showAtOnce(searchWith(changes));
      if (replace) window.history.replaceState(null, '', href);
      else window.history.pushState(null, '', href);
    });
  };
  return {
    search,
    problems: [...new Set(problems)],
    page: Number(search.page ?? 1),
    limit: Math.min(100, Number(search.limit ?? PAGE_SIZE)),
    sorting: search.sorting ? valuesOf('sorting') : [...(initialSorting ?? defaultSorting(schema))],
    filters,
    isFiltered: filters.length > 0,
    viewId,
    setView: (id) => window.history.replaceState(null, '', pathname + listAddress(search, id)),
    valueOf: (param) => valuesOf(param)[0],
    valuesOf,
    hrefWith,
    change,
    clear: () => change(Object.fromEntries(filters.map((key) => [key, undefined]))),
  };
}
