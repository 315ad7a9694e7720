'use client';

import type { ReactNode } from 'react';
import type { ListPageState } from '@/components/settings/list-page';
import { SETTINGS_TABLE } from '@/components/settings/table-texts';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { ErrorNote, ErrorState } from '@/components/ui/error-state';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';

export interface SettingsColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
}

interface SettingsTableProps<Row> {
  /** Of several: "members". */
  label: string;
  list: ListPageState<Row>;
  /** The first names the row; one without a header has its actions. */
  columns: readonly SettingsColumn<Row>[];
  keyOf: (row: Row) => string;
  /** Shown where there are no rows. */
  empty: ReactNode;
}

const CELL =
  'border-b border-line py-2 align-baseline sm:not-last:pr-4 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:border-0 max-sm:p-0';

/** A short list of a settings page; on small screens each row is a block of names and values. */
export function SettingsTable<Row>({
  label,
  list,
  columns,
  keyOf,
  empty,
}: SettingsTableProps<Row>) {
  const { data, error, isFetching, refetch } = list.result;
  if (!data) {
    if (!error) return <TableSkeleton label={label} />;
    return (
      <ErrorState what={label} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (data.pagination.total_count === 0) return empty;
  return (
    <div className="flex flex-col gap-3">
      {error && <ErrorNote title={SETTINGS_TABLE.thisMayBeOut} error={error} />}
      <table aria-label={label} className="w-full border-separate border-spacing-0 max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            {columns.map(({ header }) => (
              <th
                key={header}
                scope="col"
                className="h-9 border-b border-rule pr-4 text-left font-medium whitespace-nowrap text-muted in-[section]:border-line"
              >
                {header || <span className="sr-only">{SETTINGS_TABLE.actions}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {data.items.map((row) => (
            <tr
              key={keyOf(row)}
              className="max-sm:flex max-sm:flex-col max-sm:gap-2 max-sm:border-b max-sm:border-line max-sm:py-3"
            >
              {columns.map(({ header, cell }, place) => (
                <td key={header} className={classes(CELL, header === '' && 'sm:text-right')}>
                  {place > 0 && (
                    <span aria-hidden className="shrink-0 text-xs text-muted sm:hidden">
                      {header}
                    </span>
                  )}
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Pages list={list} total={data.pagination.total_count} last={data.pagination.max_page} />
    </div>
  );
}

function Pages<Row>({
  list: { page, setPage },
  total,
  last,
}: {
  list: ListPageState<Row>;
  total: number;
  last: number;
}) {
  if (last <= 1 && page === 1) return null;
  return (
    <nav aria-label={SETTINGS_TABLE.pages} className="flex flex-wrap items-center gap-2">
      <span className="mr-2 text-muted">{SETTINGS_TABLE.page(page, last, total)}</span>
      <Button
        size="small"
        blockedBy={page === 1 ? SETTINGS_TABLE.thisIsTheFirst : null}
        onClick={() => setPage(page - 1)}
      >
        {SETTINGS_TABLE.previous}
      </Button>
      <Button
        size="small"
        blockedBy={page >= last ? SETTINGS_TABLE.thisIsTheLast : null}
        onClick={() => setPage(page + 1)}
      >
        {SETTINGS_TABLE.next}
      </Button>
    </nav>
  );
}

/** The place of rows that load. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div className="grows flex flex-col gap-6 pt-2" aria-busy>
      <LoadingNote label={label} />
      <Skeleton className="w-72 max-w-full" />
      <Skeleton className="w-56" />
      <Skeleton className="w-64 max-w-full" />
    </div>
  );
}
