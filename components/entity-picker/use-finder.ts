'use client';

import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Findable, findQuery, getQuery } from '@/components/entity-picker/findable';
import { useOrganization } from '@/components/session/organization';

const PAUSE_MS = 200;

interface FinderOptions<Item extends { id: string }> {
  of: Findable<Item>;
  /** Ids that stand first while nothing is typed, whatever page of the list they are on. */
  chosen: readonly string[];
  /** Further filters of the list operation. */
  narrow?: object | undefined;
  /** Ids that are not offered. */
  without?: readonly string[] | undefined;
  initialText?: string | undefined;
}

/** Objects found by typing: the API searches, a short pause after the last key. */
export function useFinder<Item extends { id: string }>({
  of,
  chosen,
  narrow = {},
  without = [],
  initialText = '',
}: FinderOptions<Item>) {
  const { id: organization } = useOrganization();
  const client = useQueryClient();
  const [typed, setTyped] = useState(initialText);
  const [searched, setSearched] = useState(initialText.trim());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // As it was when the list opened: what is ticked afterwards stays where it is.
  const [first] = useState(chosen);
  const before = useQueries({ queries: first.map((id) => getQuery(of, id)) });
  const optionsOf = (text: string) => findQuery(of, organization, text, narrow);
  const found = useQuery({ ...optionsOf(searched), placeholderData: keepPreviousData });

  const standing =
    searched === '' ? before.flatMap(({ data }) => (data ? [data as Item] : [])) : [];
  const kept = new Set([...standing.map(({ id }) => id), ...without]);
  const offered = (items: readonly Item[]) => items.filter(({ id }) => !kept.has(id));

  return {
    typed,
    searched,
    items: [...standing, ...offered((found.data?.items ?? []) as Item[])],
    /** All that match, shown or not. */
    total: found.data?.pagination.total_count ?? 0,
    error: found.error,
    isPending: found.isPending,
    isFetching: found.isFetching,
    /** What is shown answers an earlier text. */
    isStale: typed.trim() !== searched || found.isPlaceholderData,
    retry: () => void found.refetch(),
    type: (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setSearched(text.trim()), PAUSE_MS);
    },
    /** The first match of what stands in the box now, asked for where it is not here yet. */
    firstMatch: async (): Promise<Item | undefined> => {
      clearTimeout(timer.current);
      setSearched(typed.trim());
      const { items } = await client.fetchQuery(optionsOf(typed.trim()));
      return items.find(({ id }: Item) => !without.includes(id)) as Item | undefined;
    },
  };
}

/** An object that was chosen by id; a choice that was just made is known already. */
export function useChosen<Item extends { id: string }>(of: Findable<Item>, id: string | null) {
  const client = useQueryClient();
  const chosen = useQuery({ ...getQuery(of, id ?? ''), enabled: id !== null });
  return {
    item: id === null ? undefined : (chosen.data as Item | undefined),
    error: id === null ? null : chosen.error,
    remember: (item: Item) => client.setQueryData(getQuery(of, item.id).queryKey, item),
  };
}
