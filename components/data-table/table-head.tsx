import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { SelectBox } from '@/components/data-table/select-box';
import type { Selection } from '@/components/data-table/selection';
import type { TableModel } from '@/components/data-table/table-model';
import { SELECTION } from '@/components/data-table/texts';
import { classes } from '@/components/ui/classes';

/** The names of the columns; those that the API sorts by are buttons, with Shift for a second order. */
export function TableHead<Row extends { id: string }>({
  table,
  selection,
}: {
  table: TableModel<Row>;
  selection: Selection<Row> | undefined;
}) {
  const { rows } = table;
  const selected = rows.filter(({ id }) => selection?.rows.has(id)).length;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as in DataTable
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row" className="inset-rules [--rules:var(--rule)]">
        {table.columns.map((column, index) => {
          const { id, header, width, align, canSort, sorted } = column;
          const direction = sorted?.direction;
          return (
            <th
              key={id}
              role="columnheader"
              scope="col"
              aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
              style={{ width }}
              className={classes(
                'sticky top-0 z-10 h-9 truncate border-b border-rule bg-background px-3 text-left font-medium text-muted first:left-0 first:z-20',
                align === 'end' && 'text-right',
              )}
            >
              {index === 0 && selection && (
                <SelectBox
                  label={SELECTION.page}
                  // Its place is kept while there are no rows, so that the name beside it does not move.
                  className={rows.length === 0 ? 'invisible' : ''}
                  checked={rows.length > 0 && selected === rows.length}
                  mixed={selected > 0 && selected < rows.length}
                  onToggle={selection.togglePage}
                />
              )}
              {canSort ? (
                <button
                  type="button"
                  className={classes(
                    'inline-flex items-center gap-1 rounded-control align-middle hover:text-ink',
                    direction && 'text-ink',
                    align === 'end' && 'flex-row-reverse',
                  )}
                  onClick={({ shiftKey }) => table.toggleSort(column, { adds: shiftKey })}
                >
                  {header}
                  <SortMark direction={direction} />
                  {sorted && table.isSortedTwice && (
                    <span className="text-xs">{sorted.position + 1}</span>
                  )}
                </button>
              ) : (
                header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: as in DataTable
  );
}

function SortMark({ direction }: { direction: 'asc' | 'desc' | undefined }) {
  if (direction === 'asc') return <ArrowUp aria-hidden className="size-3.5" />;
  if (direction === 'desc') return <ArrowDown aria-hidden className="size-3.5" />;
  return <ArrowUpDown aria-hidden className="size-3.5 opacity-40" />;
}
