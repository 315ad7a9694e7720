'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { writeSearch } from '@/lib/contract/search';

type Changes = Record<string, string | readonly string[] | undefined>;

export interface PageSearch {
  get: (name: string) => string | null;
  getAll: (name: string) => string[];
  /** The page's address with other parameters; `undefined` removes one. */
  hrefWith: (changes: Changes) => string;
  /** Goes there without a request for the page. */
  change: (changes: Changes) => void;
}

/** The parameters of a page's address that say what its figures are of. */
export function usePageSearch(): PageSearch {
  const pathname = usePathname();
  const params = useSearchParams();
  const hrefWith = (changes: Changes) => {
    const search: Record<string, string[]> = {};
    for (const name of params.keys()) search[name] = params.getAll(name);
    for (const [name, value] of Object.entries(changes)) search[name] = [value ?? []].flat();
    return pathname + writeSearch(search);
  };
  return {
    get: (name) => params.get(name),
    getAll: (name) => params.getAll(name),
    hrefWith,
    change: (changes) => window.history.pushState(null, '', hrefWith(changes)),
  };
}
