import type { z } from 'zod';
import type { Contract, Operation } from '@/lib/contract/contract';

// biome-ignore lint/suspicious/noExplicitAny: any list, whatever its parameters and filters
type Any = any;

/** A page of a list. */
type PageOf<Row> = z.ZodType<{
  items: Row[];
  pagination: { total_count: number; max_page: number };
}>;

/** A list operation: a query with paging, and an answer of items with their total. */
export type ListContract<Row> = Contract<Any, Any, Any, PageOf<Row>>;

/** The same where its schemas need not be loaded. */
export type ListOperation<Row> = Operation<Any, Any, Any, PageOf<Row>>;
