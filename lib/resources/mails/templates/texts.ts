import type { FactorChange } from '@/lib/contract/second-factors';
import { type MailContent, PRODUCT } from '@/lib/resources/mails/kinds';

// The words of all mails, by kind. Amounts and dates are printed already. A mail that begins with an amount does not say
// it again; lists of mails show it before the text.

type Role = Extract<MailContent, { kind: 'invitation' }>['data']['role'];

/** What lists of mails show of one that begins with an amount. */
export const amountAndText = (amount: string, text: string) => `${amount} · ${text}`;

export const PARTS = {
  hello: (name: string) => `Hi ${name},`,
  linkFails: 'If the button doesn’t work, copy this address into your browser:',
  sandbox: 'Sandbox: no real money moves.',
  sentBy: (seller: string) => `Sent by ${seller} with ${PRODUCT}.`,
  sentByProduct: `Sent by ${PRODUCT}.`,
  reply: (seller: string) => `Questions? Reply to this email to reach ${seller}.`,
  why: {
    buyer: (seller: string) => `You get this email because you bought from ${seller}.`,
    seller: (seller: string) =>
      `You get this email as an owner of ${seller}. Choose which emails you get under Settings.`,
    account: () =>
      'You get this email because of an account, or a request for one, with this address.',
  },
} as const;

export const CONFIRM_EMAIL = {
  sign_up: {
    subject: 'Confirm your email address',
    text: `Confirm your email address to finish setting up your ${PRODUCT} account. The link works for 24 hours.`,
    note: 'If you didn’t sign up, ignore this email. No account is usable until the address is confirmed.',
  },
  new_address: {
    subject: 'Confirm your new email address',
    text: `Confirm this address to use it for your ${PRODUCT} account from now on. The link works for 24 hours.`,
    note: 'If you didn’t ask for this, ignore this email. Nothing changes until the address is confirmed.',
  },
  action: 'Confirm email address',
} as const;

export const SIGN_IN_LINK = {
  requested: {
    subject: `Your sign-in link`,
    text: `Use this link to sign in to ${PRODUCT}. It works once.`,
    note: 'If you didn’t ask for it, ignore this email.',
  },
  known_address: {
    subject: 'You already have an account',
    text: `Someone signed up for ${PRODUCT} with this address, which already has an account. If it was you, sign in with this link. It works once, for 10 minutes.`,
    note: 'If it wasn’t you, ignore this email. Nothing has changed.',
  },
  action: 'Sign in',
} as const;

export const RESET_PASSWORD = {
  subject: 'Reset your password',
  text: `Choose a new password for your ${PRODUCT} account. The link works once, for 1 hour.`,
  action: 'Choose a new password',
  note: 'If you didn’t ask for this, ignore this email. Your password stays the same.',
} as const;

export const PASSWORD_CHANGED = {
  subject: 'Your password was changed',
  text: (at: string, endedTokens: number, endedApps: number) =>
    [
      `The password of your ${PRODUCT} account was changed on ${at}. Your other sessions were signed out.`,
      endedTokens === 1 && '1 personal access token was revoked.',
      endedTokens > 1 && `${endedTokens} personal access tokens were revoked.`,
      endedApps === 1 && '1 connected app was disconnected.',
      endedApps > 1 && `${endedApps} connected apps were disconnected.`,
    ]
      .filter(Boolean)
      .join(' '),
  note: 'If it wasn’t you, reset your password now.',
  action: 'Reset your password',
} as const;

export const EMAIL_CHANGED = {
  subject: 'Your email address was changed',
  text: (email: string, at: string) =>
    `The email address of your ${PRODUCT} account was changed to ${email} on ${at}. Sign in with the new address from now on.`,
  note: 'If it wasn’t you, contact whoever runs this installation right away.',
} as const;

interface FactorWords {
  subject: string;
  text: (at: string) => string;
  note?: string;
}

const FACTOR_CHANGES: Record<FactorChange | 'factors_removed', FactorWords> = {
  two_factor_turned_on: {
    subject: 'Two-factor authentication was turned on',
    text: (at) =>
      `An authenticator app was set up for your ${PRODUCT} account on ${at}. Signing in takes a code from it.`,
  },
  two_factor_turned_off: {
    subject: 'Two-factor authentication was turned off',
    text: (at) =>
      `The authenticator app and recovery codes of your ${PRODUCT} account were removed on ${at}.`,
  },
  recovery_codes_replaced: {
    subject: 'Your recovery codes were replaced',
    text: (at) =>
      `New recovery codes were made for your ${PRODUCT} account on ${at}. The earlier ones no longer work.`,
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    text: (at) =>
      `A passkey was added to your ${PRODUCT} account on ${at}. It signs in without your password.`,
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    text: (at) => `A passkey of your ${PRODUCT} account was removed on ${at}.`,
  },
  factors_removed: {
    subject: 'Two-factor authentication was removed',
    text: (at) =>
      `Whoever runs this installation removed the authenticator app, recovery codes and passkeys of your ${PRODUCT} account on ${at}. Your password alone signs in now.`,
    note: 'If you didn’t ask for it, contact them and reset your password now.',
  },
};

