'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isAnnounced } from '@/components/session/live-tags';
import { query } from '@/lib/client/queries';
import type { ContractInput } from '@/lib/contract/contract';
import type { ListContract } from '@/lib/contract/list-operation';

type ListQuery = Record<string, string | string[] | number>;

/** The rows of a list's query, and the number of rows added since they were loaded where no event tells of them. */
export function useListRows<Row>(
  operation: ListContract<Row>,
  parameters: ListQuery,
  enabled: boolean,
) {
  const result = useQuery({
    ...query(operation, { query: parameters } as ContractInput<typeof operation>),
    enabled,
    placeholderData: keepPreviousData,
    // Rows are not replaced while the seller reads them.
    refetchOnWindowFocus: false,
  });
  const shown = useLastDefined(
    result.data && !result.isPlaceholderData
      ? { answer: result.data, page: Number(parameters.page ?? 1), limit: Number(parameters.limit) }
      : undefined,
  );
  const answer = shown?.answer;
  const total = answer?.pagination.total_count ?? 0;
  return {
    result,
    /** Undefined until the first answer. */
    rows: answer?.items,
    total,
    /** The number of the first of these rows in the whole list, from 1. */
    firstNumber: shown ? (shown.page - 1) * Math.min(shown.limit, 100) + 1 : 1,
    /** The rows answer an earlier query than the current one. */
    isStale: result.isPlaceholderData || (result.isError && answer !== undefined),
    newCount: useNewRowCount(operation, parameters, {
      loadedTotal: answer && !result.isPlaceholderData ? total : null,
      isLoading: result.isFetching,
    }),
  };
}

/** The value, or the last one that there was: rows stay while another query of theirs cannot be loaded. */
function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  }, [value]);
  return value ?? last.current;
}

const POLL_MS = 15_000;

/**
 * How many rows were added since the first page was loaded, of what no event tells of, such as a log. They are counted
 * every 15 s, not inserted, and not while the page itself is loaded again, which would show them as new for a moment.
 */
function useNewRowCount<Row>(
  operation: ListContract<Row>,
  parameters: ListQuery,
  { loadedTotal, isLoading }: { loadedTotal: number | null; isLoading: boolean },
): number {
  const isFirst = parameters.page === undefined || parameters.page === '1';
  const isCounted = isFirst && loadedTotal !== null && !isAnnounced(operation.tag);
  const input = { query: { ...parameters, page: '1', limit: 1 } };
  const counted = useQuery({
    ...query(operation, input as ContractInput<typeof operation>),
    enabled: isCounted && !isLoading,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    retry: false,
    // It is read again with the rows alone: before them it would call rows new that are about to come.
    meta: { shows: [] },
  });
  const total = counted.data?.pagination.total_count ?? 0;
  return isCounted ? Math.max(0, total - loadedTotal) : 0;
}
