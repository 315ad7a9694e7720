import { formatCount } from '@/components/ui/money';

// The words of the customer's portal, by page.

export const PORTAL = {
  purchases: 'Your purchases',
  home: 'Purchases',
  profile: 'Profile and data',
  pages: 'Pages',
  allPurchases: 'All purchases',
  signIn: 'Sign in',
  signOut: 'Sign out',
  account: 'Your account',
  closing: (seller: string, day: string) =>
    `${seller} closes on ${day}. Until then you can open your purchases and download your invoices here. Subscriptions are paused, and nothing is charged.`,
} as const;

export const SIGN_IN = {
  title: 'See your purchases',
  text: (seller: string) =>
    `Enter the email address you used to buy from ${seller}. We’ll email you a link and a code. No password needed.`,
  over: 'Your session has ended.',
  email: 'Email',
  noEmail: 'Enter your email address, such as name@example.com.',
  send: 'Send link and code',
  checkMail: 'Check your email',
  sent: (email: string) =>
    `If ${email} has purchases here, a link and a code are on their way. They work for 15 minutes.`,
  enterCode: 'Enter the code',
  code: '6-digit code',
  noCode: 'Enter the 6 digits from the email.',
  wrongCode: 'This code is wrong or has expired. Check it, or send a new one.',
  open: 'Continue',
  resend: 'Resend email',
  resent: 'If the address has purchases here, another email is on its way.',
  notResent: 'Could not resend the email.',
  another: 'Use a different email',
  noMail: (seller: string) =>
    `This shop can’t send email yet. Ask ${seller} for a link to your purchases.`,
  membersOnly:
    'This is a sandbox: email goes to members of the organization only. Ask the seller for a link.',
} as const;

export const ACCESS = {
  title: 'Open your purchases',
  text: (seller: string) =>
    `Continue to everything you bought from ${seller}. This link works once.`,
  open: 'Continue',
  overTitle: 'This link no longer works',
  over: 'Links work once and only for a short time.',
  another: 'Get a new link',
} as const;

export const ROWS = {
  more: (noun: string) => `Show more ${noun}`,
  shown: (count: number, total: number) =>
    count >= total
      ? `Showing all ${formatCount(total)}`
      : `Showing ${formatCount(count)} of ${formatCount(total)}`,
} as const;

/** What the rows of a list are. */
export const NOUN = {
  subscriptions: 'subscriptions',
  purchases: 'purchases',
  keys: 'license keys',
  downloads: 'downloads',
  files: 'files',
  benefits: 'benefits',
  orders: 'orders',
  payments: 'payments',
  failedPayments: 'failed payments',
} as const;

/** What could not be loaded, or is loading. */
export const WHAT = {
  subscriptions: 'your subscriptions',
  subscription: 'this subscription',
  benefits: 'what you have access to',
  key: 'a license key',
  downloads: 'your downloads',
  purchases: 'what you bought',
  connections: 'your connections',
  orders: 'your orders',
  order: 'this order',
  failedPayments: 'your failed payments',
  ad: 'your ad',
  details: 'your details',
} as const;

export const HOME = {
  subscriptions: 'Subscriptions',
  keys: 'License keys',
  transferred: 'Transferred to you',
  downloads: 'Downloads',
  benefits: 'Access',
  oneTime: 'One-time purchases',
  connections: 'Connections',
  manage: 'Manage',
  viewOrder: 'View order',
  manageAd: 'Manage your ad',
  since: (day: string) => `since ${day}`,
  bought: (day: string) => `Bought ${day}`,
  next: (amount: string, day: string) => `Next charge ${amount} on ${day}`,
  trial: (day: string, amount: string | null) =>
    amount === null ? `Trial ends ${day}` : `Trial ends ${day}, then ${amount}`,
  ends: (day: string) => `Ends ${day}`,
  ended: (day: string) => `Ended ${day}`,
  orders: 'Orders',
  details: 'Your details',
  failed: 'Your last payment failed. Update your payment method.',
  bound: (seller: string) =>
    `You came here from a checkout. To see everything you bought, or to change a subscription, ask ${seller} for a link.`,
  failedPayments: 'Failed payments',
  /** A purchase among others of the same product. */
  purchase: (product: string, when: string | null) => [product, when].filter(Boolean).join(', '),
  nothing: 'No purchases yet',
  nothingText: (seller: string) => `What you buy from ${seller} appears here.`,
} as const;

export const KEYS = {
  coming: 'Your license key is on its way. It appears here as soon as the seller has it.',
  comingOf: (product: string) =>
    `Your license key of ${product} is on its way. It appears here as soon as the seller has it.`,
  revoked: 'Revoked. It no longer works.',
  disabled: 'Disabled by the seller.',
  expired: 'Expired.',
  manage: (mayFree: boolean) => (mayFree ? 'Manage' : 'Show'),
  free: 'Remove',
  freeDevice: (label: string) => `Remove ${label}`,
  freeText: (label: string) =>
    `The product stops working on ${label}. You can activate another device in its place.`,
  freed: 'Device removed.',
} as const;

export const REPLACE = {
  open: 'Replace key',
  title: (key: string) => `Replace ${key}`,
  text: 'You get a new key, and your devices stay activated. Give the old key some time if you have to enter the new one in several places.',
  verb: 'Replace',
  done: 'Replaced. Your new key is shown here.',
  old: (key: string, until: string) => `${key} works until ${until}.`,
} as const;

