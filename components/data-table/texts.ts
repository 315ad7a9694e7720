import { formatCount, pluralize } from '@/components/ui/money';
import { zoneCity } from '@/lib/contract/time-zones';

/** One and several of what a list has: `order`, `orders`. */
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
  custom: 'Custom',
  anyTime: 'Any time',
  from: 'From',
  to: 'To',
  through: (label: string) => `${label} on or before`,
  zone: (zone: string) => `Full days in ${zoneCity(zone)} time.`,
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
  bar: 'Selection',
  row: 'Select row',
  page: 'Select all on this page',
  selected: (count: number) => `${formatCount(count)} selected`,
  all: (total: number) => `Select all ${formatCount(total)}`,
  first: (max: number, total: number) =>
    `Select first ${formatCount(max)} of ${formatCount(total)}`,
  clear: 'Clear selection',
  actions: 'Actions',
  exportSelected: 'Export',
  tooManyToExport: (max: number) => `Select ${max} or fewer to export.`,
  allSkipped: (reason: string) => `All ${reason}.`,
  nothing: 'Select rows first.',
  couldNotSelect: (noun: Noun) => `Could not select all ${noun.many}.`,
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
  name: 'Name',
  nameHelp: 'For example: Past due, over $100.',
  share: 'Share with everyone in the organization',
  savedWhat: 'Saves the filters, sort order, and visible columns.',
  newTitle: 'Save view',
  editTitle: 'Rename or share view',
  save: 'Save view',
  saveChanges: 'Save',
  saved: 'View saved.',
  updated: 'View updated.',
  deleted: (name: string) => `Deleted “${name}”.`,
  deleteTitle: (name: string) => `Delete “${name}”`,
  deleteVerb: 'Delete',
  deleteOwn: 'Deletes 1 saved view. The list itself is not affected.',
  deleteShared:
    'Deletes 1 shared view for everyone in the organization. The list itself is not affected.',
  couldNotUpdate: 'Could not update the view.',
};
