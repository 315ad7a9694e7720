'use client';

import { ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '@/components/data-table/columns';
import { CREATED, type Filter } from '@/components/data-table/filters';
import { useListRows } from '@/components/data-table/list-rows';
import { type ListSearch, useListSearch } from '@/components/data-table/list-search';
import { PageFooter } from '@/components/data-table/page-footer';
import { SkeletonRows } from '@/components/data-table/skeleton-rows';
import { SortMenu } from '@/components/data-table/sort-menu';
import { TableHead } from '@/components/data-table/table-head';
import { useTableModel } from '@/components/data-table/table-model';
import { TableRows } from '@/components/data-table/table-rows';
import { ColumnsMenu, ExportLink, Toolbar } from '@/components/data-table/toolbar';
import { useListRestoration } from '@/components/data-table/use-list-restoration';
import type { ListContract } from '@/components/entity-picker/list-contract';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { formatCount, pluralize } from '@/components/ui/money';
import { useShortcuts } from '@/components/ui/shortcuts';
import type { AnyContract } from '@/lib/contract/contract';
import { listPageQuery, sortCriteria } from '@/lib/contract/search';

interface DataTableProps<Row extends { id: string }> {
  operation: ListContract<Row>;
  /** `order`, `orders`. */
  noun: { one: string; many: string };
  /** Parameters that the route determines, such as `{ organization_id: [id] }`. Never in the URL. */
  scope: Record<string, string | string[]>;
  /** The default sorting of this page, if it differs from the API's. */
  initialSorting?: readonly string[];
  columns: readonly Column<Row>[];
  /** In addition to "Created", which is added to every list that has it. */
  filters?: readonly Filter[];
  /** The page of a row; its first cell is a link there. */
  href?: (row: Row) => string;
  /** Labels of criteria without a column, such as `subscription`. */
  sortLabels?: Record<string, string>;
  /** The same list as CSV; without it there is no Export. */
  exportOperation?: AnyContract;
  /** Shown while the list has no rows at all: what will be listed, and the first action. */
  firstRun: { title: string; text?: ReactNode; actions?: ReactNode };
}

/**
 * The table of a list operation. Search, filters, order and page are in the URL, as the query of the
 * operation, so reload, Back and a shared link show the same.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { operation, noun, scope, initialSorting, columns, href, exportOperation, firstRun } =
    props;
  const inAddress = useListSearch(operation, initialSorting);
  const query = listPageQuery(inAddress.search, { scope, initialSorting });
  const { result, rows, total, isStale, newCount } = useListRows(
    operation,
    query,
    inAddress.problems.length === 0,
  );
  const restoration = useListRestoration(rows !== undefined && rows.length > 0);
  const search: ListSearch = {
    ...inAddress,
    // Shows the first of the new rows.
    change: (...change) => {
      inAddress.change(...change);
      restoration.scrollToTop();
    },
  };
  const criteria = useMemo(() => sortCriteria(operation.query), [operation]);
  const table = useTableModel({ id: operation.id, columns, rows, criteria, search });
  const filters = [
    ...(props.filters ?? []),
    ...('created_after' in operation.query.shape ? [CREATED] : []),
  ];
  useShortcuts({ j: () => restoration.focusRow(1), k: () => restoration.focusRow(-1) });

  const isEmpty = rows?.length === 0 && !isStale;
  if (isEmpty && total === 0 && !search.isFiltered && !result.isError) {
    return (
      <EmptyState title={firstRun.title} actions={firstRun.actions}>
        {firstRun.text}
      </EmptyState>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Toolbar noun={noun} filters={filters} search={search}>
        {criteria.length > 0 && (
          <SortMenu
            criteria={criteria}
            columns={columns}
            labels={props.sortLabels ?? {}}
            sorting={search.sorting[0]}
            onSort={(criterion) => search.change({ sorting: [criterion] })}
          />
        )}
        <ColumnsMenu table={table} />
        {exportOperation && <ExportLink operation={exportOperation} query={query} />}
      </Toolbar>

      {newCount > 0 && (
        <Button
          size="small"
          icon={ArrowUp}
          className="no-print self-start"
          pending={result.isFetching}
          onClick={() => void result.refetch()}
        >
          {formatCount(newCount)} new
        </Button>
      )}
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
          <div
            key={rows ? 'rows' : 'skeleton'}
            ref={restoration.ref}
            onScroll={restoration.onScroll}
            className="min-h-0 md:flex-1 md:overflow-auto print:overflow-visible"
          >
            <table
              // biome-ignore lint/a11y/noRedundantRoles: small screens lay the rows out as lines, which takes the roles away
              role="table"
              aria-label={noun.many}
              aria-busy={result.isFetching}
              className="w-full border-separate border-spacing-0 max-md:block"
            >
              <TableHead table={table} />
              {rows === undefined ? (
                <SkeletonRows table={table} count={Math.min(search.limit, 25)} />
              ) : (
                <TableRows table={table} isStale={isStale} href={href} onLeave={restoration.save} />
              )}
            </table>
            {isEmpty && total === 0 && (
              <NoRows text="Nothing matches these filters." label="Clear" onPress={search.clear} />
            )}
            {isEmpty && total > 0 && (
              <NoRows
                text={`Page ${formatCount(search.page)} is past the end.`}
                label="First page"
                onPress={() => search.change({ page: undefined })}
              />
            )}
          </div>
          <PageFooter
            search={search}
            total={rows ? total : null}
            count={rows?.length ?? 0}
            noun={noun}
          />
        </>
      )}
      <p role="status" className="sr-only">
        {rows && !isStale ? `${pluralize(total, noun.one, noun.many)}.` : ''}
      </p>
    </div>
  );
}

function InvalidSearch({
  problems,
  noun,
}: {
  problems: readonly string[];
  noun: { many: string };
}) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 border-l-2 border-bad px-4 py-3">
      <p className="font-semibold text-bad">
        This address asks for something the list does not know.
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <Button onClick={() => window.history.pushState(null, '', window.location.pathname)}>
        Show all {noun.many}
      </Button>
    </div>
  );
}

/** Shown instead of rows, with a button that leads to some. */
function NoRows({ text, label, onPress }: { text: string; label: string; onPress: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 py-8">
      <p className="text-base">{text}</p>
      <Button onClick={onPress}>{label}</Button>
    </div>
  );
}
