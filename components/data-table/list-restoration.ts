// The scroll position, last opened row and search string of each list, restored by Back and by
// breadcrumbs. Kept in memory, as long as the tab lives.

interface ListState {
  scrollTop: number;
  /** The row that was opened last. */
  rowId: string | null;
}

const states = new Map<string, ListState>();
const searches = new Map<string, string>();

/** Saves part of the state of the list at an address, which includes its search string. */
export function saveListState(address: string, state: Partial<ListState>): void {
  states.set(address, { scrollTop: 0, rowId: null, ...states.get(address), ...state });
}

/** The state of the list at an address when it was left. */
export function savedListState(address: string): ListState | undefined {
  return states.get(address);
}

/** Saves the search string of a list's page. */
export function saveListSearch(pathname: string, search: string): void {
  searches.set(pathname, search);
}

/** The path of a list with the search string that it was left with. */
export function hrefWithSavedSearch(pathname: string): string {
  return pathname + (searches.get(pathname) ?? '');
}
