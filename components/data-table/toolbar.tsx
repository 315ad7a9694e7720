'use client';

import { Columns3, Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { exportHref } from '@/components/data-table/export-href';
import { FilterBar } from '@/components/data-table/filter-bar';
import type { ChoiceFilter, Filter } from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { SearchBox } from '@/components/data-table/search-box';
import type { TableModel } from '@/components/data-table/table-model';
import { type Noun, TOOLBAR } from '@/components/data-table/texts';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { Menu, MenuCheckbox } from '@/components/ui/menu';
import { useShortcuts } from '@/components/ui/shortcuts';
import type { AnyContract } from '@/lib/contract/contract';
import type { Search } from '@/lib/contract/search';

/** Search and filters of a list. Keys: `/` searches, `f` filters. */
export function Toolbar({
  noun,
  filters,
  tabFilter,
  search,
  total,
  isCovered,
}: {
  noun: Noun;
  filters: readonly Filter[];
  tabFilter: ChoiceFilter | undefined;
  search: ListSearch;
  /** The rows that the filters leave; null while they are loaded. */
  total: number | null;
  /** The selection bar is over it. */
  isCovered: boolean;
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
    <div data-filters inert={isCovered} className="no-print flex flex-wrap items-center gap-2">
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
      {cleared.length > 0 && (
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
  );
}

/** Shows and hides columns. */
export function ColumnsMenu<Row extends { id: string }>({ table }: { table: TableModel<Row> }) {
  return (
    <Menu
      trigger={
        <Button icon={Columns3} className="max-md:hidden">
          {TOOLBAR.columns}
        </Button>
      }
    >
      {table.choices.map(({ column, isVisible, canHide }) => (
        <MenuCheckbox
          key={column.id}
          checked={isVisible}
          blockedBy={canHide ? null : TOOLBAR.alwaysShown}
          onCheckedChange={(checked) => table.show(column, checked)}
        >
          {column.header}
        </MenuCheckbox>
      ))}
    </Menu>
  );
}

/** The whole list as CSV, filtered and sorted as it is shown. */
export function ExportLink({
  operation,
  query,
  noun,
  total,
}: {
  operation: AnyContract;
  query: Search;
  noun: Noun;
  /** The rows that it has; null while they are loaded. */
  total: number | null;
}) {
  return (
    <a download href={exportHref(operation, query)} className={buttonClasses({}, 'max-md:px-2')}>
      <Download aria-hidden className="size-4" />
      <span className="max-md:sr-only">{TOOLBAR.export(noun, total)}</span>
    </a>
  );
}