export const FACTORS_CHANGED = {
  changes: FACTOR_CHANGES,
  note: 'If it wasn’t you, reset your password now, then check the passkeys and devices of your account.',
} as const;

export const ORGANIZATION_DELETION = {
  scheduled: {
    subject: 'An organization of yours is scheduled for deletion',
    text: (organization: string, by: string | null, day: string) =>
      `${by === null ? 'An owner' : quoted(by)} has scheduled the deletion of ${quoted(organization)} for ${day}. Until then it takes no new orders, and its subscriptions are paused.`,
    note: 'Any owner can keep it until then. Afterwards everything but its invoices is gone.',
    action: 'Keep organization',
  },
  taken_back: {
    subject: 'An organization of yours is kept',
    text: (organization: string, by: string | null, day: string) =>
      `${by === null ? 'An owner' : quoted(by)} has kept ${quoted(organization)}, which was to be deleted on ${day}. It takes orders again, and the subscriptions that were paused for it go on.`,
    note: 'Nobody is charged for the time between.',
    action: 'Open organization',
  },
} as const;

const ROLES: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
};

/** What a seller has chosen, as it stands in words of the installation. */
const quoted = (name: string) => `“${name.replaceAll('“', '‘').replaceAll(/["”]/g, '’')}”`;

/** The subject and the preview hold no words of a seller: the mail goes to addresses that have not asked for it. */
export const INVITATION = {
  subject: `You’re invited to join a team on ${PRODUCT}`,
  preview: (role: Role) => `You are invited as ${ROLES[role]}.`,
  text: (organization: string, role: Role, inviter: string | null) =>
    inviter === null
      ? `You are invited to the organization ${quoted(organization)} as ${ROLES[role]}.`
      : `${quoted(inviter)} invited you to the organization ${quoted(organization)} as ${ROLES[role]}.`,
  action: 'Accept invitation',
  note: (expires: string) =>
    `The invitation is for this address only and expires on ${expires}. If you weren’t expecting it, ignore this email.`,
} as const;

export const SALE = {
  total: 'Total paid',
  tax: 'Tax',
  invoice: 'Invoice',
  lines: 'Order',
  paid: 'Paid',
  card: (card: string) => `Paid with ${card}`,
  declined: (card: string) => `Declined: ${card}`,
  item: 'Item',
  amount: 'Amount',
  nothing: (product: string) => `${product} is yours. There was nothing to pay.`,
  action: 'View order and invoice',
  withoutInvoice: 'View order',
  withoutOrder: 'View subscription',
  access: 'The page asks for your email address and sends you a sign-in code.',
} as const;

export const RENEWAL = {
  // docs/contract/portal.md#who-cancels
  terms: (interval: 'month' | 'year') => `Renews every ${interval} until you cancel.`,
  next: (amount: string, at: string) => `Next charge: ${amount} on ${at}.`,
  first: (amount: string, at: string) => `First charge: ${amount} on ${at}.`,
} as const;

export const RECEIPT = {
  subject: (seller: string) => `Your receipt from ${seller}`,
  trialSubject: (product: string) => `Your ${product} trial has started`,
  title: (product: string) => `Thank you for buying ${product}`,
  trial: (product: string, ends: string) =>
    `Your trial of ${product} runs until ${ends}. Nothing was charged today.`,
  keys: (count: number) => (count === 1 ? 'License key' : 'License keys'),
  saveKeys: (count: number) =>
    `Save ${count === 1 ? 'this key' : 'these keys'} somewhere safe. You need ${count === 1 ? 'it' : 'them'} to activate the product.`,
  included: 'What’s included',
  downloads: (count: number, page: 'order' | 'subscription') =>
    `${count === 1 ? '1 file is' : `${count} files are`} ready to download on your ${page} page.`,
} as const;

export const RENEWAL_RECEIPT = {
  subject: (product: string) => `Receipt for your ${product} renewal`,
  title: (product: string) => `${product} renewed`,
} as const;

