'use client';

import { Columns3, Download } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { FilterBar } from '@/components/data-table/filter-bar';
import type { Filter } from '@/components/data-table/filters';
import type { ListSearch } from '@/components/data-table/list-search';
import { SearchBox } from '@/components/data-table/search-box';
import type { TableModel } from '@/components/data-table/table-model';
import { Button, buttonClasses } from '@/components/ui/button';
import { Menu, MenuCheckbox } from '@/components/ui/menu';
import { useShortcuts } from '@/components/ui/shortcuts';
import { requestOf } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';

/** Search and filters of a list, and at its end sorting, columns and export. Keys: `/` searches, `f` filters. */
export function Toolbar({
  noun,
  filters,
  search,
  children,
}: {
  noun: { many: string };
  filters: readonly Filter[];
  search: ListSearch;
  children: ReactNode;
}) {
  const searchRef = useRef<HTMLInputElement>(null);
  const [sheetOpen, setSheetOpen] = useState(false);
  useShortcuts({
    '/': (event) => {
      event.preventDefault();
      searchRef.current?.focus();
      searchRef.current?.select();
    },
    f: () => {
      if (matchMedia('(min-width: 48rem)').matches) {
        document.querySelector<HTMLElement>('[data-filters] button')?.focus();
      } else setSheetOpen(true);
    },
  });
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      <SearchBox
        inputRef={searchRef}
        label={`Search ${noun.many}`}
        value={search.valueOf('query') ?? ''}
        onSearch={(text) =>
          search.change(
            { query: text || undefined },
            { replace: search.valueOf('query') !== undefined },
          )
        }
      />
      <div data-filters className="contents">
        <FilterBar filters={filters} search={search} open={sheetOpen} onOpenChange={setSheetOpen} />
      </div>
      {search.isFiltered && (
        <Button variant="ghost" className="max-md:hidden" onClick={search.clear}>
          Clear
        </Button>
      )}
      <div className="ml-auto flex items-center gap-2 max-sm:ml-0">{children}</div>
    </div>
  );
}

/** Shows and hides columns. */
export function ColumnsMenu<Row extends { id: string }>({ table }: { table: TableModel<Row> }) {
  return (
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
  );
}

/** The whole list as CSV, filtered and sorted as it is shown. */
export function ExportLink({
  operation,
  query,
}: {
  operation: AnyContract;
  query: Record<string, string | string[]>;
}) {
  return (
    <a download href={exportHref(operation, query)} className={buttonClasses({})}>
      <Download aria-hidden className="size-4" />
      Export
    </a>
  );
}

function exportHref(operation: AnyContract, query: Record<string, string | string[]>): string {
  const { page: _, limit: __, ...filters } = query;
  const input = { query: filters } as ContractInput<AnyContract>;
  // The page's own origin, which the server that renders it first need not know.
  const { pathname, search } = new URL(requestOf(operation, input, { baseUrl: 'http://_' }).url);
  return pathname + search;
}
