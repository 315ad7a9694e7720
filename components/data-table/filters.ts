import type { ListSearch } from '@/components/data-table/list-search';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';

interface FilterBase {
  label: string;
  /** On wide screens behind "More filters" until it is set. */
  rare?: boolean;
}

/** One or several words out of a few. */
export interface ChoiceFilter extends FilterBase {
  kind: 'choice';
  param: string;
  options: readonly { value: string; label: string }[];
  /** The parameter takes one value; by itself it takes several. */
  single?: boolean;
}

/** The options of a choice, by the words of its values. */
export function choicesOf(
  labels: Readonly<Record<string, string | { label: string }>>,
): ChoiceFilter['options'] {
  return Object.entries(labels).map(([value, words]) => ({
    value,
    label: typeof words === 'string' ? words : words.label,
  }));
}

/** Objects that are looked up by name, such as products; the parameter takes their ids. */
export interface EntityFilter extends FilterBase {
  kind: 'entity';
  param: string;
  // biome-ignore lint/suspicious/noExplicitAny: objects of any resource
  entity: SearchableEntity<any>;
}

/** A span of time over two parameters, or everything before a day. */
export interface TimeFilter extends FilterBase {
  kind: 'time';
  after?: string;
  before: string;
  /** Of times to come: spans up to now are not offered. */
  isAhead?: true;
}

/** A value that is typed or pasted whole, such as an ID. */
export interface TextFilter extends FilterBase {
  kind: 'text';
  param: string;
  help: string;
  /** Offered while somebody types. */
  suggestions?: readonly string[];
  /** Why a value cannot be meant; null where it can. */
  problem?: (value: string) => string | null;
}

export type Filter = ChoiceFilter | EntityFilter | TextFilter | TimeFilter;

/** `created_after` and `created_before`, which every list takes. */
export const CREATED: TimeFilter = {
  kind: 'time',
  label: 'Created',
  after: 'created_after',
  before: 'created_before',
};

/** What the control of a filter is given. */
export interface FilterProps<F extends Filter> {
  filter: F;
  search: Pick<ListSearch, 'valueOf' | 'valuesOf' | 'change'>;
}

/** The moments of a span in the address. */
export function spanOf({ after, before }: TimeFilter, search: Pick<ListSearch, 'valueOf'>) {
  return { after: after && search.valueOf(after), before: search.valueOf(before) };
}
