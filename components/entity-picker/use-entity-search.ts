'use client';

import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  entityQuery,
  type SearchableEntity,
  searchQuery,
} from '@/components/entity-picker/searchable-entity';
import { useOrganization } from '@/components/session/organization';

const DEBOUNCE_MS = 200;

interface EntitySearchOptions<Item extends { id: string }> {
  entity: SearchableEntity<Item>;
  /** Ids that are listed first while nothing is typed, whatever page of the list they are on. */
  selectedIds: readonly string[];
  /** Further filters of the list operation. */
  filters?: object | undefined;
  /** Ids that are not offered. */
  excludedIds?: readonly string[] | undefined;
  initialText?: string | undefined;
}

/** Items that match a typed text: the API searches, debounced by 200 ms. */
export function useEntitySearch<Item extends { id: string }>({
  entity,
  selectedIds,
  filters = {},
  excludedIds = [],
  initialText = '',
}: EntitySearchOptions<Item>) {
  const { id: organization } = useOrganization();
  const client = useQueryClient();
  const [typed, setTyped] = useState(initialText);
  const [searched, setSearched] = useState(initialText.trim());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The selection as the list opened, so that ticking a row does not move it to the top.
  const [pinnedIds] = useState(selectedIds);
  const pinnedQueries = useQueries({ queries: pinnedIds.map((id) => entityQuery(entity, id)) });
  const optionsOf = (text: string) => searchQuery(entity, organization, text, filters);
  const found = useQuery({ ...optionsOf(searched), placeholderData: keepPreviousData });

  const pinned =
    searched === '' ? pinnedQueries.flatMap(({ data }) => (data ? [data as Item] : [])) : [];
  const hiddenIds = new Set([...pinned.map(({ id }) => id), ...excludedIds]);
  const matches = ((found.data?.items ?? []) as Item[]).filter(({ id }) => !hiddenIds.has(id));

  return {
    typed,
    searched,
    items: [...pinned, ...matches],
    /** All that match, listed or not. */
    total: found.data?.pagination.total_count ?? 0,
    error: found.error,
    isPending: found.isPending,
    isFetching: found.isFetching,
    /** The listed items answer an earlier text. */
    isStale: typed.trim() !== searched || found.isPlaceholderData,
    retry: () => void found.refetch(),
    type: (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setSearched(text.trim()), DEBOUNCE_MS);
    },
    /** The first match of the typed text, fetched without waiting for the debounce. */
    firstMatch: async (): Promise<Item | undefined> => {
      clearTimeout(timer.current);
      setSearched(typed.trim());
      const { items } = await client.fetchQuery(optionsOf(typed.trim()));
      return items.find(({ id }: Item) => !excludedIds.includes(id)) as Item | undefined;
    },
  };
}

/** The entities that were selected by id; undefined where one is not loaded. */
export function useSelectedEntities<Item extends { id: string }>(
  entity: SearchableEntity<Item>,
  ids: readonly string[],
): (Item | undefined)[] {
  const selected = useQueries({ queries: ids.map((id) => entityQuery(entity, id)) });
  return selected.map(({ data }) => data as Item | undefined);
}
