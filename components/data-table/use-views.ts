'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import type { z } from 'zod';
import type { Column } from '@/components/data-table/columns';
import type { ListSearch } from '@/components/data-table/list-search';
import type { ListContract } from '@/components/entity-picker/list-contract';
import { query } from '@/lib/client/queries';
import { readListSearch, type Search, writeSearch } from '@/lib/contract/search';
import { listSavedViews } from '@/lib/resources/saved-views/contract';
import type { SavedView } from '@/lib/resources/saved-views/schema';

/** The saved views of a list's page. */
export interface Views {
  /** The name of the page in the API: `orders`. */
  page: string;
  organizationId: string;
  /** The view of the URL, once it is loaded. */
  open: SavedView | undefined;
  /** The query of the page as a view keeps it. */
  query: string;
  /** Loads them, when the menu opens; before, they are loaded where the URL names one. */
  result: ReturnType<typeof useViewList>;
}

/** Null where the list is not that of an organization, which its views belong to. */
export function useViews(
  operation: ListContract<unknown>,
  scope: Record<string, string | string[]>,
  search: ListSearch,
): Views | null {
  const page = usePathname().split('/').slice(3).join('/');
  const [organizationId] = [scope.organization_id ?? []].flat();
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

/** A query as a view keeps it: without a page, its keys in the order of the operation. */
function keptQuery(operation: ListContract<unknown>, search: Search): string {
  const { page: _, ...kept } = readListSearch(
    operation.query as z.ZodObject,
    new URLSearchParams(writeSearch(search)),
  );
  return writeSearch(kept).slice(1);
}

/** Whether the page shows something else than the view. */
export function isEdited(
  operation: ListContract<unknown>,
  view: SavedView,
  shown: { query: string; columns: readonly string[] },
): boolean {
  const saved = readListSearch(operation.query as z.ZodObject, new URLSearchParams(view.query));
  return (
    keptQuery(operation, saved) !== shown.query ||
    view.columns.join(' ') !== shown.columns.join(' ')
  );
}

/** The columns as a view keeps them: none where they are those of the page. */
export function keptColumns<Row>(
  columns: readonly Column<Row>[],
  visible: readonly string[],
): string[] {
  const initial = columns.filter(({ hidden }) => !hidden).map(({ id }) => id);
  return initial.join(' ') === visible.join(' ') ? [] : [...visible];
}
