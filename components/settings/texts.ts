import { formatCount, pluralize } from '@/components/ui/money';

// The words of an organization's settings, by page.

export const general = {
  organization: 'Organization',
  organizationText: 'Buyers see the name on checkouts and receipts.',
  organizationSaved: 'Organization saved.',
  name: 'Name',
  currency: 'Default currency',
  currencyHelp: 'Every product has a price in it. You can’t change it after your first sale.',
  slug: 'Slug',
  slugHelp: 'Used in URLs. You can’t change it.',
  copySlug: 'Copy slug',
  contact: 'Contact',
  contactText: 'How buyers reach you. The email appears on invoices and next to failed payments.',
  contactSaved: 'Contact details saved.',
  email: 'Support email',
  website: 'Website',
  social: 'Social username',
  profile: 'Profile',
  profileText:
    'Your own site can read these through the API. Checkouts, emails, and invoices don’t show them.',
  profileSaved: 'Profile saved.',
  location: 'Location',
  description: 'Description',
  twoFactor: 'Two-factor authentication',
  twoFactorText:
    'Members without an authenticator app or a passkey get in again once they’ve set one up. Until then their personal access tokens don’t work here either.',
  requireTwoFactor: 'Require it of all members',
  twoFactorSaved: 'Two-factor authentication saved.',
  twoFactorIs: (isRequired: boolean) =>
    `${isRequired ? 'It’s required of all members.' : 'It isn’t required.'} Only owners can change this.`,
  refunds: 'Refunds',
  refundsText: 'Ask members for their password or second factor before large refunds.',
  refundsAbove: 'Ask above',
  refundsHelp: 'Leave blank to never ask. API tokens are not asked.',
  refundsSaved: 'Refunds saved.',
  renewals: 'Failed renewals',
  renewalsText: (days: string) =>
    `Declined renewals are retried after ${days} days. Customers keep their benefits until then.`,
  renewalsSaved: 'Failed renewals saved.',
  lastTry: 'After the last failed attempt',
  cancel: 'Cancel the subscription',
  cancelHelp: 'It ends and its benefits are revoked. The customer has to subscribe again.',
  unpaid: 'Mark it unpaid',
  unpaidHelp:
    'Its benefits are revoked and automatic charges stop. Charge it with another card or retry, and it is active again with the same license keys.',
};

export const deletion = {
  title: 'Delete organization',
  text: 'Everything but invoices is erased 30 days after you ask. Until then any owner can keep it.',
  scheduled: (day: string) => `It is deleted on ${day}.`,
  onlyOwners: 'Only owners can delete the organization.',
  question: (name: string) => `Delete ${name}`,
  verb: 'Schedule deletion',
  effects:
    'From now on it takes no new orders. Subscriptions are paused, and their customers are emailed. In 30 days members, customers, products, files, and tokens are erased. Invoices and credit notes are kept for 10 years.',
  done: 'Deletion scheduled.',
} as const;

export const links = {
  label: 'Links',
  optional: '(optional)',
  link: (number: number) => `Link ${number}`,
  remove: (number: number) => `Remove link ${number}`,
  add: 'Add link',
};

export const invoices = {
  seller: 'Seller',
  sellerText: 'Shown on new invoices and credit notes. Issued ones do not change.',
  sellerSaved: 'Seller details saved.',
  legalName: 'Legal name',
  legalNameHelp: (name: string) => `Leave blank to show ${name} on invoices.`,
  line1: 'Address line 1',
  line2: 'Address line 2',
  city: 'City',
  state: 'State or region',
  postalCode: 'ZIP or postal code',
  country: 'Country',
  noAddress: 'No address',
  chooseCountry: 'Choose the country of the address.',
  taxId: 'Tax ID',
  taxIdHelp: 'Your VAT, GST, or employer number.',
  numbers: 'Numbering',
  numbersText:
    'Invoices are numbered without gaps. A new prefix continues the count; issued invoices keep their numbers.',
  numbersSaved: 'Numbering saved.',
  prefix: 'Invoice prefix',
  next: 'Next invoice:',
};

