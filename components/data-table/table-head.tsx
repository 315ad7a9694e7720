import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { TableModel } from '@/components/data-table/table-model';
import { classes } from '@/components/ui/classes';

/** The names of the columns; those that the API sorts by are buttons. */
export function TableHead<Row extends { id: string }>({ table }: { table: TableModel<Row> }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as in DataTable
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row">
        {table.getHeaderGroups()[0]?.headers.map((header) => {
          const { column } = header;
          const direction = column.getIsSorted();
          const { align, width } = column.columnDef.meta?.column ?? {};
          return (
            <th
              key={header.id}
              role="columnheader"
              scope="col"
              aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
              className={classes(
                'sticky top-0 z-10 h-9 border-b border-ink bg-background px-3 text-left font-medium text-muted whitespace-nowrap first:left-0 first:z-20 first:pl-0 last:pr-0',
                align === 'end' && 'text-right',
                width,
              )}
            >
              {column.getCanSort() ? (
                <button
                  type="button"
                  className={classes(
                    'inline-flex items-center gap-1 rounded-control align-middle hover:text-ink',
                    direction && 'text-ink',
                    align === 'end' && 'flex-row-reverse',
                  )}
                  onClick={column.getToggleSortingHandler()}
                >
                  <table.FlexRender header={header} />
                  <SortMark direction={direction} />
                </button>
              ) : (
                <table.FlexRender header={header} />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: as in DataTable
  );
}

function SortMark({ direction }: { direction: false | 'asc' | 'desc' }) {
  if (direction === 'asc') return <ArrowUp aria-hidden className="size-3.5" />;
  if (direction === 'desc') return <ArrowDown aria-hidden className="size-3.5" />;
  return <ArrowUpDown aria-hidden className="size-3.5 opacity-40" />;
}
