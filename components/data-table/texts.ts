import { formatCount, pluralize } from '@/components/ui/money';

/** One and several of a resource: `checkout link`, `checkout links`. */
export interface Noun {
  one: string;
  many: string;
}

const counted = (count: number, noun: Noun) => pluralize(count, noun.one, noun.many);

export const LIST = {
  noMatch: 'Nothing matches these filters.',
  clear: 'Clear',
  pastTheEnd: (page: number) => `Page ${formatCount(page)} is past the end.`,
  firstPage: 'First page',
  added: (count: number) => `${formatCount(count)} new`,
  invalidAddress: 'Invalid filter or sort',
  unknownSort: 'This link’s sort is unknown.',
  showAll: (noun: Noun) => `Show all ${noun.many}`,
  idCopied: 'ID copied.',
  counted,
};

export const TOOLBAR = {
  search: (noun: Noun) => `Search ${noun.many}`,
  searchPlaceholder: 'Search',
  clearSearch: 'Clear search',
  filters: 'Filters',
  filterBy: (label: string) => `Filter by ${label.toLowerCase()}`,
  removeFilter: (label: string) => `Remove ${label.toLowerCase()} filter`,
  moreFilters: 'More filters',
  clear: 'Clear',
  any: 'Any',
  noId: 'Enter a whole ID.',
  or: (names: readonly string[]) => names.join(' or '),
  someOf: (count: number, all: number) => `${count} of ${all}`,
  selected: (count: number) => `${formatCount(count)} selected`,
  show: (noun: Noun, total: number | null) =>
    total === null ? `Show ${noun.many}` : `Show ${counted(total, noun)}`,
  display: 'Display',
  sort: 'Sort',
  sortBy: 'Sort by',
  direction: 'Direction',
  ascending: 'Ascending',
  descending: 'Descending',
  columns: 'Columns',
  alwaysShown: 'Always shown',
  export: 'Export as CSV',
  select: 'Select',
};

export const DATES = {
  presets: {
    today: 'Today',
    week: 'Last 7 days',
    month: 'Last 30 days',
    thisMonth: 'This month',
  },
  since: (day: string) => `from ${day}`,
  until: (day: string) => `through ${day}`,
};

export const FOOTER = {
  pages: 'Pages',
  range: (first: number, last: number) => `${formatCount(first)}-${formatCount(last)}`,
  of: (total: number) => `of ${formatCount(total)}`,
  perPage: (size: number) => `${size} per page`,
  perPageLabel: (noun: Noun) => `${noun.many} per page`,
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
};

export const TABS = {
  all: 'All',
  notCounted: 'Could not count the rows.',
};

export const SELECTION = {
  row: 'Select row',
  page: 'Select all on this page',
};

export const VIEWS = {
  menu: 'Views',
  own: 'Your views',
  shared: 'Views shared with everyone',
  none: 'No saved views yet.',
  loading: 'Loading views…',
  edited: 'edited',
  saveNew: 'Save as new view',
  update: (name: string) => `Update “${name}”`,
  editDetails: 'Rename or share',
  remove: 'Delete view',
  notYours: 'Only its creator, admins, and owners can change it.',
  updated: 'View updated.',
  couldNotUpdate: 'Could not update the view.',
};
