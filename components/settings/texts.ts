import { formatCount, pluralize } from '@/components/ui/money';

/** The words of the settings and account pages, by page. */

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

export const tokens = {
  intro: 'Access tokens let your apps call the API.',
  create: 'Create token',
  expireSoon: 'These tokens expire soon.',
  noMatch: 'Nothing matches these filters.',
  showAll: 'Show all tokens',
  empty: 'No tokens. Create one to call the API.',
  notAllowed: 'Only owners and admins see API tokens.',
  notAllowedText: 'Ask an owner or admin for a token or a different role.',
  name: 'Name',
  access: 'Access',
  expires: 'Expires',
  lastUsed: 'Last used',
  never: 'Never',
  notRevoked: 'Could not revoke the token.',
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke ${name}`,
  revoked: (name: string) => `Revoked ${name}.`,
  stops: 'Apps that use it stop working immediately.',
  wasUsed: 'Last used:',
  neverUsed: 'never',
  createdTitle: (name: string) => `Token ${name}`,
  copyNow: 'Copy the token now. It is not shown again.',
  organizationText: (name: string) => `Works in ${name} only, and keeps working if you leave.`,
  personalText: 'Acts as you in all of your organizations, within your role in each.',
  nameHelp: 'What uses it, such as “Store backend”.',
  scopes: 'Scopes',
  scopesHelp: 'What the token can do. Write includes read. Choose as few as you need.',
  readAll: 'Read everything',
  clear: 'Clear',
  read: 'Read',
  write: 'Write',
  admin: 'Manage API tokens and members',
  adminHelp: 'Such a token can create other tokens. Few integrations need it.',
  reads: 'Reads',
  writes: 'Reads and writes',
  readsAll: 'Reads everything',
  manages: 'Manages tokens and members',
  more: (count: number) => `and ${count} more`,
};

export const TOKEN_USAGE = {
  open: 'Usage',
  title: (name: string) => `Usage of ${name}`,
  text: 'Successful reads in the last 7 days.',
  calls: 'Writes and errors',
  what: 'the usage of this token',
  none: 'Nothing was read with this token in the last 7 days.',
  operation: 'Operation',
  reads: 'Reads',
  total: 'Total',
  range: 'Last 7 days',
};

export const members = {
  note: 'Owners and admins manage members and invitations.',
  intro: (name: string) => `People with access to ${name}.`,
  invite: 'Invite',
  invitations: 'Pending invitations',
  noInvitations: 'No pending invitations.',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  joined: 'Joined',
  expires: 'Expires',
  you: '(you)',
  roleOf: (name: string) => `Role of ${name}`,
  leave: 'Leave',
  leaveThis: 'Leave the organization',
  leaveOne: (organization: string) => `Leave ${organization}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name}.`,
  leaving:
    'You lose access immediately and need a new invitation to return. Invitations you sent stop working. The organization’s API tokens keep working.',
  removing:
    'They lose access immediately, and invitations they sent stop working. The organization’s API tokens keep working.',
  changeRole: 'Change role',
  roleChanged: 'Role changed.',
  make: (who: string, role: string) => `Make ${who} ${role === 'member' ? 'a' : 'an'} ${role}`,
  yourself: 'yourself',
  endedInvitations: 'Invitations they sent for roles they can no longer give stop working.',
  ownEndedInvitations: 'Invitations you sent for roles you can no longer give stop working.',
  notUndone: 'You can’t undo this yourself.',
  inviteAgain: 'Invite again',
  inviteOneAgain: (email: string) => `Invite again: ${email}`,
  withdraw: 'Withdraw',
  withdrawOne: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawing: 'The link stops working immediately.',
  withdrawn: 'Invitation withdrawn.',
  linkTitle: 'Invitation link',
  linkText: (email: string) =>
    `Send this link to ${email}: it works once, for 7 days, and is not shown again.`,
  inviteTo: (organization: string) => `Invite to ${organization}`,
  replaces: 'Creates a new link. The earlier one stops working.',
  linkMailed: (email: string) =>
    `We’re emailing the invitation to ${email}. This link is for you to pass on in case it doesn’t arrive: it works once, for 7 days, and is not shown again.`,
  sendYourself: 'Creates a link for you to send: no mail server is set up.',
  isMailed: 'We email the invitation. You get a link too, in case the email doesn’t arrive.',
  sendInvitation: 'Send invitation',
  emailHelp: 'The link works for an account with this address.',
  createLink: 'Create link',
  roles: 'Roles',
  lastOwner:
    'Every organization keeps at least one owner. To leave as the last owner, make someone else an owner first.',
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

/** Words of the account page's list of organizations. */
export const MEMBERSHIPS = {
  title: 'Organizations',
  organization: 'Organization',
  empty: 'You are in no organization.',
  left: (name: string) => `You left ${name}.`,
} as const;

export const account = {
  picture: 'Picture',
  pictureNeedsOrganization:
    'Pictures are stored with an organization where you are an owner or admin. Create one first.',
  title: 'Account',
  profile: 'Profile',
  name: 'Name',
  email: 'Email',
  tokens: 'Personal access tokens',
  tokensText: 'For your own scripts. They act as you, with your role in each organization.',
  organizations: 'Organizations',
  change: 'Change',
  changeName: 'Change name',
  nameChanged: 'Name changed.',
  save: 'Save',
  changeEmail: 'Change email',
  changeEmailText:
    'We send a link to the new address. Your email changes when you open it and confirm.',
  newEmail: 'New email',
  emailSent: (email: string) => `We sent a link to ${email}. Open it within 24 hours to confirm.`,
  done: 'Done',
  sendLink: 'Send link',
  password: 'Password',
  passwordText: 'Changing it signs you out on all other devices.',
  noPassword: 'You have no password yet. Set one to sign in with your email.',
  changePassword: 'Change password',
  setPassword: 'Set password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  tokensRemain:
    'Your personal access tokens keep working. Revoke those you don’t recognize or no longer use.',
  moreTokens: (count: number) => `And ${count} more, on the account page.`,
  tokenCreated: 'Created',
  passwordChanged: 'Password changed. All other devices are signed out.',
  sessions: 'Devices',
  sessionsText: 'Browsers where you are signed in. A session ends after 7 days without use.',
  device: 'Device',
  lastUsed: 'Last used',
  signedIn: 'Signed in',
  address: 'IP address',
  thisDevice: 'This device',
  now: 'Now',
  unknownDevice: 'Unknown device',
  browserOn: (browser: string, os: string) => `${browser} on ${os}`,
  signOut: 'Sign out',
  signOutOne: (device: string) => `Sign out ${device}`,
  signedOut: 'The device is signed out.',
  notSignedOut: 'Could not sign out the device.',
  signOutOthers: 'Sign out all other devices',
  signOutVerb: 'Sign out',
  signingOutOthers: (count: number) =>
    count === 1
      ? 'Signs you out on 1 other device. Unsaved changes there are lost.'
      : `Signs you out on ${count} other devices. Unsaved changes there are lost.`,
  othersSignedOut: 'All other devices are signed out.',
};

/** Words of the account page's part about two-factor authentication. */
export const TWO_FACTOR = {
  title: 'Two-factor authentication',
  off: 'Ask for a code from an authenticator app when you sign in, so your password alone isn’t enough.',
  offWithPasskey:
    'Signing in takes a passkey. Add an authenticator app as another way, with recovery codes in case you lose both.',
  on: 'On. Signing in takes a code from your authenticator app.',
  onWithPasskey: 'On. Signing in takes a code from your authenticator app, or a passkey.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turningOff:
    'Your password alone will be enough to sign in. Your authenticator app and recovery codes stop working.',
  turningOffWithPasskey:
    'Signing in will take a passkey. Your authenticator app and recovery codes stop working.',
  turnedOff: 'Your authenticator app is off.',
  turnedOn: 'Two-factor authentication is on.',
  scan: 'Scan this code with your authenticator app, such as 1Password, Google Authenticator or iCloud Passwords.',
  byHand: 'Can’t scan it? Enter this key in the app:',
  copyKey: 'Copy the key',
  theQrCode: 'the key for your authenticator app',
  code: 'Code from the app',
  codeHelp:
    'The 6 digits it shows for Tilldesk. Two-factor authentication is on once you enter them.',
  codesTitle: 'Save your recovery codes',
  codesText:
    'If you lose your phone, each of these signs you in once. They are shown only now: keep them somewhere safe.',
  codesLeft: (count: number) => `${count} of 10 recovery codes left.`,
  fewLeft: (count: number) =>
    count === 0
      ? 'No recovery codes left. Get new ones so you can still sign in if you lose your phone.'
      : `Only ${count === 1 ? '1 recovery code' : `${count} recovery codes`} left. Get new ones soon.`,
  newCodes: 'New recovery codes',
  replacing: 'Your present recovery codes stop working.',
  copyCodes: 'Copy codes',
  download: 'Download',
} as const;

export const PASSKEYS = {
  title: 'Passkeys',
  none: 'Sign in with your fingerprint, face or screen lock instead of your password. Once you have a passkey, your password alone isn’t enough.',
  some: 'Each of these signs you in by itself. Your password alone isn’t enough.',
  onlyOne:
    'Add another passkey or an authenticator app, so you can still sign in if you lose this one.',
  add: 'Add a passkey',
  addText:
    'Your browser asks where to keep it: on this device, in a password manager or on a security key.',
  name: 'Name',
  nameHelp:
    'To tell it from others, such as “Work laptop”. Left empty, it’s your browser and system.',
  added: 'Passkey added.',
  notMade: 'No passkey was created. Try again.',
  known: 'This device or password manager already has a passkey for your account.',
  addedOn: 'Added',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  remove: 'Remove',
  removeOne: (name: string) => `Remove the passkey ${name}`,
  removing: 'It no longer signs you in. Delete it from your device or password manager as well.',
  removingLast:
    'Your password alone will be enough to sign in. Delete the passkey from your device or password manager as well.',
  removed: 'Passkey removed.',
} as const;

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

export const CREATE_TOKEN_DIALOG = {
  token: 'Token',
};

export const EXPIRY = {
  expired: 'Expired ',
  never: 'Never',
};

export const INVITE_DIALOG = {
  invitation: 'Invitation',
};

export const ROLES = {
  owner: 'Owner',
  canDoEverything: 'Can do everything.',
  admin: 'Admin',
  canDoEverythingExcept: 'Can do everything except manage owners and delete the organization.',
  member: 'Member',
  canViewEverythingAnd:
    'Can view everything, and create and edit customers, checkouts, and license keys.',
};

export const SECRET_BOX = {
  copy: 'Copy',
  done: 'Done',
};

export const SETTINGS_FORM = {
  save: 'Save',
};

export const SETTINGS_FRAME = {
  settings: 'Settings',
};

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

/** Words of the account page's part about apps. */
export const CONNECTED = {
  title: 'Connected apps',
  text: 'Apps you gave access to. They keep it until you disconnect them.',
  empty: 'No apps are connected to your account.',
  app: 'App',
  forAccount: 'Your account',
  access: 'Access',
  knows: 'Sees',
  reads: 'Reads',
  changes: 'Reads and writes',
  connected: 'Connected',
  lastUsed: 'Last used',
  never: 'Never',
  disconnect: 'Disconnect',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  effects: (name: string) =>
    `${name} loses access right away, also through the webhooks it set up. To use it again, you’ll be asked for access.`,
  disconnected: (name: string) => `${name} disconnected.`,
} as const;

/** Words of the account page's part about its deletion. */
export const DELETE_ACCOUNT = {
  title: 'Delete account',
  verb: 'Delete',
  text: 'Removes you from your organizations. Their products, sales, and customers stay.',
  effects:
    'Signs you out everywhere and removes your personal access tokens, connected apps, OAuth apps, and memberships. You can’t undo this.',
} as const;
