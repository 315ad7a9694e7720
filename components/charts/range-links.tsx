'use client';

import { RANGE_NAMES, type RangeName } from '@/components/charts/date-range';
import type { PageSearch } from '@/components/charts/page-search';
import { SearchLink } from '@/components/charts/search-link';
import { RANGE, RANGES } from '@/components/charts/texts';
import { classes } from '@/components/ui/classes';

/** Links to the ranges that end today. */
export function RangeLinks({
  search,
  current,
  clears = [],
}: {
  search: PageSearch;
  current: RangeName | null;
  /** Further parameters of the address that another range removes. */
  clears?: readonly string[];
}) {
  const cleared = Object.fromEntries(clears.map((name) => [name, undefined]));
  return (
    <nav aria-label={RANGE} className="no-print">
      <ul className="flex divide-x divide-control overflow-hidden rounded-control border border-control bg-surface">
        {RANGE_NAMES.map((name) => (
          <li key={name} className="flex">
            <SearchLink
              search={search}
              to={{ ...cleared, range: name }}
              aria-current={name === current ? 'page' : undefined}
              className={classes(
                'flex h-[1.875rem] items-center px-3 -outline-offset-2 coarse:h-11',
                name === current
                  ? 'bg-selected font-medium text-ink'
                  : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {RANGES[name]}
            </SearchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
