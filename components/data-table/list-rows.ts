'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListContract } from '@/components/entity-picker/list-contract';
import type { ContractInput } from '@/lib/api/contract';
import { query } from '@/lib/api/queries';

type Wanted = Record<string, string | string[] | number>;

/** The rows that a list's query asks for, and what is known of those that came since. */
export function useListRows<Row>(operation: ListContract<Row>, wanted: Wanted, enabled: boolean) {
  const asked = useQuery({
    ...query(operation, { query: wanted } as ContractInput<typeof operation>),
    enabled,
    placeholderData: keepPreviousData,
    // Rows change when the seller asks for it, not under his hands.
    refetchOnWindowFocus: false,
  });
  // What was shown last stays while something else cannot be loaded.
  const [shown, setShown] = useState(asked.data);
  if (asked.data && asked.data !== shown) setShown(asked.data);
  const answer = asked.data ?? shown;
  const total = answer?.pagination.total_count ?? 0;
  return {
    asked,
    /** Undefined until there was an answer. */
    rows: answer?.items,
    total,
    /** The rows are of another query than the one that is asked. */
    isStale: asked.isPlaceholderData || (asked.isError && answer !== undefined),
    arrived: useArrived(operation, wanted, answer && !asked.isPlaceholderData ? total : null),
  };
}

const POLL_MS = 15_000;

/** How many rows came since the first page was shown: they are counted now and then, and not put in. */
function useArrived<Row>(
  operation: ListContract<Row>,
  wanted: Wanted,
  shown: number | null,
): number {
  const isFirst = wanted.page === undefined || wanted.page === '1';
  const input = { query: { ...wanted, page: '1', limit: 1 } };
  const counted = useQuery({
    ...query(operation, input as ContractInput<typeof operation>),
    enabled: isFirst && shown !== null,
    // What is shown was counted just now: the first count comes after a pause.
    initialData: { items: [], pagination: { total_count: shown ?? 0, max_page: 0 } },
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    retry: false,
  });
  const total = counted.data.pagination.total_count;
  return isFirst && shown !== null ? Math.max(0, total - shown) : 0;
}
