import { formatCount } from '@/components/ui/money';

// The words of the tables of settings.

export const SETTINGS_TABLE = {
  page: (page: number, last: number, total: number) =>
    `Page ${formatCount(page)} of ${formatCount(last)}, ${formatCount(total)} total`,
  thisMayBeOut: 'This list may be out of date.',
  actions: 'Actions',
  pages: 'Pages',
  thisIsTheFirst: 'This is the first page.',
  previous: 'Previous',
  thisIsTheLast: 'This is the last page.',
  next: 'Next',
};
