import { formatCount, pluralize } from '@/components/ui/money';

// Words of the seller's side of advertisements.

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
  deletedCustomer: 'a deleted customer',
  ofDeletedCustomer: 'Deleted customer',
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
