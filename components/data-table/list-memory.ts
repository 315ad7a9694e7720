// What a list looked like when it was left, for Back and for breadcrumbs; it lives as long as the tab.

interface Left {
  top: number;
  row: string | null;
}

const left = new Map<string, Left>();
const searches = new Map<string, string>();

/** Keeps where a list stood. */
export function rememberList(address: string, state: Partial<Left>): void {
  left.set(address, { top: 0, row: null, ...left.get(address), ...state });
}

/** Where a list stood when it was left. */
export function recallList(address: string): Left | undefined {
  return left.get(address);
}

/** Keeps the search string of a list's page. */
export function rememberSearch(pathname: string, search: string): void {
  searches.set(pathname, search);
}

/** The address of a list as it was left. */
export function asLeft(pathname: string): string {
  return pathname + (searches.get(pathname) ?? '');
}
