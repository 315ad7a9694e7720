'use client';

import { useQuery } from '@tanstack/react-query';
import type { ChoiceFilter } from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { TABS } from '@/components/data-table/texts';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';
import { formatCount } from '@/components/ui/money';
import { query as queryOf } from '@/lib/client/queries';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import type { Counts } from '@/lib/contract/counts-of';
import { countsQuery, partQuery, type Search } from '@/lib/contract/search';

/** A list's tabs: one for each value of a filter, with the number of its rows. */
export interface ListTabs {
  filter: ChoiceFilter;
  /** The list's counts by the filter's parameter. */
  counts: AnyContract;
  /** Rows that a tab's number names beside it: what narrows the list to them, and their number in words. */
  part?: { search: Search; words: (count: number) => string };
}

/** All rows, and those of each value; each tab is a link, with the other filters as they are. */
export function StatusTabs({
  tabs: { filter, counts, part },
  search,
  query,
}: {
  tabs: ListTabs;
  search: ListSearch;
  /** The list's query. */
  query: Search;
}) {
  const input = { query: countsQuery(query, filter.param) } as ContractInput<AnyContract>;
  const result = useQuery({ ...queryOf(counts, input), enabled: search.problems.length === 0 });
  const answer = result.data as Counts | undefined;
  const partInput = part && partQuery(query, part.search, filter.param);
  const partResult = useQuery({
    ...queryOf(counts, { query: partInput } as ContractInput<AnyContract>),
    enabled: partInput !== undefined && search.problems.length === 0,
  });
  const partAnswer = partInput && (partResult.data as Counts | undefined);
  const countOf = (from: Counts | undefined, value: string) =>
    from?.items.find((item) => item.value === value)?.count;
  const chosen = search.valuesOf(filter.param);
  const tabsShown = [
    { value: undefined, label: TABS.all, count: answer?.total_count, among: 0 },
    ...filter.options.map(({ value, label }) => ({
      value,
      label,
      count: countOf(answer, value),
      among: countOf(partAnswer, value) ?? 0,
    })),
  ];
  return (
    <>
      <nav
        aria-label={filter.label}
        className="no-print fades-out -mx-4 flex shrink-0 gap-5 overflow-x-auto px-4 shadow-[inset_0_-1px_var(--line)] md:mx-0 md:px-0"
      >
        {tabsShown.map(({ value, label, count, among }) => {
          const isCurrent =
            value === undefined ? chosen.length === 0 : chosen.length === 1 && chosen[0] === value;
          const change = { [filter.param]: value };
          return (
            <a
              key={label}
              href={search.hrefWith(change)}
              aria-current={isCurrent ? 'page' : undefined}
              className={classes(
                'flex min-h-8 items-center gap-1.5 border-b-2 whitespace-nowrap focus-visible:-outline-offset-2 coarse:min-h-11',
                isCurrent
                  ? 'border-accent font-medium text-ink'
                  : 'border-transparent text-muted hover:text-ink',
              )}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                search.change(change);
              }}
            >
              <span data-steady={label}>{label}</span>
              {count !== undefined && (
                <span className="font-normal text-muted">
                  {formatCount(count)}
                  {part && among > 0 && `, ${part.words(among)}`}
                </span>
              )}
            </a>
          );
        })}
      </nav>
      {result.isError && (
        <ErrorNote
          title={TABS.notCounted}
          error={result.error}
          retrying={result.isFetching}
          onRetry={() => void result.refetch()}
        />
      )}
    </>
  );
}
