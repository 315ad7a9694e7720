import type { ReactNode } from 'react';
import type { PageSearch } from '@/components/charts/page-search';
import { SearchLink } from '@/components/charts/search-link';
import { classes } from '@/components/ui/classes';

/** One of the ways to show a section, beside its title. */
export function ViewLink({
  search,
  to,
  isCurrent,
  children,
}: {
  search: PageSearch;
  to: Parameters<PageSearch['hrefWith']>[0];
  isCurrent: boolean;
  children: ReactNode;
}) {
  return (
    <SearchLink
      search={search}
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className={classes(
        'inline-flex min-h-6 items-center coarse:min-h-11',
        isCurrent ? 'font-medium text-ink' : 'text-muted hover:text-ink hover:underline',
      )}
    >
      {children}
    </SearchLink>
  );
}
