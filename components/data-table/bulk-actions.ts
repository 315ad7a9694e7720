import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import type { Search } from '@/lib/contract/search';

/** What can be done with the selected rows of a list, by one call for each. */
// biome-ignore lint/suspicious/noExplicitAny: commands of any resource
export interface BulkAction<Row, C extends AnyContract = any> {
  /** "Disable"; while it runs "Disabling", afterwards "Disabled". */
  verb: string;
  running: string;
  done: string;
  icon: LucideIcon;
  /** Colors the button that confirms it as harm. */
  danger?: boolean;
  operation: C;
  input: (row: Row) => ContractInput<C>;
  /** Why a row is left out, after the number of such rows: "already disabled". Null includes it. */
  skips?: (row: Row) => string | null;
  /** What it does to the rows, in numbers; shown before it starts. */
  effects: (rows: readonly Row[]) => string | Promise<string>;
  /** Takes it back; offered once it is done. */
  undo?: BulkAction<Row>;
}

/** What stands in the selection bar once all rows are selected that the filters of a list leave, of which few are loaded. */
export type AllRowsBar = ComponentType<{
  /** The list's query, without a page. */
  filters: Search;
  total: number;
  onClose: () => void;
}>;