export const PAYMENT_FAILED = {
  subject: (product: string) => `Payment for ${product} failed`,
  lastSubject: (product: string) => `Your ${product} subscription stopped`,
  text: (product: string) => `We couldn’t charge you for ${product}.`,
  next: (at: string) =>
    `We’ll try again on ${at}. To keep your subscription, update your payment method.`,
  nextLast: (at: string) =>
    `We’ll try one last time on ${at}. To keep your subscription, update your payment method.`,
  stopped: (at: string) =>
    `We won’t charge this payment method again. To keep your subscription, update it by ${at}.`,
  canceled: 'We won’t try again, and your subscription has ended.',
  unpaid: 'We won’t try again. To get your subscription back, update your payment method.',
  action: 'Update payment method',
  view: 'View subscription',
} as const;

export const TRIAL_STARTED = {
  subject: (product: string) => `New trial: ${product}`,
  title: 'A trial has started',
  text: (customer: string, product: string) => `${customer} started a trial of ${product}.`,
  ends: (day: string) => `It becomes a paid subscription on ${day} unless it is canceled.`,
  action: 'View subscription',
} as const;

export const CANCELED_BY_CUSTOMER = {
  subject: (product: string, customer: string) => `Canceled: ${product}, ${customer}`,
  title: 'A customer canceled',
  ending: (customer: string, product: string, day: string) =>
    `${customer} canceled ${product}. It stays active until ${day}.`,
  over: (customer: string, product: string, day: string) =>
    `${customer} canceled ${product}. It ended on ${day}.`,
  action: 'View subscription',
} as const;

export const SUBSCRIPTION_PAUSED = {
  subject: (product: string) => `Your ${product} subscription is paused`,
  text: (product: string, day: string) =>
    `Your subscription to ${product} was paused on ${day}. Nothing is charged until it is resumed.`,
  closing: (name: string, day: string) =>
    `${name} is closing on ${day}. Until then you can still open your purchases and download your invoices in the customer portal.`,
  action: 'View subscription',
} as const;

export const TRIAL_ENDING = {
  subject: (product: string, at: string) => `Your ${product} trial ends on ${at}`,
  text: (product: string, at: string) => `Your trial of ${product} ends on ${at}.`,
  due: (interval: 'month' | 'year') => `Every ${interval} after the trial`,
  action: 'Manage subscription',
} as const;

export const RENEWAL_UPCOMING = {
  subject: (product: string, at: string) => `${product} renews on ${at}`,
  text: (product: string, at: string) => `Your yearly subscription to ${product} renews on ${at}.`,
  due: (at: string) => `Due on ${at}`,
  action: 'Manage subscription',
} as const;

/** Below the notice of a charge. */
export const CANCEL = 'To avoid the charge, cancel before then.';

export const SUBSCRIPTION_ENDING = {
  subject: (product: string, at: string) => `${product} ends on ${at}`,
  text: (product: string, at: string) =>
    `Your subscription to ${product} is set to end on ${at}. You keep access until then and won’t be charged for another period.`,
  keep: 'Changed your mind? You can keep it until that day.',
  action: 'Keep subscription',
} as const;

export const SUBSCRIPTION_CANCELED = {
  subject: (product: string) => `Your ${product} subscription has ended`,
  text: (product: string, at: string) =>
    `Your subscription to ${product} ended on ${at}. You won’t be charged again.`,
  action: 'View subscription',
} as const;

export const SUBSCRIPTION_RESUMED = {
  subject: (product: string) => `Your ${product} subscription continues`,
  text: (product: string) => `Your subscription to ${product} continues.`,
  next: (amount: string, at: string) => `The next charge is ${amount} on ${at}.`,
  free: (at: string) => `The next period begins on ${at}.`,
  action: 'View subscription',
} as const;

export const REFUND = {
  subject: (seller: string) => `Your refund from ${seller}`,
  title: (product: string) => `Refund for ${product}`,
  full: (seller: string, product: string) => `${seller} refunded your purchase of ${product}.`,
  part: (seller: string, product: string) =>
    `${seller} refunded part of your purchase of ${product}.`,
  when: 'It can take a few days to appear on your statement.',
  action: 'View order',
} as const;

export const LICENSE_KEY_RECEIVED = {
  subject: (seller: string) => `${seller} transferred a license key to you`,
  text: (seller: string, benefit: string, key: string) =>
    `${seller} transferred the license key ${key} for ${benefit} to you.`,
  action: 'View license key',
} as const;

export const LICENSE_KEY_GIVEN_AWAY = {
  subject: (seller: string) => `${seller} transferred your license key`,
  text: (seller: string, benefit: string, key: string) =>
    `${seller} transferred your license key ${key} for ${benefit} to another customer. It no longer works on your devices.`,
  action: 'View purchases',
} as const;

