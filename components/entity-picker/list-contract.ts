import type { z } from 'zod';
import type { Contract } from '@/lib/contract/contract';

/** A list operation: a query with paging, and an answer of items with their total. */
export type ListContract<Row> = Contract<
  // biome-ignore lint/suspicious/noExplicitAny: any list, whatever its parameters and filters
  any,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  any,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  any,
  z.ZodType<{ items: Row[]; pagination: { total_count: number; max_page: number } }>
>;
