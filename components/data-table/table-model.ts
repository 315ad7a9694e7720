'use client';

import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from '@/components/data-table/columns';
import type { Visibility } from '@/components/data-table/hidden-columns';
import type { ListSearch } from '@/components/data-table/list-search';

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ column: Column<never>; width: number }>(),
});

export type TableModel<Row extends { id: string }> = ReactTable<typeof features, Row>;

const NO_ROWS: never[] = [];

/** The criteria that a list is sorted by at most. */
const MAX_SORTS = 2;

const FIRST_WIDTH = 220;
const NUMBER_WIDTH = 110;
const WIDTH = 160;

/** The width of a column in px. */
function widthOf({ width, align }: Pick<Column<never>, 'width' | 'align'>, index: number): number {
  return width ?? (index === 0 ? FIRST_WIDTH : align === 'end' ? NUMBER_WIDTH : WIDTH);
}

/** The TanStack table of a list: visible columns and sorting. */
export function useTableModel<Row extends { id: string }>({
  columns,
  rows = NO_ROWS,
  criteria,
  search,
  visibility: [columnVisibility, setVisibility],
}: {
  columns: readonly Column<Row>[];
  rows: Row[] | undefined;
  /** The sorting criteria of the API. */
  criteria: readonly string[];
  search: ListSearch;
  visibility: readonly [Visibility, (next: Visibility) => void];
}): TableModel<Row> {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column, index) =>
      // The value itself is never read: the API sorts and filters.
      helper.accessor((row): unknown => row.id, {
        id: column.id,
        header: column.header,
        cell: ({ row }) => column.cell(row.original),
        enableHiding: index > 0,
        enableSorting: column.sort !== undefined && criteria.includes(column.sort),
        sortDescFirst: column.sortFirst === 'desc',
        meta: { column: column as unknown as Column<never>, width: widthOf(column, index) },
      }),
    );
  }, [columns, criteria]);
  const sorting: SortingState = search.sorting.flatMap((criterion) => {
    const column = columns.find(({ sort }) => sort === criterion.replace(/^-/, ''));
    return column ? [{ id: column.id, desc: criterion.startsWith('-') }] : [];
  });
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableSortingRemoval: false,
    maxMultiSortColCount: MAX_SORTS,
    state: { sorting, columnVisibility },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update;
      search.change({
        sorting: next.flatMap(({ id: sorted, desc }) => {
          const criterion = columns.find((column) => column.id === sorted)?.sort;
          return criterion ? [`${desc ? '-' : ''}${criterion}`] : [];
        }),
      });
    },
    onColumnVisibilityChange: (update) =>
      setVisibility(typeof update === 'function' ? update(columnVisibility) : update),
  });
}

/** The width of a table's visible columns in px, below which it scrolls sideways. */
export function widthOfTable<Row extends { id: string }>(table: TableModel<Row>): number {
  const widths = table.getVisibleLeafColumns().map(({ columnDef }) => columnDef.meta?.width ?? 0);
  return widths.reduce((sum, width) => sum + width, 0);
}