export const ADVERTISEMENT_APPROVED = {
  subject: (seller: string) => `${seller} approved your ad`,
  text: (seller: string, benefit: string) =>
    `${seller} approved your ad for ${benefit}. It’s shown from now on.`,
  action: 'View ad',
} as const;

export const ADVERTISEMENT_CHANGES_REQUESTED = {
  subject: (seller: string) => `${seller} asks you to change your ad`,
  text: (seller: string, benefit: string) =>
    `${seller} looked at your ad for ${benefit} and asks for changes before it’s shown.`,
  note: (seller: string) => `${seller} wrote`,
  next: 'Change it and save. It then goes back for approval.',
  action: 'Change ad',
} as const;

export const ADVERTISEMENT_PENDING = {
  subject: (customer: string) => `Ad to approve: ${customer}`,
  title: 'An ad waits for your approval',
  text: (customer: string, benefit: string) => `${customer} filled in an ad for ${benefit}.`,
  action: 'Review ad',
} as const;

export const KEY_POOL_LOW = {
  subject: (benefit: string) => `License keys run low: ${benefit}`,
  title: 'Add license keys soon',
  text: (benefit: string, free: number) =>
    free === 0
      ? `${benefit} has no license keys left. The next buyer will have to wait for one.`
      : `${benefit} has ${free} license ${free === 1 ? 'key' : 'keys'} left.`,
  action: 'Add keys',
} as const;

export const KEY_POOL_EMPTY = {
  subject: (benefit: string) => `Out of license keys: ${benefit}`,
  title: 'Buyers wait for a license key',
  text: (benefit: string, pending: number) =>
    `${benefit} has no license keys left, and ${pending === 1 ? 'one buyer waits' : `${pending} buyers wait`} for one. ` +
    'Keys that you add go to them first, in the order of their purchases.',
  action: 'Add keys',
} as const;

export const PORTAL_ACCESS = {
  subject: (seller: string) => `Your sign-in code for ${seller}`,
  text: (seller: string) =>
    `See your purchases from ${seller}. Open this link, or enter the code on the page where you asked for it.`,
  code: 'Code',
  action: 'See my purchases',
  note: 'Both work once, for 15 minutes. If you didn’t ask for them, ignore this email, and don’t share the code with anyone.',
} as const;

export const NEW_SALE = {
  subject: (amount: string, product: string) => `New sale: ${product}, ${amount}`,
  title: 'New sale',
  text: (customer: string, product: string) => `${customer} bought ${product}.`,
  action: 'View order',
} as const;

export const PAYMENT_FAILED_FOR_GOOD = {
  subject: (product: string, customer: string) => `Payment failed: ${product}, ${customer}`,
  title: 'A renewal failed for good',
  text: (customer: string, product: string) =>
    `The last try to charge ${customer} for ${product} failed.`,
  canceled: 'The subscription has ended.',
  unpaid: 'The subscription is unpaid, without benefits, until the customer pays.',
  action: 'View subscription',
} as const;

export const WEBHOOK_DISABLED = {
  subject: (host: string) => `Webhook turned off: ${host}`,
  title: 'A webhook endpoint was turned off',
  gone: (url: string) => `${url} answered 410 Gone, so it gets no more events.`,
  failing: (url: string) => `Nothing reached ${url} for 3 days, so it gets no more events.`,
  next: 'Events are kept for 30 days. Turn the endpoint on again to send what it missed.',
  action: 'View endpoint',
} as const;

export const CONNECTION_BROKEN = {
  subject: (platform: string, account: string) => `Reconnect ${platform}: ${account}`,
  title: (platform: string) => `${platform} needs to be reconnected`,
  text: (platform: string, account: string) =>
    `Customers don’t get what they bought in ${account}: ${platform} no longer lets Tilldesk in. Nothing is lost. Once you reconnect, everything that waits is granted.`,
  action: 'Reconnect',
} as const;

export const PAYMENTS_FAILING = {
  subject: (organization: string) => `Payments to ${organization} are on hold`,
  title: 'Payments are on hold',
  text: (account: string) =>
    `Tilldesk can’t reach your Stripe account ${account}. Buyers can’t pay for now, and renewals wait. Nobody is charged twice, and no subscription is canceled because of it.`,
  action: 'Open payment settings',
} as const;

export const TEST_MAIL = {
  subject: (organization: string) => `Test email from ${organization}`,
  title: 'It works',
  text: (organization: string) => `Email from ${organization} is set up and reaches this address.`,
  requestedBy: (name: string) => `Sent by ${name} from Settings.`,
} as const;
