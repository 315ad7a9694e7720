'use client';

import { type ReactNode, useRef, useState } from 'react';
import { FilterBar } from '@/components/data-table/filter-bar';
import type { ChoiceFilter, Filter } from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { SearchBox } from '@/components/data-table/search-box';
import { type Noun, TOOLBAR } from '@/components/data-table/texts';
import { Button } from '@/components/ui/button';
import { useShortcuts } from '@/components/ui/shortcuts';

/** Search and filters of a list, and at the end of their row what arranges it. Keys: `/` searches, `f` filters. */
export function Toolbar({
  noun,
  filters,
  tabFilter,
  search,
  total,
  isCovered,
  children,
}: {
  noun: Noun;
  filters: readonly Filter[];
  tabFilter: ChoiceFilter | undefined;
  search: ListSearch;
  /** The rows that the filters leave; null while they are loaded. */
  total: number | null;
  /** The selection bar is over it. */
  isCovered: boolean;
  /** At the end of the row. */
  children: ReactNode;
}) {
  const searchRef = useRef<HTMLInputElement>(null);
  const [sheetOpen, setSheetOpen] = useState(false);
  useShortcuts(
    isCovered
      ? {}
      : {
          '/': (event) => {
            event.preventDefault();
            searchRef.current?.focus();
            searchRef.current?.select();
          },
          f: () => {
            if (matchMedia('(min-width: 48rem)').matches) {
              document.querySelector<HTMLElement>('[data-filter] button')?.focus();
            } else setSheetOpen(true);
          },
        },
  );
  // The tab stays.
  const cleared = search.filters.filter(
    (param) => param !== tabFilter?.param || search.valuesOf(param).length > 1,
  );
  return (
    <div inert={isCovered} className="no-print flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <SearchBox
          inputRef={searchRef}
          label={TOOLBAR.search(noun)}
          value={search.valueOf('query') ?? ''}
          onSearch={(text) =>
            search.change(
              { query: text || undefined },
              { replace: search.valueOf('query') !== undefined },
            )
          }
        />
        <FilterBar
          filters={filters}
          tabFilter={tabFilter}
          search={search}
          noun={noun}
          total={total}
          open={sheetOpen}
          onOpenChange={setSheetOpen}
        />
        {/* The search box has its own: one more would move the rows while a click on them is under way. */}
        {cleared.some((param) => param !== 'query') && (
          <Button
            variant="ghost"
            className="max-md:hidden"
            onClick={() =>
              search.change(Object.fromEntries(cleared.map((param) => [param, undefined])))
            }
          >
            {TOOLBAR.clear}
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}
