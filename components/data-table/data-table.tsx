'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown, Columns3, Download } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { FilterBar } from '@/components/data-table/filter-bar';
import { CREATED, type Filter } from '@/components/data-table/filters';
import { useColumnVisibility } from '@/components/data-table/hidden-columns';
import { recallList, rememberList, rememberSearch } from '@/components/data-table/list-memory';
import { type ListContract, useListSearch } from '@/components/data-table/list-search';
import { PageFooter } from '@/components/data-table/page-footer';
import { SearchBox } from '@/components/data-table/search-box';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Menu, MenuCheckbox, MenuLabel, MenuRadios, MenuSeparator } from '@/components/ui/menu';
import { countOf, formatCount } from '@/components/ui/money';
import { useShortcuts } from '@/components/ui/shortcuts';
import { Skeleton } from '@/components/ui/skeleton';
import { requestOf } from '@/lib/api/client';
import type { AnyContract, ContractInput } from '@/lib/api/contract';
import { query } from '@/lib/api/queries';
import { sortCriteria } from '@/lib/api/search';

interface DataTableProps<Row extends { id: string }> {
  operation: ListContract<Row>;
  /** `order`, `orders`. */
  noun: { one: string; many: string };
  /** What the route tells: `{ organization_id: [id] }`. Never in the address. */
  scope: Record<string, string | string[]>;
  /** What the page sorts by unless its address says it, where that is not the API's own default. */
  usualSorting?: readonly string[];
  columns: readonly Column<Row>[];
  /** Beside the time of creation, which every list that takes it has. */
  filters?: readonly Filter[];
  /** The page of a row; its first cell is a link there. */
  href?: (row: Row) => string;
  /** Words for criteria that no column has, such as `subscription`. */
  sortLabels?: Record<string, string>;
  /** The same list as CSV; without it there is no Export. */
  exportOperation?: AnyContract;
  /** Shown while there is nothing at all: what comes here, and the way to it. */
  firstRun: { title: string; text?: ReactNode; actions?: ReactNode };
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ column: Column<never> }>(),
});

const NO_ROWS: never[] = [];

