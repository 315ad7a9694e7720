'use client';

import type { ComponentProps } from 'react';
import type { PageSearch } from '@/components/charts/page-search';

/** A link to the same page with other parameters, followed without a request for the page. */
export function SearchLink({
  search,
  to,
  ...rest
}: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  search: PageSearch;
  to: Parameters<PageSearch['hrefWith']>[0];
}) {
  return (
    <a
      {...rest}
      href={search.hrefWith(to)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        search.change(to);
      }}
    />
  );
}
