import { ArrowUpDown } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { TOOLBAR } from '@/components/data-table/texts';
import { Button } from '@/components/ui/button';
import { Menu, MenuLabel, MenuRadios, MenuSeparator } from '@/components/ui/menu';

/** Every sorting criterion of the API, including those without a column. */
export function SortMenu<Row>({
  criteria,
  columns,
  labels,
  sorting,
  onSort,
}: {
  criteria: readonly string[];
  columns: readonly Column<Row>[];
  /** Labels of criteria without a column. */
  labels: Record<string, string>;
  sorting: string | undefined;
  onSort: (criterion: string) => void;
}) {
  const current = sorting?.replace(/^-/, '') ?? '';
  const isDescending = sorting?.startsWith('-') ?? false;
  const labelOf = (criterion: string) =>
    labels[criterion] ??
    columns.find(({ sort }) => sort === criterion)?.header ??
    humanized(criterion);
  return (
    <Menu
      trigger={
        <Button icon={ArrowUpDown} className="max-md:px-2">
          <span className="max-md:sr-only">{TOOLBAR.sort}</span>
        </Button>
      }
    >
      <MenuLabel>{TOOLBAR.sortBy}</MenuLabel>
      <MenuRadios
        value={current}
        onValueChange={(criterion) => onSort(`${isDescending ? '-' : ''}${criterion}`)}
        options={criteria.map((value) => ({ value, label: labelOf(value) }))}
      />
      <MenuSeparator />
      <MenuRadios
        value={isDescending ? 'desc' : 'asc'}
        onValueChange={(direction) => onSort(`${direction === 'desc' ? '-' : ''}${current}`)}
        options={[
          { value: 'asc', label: TOOLBAR.ascending },
          { value: 'desc', label: TOOLBAR.descending },
        ]}
      />
    </Menu>
  );
}

/** `price_amount_type` → "Price amount type"; a trailing "_at" is dropped. */
function humanized(criterion: string): string {
  const words = criterion.replace(/_at$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
