import { formatCount, pluralize } from '@/components/ui/money';
import type { Benefit, BenefitType } from '@/lib/resources/benefits/schema';

// Words of the pages of benefits.

export const EDIT = {
  changes: 'What this edit changes',
  everywhere: 'The description changes everywhere right away.',
} as const;

/**
 * What an edit does to those who have the benefit. `count`, null while it is not known, is the number of grants: a
 * customer has one for each purchase.
 */
export function editEffects(benefit: Benefit, count: number | null): string[] {
  const grants = count === null ? 'Grants already made' : pluralize(count, 'grant');
  switch (benefit.type) {
    case 'license_keys':
      return [
        'New keys use these settings.',
        count === null
          ? 'Keys already issued don’t change: they keep their prefix, expiration, and limits.'
          : `${pluralize(count, 'key')} already issued ${count === 1 ? 'doesn’t' : 'don’t'} change: prefix, expiration, and limits stay.`,
      ];
    case 'downloadables':
      return [
        `${grants} ${count === 1 ? 'gives' : 'give'} access to added files right away.`,
        'Archived and removed files can no longer be downloaded.',
      ];
    case 'custom':
      return [`${grants} ${count === 1 ? 'shows' : 'show'} the new note right away.`];
    case 'ads':
      return ['New images need the new size. Ads already filled in stay as they are.'];
    case 'discord':
    case 'github_repository':
      if (benefit.connection_status === 'not_connected')
        return ['The account isn’t connected: no access is given or revoked until it is.'];
      return [
        'New grants give access as set here.',
        `${grants} already ${count === 1 ? 'gives' : 'give'} access, which doesn’t change.`,
      ];
  }
}

export const DETAIL = {
  details: 'Details',
  note: 'Note',
  prefix: 'Key prefix',
  expires: 'Keys expire',
  never: 'Never',
  devices: 'Device limit',
  noDevices: 'No activations',
  upTo: (count: number) => `Up to ${pluralize(count, 'device')}`,
  usage: 'Usage limit',
  unlimited: 'Unlimited',
  after: (ttl: number, timeframe: string) => `After ${pluralize(ttl, timeframe)}`,
  selfService: 'Deactivation',
  selfServiceOn: 'By the customer or you',
  selfServiceOff: 'By you only',
  size: 'Size',
  server: 'Discord server',
  role: 'Role',
  repository: 'Repository',
  permission: 'Permission',
  connection: 'Connection',
  connected: 'Connected',
  notConnected: 'Not connected',
  files: 'Files',
  noFiles: 'No files yet. Edit the benefit to add some.',
  deletedFile: 'Deleted file',
  archived: 'Archived',
  noProducts: 'No product has it yet. Add it on a product’s edit page.',
  allProducts: (count: number) => `All ${formatCount(count)}`,
} as const;

export const GRANTS = {
  title: 'Grants',
  noun: { one: 'grant', many: 'grants' },
  all: 'All',
  granted: 'Granted',
  revoked: 'Revoked',
  none: 'No one has it yet. Customers get it with their next purchase.',
  noneShown: 'No grants match.',
  deletedCustomer: 'Deleted customer',
  order: 'Order',
  subscription: 'Subscription',
  key: 'Key',
  filter: 'Filter grants',
  export: 'Export',
} as const;

export const DELETE = {
  verb: 'Delete benefit',
  blocked: 'This benefit can’t be deleted.',
  unknown: 'Everyone who has it loses it. It’s removed from all products.',
  undone: 'This can’t be undone. No one is refunded.',
} as const;

/** What deleting a benefit takes away; `granted` is the number of grants. */
export function deleteEffects(type: BenefitType, granted: number, products: number): string {
  const grants =
    granted === 0
      ? 'No one has it.'
      : type === 'license_keys'
        ? `Revokes ${pluralize(granted, 'key')} now.`
        : `Revokes ${pluralize(granted, 'grant')} now.`;
  return products === 0 ? grants : `${grants} Removed from ${pluralize(products, 'product')}.`;
}

export const ADS = {
  title: 'Ads',
  noun: { one: 'ad', many: 'ads' },
  filter: 'Filter ads',
  all: 'All',
  waiting: (count: number) => `Waiting for approval (${formatCount(count)})`,
  none: 'No ads yet. Each customer who gets this benefit fills one in.',
  noneWaiting: 'No ads are waiting for approval.',
  notFilledIn: 'The customer hasn’t filled it in yet.',
  new: 'Waiting for approval',
  shown: 'Shown now',
  notShown: 'Approved, not shown',
  views: (count: number) => pluralize(count, 'view'),
  clicks: (count: number) => pluralize(count, 'click'),
  revoked: 'Benefit revoked: not shown.',
  yourNote: 'You wrote:',
  approve: 'Approve',
  resume: 'Show again',
  pause: 'Pause',
  ask: 'Ask for changes',
  approved: 'Approved. It’s shown from now on.',
  resumed: 'Shown again.',
  paused: 'Paused.',
  asked: 'The customer was asked for changes.',
  failed: 'Could not change the ad.',
  changed: 'The customer changed it meanwhile. Look at the new version first.',
  pauseOne: (customer: string) => `Pause the ad by ${customer}`,
  pauseEffects: 'It disappears from your site within a minute, until you show it again.',
  askOf: (customer: string) => `Ask ${customer} for changes`,
  askText: 'The customer gets an email with what you write here.',
  askShown: 'The approved version stays up. To take it down as well, pause it.',
  note: 'What should change?',
  noteNeeded: 'Enter what should change.',
  cancel: 'Cancel',
  previous: 'Previous',
  next: 'Next',
  page: (page: number, pages: number) => `Page ${formatCount(page)} of ${formatCount(pages)}`,
  deletedCustomer: 'a deleted customer',
} as const;

export const ADS_SNIPPET = {
  title: 'Show the ads',
  text: 'Paste this where the ads should appear. It has no scripts, shows what is approved, and counts views and clicks.',
  copy: 'Copy the snippet',
  feed: 'To build your own layout, read the feed:',
  copyFeed: 'Copy the address of the feed',
  code: (url: string, width: number, height: number) =>
    `<iframe src="${url}" title="Advertisements" width="${width}" height="${height}" loading="lazy" style="border: 0"></iframe>`,
} as const;

/** What is told above a benefit whose connection does not reach it. */
export const CONNECTION_NOTICE = {
  title: 'Customers don’t get access right now.',
  reconnect: 'Reconnect',
  connect: 'Connect',
  open: 'Open Connections',
  missing: (platform: string, what: string) =>
    `${what} isn’t on a connected ${platform} account. Connect it, and everyone who bought the benefit gets access.`,
  unseen: (owner: string, name: string) =>
    `${owner} is connected, but has no repository ${name} that its token sees. Give the token access to it and read ${owner} again, or choose another repository.`,
  unknown: 'Check the connection of the account.',
  guild: (id: string) => `The server ${id}`,
} as const;