export const checkout = {
  defaults: 'Defaults',
  saved: 'Checkout defaults saved.',
  defaultsText:
    'For new checkouts and checkout links, also through the API, unless they set their own. Existing ones do not change.',
  allowCodes: 'Allow discount codes',
  allowCodesHelp: 'Buyers can enter a code if the product has one.',
  successUrl: 'Success URL',
  successUrlHelp:
    'Where buyers go after payment. {CHECKOUT_ID} is replaced. Leave blank for the confirmation page.',
  termsUrl: 'Terms of sale',
  termsUrlHelp: 'Linked next to the pay button, at all checkouts.',
  refundPolicyUrl: 'Refund policy',
  refundPolicyUrlHelp: 'Linked next to the pay button, at all checkouts.',
};

export const appearance = {
  picture: 'Picture',
  pictureText: 'Shown next to your name at checkout and in your list of organizations.',
  accent: 'Accent color',
  accentText: 'The color of the pay button. Links and fields keep the default colors.',
  color: 'Color',
  colorHelp: 'A hex color such as #0a7 or #00aa77. Leave blank for the default.',
  choose: 'Choose a color',
  saved: 'Accent color saved.',
};

export const clock = {
  sandboxOnly: 'Only sandbox organizations have a test clock.',
  sandboxOnlyText: 'Live organizations use real time.',
  what: 'the test clock',
  time: 'Time',
  timeText:
    'Renewals, trials, retries, discounts, license keys, and checkouts of this organization follow this clock.',
  real: 'Real time',
  frozen: 'Frozen',
  advancing: 'Advancing',
  standsStill: 'Time stands still until you advance it.',
  passes: 'Time passes as usual. The first advance freezes it.',
  advance: 'Advance',
  advanceMore: 'Advance…',
  advanceText: 'Everything due before then happens in order, each at its own time.',
  next: 'Next',
  nextText: (count: number) => `The next ${count} events, if nothing else changes.`,
  nothingDue: (span: string) => `Nothing is due within ${span}.`,
  to: 'Advance to',
  toHelp: (zone: string) => `${zone} time. You can’t go back.`,
  jump: 'Jump ahead',
  choose: 'Choose a time first.',
  started: 'The test clock is advancing.',
  until: 'Until then:',
  noPreview: 'Could not load the preview.',
  noForecast: 'Could not load what is due.',
  confirmTitle: (moment: string) => `Advance to ${moment}`,
  confirmText: (summary: string) =>
    `Until then: ${summary}. You can’t go back. Checkouts, subscriptions, and orders are locked until the clock arrives.`,
};

export const ACCENT_FORM = {
  light: 'Light',
  dark: 'Dark',
  theme: (name: string) => `${name} theme`,
  contrast: (page: string, label: string, onLabel: string) =>
    `Contrast: ${page} against the page, ${label} label ${onLabel}.`,
  tooWeak: (contrast: string, change: string, shown: string) =>
    `Contrast is only ${contrast} against the page, below 3:1. Buyers see it ${change} to ${shown}.`,
  sample: 'Sample product',
  theDefaultColor: 'The default color.',
  lightened: 'lightened',
  darkened: 'darkened',
};

export const ADVANCE_FORM = {
  thePreview: 'the preview',
  eventsUntilThen: 'Events until then',
  day: '1 day',
  week: '1 week',
  month: '1 month',
  year: '1 year',
};

export const SETTINGS_FORM = {
  save: 'Save',
};

export const SETTINGS_FRAME = {
  settings: 'Settings',
};

export const STORED_ORGANIZATION = {
  theSettings: 'the settings',
};