export const OFFLINE = {
  open: 'Use offline',
  title: (key: string) => `Use ${key} offline`,
  text: 'For a computer that never goes online. Copy the request that the product shows there, and paste it or choose its file here.',
  request: 'Request',
  file: 'Choose file',
  noRequest:
    'This isn’t a request. Paste what the product shows: a fingerprint of at most 200 characters.',
  create: 'Create license',
  failed: 'Could not create the license.',
  limitReached: 'All devices of this key are in use. Remove one of them first.',
  done: 'License created',
  until: (day: string) =>
    `It works until ${day}. Before that day, come back with the same request for a new one.`,
  lease: 'License',
  copy: 'Copy license',
  download: 'Download file',
  qrCode: 'the license',
  tooLong: 'This license is too long for a QR code.',
  close: 'Done',
} as const;

export const DOWNLOADS = {
  download: (name: string) => `Download ${name}`,
  loading: (name: string) => `Downloading ${name}`,
  percent: (part: number) => `${part}%`,
  failed: 'Could not download the file.',
  none: 'No files yet.',
} as const;

/** How far benefits on a platform have come, and what there is to do. */
export const OUTSIDE = {
  again: { github: 'Send a new invitation', discord: 'Join again' },
  check: 'Check again',
  github: {
    missing: 'Link your GitHub account to get access.',
    gone: 'Your GitHub account no longer exists. Link another one.',
    pending: 'Your access on GitHub is being set up.',
    waiting:
      'GitHub has sent you an invitation. Accept it in your email or your notifications on GitHub.',
    granted: 'You have access on GitHub.',
    expired: 'Your invitation expired after 7 days.',
    declined: 'Your invitation was declined or withdrawn.',
    removed: 'Your access was removed on GitHub.',
    failed:
      'Your access couldn’t be set up yet. We keep trying, and you don’t need to do anything.',
    notConnected: 'The seller is reconnecting GitHub. Your access follows by itself.',
  },
  discord: {
    missing: 'Link your Discord account to join the server.',
    gone: 'Discord no longer lets us bring you in. Link your account again.',
    pending: 'Your access on Discord is being set up.',
    waiting: 'Your access on Discord is being set up.',
    granted: 'You’re in the server, with your role.',
    expired: 'Your invitation expired.',
    declined: 'Your invitation was declined.',
    removed: 'You left the server, or your role was removed.',
    failed:
      'Your access couldn’t be set up yet. We keep trying, and you don’t need to do anything.',
    notConnected: 'The seller is reconnecting Discord. Your access follows by itself.',
  },
} as const;

const PLATFORM = { github: 'GitHub', discord: 'Discord' } as const;

/** Accounts on platforms. */
export const LINK = {
  platform: PLATFORM,
  verb: { github: 'Link GitHub account', discord: 'Link Discord account' },
  none: 'Not linked yet.',
  username: 'GitHub username',
  help: 'We invite this account. Accepting the invitation confirms that it’s yours.',
  needed: 'Enter your GitHub username.',
  save: 'Link account',
  linked: 'Account linked.',
  state: (platform: 'github' | 'discord', isProven: boolean) =>
    `${PLATFORM[platform]}${isProven ? '' : ' · confirmed once you accept an invitation'}`,
  unlink: 'Unlink',
  ask: (name: string) => `Unlink ${name}`,
  effects: (platform: 'github' | 'discord') =>
    `You lose what you bought on ${PLATFORM[platform]} until you link an account again.`,
  unlinked: 'Account unlinked.',
  finish: (platform: 'github' | 'discord') =>
    `Link the ${PLATFORM[platform]} account that you just signed in with?`,
  confirm: 'Link account',
  canceled: 'Nothing was linked. Go back to your purchases to try again.',
} as const;

export const SUBSCRIPTION = {
  next: 'Next charge',
  first: 'First charge',
  ends: 'Ends',
  ended: 'Ended',
  started: 'Since',
  card: 'Card',
  noCard: 'None',
  on: (amount: string, day: string) => `${amount} on ${day}`,
  orders: 'Payments',
  due: (amount: string) => `${amount} is due.`,
  failed: 'Your last payment failed.',
  failedNext: (day: string) => `Your last payment failed. The next try is on ${day}.`,
  failedText: 'Update your payment method to pay now and keep your access.',
  unpaidText: 'Update your payment method to pay now and get your access back.',
  paused: 'Paused by the seller. Nothing is charged until it is resumed.',
  endsText: (day: string) => `Ends on ${day}. You won’t be charged again.`,
  cancel: 'Cancel subscription',
  keep: 'Keep subscription',
  kept: 'Your subscription continues.',
  change: 'Change plan',
  updateMethod: 'Update payment method',
} as const;

export const ORDER = {
  title: (number: string | null) => (number ? `Order ${number}` : 'Order'),
  paid: 'Paid',
  paidWith: 'Paid with',
  tax: 'Tax',
  refunded: 'Refunded',
  manage: 'Manage subscription',
  invoice: 'View invoice',
  invoiceOf: (number: string | null) => (number ? `Invoice ${number}` : 'Invoice'),
} as const;

export const DETAILS = {
  name: 'Name',
  email: 'Email',
  emailHelp: (seller: string, email: string | null) =>
    email === null
      ? `Only ${seller} can change it.`
      : `To change it, contact ${seller} at ${email}.`,
  help: 'All fields are optional. They fill in your next checkout; issued invoices don’t change.',
  save: 'Save details',
  saved: 'Details saved.',
  data: 'Your data',
  dataText: (seller: string) =>
    `Everything ${seller} stores about you and your purchases, as a JSON file.`,
  export: 'Download your data',
  exportFailed: 'Could not download your data.',
} as const;
