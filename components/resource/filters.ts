import type { Filter } from '@/components/data-table/filters';
import type { Presentation } from '@/components/resource/presentation';

/** A filter that is called what its field is. */
export type FieldFilter<Name extends string> = {
  [Kind in Filter['kind']]: Omit<Extract<Filter, { kind: Kind }>, 'label'> & { field: Name };
}[Filter['kind']];

/** The filters of a list, by the names of their fields. */
export function filtersOf<Row, Name extends string>(
  { labels }: Presentation<Row, Name>,
  filters: readonly FieldFilter<NoInfer<Name>>[],
): readonly Filter[] {
  return filters.map(({ field, ...filter }) => ({ ...filter, label: labels[field] }));
}