export const TEST_CLOCK_ITEMS = {
  more: (count: number) => `and ${formatCount(count)} more`,
  nothing: 'nothing',
  events: (count: number) => `${formatCount(count)} events`,
  kinds: {
    renewal: { one: 'renewal', many: 'renewals' },
    retry: { one: 'retry', many: 'retries' },
    trial_end: { one: 'trial end', many: 'trial ends' },
    cancellation: { one: 'cancellation', many: 'cancellations' },
    payment: { one: 'payment outcome', many: 'payment outcomes' },
    expiry: { one: 'expiring checkout', many: 'expiring checkouts' },
    discount_end: { one: 'discount end', many: 'discount ends' },
  },
  /** "Renews Quill Pro for Ada Byron" */
  ofSubscription: {
    renewal: (name: string) => `Renews ${name}`,
    retry: (name: string) => `Retries the payment for ${name}`,
    trial_end: (name: string) => `Ends the trial of ${name}`,
    cancellation: (name: string) => `Cancels ${name}`,
    payment: (name: string) => `Settles the payment for ${name}`,
    discount_end: (name: string) => `Ends the discount on ${name}`,
  },
  fails: 'Payment fails',
  failsForGood: 'Payment fails for good',
  takesTime: 'Payment takes time',
  from: (amount: string) => `then ${amount}`,
  checkoutExpires: (product: string) => `Checkout for ${product} expires`,
  aCheckoutExpires: 'Checkout expires',
};

export const TEST_CLOCK_SETTINGS = {
  theTestClock: 'the test clock',
  npmRunJobs: 'npm run jobs',
  advance: 'Advance',
  waitingForAWorker:
    'Waiting for a worker to advance it. If this takes more than a minute, ask whoever runs this installation to start one:',
  npmRunWorker: 'npm run worker',
  nextEvents: 'Next events',
  whatIsDueNext: 'what is due next',
  year: 'a year',
  month: 'a month',
  setAside: (count: number) =>
    count === 1
      ? '1 event failed five times and was set aside. Whoever runs this installation finds it with'
      : `${formatCount(count)} events failed five times and were set aside. Whoever runs this installation finds them with`,
  triesAgain: 'The next advance tries again.',
  done: (done: number, total: number) =>
    `${formatCount(done)} of ${pluralize(total, 'event')} on the way to`,
  locked: 'Checkouts, subscriptions, and orders are locked until then.',
};

export const ownerMails = {
  emails: 'Emails to owners',
  emailsText: 'Every owner of the organization gets the emails you choose here.',
  emailsSaved: 'Emails to owners saved.',
  kinds: [
    {
      name: 'new_sale',
      label: 'New sale',
      help: 'For each purchase, and when a trial becomes a paid subscription.',
    },
    {
      name: 'trial_started',
      label: 'Trial started',
      help: 'When a customer starts a free trial.',
    },
    {
      name: 'subscription_canceled',
      label: 'Canceled by the customer',
      help: 'When a customer cancels a subscription in the portal.',
    },
    {
      name: 'payment_failed',
      label: 'Payment failed for good',
      help: 'When the last retry of a renewal fails, and the subscription ends or is unpaid.',
    },
    {
      name: 'advertisement_pending',
      label: 'Ad to approve',
      help: 'When a customer fills in an ad, or changes one.',
    },
    {
      name: 'key_pool_low',
      label: 'License keys run low',
      help: 'When your own license keys of a benefit fall to the number that you set there.',
    },
    {
      name: 'key_pool_empty',
      label: 'Out of license keys',
      help: 'When a customer waits for a license key because none of your own is left.',
    },
  ],
} as const;

export const mail = {
  settings: 'the email settings',
  sending: 'Sending',
  sendingText:
    'All organizations of this installation send email through one mail server. Its operator sets it up with SMTP_URL and MAIL_FROM.',
  server: 'Mail server',
  setUp: 'Connected',
  notSetUp: 'Not set up: emails are kept in the outbox',
  from: 'From',
  replyTo: 'Replies go to',
  noReplyTo: 'No one',
  addReplyTo: 'Add an email address',
  sandbox: 'This sandbox',
  sandboxes: {
    outbox: 'Sends nothing: emails are kept in the outbox',
    members: 'Sends to its members and to people you invited',
    send: 'Sends to everyone',
  },
  test: 'Test email',
  testText: 'See whether email arrives, and how the mail server responds.',
  send: 'Send test email',
  outbox: 'View sent mail',
  notQueued: 'Could not queue the test email.',
  queued: (recipient: string) => `Test email to ${recipient} queued.`,
};
