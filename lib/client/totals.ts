import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { query } from '@/lib/client/queries';
import type { ContractInput, Operation } from '@/lib/contract/contract';

interface Page {
  pagination: { total_count: number };
}

type Listing = Operation<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<Page>>;

/** How many rows a list has, by one of its pages. */
export function totalIn({ pagination }: Page): number {
  return pagination.total_count;
}

/**
 * Query options of how many rows a list has, for `useQuery`. They are loaded anew at each question, because buyers
 * buy meanwhile.
 */
export function totalOf<C extends Listing>(operation: C, input: ContractInput<C>) {
  const one = { ...input, query: { ...input.query, limit: 1 } } as ContractInput<C>;
  return { ...query(operation, one), staleTime: 0, select: totalIn };
}

/** The same outside of rendering. Rejects with an `ApiFailure`. */
export async function fetchTotal<C extends Listing>(
  client: QueryClient,
  operation: C,
  input: ContractInput<C>,
): Promise<number> {
  const { select, ...options } = totalOf(operation, input);
  return select(await client.fetchQuery(options));
}

/** The total that is being loaded; null if it could not be. */
export function totalOrNull(asked: Promise<number>): Promise<number | null> {
  return asked.catch(() => null);
}