/**
 * A list of the API as a ledger. Its whole state is the address: search, filters, order and page are
 * the query of the operation, so reload, Back and a shared link show the same.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { operation, noun, scope, columns, href, exportOperation, firstRun, sortLabels } = props;
  const search = useListSearch(operation, props.usualSorting);
  const router = useRouter();
  const searchRef = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [sheetOpen, setSheetOpen] = useState(false);
  const filters = [
    ...(props.filters ?? []),
    ...('created_after' in operation.query.shape ? [CREATED] : []),
  ];

  const usual = props.usualSorting ? { sorting: [...props.usualSorting] } : {};
  const input = { query: { limit: search.limit, ...usual, ...search.search, ...scope } };
  const asked = useQuery({
    ...query(operation, input as ContractInput<typeof operation>),
    enabled: search.problems.length === 0,
    placeholderData: keepPreviousData,
    // Rows change when the seller asks for it, not under his hands.
    refetchOnWindowFocus: false,
  });
  // What was shown last stays while something else cannot be loaded.
  const [shown, setShown] = useState(asked.data);
  if (asked.data && asked.data !== shown) setShown(asked.data);
  const answer = asked.data ?? shown;
  const rows: Row[] = answer?.items ?? NO_ROWS;
  const total = answer?.pagination.total_count ?? 0;
  const arrived = useArrived(
    operation,
    input.query,
    answer && !asked.isPlaceholderData ? total : null,
  );
  const isStale = asked.isPlaceholderData || (asked.isError && answer !== undefined);

  const criteria = useMemo(() => sortCriteria(operation.query), [operation]);
  const [visibility, setVisibility] = useColumnVisibility(operation.id);
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
        meta: { column: column as unknown as Column<never> },
      }),
    );
  }, [columns, criteria]);
  const sorting: SortingState = search.sorting.flatMap((criterion) => {
    const column = columns.find(({ sort }) => sort === criterion.replace(/^-/, ''));
    return column ? [{ id: column.id, desc: criterion.startsWith('-') }] : [];
  });
  const hiddenAtFirst = Object.fromEntries(columns.map(({ id, hidden }) => [id, !hidden]));
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, columnVisibility: { ...hiddenAtFirst, ...visibility } },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update;
      go({
        sorting: next.flatMap(({ id, desc }) => {
          const criterion = columns.find((column) => column.id === id)?.sort;
          return criterion ? [`${desc ? '-' : ''}${criterion}`] : [];
        }),
      });
    },
    onColumnVisibilityChange: (update) => {
      const before = { ...hiddenAtFirst, ...visibility };
      setVisibility(typeof update === 'function' ? update(before) : update);
    },
  });

  /** Changes the address; the new rows are seen from their start. */
  function go(changes: Parameters<typeof search.change>[0], options?: { replace?: boolean }) {
    search.change(changes, options);
    scrollRef.current?.scrollTo({ top: 0 });
  }

  function leave(row: Row) {
    const { pathname, search: text } = window.location;
    rememberSearch(pathname, text);
    rememberList(pathname + text, { row: row.id, top: scrollRef.current?.scrollTop ?? 0 });
  }

  /** Brings back where the list stood, once its rows are there. */
  function restore(container: HTMLDivElement | null) {
    scrollRef.current = container;
    if (!container || rows.length === 0) return;
    const left = recallList(window.location.pathname + window.location.search);
    if (!left) return;
    container.scrollTop = left.top;
    if (left.row && document.activeElement === document.body) {
      container
        .querySelector<HTMLElement>(`[data-row="${CSS.escape(left.row)}"] a`)
        ?.focus({ preventScroll: true });
    }
  }

  function step(by: 1 | -1) {
    const links = [...(bodyRef.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by];
    next?.focus();
  }

  useShortcuts({
    '/': (event) => {
      event.preventDefault();
      searchRef.current?.focus();
      searchRef.current?.select();
    },
    j: () => step(1),
    k: () => step(-1),
    f: () => {
      if (matchMedia('(min-width: 48rem)').matches) {
        document.querySelector<HTMLElement>('[data-filters] button')?.focus();
      } else setSheetOpen(true);
    },
  });

  const isEmpty = answer !== undefined && !isStale && rows.length === 0;

  if (isEmpty && total === 0 && !search.isFiltered && !asked.isError) {
    return (
      <EmptyState title={firstRun.title} actions={firstRun.actions}>
        {firstRun.text}
      </EmptyState>
    );
  }

  const visible = table.getVisibleLeafColumns();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="no-print flex flex-wrap items-center gap-2">
        <SearchBox
          inputRef={searchRef}
          label={`Search ${noun.many}`}
          value={search.valueOf('query') ?? ''}
          onSearch={(text) =>
            go({ query: text || undefined }, { replace: search.valueOf('query') !== undefined })
          }
        />
        <div data-filters className="contents">
          <FilterBar
            filters={filters}
            search={{ ...search, change: go }}
            open={sheetOpen}
            onOpenChange={setSheetOpen}
          />
        </div>
        {search.isFiltered && (
          <Button variant="ghost" className="max-md:hidden" onClick={search.clear}>
            Clear
          </Button>
        )}
        <div className="ml-auto flex items-center gap-2 max-sm:ml-0">
          {criteria.length > 0 && (
            <SortMenu
              criteria={criteria}
              labelOf={(criterion) =>
                sortLabels?.[criterion] ??
                columns.find(({ sort }) => sort === criterion)?.header ??
                humanized(criterion)
              }
              sorting={search.sorting[0]}
              onSort={(criterion) => go({ sorting: [criterion] })}
            />
          )}
          <Menu
            trigger={
              <Button icon={Columns3} className="max-md:hidden">
                Columns
              </Button>
            }
          >
            {table.getAllLeafColumns().map((column) => (
              <MenuCheckbox
                key={column.id}
                checked={column.getIsVisible()}
                blockedBy={column.getCanHide() ? null : 'Always shown'}
                onCheckedChange={(checked) => column.toggleVisibility(checked)}
              >
                {String(column.columnDef.header)}
              </MenuCheckbox>
            ))}
          </Menu>
          {exportOperation && (
            <a
              download
              href={exportHref(exportOperation, { ...usual, ...search.search, ...scope })}
              className="inline-flex h-8 items-center gap-2 rounded-control border border-control bg-surface px-3 font-medium hover:bg-sunken coarse:h-11"
            >
              <Download aria-hidden className="size-4" />
              Export
            </a>
          )}
        </div>
      </div>

      {arrived > 0 && (
        <Button
          size="small"
          icon={ArrowUp}
          className="no-print self-start"
          pending={asked.isFetching}
          onClick={() => void asked.refetch()}
        >
          {formatCount(arrived)} new
        </Button>
      )}
      {search.problems.length > 0 && (
        <div
          role="alert"
          className="flex flex-col items-start gap-3 border-l-2 border-bad px-4 py-3"
        >
          <p className="font-semibold text-bad">
            This address asks for something the list does not know.
          </p>
          <ul>
            {search.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <Button onClick={() => window.history.pushState(null, '', window.location.pathname)}>
            Show all {noun.many}
          </Button>
        </div>
      )}
      {asked.isError && (
        <ErrorState
          what={noun.many}
          error={asked.error}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      )}

      {(answer !== undefined || (!asked.isError && search.problems.length === 0)) && (
        <>
          <div
            key={answer ? 'rows' : 'skeleton'}
            ref={restore}
            onScroll={({ currentTarget }) =>
              rememberList(window.location.pathname + window.location.search, {
                top: currentTarget.scrollTop,
              })
            }
            className="min-h-0 md:flex-1 md:overflow-auto print:overflow-visible"
          >
            {/* biome-ignore-start lint/a11y/noRedundantRoles: small screens lay the rows out as lines, which takes the roles away */}
            <table
              role="table"
              aria-label={noun.many}
              aria-busy={asked.isFetching}
              className="w-full border-separate border-spacing-0 max-md:block"
            >
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
                        aria-sort={
                          direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined
                        }
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
              {answer === undefined ? (
                <SkeletonRows
                  columns={columns}
                  visible={visible.map(({ id }) => id)}
                  count={Math.min(search.limit, 25)}
                />
              ) : (
                <tbody
                  ref={bodyRef}
                  role="rowgroup"
                  className={classes(
                    'transition-opacity delay-100 max-md:block',
                    isStale && 'opacity-50',
                  )}
                >
                  {table.getRowModel().rows.map((row) => (
                    <tr
                      key={row.id}
                      role="row"
                      data-row={row.id}
                      className={classes(
                        'group relative [--row:var(--background)] hover:[--row:var(--sunken)] has-[a:focus-visible]:[--row:var(--selected)] max-md:grid max-md:min-h-14 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:border-b max-md:border-line max-md:py-2 max-md:last:border-b-0',
                        href && 'cursor-pointer',
                      )}
                      onClick={href && ((event) => open(event, href(row.original), row.original))}
                      onAuxClick={
                        href && ((event) => open(event, href(row.original), row.original))
                      }
                    >
                      {row.getVisibleCells().map((cell, index) => {
                        const { align, mobile } = cell.column.columnDef.meta?.column ?? {};
                        const content = <table.FlexRender cell={cell} />;
                        return (
                          <td
                            key={cell.id}
                            role="cell"
                            className={classes(
                              'md:h-10 md:max-w-96 md:truncate md:border-b md:border-line md:bg-(--row) md:px-3 md:first:sticky md:first:left-0 md:first:z-[5] md:first:pl-0 md:last:pr-0',
                              align === 'end' && 'text-right',
                              MOBILE[index === 0 ? 'title' : (mobile ?? 'none')],
                            )}
                          >
                            {index === 0 && href ? (
                              <Link
                                data-row-link
                                prefetch={false}
                                href={href(row.original)}
                                onClick={() => leave(row.original)}
                                className="font-medium text-ink underline decoration-transparent group-hover:decoration-current"
                              >
                                {content}
                              </Link>
                            ) : (
                              content
                            )}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              )}
            </table>
            {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
            {isEmpty && total === 0 && (
              <div className="flex flex-col items-start gap-3 py-8">
                <p className="text-base">Nothing matches these filters.</p>
                <Button onClick={search.clear}>Clear</Button>
              </div>
            )}
            {isEmpty && total > 0 && (
              <div className="flex flex-col items-start gap-3 py-8">
                <p className="text-base">Page {formatCount(search.page)} is past the end.</p>
                <Button onClick={() => go({ page: undefined })}>First page</Button>
              </div>
            )}
          </div>
          <PageFooter
            search={search}
            total={answer ? total : null}
            count={rows.length}
            noun={noun}
            onPage={(page) => go({ page: String(page) })}
            onLimit={(limit) => go({ limit: String(limit) })}
          />
        </>
      )}
      <p role="status" className="sr-only">
        {answer && !isStale ? `${countOf(total, noun.one, noun.many)}.` : ''}
      </p>
    </div>
  );

  /** A press anywhere on the row opens it; with the middle button or a modifier in a new tab. */
  function open(event: MouseEvent<HTMLElement>, target: string, row: Row) {
    if (event.defaultPrevented || (event.type === 'auxclick' && event.button !== 1)) return;
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('a,button,input,label,[role="tooltip"]')) return;
    if (window.getSelection()?.toString()) return;
    leave(row);
    if (event.metaKey || event.ctrlKey || event.button === 1)
      window.open(target, '_blank', 'noopener');
    else router.push(target);
  }
}

const POLL_MS = 15_000;

/** How many rows came since the first page was shown: they are counted now and then, and not put in. */
function useArrived<Row>(
  operation: ListContract<Row>,
  search: Record<string, unknown>,
  shown: number | null,
): number {
  const isFirst = search.page === undefined || search.page === '1';
  const input = { query: { ...search, page: '1', limit: 1 } };
  const counted = useQuery({
    ...query(operation, input as ContractInput<typeof operation>),
    enabled: isFirst && shown !== null,
    // What is shown was counted just now: the first count comes after a pause.
    initialData: { items: [], pagination: { total_count: shown ?? 0, max_page: 0 } },
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    retry: false,
  });
  const total = counted.data.pagination.total_count;
  return isFirst && shown !== null ? Math.max(0, total - shown) : 0;
}

/** Where a cell stands in the two lines of a row on small screens. */
const MOBILE = {
  title: 'max-md:order-1 max-md:truncate max-md:font-medium',
  end: 'max-md:order-2 max-md:text-right',
  sub: 'max-md:order-3 max-md:truncate max-md:text-muted',
  'sub-end': 'max-md:order-4 max-md:text-right max-md:text-muted',
  none: 'max-md:hidden',
} as const;

function SortMark({ direction }: { direction: false | 'asc' | 'desc' }) {
  if (direction === 'asc') return <ArrowUp aria-hidden className="size-3.5" />;
  if (direction === 'desc') return <ArrowDown aria-hidden className="size-3.5" />;
  return <ArrowUpDown aria-hidden className="size-3.5 opacity-40" />;
}

function SortMenu({
  criteria,
  labelOf,
  sorting,
  onSort,
}: {
  criteria: readonly string[];
  labelOf: (criterion: string) => string;
  sorting: string | undefined;
  onSort: (criterion: string) => void;
}) {
  const current = sorting?.replace(/^-/, '') ?? '';
  const isDescending = sorting?.startsWith('-') ?? false;
  return (
    <Menu trigger={<Button icon={ArrowUpDown}>Sort</Button>}>
      <MenuLabel>Sort by</MenuLabel>
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
          { value: 'asc', label: 'Ascending' },
          { value: 'desc', label: 'Descending' },
        ]}
      />
    </Menu>
  );
}

const WIDTHS = ['w-32', 'w-24', 'w-28', 'w-20'];

function SkeletonRows<Row>({
  columns,
  visible,
  count,
}: {
  columns: readonly Column<Row>[];
  visible: readonly string[];
  count: number;
}) {
  const shown = columns.filter(({ id }) => visible.includes(id));
  return (
    <tbody aria-hidden className="max-md:block">
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
        <tr key={line} className="max-md:block max-md:min-h-14 max-md:border-b max-md:border-line">
          {shown.map((column, index) => (
            <td
              key={column.id}
              className={classes(
                'md:h-10 md:border-b md:border-line md:px-3 md:first:pl-0 md:last:pr-0',
                index > 1 ? 'max-md:hidden' : 'max-md:block max-md:pt-3',
              )}
            >
              <Skeleton
                className={classes(
                  WIDTHS[(line + index) % WIDTHS.length],
                  column.align === 'end' && 'ml-auto',
                )}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function exportHref(operation: AnyContract, search: Record<string, string | string[]>): string {
  if (typeof window === 'undefined') return '#';
  const { page: _, limit: __, ...wanted } = search;
  const { url } = requestOf(operation, { query: wanted } as ContractInput<AnyContract>);
  return url;
}

/** `price_amount_type` → "Price amount type"; a trailing "at" says nothing. */
function humanized(criterion: string): string {
  const words = criterion.replace(/_at$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
