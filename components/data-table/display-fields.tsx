import type { Column } from '@/components/data-table/columns';
import type { ListSearch } from '@/components/data-table/list-search';
import { TOOLBAR } from '@/components/data-table/texts';
import { Option, Select } from '@/components/ui/input';
import { capitalized } from '@/lib/contract/formats';

export interface DisplayFieldsProps {
  search: ListSearch;
  /** Every sorting criterion of the API. */
  criteria: readonly string[];
  columns: readonly Pick<Column<unknown>, 'sort' | 'header'>[];
  /** Labels of criteria without a column. */
  labels: Record<string, string> | undefined;
  /** The columns to choose from; none on small screens, which lay rows out as lines. */
  choices?: readonly {
    id: string;
    label: string;
    isVisible: boolean;
    canHide: boolean;
    show: (isVisible: boolean) => void;
  }[];
}

/** How a list is shown: its order, and which columns it has. */
export function DisplayFields({ choices, ...sort }: DisplayFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      {sort.criteria.length > 0 && <SortFields {...sort} />}
      {choices && (
        <fieldset>
          <legend className="mb-1 text-xs text-muted">{TOOLBAR.columns}</legend>
          {choices.map(({ id, label, isVisible, canHide, show }) => (
            <Option
              key={id}
              className="w-full"
              checked={isVisible}
              disabled={!canHide}
              onChange={({ target }) => show(target.checked)}
            >
              {label}
              {!canHide && <span className="text-muted"> {TOOLBAR.alwaysShown}</span>}
            </Option>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** The first criterion that the list is sorted by, and its direction. */
function SortFields({ search, criteria, columns, labels }: Omit<DisplayFieldsProps, 'choices'>) {
  const [sorting] = search.sorting;
  const current = sorting?.replace(/^-/, '') ?? '';
  const direction = sorting?.startsWith('-') ? '-' : '';
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs text-muted max-md:sr-only">{TOOLBAR.sortBy}</legend>
      <div className="grid grid-cols-2 gap-2">
        <Select
          aria-label={TOOLBAR.sortBy}
          value={current}
          onChange={({ target }) => search.change({ sorting: [direction + target.value] })}
        >
          {criteria.map((value) => (
            <option key={value} value={value}>
              {labels?.[value] ??
                columns.find(({ sort }) => sort === value)?.header ??
                humanized(value)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={TOOLBAR.direction}
          value={direction}
          onChange={({ target }) => search.change({ sorting: [target.value + current] })}
        >
          <option value="">{TOOLBAR.ascending}</option>
          <option value="-">{TOOLBAR.descending}</option>
        </Select>
      </div>
    </fieldset>
  );
}

/** `price_amount_type` → "Price amount type"; a trailing "_at" is dropped. */
function humanized(criterion: string): string {
  return capitalized(criterion.replace(/_at$/, '').replaceAll('_', ' '));
}
