import { SANDBOX_NOTE } from '@/components/ui/texts';
import type { SearchKind } from '@/lib/resources/search/schema';

/** Words of the frame around an organization's pages. */
export const SHELL = {
  switchOrganization: 'Switch organization',
  search: 'Search',
  menu: 'Menu',
  apiCalls: 'API calls',
  shortcuts: 'Keyboard shortcuts',
  apiReference: 'API reference',
  signOut: 'Sign out',
  signOutFailed: 'Could not sign out.',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  account: 'Account',
  organizations: 'Organizations',
  allOrganizations: 'All organizations',
  newOrganization: 'New organization',
  skip: 'Skip to content',
  notMember: (slug: string) => `You are not in an organization called “${slug}”.`,
  notMemberText: 'It does not exist, or you have not been added to it.',
  twoFactorRequired: (name: string) => `${name} requires two-factor authentication`,
  twoFactorText: (name: string) =>
    `Set up an authenticator app or a passkey for your account to open ${name}. Either one is enough.`,
  continueTo: (name: string) => `Continue to ${name}`,
} as const;

/** Words while the organization is to be deleted. */
export const DELETION = {
  scheduled: (name: string, day: string) => `${name} is deleted on ${day}.`,
  text: 'It takes no new orders, and its subscriptions are paused.',
  keep: 'Keep organization',
  kept: 'Organization kept. Paused subscriptions go on.',
  notKept: 'Could not keep the organization.',
  onlyOwners: 'Only owners can keep it.',
} as const;

/** Words of pages that are missing. */
export const MISSING = {
  notFoundTab: 'Not found',
  notFound: 'This page does not exist.',
  notFoundText: 'Check the address, or go back to where you came from.',
  goTo: (organization: string) => `Go to ${organization}`,
  openDashboard: 'Open dashboard',
} as const;

/** Words of the badge beside a sandbox organization. */
export const SANDBOX = {
  name: 'Sandbox',
  advancing: 'Test clock is advancing',
  clock: ', test clock',
} as const;

/** What the badge opens. */
export const SANDBOX_PANEL = {
  text: SANDBOX_NOTE.text,
  testCards: 'Test cards',
  copyCard: (result: string) => `Copy the card: ${result}`,
  anyDate: 'Any future date and any code work.',
} as const;

/** Words of the command palette. */
export const PALETTE = {
  title: 'Search and commands',
  placeholder: 'Search by name, email, ID, or key, or type a command',
  recent: 'Recent',
  actions: 'On this page',
  pages: 'Go to',
  create: 'Create',
  records: 'Records',
  more: 'More',
  searching: 'Searching…',
  none: (text: string) =>
    `Nothing matches “${text}”. Try a name, an email, an ID, or a license key.`,
  failed: 'Could not search.',
  copyId: 'Copy ID',
  copiedId: 'ID copied.',
  switchTo: (name: string) => `Switch to ${name}`,
} as const;

/** What the kinds of records are called. */
export const KIND_LABELS: Record<SearchKind, string> = {
  customer: 'Customer',
  product: 'Product',
  order: 'Order',
  subscription: 'Subscription',
  checkout: 'Checkout',
  discount: 'Discount',
  license_key: 'License key',
  benefit: 'Benefit',
};

/** Words of the drawer with a page's API calls. */
export const CALLS = {
  title: 'API calls on this page',
  intro:
    'API calls made by this page, newest first. Copied requests read your token from a variable.',
  none: 'This page has made no calls yet.',
  pending: 'Waiting for a response',
  failed: 'No response',
  duration: (ms: number) => `${ms} ms`,
  request: 'Request',
  copyRequestId: 'Copy the request ID',
} as const;

/** Words of the sheet of keyboard shortcuts: each group with its keys and what they do. */
export const SHORTCUTS = {
  setting: 'Single-key shortcuts',
  settingHelp: 'Kept in this browser. Shortcuts are silent while you type.',
  everywhere: 'Everywhere',
  lists: 'In lists',
  objects: 'On a record',
  goTo: 'Go to',
} as const;

type Keys = readonly (readonly [keys: readonly string[], what: string])[];

export const EVERYWHERE_KEYS: Keys = [
  [['Mod', 'K'], 'Search and commands'],
  [['a'], 'API calls on this page'],
  [['?'], 'Keyboard shortcuts'],
  [['Mod', 'Enter'], 'Submit a form, or open in a new tab'],
  [['Esc'], 'Close'],
];

export const LIST_KEYS: Keys = [
  [['/'], 'Search the list'],
  [['f'], 'Filter'],
  [['n'], 'New'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['x'], 'Select the row'],
  [['Enter'], 'Open'],
  [['['], 'Previous page'],
  [[']'], 'Next page'],
];

export const OBJECT_KEYS: Keys = [
  [['e'], 'Edit'],
  [['.'], 'More actions'],
  [['c'], 'Copy ID'],
];

export const PAYMENTS = {
  onHold: 'Payments are on hold.',
  open: 'Payment settings',
} as const;
