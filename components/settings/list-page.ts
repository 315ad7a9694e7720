import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '@/lib/client/queries';
import type { ContractInput } from '@/lib/contract/contract';
import type { ListContract } from '@/lib/contract/list-operation';

const ROWS = 50;

/** One page of a list that a settings page shows, and the way to its other pages. */
export function useListPage<Row>(
  operation: ListContract<Row>,
  { params, query: filters }: ContractInput<ListContract<Row>>,
) {
  const [page, setPage] = useState(1);
  const result = useQuery({
    ...query(operation, { params, query: { ...filters, limit: ROWS, page } }),
    placeholderData: keepPreviousData,
  });
  return { result, page, setPage };
}

export type ListPageState<Row> = ReturnType<typeof useListPage<Row>>;
