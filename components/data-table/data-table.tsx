'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ArrowUp, ArrowUpDown, Download, ListChecks, Terminal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import type { AllRowsBar, BulkAction } from '@/components/data-table/bulk-actions';
import type { Column } from '@/components/data-table/columns';
import { DisplayFields, DisplayOptions } from '@/components/data-table/display-options';
import { exportHref } from '@/components/data-table/export-href';
import { CREATED, type Filter } from '@/components/data-table/filters';
import { useColumnVisibility } from '@/components/data-table/hidden-columns';
import { ListHeader } from '@/components/data-table/list-header';
import { useListRows } from '@/components/data-table/list-rows';
import { type ListSearch, useListSearch } from '@/components/data-table/list-search';
import { OverflowMenu } from '@/components/data-table/overflow-menu';
import { PageFooter } from '@/components/data-table/page-footer';
import { SELECTION_BAR, useSelection } from '@/components/data-table/selection';
import type { SelectionBar as SelectionBarComponent } from '@/components/data-table/selection-bar';
import { SkeletonRows } from '@/components/data-table/skeleton-rows';
import { type ListTabs, StatusTabs } from '@/components/data-table/status-tabs';
import { TableHead } from '@/components/data-table/table-head';
import { tableModel } from '@/components/data-table/table-model';
import { TableRows } from '@/components/data-table/table-rows';
import { LIST, type Noun, TOOLBAR } from '@/components/data-table/texts';
import { Toolbar } from '@/components/data-table/toolbar';
import { useListRestoration } from '@/components/data-table/use-list-restoration';
import { useRowShortcuts } from '@/components/data-table/use-row-shortcuts';
import { keptColumns, useViews } from '@/components/data-table/use-views';
import {
  AskedViewDialog,
  type ViewDialogKind,
  ViewEntries,
  ViewsMenu,
} from '@/components/data-table/views-menu';
import { useWhyNot } from '@/components/form/rights';
import { Button } from '@/components/ui/button';
import { copyCurl } from '@/components/ui/copy-curl';
import { Sheet } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { UI } from '@/components/ui/texts';
import { describeRequest } from '@/lib/client/client';
import { queryKeyOf } from '@/lib/client/query-key';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import type { ListContract } from '@/lib/contract/list-operation';
import { listPageQuery, sortCriteria } from '@/lib/contract/search';

// Few visits of a list select rows.
const SelectionBar = dynamic(
  () => import('@/components/data-table/selection-bar').then(({ SelectionBar }) => SelectionBar),
  { loading: () => <div className={SELECTION_BAR} /> },
) as typeof SelectionBarComponent;

// Few addresses are wrong.
const InvalidSearch = dynamic(() =>
  import('@/components/data-table/invalid-search').then(({ InvalidSearch }) => InvalidSearch),
);

interface DataTableProps<Row extends { id: string }> {
  operation: ListContract<Row>;
  noun: Noun;
  /** Parameters that the route determines, such as `{ organization_id: [id] }`. Never in the URL. */
  routeQuery: Record<string, string | string[]>;
  /** The default sorting of this page, if it differs from the API's. */
  initialSorting?: readonly string[];
  columns: readonly Column<Row>[];
  /** In addition to "Created", which is added to every list that has it. */
  filters?: readonly Filter[];
  /** The page of a row; its first cell is a link there. */
  href?: (row: Row) => string;
  /** Labels of criteria without a column, such as `subscription`. */
  sortLabels?: Record<string, string>;
  /** The same list as CSV; without it rows are neither exported nor, unless there are bulk actions, selected. */
  exportOperation?: AnyContract;
  /** Tabs over the list, with the number of rows of each value of a filter. */
  tabs?: ListTabs;
  /** What can be done with several rows at once. */
  bulkActions?: readonly BulkAction<Row>[];
  /** What is done with all rows that the filters leave, by one call; without it they are loaded, as far as that goes. */
  allRowsBar?: AllRowsBar;
  /** The form of a row, for the key `e`, and what it calls, which the caller's role has to allow. */
  edit?: { operation: AnyContract; href: (row: Row) => string };
  /** Shown while the list has no rows at all: what will be listed, and the first action. */
  firstRun: { title: string; text?: ReactNode; actions?: ReactNode };
}

