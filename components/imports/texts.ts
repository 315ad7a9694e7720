import { formatCount, formatMoney, pluralize } from '@/components/ui/money';
import type { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';

export const KINDS: Record<ImportKind, string> = {
  customers: 'Customers',
  products: 'Products',
  discounts: 'Discounts',
  license_keys: 'License keys',
  subscriptions: 'Subscriptions',
  orders: 'Orders',
};

export const SOURCES: Record<ImportSource, string> = {
  tilldesk: 'Tilldesk export',
  stripe: 'Stripe',
  lemon_squeezy: 'Lemon Squeezy',
  gumroad: 'Gumroad',
  paddle: 'Paddle',
  keygen: 'Keygen',
  custom: 'Other file',
};

export const STATUSES = {
  checking: 'Checking',
  ready: 'Checked',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  undone: 'Undone',
} as const;

export const LIST = {
  title: 'Imports',
  text: 'Bring customers, products, discounts, license keys, subscriptions, and orders from another tool. Nobody is mailed or charged by an import.',
  note: 'Owners and admins import files.',
  create: 'New import',
  none: 'No imports yet.',
  noneText: 'Start with products and customers, then subscriptions, orders, and license keys.',
  rows: (count: number) => pluralize(count, 'row'),
  errors: (count: number) => pluralize(count, 'error'),
  sent: 'Sent by API',
} as const;

export const NEW = {
  title: 'New import',
  kind: 'What to import',
  source: 'Where it comes from',
  fromApi: (source: string) =>
    `${source} exports no file of these. Make a CSV file of the objects of its API, with their fields as columns.`,
  fields: 'Fields of these objects',
  file: 'File',
  fileHelp: 'CSV in UTF-8, up to 256 MB.',
  choose: 'Choose a file',
  chooseFile: 'Choose a CSV file to import',
  another: 'Choose another file',
  uploading: (name: string) => `Uploading ${name}`,
  mapping: 'Columns',
  mappingText: 'Each of our columns is read from one of the file’s.',
  notRead: 'Not in this file',
  required: 'required',
  preview: 'Preview',
  rowsOfFile: 'Rows of the file',
  previewText: (count: number) => `The first ${pluralize(count, 'row')} of the file.`,
  noRows: 'The file has no rows.',
  missing: (names: readonly string[]) => `Choose a column for ${names.join(', ')}.`,
  check: 'Check file',
  checkText: 'Nothing changes yet: the next page shows a preview.',
  preparing: 'the file',
} as const;

export const IMPORT = {
  what: 'this import',
  of: (kind: string, source: string) => `${kind} from ${source}`,
  progress: (done: number, total: number) =>
    total === 0 ? 'Counting rows…' : `${formatCount(done)} of ${pluralize(total, 'row')}`,
  bar: 'Rows read',
  would: 'Preview',
  did: 'Result',
  facts: {
    rows: 'Rows',
    create: ['Created', 'To create'],
    update: ['Updated', 'To update'],
    skip: ['Unchanged', 'Unchanged'],
    error: ['Skipped', 'To skip'],
    kept: 'Kept by the undo',
    file: 'File',
    started: 'Started',
    finished: 'Finished',
  },
  run: (count: number) => `Import ${pluralize(count, 'row')}`,
  runTitle: (count: number) => `Import ${pluralize(count, 'row')}`,
  runText: (created: number, updated: number, errors: number) =>
    `Creates ${formatCount(created)} and updates ${formatCount(updated)}. ${
      errors > 0 ? `Skips rows with errors, ${formatCount(errors)} in all. ` : ''
    }Nobody is mailed or charged. You can undo it for 24 hours.`,
  nothing: 'No row changes anything.',
  resume: 'Resume',
  again: 'Import another file',
  mend: 'Fix the file and try again',
  undo: 'Undo',
  undoTitle: 'Undo the import',
  undoText: (created: number, updated: number) =>
    `Deletes the ${formatCount(created)} that it made, and gives the ${formatCount(updated)} that it changed their old values back. What was changed or used since stays.`,
  errors: 'Errors',
  noErrors: 'No errors.',
  exportErrors: 'Export all errors as CSV',
  errorColumns: ['Row', 'Column', 'Problem'],
  header: 'Header',
  held: 'Subscriptions on hold',
  heldText: (count: number) =>
    `${pluralize(count, 'subscription')} ${count === 1 ? 'waits' : 'wait'} until the other tool no longer charges. Cancel ${count === 1 ? 'it' : 'them'} there first, or customers pay twice.`,
  ended: 'Source has ended',
  endedTitle: 'Confirm that the source has ended',
  endedText: (count: number) =>
    `${pluralize(count, 'subscription')} ${count === 1 ? 'renews' : 'renew'} here from now on. Where a period has ended already, nothing is charged until you approve it.`,
  endedVerb: 'It has ended',
  due: 'Charges to approve',
  dueText: (count: number, sums: string) =>
    `${pluralize(count, 'subscription')} ${count === 1 ? 'is' : 'are'} due: ${sums} in all.`,
  charge: (sums: string) => `Charge ${sums}`,
  chargeTitle: (sums: string) => `Charge ${sums}`,
  chargeText: (count: number) =>
    `Charges ${pluralize(count, 'customer')} for the period that has begun. Customers get a receipt.`,
  started: { ran: 'Importing.', undone: 'Undoing.', ended: 'Saved.', charged: 'Charging.' },
} as const;

/** Sums in several currencies: "$12.00 and €5.00". */
export function sumsOf(dues: readonly { amount: number; currency: string }[]): string {
  return dues.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ');
}
