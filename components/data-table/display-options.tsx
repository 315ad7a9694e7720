import { SlidersHorizontal } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import type { ListSearch } from '@/components/data-table/list-search';
import type { TableModel } from '@/components/data-table/table-model';
import { TOOLBAR } from '@/components/data-table/texts';
import { Button } from '@/components/ui/button';
import { Option, Select } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';

interface SortProps {
  search: ListSearch;
  /** Every sorting criterion of the API, with its label. */
  criteria: readonly SortCriterion[];
}

export interface SortCriterion {
  value: string;
  label: string;
}

/** How the list is shown on wide screens: its order, and which columns it has. */
export function DisplayOptions<Row>({ table, ...sort }: SortProps & { table: TableModel<Row> }) {
  return (
    <Popover
      label={TOOLBAR.display}
      align="end"
      trigger={
        <Button icon={SlidersHorizontal} className="max-md:hidden">
          {TOOLBAR.display}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {sort.criteria.length > 0 && <SortFields {...sort} />}
        <fieldset>
          <legend className="mb-1 text-xs text-muted">{TOOLBAR.columns}</legend>
          {table.choices.map(({ column, isVisible, canHide }) => (
            <Option
              key={column.id}
              className="w-full"
              checked={isVisible}
              disabled={!canHide}
              onChange={({ target }) => table.show(column, target.checked)}
            >
              {column.header}
              {!canHide && <span className="text-muted"> {TOOLBAR.alwaysShown}</span>}
            </Option>
          ))}
        </fieldset>
      </div>
    </Popover>
  );
}

/** The first criterion that the list is sorted by, and its direction. */
export function SortFields({ search, criteria }: SortProps) {
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
          {criteria.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
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

/**
 * The criteria that a list is sorted by, called as the columns are that show them.
 *
 * @param labels of criteria without a column
 */
export function sortCriteriaOf<Row>(
  criteria: readonly string[],
  columns: readonly Column<Row>[],
  labels: Record<string, string> = {},
): SortCriterion[] {
  return criteria.map((value) => ({
    value,
    label: labels[value] ?? columns.find(({ sort }) => sort === value)?.header ?? humanized(value),
  }));
}

/** `price_amount_type` → "Price amount type"; a trailing "_at" is dropped. */
function humanized(criterion: string): string {
  const words = criterion.replace(/_at$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