/**
 * The table of a list operation. Search, filters, order and page are in the URL, as the query of the
 * operation, so reload, Back and a shared link show the same.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { operation, noun, routeQuery, initialSorting, columns, href, exportOperation, firstRun } =
    props;
  const { tabs, bulkActions = NO_ACTIONS } = props;
  const inAddress = useListSearch(operation, initialSorting);
  const query = listPageQuery(inAddress.search, { routeQuery, initialSorting });
  const { page: _, limit: __, ...filters } = query;
  const { sorting: ___, ...narrowing } = filters;
  const { result, rows, total, firstNumber, isStale, newCount } = useListRows(
    operation,
    query,
    inAddress.problems.length === 0,
  );
  const restoration = useListRestoration(rows, JSON.stringify(query));
  const search: ListSearch = {
    ...inAddress,
    // Shows the first of the new rows.
    change: (...change) => {
      inAddress.change(...change);
      restoration.scrollToTop();
    },
  };
  const criteria = useMemo(() => sortCriteria(operation.query), [operation]);
  const views = useViews(operation, routeQuery, search);
  const visibility = useColumnVisibility(
    operation.id,
    columns,
    search.viewId,
    views?.open?.columns,
  );
  const table = tableModel(columns, rows ?? NO_ROWS, criteria, search, visibility);
  const selection = useSelection(JSON.stringify(narrowing), rows ?? NO_ROWS);
  const canSelect = bulkActions.length > 0 || exportOperation !== undefined;
  const [isSelecting, setSelecting] = useState(false);
  const hasSelectionBar = canSelect && (isSelecting || selection.rows.size > 0);
  const shownFilters = [
    ...(props.filters ?? []),
    ...('created_after' in operation.query.shape ? [CREATED] : []),
  ];
  const shownTotal = rows && !isStale ? total : null;
  const display = { search, criteria, columns, labels: props.sortLabels };
  const [isSortOpen, setSortOpen] = useState(false);
  const [askedView, askForView] = useState<ViewDialogKind | null>(null);
  const listViews = views && {
    operation,
    views,
    search,
    columns: keptColumns(
      columns,
      table.columns.map((column) => column.id),
    ),
  };
  const exporting = exportOperation
    ? [
        {
          label: TOOLBAR.export,
          icon: Download,
          download: exportHref(exportOperation, query),
        },
        {
          label: UI.copyAsCurl,
          icon: Terminal,
          onSelect: () =>
            void copyCurl(describeRequest(operation, { query } as ContractInput<typeof operation>)),
        },
      ]
    : [];
  const client = useQueryClient();
  const whyNot = useWhyNot();
  useRowShortcuts({
    table,
    selection: canSelect ? selection : undefined,
    focusRow: restoration.focusRow,
    editHref: props.edit && whyNot(props.edit.operation) === null ? props.edit.href : undefined,
  });

  const isEmpty = rows?.length === 0 && !isStale;
  if (isEmpty && total === 0 && !search.isFiltered && !result.isError) {
    return (
      <div className="flex flex-col gap-4">
        <ListHeader isFirstRun />
        <EmptyState title={firstRun.title} actions={firstRun.actions}>
          {firstRun.text}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <ListHeader>{listViews && <ViewsMenu {...listViews} onAsk={askForView} />}</ListHeader>
      {tabs && <StatusTabs tabs={tabs} search={search} query={query} />}
      <div className="relative">
        <Toolbar
          noun={noun}
          filters={shownFilters}
          tabFilter={tabs?.filter}
          search={search}
          total={shownTotal}
          isCovered={hasSelectionBar}
        >
          <DisplayOptions {...display} table={table} />
          <OverflowMenu on="wide" entries={exporting} />
          <OverflowMenu
            on="small"
            entries={[
              ...(canSelect
                ? [
                    {
                      label: TOOLBAR.select,
                      icon: ListChecks,
                      onSelect: () => setSelecting(true),
                    },
                  ]
                : []),
              ...(criteria.length > 0
                ? [{ label: TOOLBAR.sort, icon: ArrowUpDown, onSelect: () => setSortOpen(true) }]
                : []),
              ...exporting,
            ]}
            more={listViews && <ViewEntries {...listViews} onAsk={askForView} />}
            onOpen={() => {
              DisplayFields.preload();
              void views?.result.refetch();
            }}
          />
        </Toolbar>
        <Sheet
          open={isSortOpen}
          onOpenChange={setSortOpen}
          title={TOOLBAR.sort}
          footer={
            <Button variant="primary" onClick={() => setSortOpen(false)}>
              {TOOLBAR.show(noun, shownTotal)}
            </Button>
          }
        >
          <DisplayFields {...display} />
        </Sheet>
        {listViews && askedView && (
          <AskedViewDialog {...listViews} kind={askedView} onClose={() => askForView(null)} />
        )}
        {hasSelectionBar && (
          <SelectionBar
            operation={operation}
            exportOperation={exportOperation}
            actions={bulkActions}
            allRowsBar={props.allRowsBar}
            noun={noun}
            selection={selection}
            total={total}
            filters={filters}
            onClose={() => {
              selection.clear();
              setSelecting(false);
            }}
          />
        )}
      </div>

      {search.problems.length > 0 && <InvalidSearch problems={search.problems} noun={noun} />}
      {result.isError && (
        <ErrorState
          what={noun.many}
          error={result.error}
          retrying={result.isFetching}
          onRetry={() => void result.refetch()}
        />
      )}

      {(rows !== undefined || (!result.isError && search.problems.length === 0)) && (
        <>
          {/* Its rows begin 12 px before the text of the page, so that their colors do not touch it. */}
          <div className="relative -mx-3 min-h-0 md:[container-type:size] md:flex-1">
            {newCount > 0 && (
              <NewRows
                count={newCount}
                isLoading={result.isFetching}
                onPress={() => {
                  restoration.scrollToTop();
                  void result.refetch().then(() => requestAnimationFrame(restoration.focusFirst));
                  if (tabs) void client.invalidateQueries({ queryKey: queryKeyOf(tabs.counts) });
                }}
              />
            )}
            <div
              key={rows ? 'rows' : 'skeleton'}
              ref={restoration.ref}
              onScroll={restoration.onScroll}
              // As high as whole rows: 36 px of names, 40 for each row.
              className="scroll-mt-16 inset-rule md:max-h-[calc(round(down,100cqh-36px,40px)+36px)] md:overflow-auto md:[overflow-anchor:none] md:border-b print:overflow-visible"
            >
              <table
                // biome-ignore lint/a11y/noRedundantRoles: small screens lay the rows out as lines, which takes the roles away
                role="table"
                aria-label={noun.many}
                aria-busy={result.isFetching}
                style={{ '--width': `${table.width}px` } as CSSProperties}
                className="w-full table-fixed border-separate border-spacing-0 max-md:block md:min-w-(--width)"
              >
                <TableHead table={table} selection={canSelect ? selection : undefined} />
                {rows === undefined ? (
                  <SkeletonRows
                    table={table}
                    count={Math.min(search.limit, 25)}
                    canSelect={canSelect}
                  />
                ) : (
                  <TableRows
                    table={table}
                    selection={canSelect ? selection : undefined}
                    isSelecting={hasSelectionBar}
                    isStale={isStale}
                    href={href}
                    onLeave={restoration.save}
                  />
                )}
              </table>
              {isEmpty && total === 0 && (
                <NoRows text={LIST.noMatch} label={LIST.clear} onPress={search.clear} />
              )}
              {isEmpty && total > 0 && (
                <NoRows
                  text={LIST.pastTheEnd(search.page)}
                  label={LIST.firstPage}
                  onPress={() => search.change({ page: undefined })}
                />
              )}
            </div>
          </div>
          <PageFooter
            search={search}
            total={rows ? total : null}
            firstNumber={firstNumber}
            count={rows?.length ?? 0}
            noun={noun}
          />
        </>
      )}
      <p role="status" className="sr-only">
        {rows && !isStale ? `${LIST.counted(total, noun)}.` : ''}
      </p>
    </div>
  );
}

const NO_ROWS: never[] = [];
const NO_ACTIONS: never[] = [];

/** Offers rows that were added. It is over the first ones, so that nothing moves when it comes. */
function NewRows({
  count,
  isLoading,
  onPress,
}: {
  count: number;
  isLoading: boolean;
  onPress: () => void;
}) {
  return (
    <div className="no-print sticky top-12 z-20 flex h-0 justify-center md:top-0">
      <Button
        size="small"
        icon={ArrowUp}
        className="absolute top-2 shadow-popover md:top-11"
        pending={isLoading}
        onClick={onPress}
      >
        {LIST.added(count)}
      </Button>
    </div>
  );
}

/** Shown instead of rows, with a button that leads to some. */
function NoRows({ text, label, onPress }: { text: string; label: string; onPress: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 px-3 py-8">
      <p className="text-base">{text}</p>
      <Button onClick={onPress}>{label}</Button>
    </div>
  );
}
