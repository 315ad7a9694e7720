import type { Column } from '@/components/data-table/columns';
import type { Visibility } from '@/components/data-table/hidden-columns';
import type { ListSearch } from '@/components/data-table/list-search';

/** The criteria that a list is sorted by at most. */
const MAX_SORTS = 2;

const FIRST_WIDTH = 220;
const NUMBER_WIDTH = 110;
const WIDTH = 160;

/** A column as it is shown. */
export interface ShownColumn<Row> extends Column<Row> {
  /** In px. */
  width: number;
  canSort: boolean;
  /** How the list is sorted by it: the direction, and after how many other criteria. */
  sorted: { direction: 'asc' | 'desc'; position: number } | null;
}

/** What a list shows of its columns and rows. The API sorts, filters and pages. */
export interface TableModel<Row> {
  /** The visible columns. */
  columns: readonly ShownColumn<Row>[];
  rows: readonly Row[];
  /** The sum of the columns' widths in px, below which the table scrolls sideways. */
  width: number;
  isSortedTwice: boolean;
  /** Sorts by a column, or turns its direction; `adds` keeps the first criterion before it. */
  toggleSort: (column: ShownColumn<Row>, options: { adds: boolean }) => void;
  /** Every column, to show or hide it; the first is always shown. */
  choices: readonly { column: Column<Row>; isVisible: boolean; canHide: boolean }[];
  show: (column: Column<Row>, isVisible: boolean) => void;
}

/**
 * The model of a list's table.
 *
 * @param criteria the sorting criteria of the API
 */
export function tableModel<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  criteria: readonly string[],
  search: Pick<ListSearch, 'sorting' | 'change'>,
  [visibility, setVisibility]: readonly [Visibility, (next: Visibility) => void],
): TableModel<Row> {
  const { sorting } = search;
  const choices = columns.map((column, index) => ({
    column,
    canHide: index > 0,
    isVisible: index === 0 || (visibility[column.id] ?? true),
  }));
  const shown = columns
    .map((column, index) => ({
      ...column,
      width: widthOf(column, index),
      canSort: column.sort !== undefined && criteria.includes(column.sort),
      sorted: sortedBy(column, sorting),
    }))
    .filter((_, index) => choices[index]?.isVisible);
  return {
    columns: shown,
    rows,
    width: shown.reduce((sum, { width }) => sum + width, 0),
    isSortedTwice: sorting.length > 1,
    toggleSort(column, { adds }) {
      const next = nextCriterion(column);
      if (next === null) return;
      search.change({ sorting: adds ? withCriterion(sorting, next) : [next] });
    },
    choices,
    show: (column, isVisible) => setVisibility({ ...visibility, [column.id]: isVisible }),
  };
}

function widthOf<Row>({ width, align }: Column<Row>, index: number): number {
  return width ?? (index === 0 ? FIRST_WIDTH : align === 'end' ? NUMBER_WIDTH : WIDTH);
}

const nameOf = (criterion: string) => criterion.replace(/^-/, '');

function sortedBy<Row>(
  { sort }: Column<Row>,
  sorting: readonly string[],
): ShownColumn<Row>['sorted'] {
  const position = sorting.findIndex((criterion) => nameOf(criterion) === sort);
  if (position === -1) return null;
  return { direction: sorting[position]?.startsWith('-') ? 'desc' : 'asc', position };
}

/** By a column that the list is sorted by already the other way round, else as the column begins. */
function nextCriterion<Row>({ sort, sortFirst, sorted }: ShownColumn<Row>): string | null {
  if (sort === undefined) return null;
  const isDescending = sorted ? sorted.direction === 'asc' : sortFirst === 'desc';
  return `${isDescending ? '-' : ''}${sort}`;
}

/** With a criterion at its place, or as the last one of those that there may be. */
function withCriterion(sorting: readonly string[], next: string): string[] {
  const isThere = sorting.some((criterion) => nameOf(criterion) === nameOf(next));
  if (isThere) {
    return sorting.map((criterion) => (nameOf(criterion) === nameOf(next) ? next : criterion));
  }
  return [...sorting.slice(0, MAX_SORTS - 1), next];
}
