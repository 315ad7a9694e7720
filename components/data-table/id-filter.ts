import type { TextFilter } from '@/components/data-table/filters';
import { TOOLBAR } from '@/components/data-table/texts';
import { Id } from '@/lib/contract/fields';

/** A filter by a whole ID. A module of its own: it loads the schema of one. */
export function idFilter(filter: Omit<TextFilter, 'kind' | 'problem'>): TextFilter {
  const problem = (value: string) => (Id.safeParse(value).success ? null : TOOLBAR.noId);
  return { ...filter, kind: 'text', problem };
}
