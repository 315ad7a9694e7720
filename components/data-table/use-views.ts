'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import type { z } from 'zod';
import type { Column } from '@/components/data-table/columns';
import { DATE_PRESETS, presetAt, presetStart } from '@/components/data-table/date-presets';
import type { ListSearch } from '@/components/data-table/list-search';
import { query } from '@/lib/client/queries';
import type { ListContract } from '@/lib/contract/list-operation';
import { readListSearch, type Search, writeSearch } from '@/lib/contract/search';
import { listSavedViews } from '@/lib/resources/saved-views/operations';
import type { SavedView } from '@/lib/resources/saved-views/schema';

/** The saved views of a list's page. */
export interface Views {
  /** The name of the page in the API: `orders`. */
  page: string;
  organizationId: string;
  /** The view of the URL, once it is loaded. */
  open: SavedView | undefined;
  /** The query of the page. */
  query: string;
  /** Loads them, when the menu opens; before, they are loaded where the URL names one. */
  result: ReturnType<typeof useViewList>;
}

/** Null where the list is not that of an organization, which its views belong to. */
export function useViews(
  operation: ListContract<unknown>,
  routeQuery: Record<string, string | string[]>,
  search: ListSearch,
): Views | null {
  const page = usePathname().split('/').slice(3).join('/');
  const [organizationId] = [routeQuery.organization_id ?? []].flat();
  const result = useViewList(page, organizationId, search.viewId !== null);
  if (organizationId === undefined) return null;
  return {
    page,
    organizationId,
    open: result.data?.items.find(({ id }) => id === search.viewId),
    query: keptQuery(operation, search.search),
    result,
  };
}

function useViewList(page: string, organizationId: string | undefined, enabled: boolean) {
  return useQuery({
    ...query(listSavedViews, {
      query: { organization_id: [organizationId ?? ''], page_name: page, limit: 100 },
    }),
    enabled: enabled && organizationId !== undefined,
  });
}

/** A query without a page, its keys in the order of the operation: equal ones are the same text. */
export function keptQuery(operation: ListContract<unknown>, search: Search): string {
  const { page: _, ...kept } = readListSearch(
    operation.query as z.ZodObject,
    new URLSearchParams(writeSearch(search)),
  );
  return writeSearch(kept).slice(1);
}

/** Names the spans of a view's query that move along with the days: `dates=created_after:week`. */
const DATES_PARAM = 'dates';

/** A query as it is saved: with the spans of it that end now, such as the last 7 days. */
export function savedQuery(query: string, now: number, zone: string): string {
  const params = new URLSearchParams(query);
  for (const [param, value] of [...params]) {
    const isOpen = !params.has(param.replace(/_after$/, '_before'));
    const preset = param.endsWith('_after') && isOpen && presetAt(value, now, zone);
    if (preset) params.append(DATES_PARAM, `${param}:${preset}`);
  }
  return params.toString();
}

/** What a view shows at a time. */
export function searchOfView(
  operation: ListContract<unknown>,
  { query: saved }: Pick<SavedView, 'query'>,
  now: number,
  zone: string,
): Search {
  const params = new URLSearchParams(saved);
  for (const span of params.getAll(DATES_PARAM)) {
    const [param = '', preset] = span.split(':');
    const known = DATE_PRESETS.find((name) => name === preset);
    if (known) params.set(param, presetStart(known, now, zone));
  }
  return readListSearch(operation.query as z.ZodObject, params);
}

/** The columns as a view keeps them: none where they are those of the page. */
export function keptColumns<Row>(
  columns: readonly Column<Row>[],
  visible: readonly string[],
): string[] {
  const initial = columns.filter(({ hidden }) => !hidden).map(({ id }) => id);
  return initial.join(' ') === visible.join(' ') ? [] : [...visible];
}
