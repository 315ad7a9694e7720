'use client';

import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react';
import { type ListSearch, PAGE_SIZES } from '@/components/data-table/list-search';
import { FOOTER, LIST, type Noun } from '@/components/data-table/texts';
import { classes } from '@/components/ui/classes';
import { Select } from '@/components/ui/input';
import { useShortcuts } from '@/components/ui/shortcuts';
import { PAGE_SIZE } from '@/lib/contract/search';

interface PageFooterProps {
  search: ListSearch;
  /** Null while it is not known. */
  total: number | null;
  /** The rows that are shown: the number of the first, and how many. */
  firstNumber: number;
  count: number;
  noun: Noun;
}

/** "1-25 of 100,000" and links to the other pages; "12 orders" alone where one page has them all. Keys: `[` and `]`. */
export function PageFooter({ search, total, firstNumber, count, noun }: PageFooterProps) {
  const { page, limit } = search;
  const last = Math.max(1, Math.ceil((total ?? 0) / limit));
  const hasPages = last > 1 || page > 1;
  // Where all rows fit only because the page is larger than usual, its size can be changed back.
  const hasSizes = hasPages || (total ?? 0) > PAGE_SIZE;
  const turnTo = (to: number) => to >= 1 && to <= last && search.change({ page: String(to) });
  useShortcuts({ '[': () => turnTo(page - 1), ']': () => turnTo(page + 1) });
  return (
    <nav
      aria-label={FOOTER.pages}
      className={classes(
        'no-print flex min-h-10 shrink-0 coarse:min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-1',
        // Hidden while the number of rows is unknown, because it would move when they load.
        total === null && 'invisible',
      )}
    >
      <p className="text-muted">
        {total === null ? null : !hasPages ? (
          LIST.counted(total, noun)
        ) : count > 0 ? (
          <>
            <span className="text-ink">{FOOTER.range(firstNumber, firstNumber + count - 1)}</span>{' '}
            {FOOTER.of(total)}
          </>
        ) : (
          `0 ${FOOTER.of(total)}`
        )}
      </p>
      {hasSizes && (
        <div className="flex items-center gap-1">
          <Select
            aria-label={FOOTER.perPageLabel(noun)}
            className="mr-2"
            value={String(limit)}
            onChange={({ target }) => search.change({ limit: target.value })}
          >
            {[...new Set([...PAGE_SIZES, limit])]
              .sort((a, b) => a - b)
              .map((size) => (
                <option key={size} value={size}>
                  {FOOTER.perPage(size)}
                </option>
              ))}
          </Select>
          {hasPages && (
            <>
              <PageLink
                to={1}
                last={last}
                label={FOOTER.firstPage}
                icon={ChevronsLeft}
                search={search}
              />
              <PageLink
                to={page - 1}
                last={last}
                label={FOOTER.previousPage}
                icon={ChevronLeft}
                search={search}
              />
              <PageLink
                to={page + 1}
                last={last}
                label={FOOTER.nextPage}
                icon={ChevronRight}
                search={search}
              />
              <PageLink
                to={last}
                last={last}
                label={FOOTER.lastPage}
                icon={ChevronsRight}
                search={search}
              />
            </>
          )}
        </div>
      )}
    </nav>
  );
}

function PageLink({
  to,
  last,
  label,
  icon: Icon,
  search,
}: {
  to: number;
  last: number;
  label: string;
  icon: LucideIcon;
  search: ListSearch;
}) {
  const page = { page: String(to) };
  const isThere = to >= 1 && to <= last && to !== search.page;
  const className =
    'inline-flex size-8 items-center justify-center rounded-control text-muted coarse:size-11';
  if (!isThere) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link without a target is how a page that is not there is said
      <a role="link" aria-disabled aria-label={label} className={`${className} opacity-40`}>
        <Icon aria-hidden className="size-4" />
      </a>
    );
  }
  return (
    <a
      href={search.hrefWith(page)}
      aria-label={label}
      title={label}
      className={`${className} hover:bg-sunken hover:text-ink`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        search.change(page);
      }}
    >
      <Icon aria-hidden className="size-4" />
    </a>
  );
}
