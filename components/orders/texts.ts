import { SALE_LABELS } from '@/components/entities/sale-labels';

// The words of an order's page.

export const PROBLEMS = {
  label: 'Needs attention',
  refundFailed: (amount: string) => `A refund of ${amount} failed. Nothing was given back.`,
  showRefund: 'Show refund',
  pastDue: (day: string) => `The subscription’s renewal failed.${day}`,
  nextTry: (day: string) => ` The next retry is on ${day}.`,
  unpaid: 'The subscription’s renewal failed, and its benefits were revoked.',
  showSubscription: 'Show subscription',
};

/** The list. */
export const LIST = {
  empty: 'Your first sale lands here.',
  emptyText: 'Orders appear when a checkout is paid and each time a subscription renews.',
  newCheckout: 'New checkout',
};

export const ORDER_GRANTS = {
  benefits: 'Benefits',
};

export const ORDER_PAGE = {
  heading: (amount: string, customer: string) => `${amount} from ${customer}`,
  invoice: 'Invoice',
  nothingHadToBe: 'No payment was due.',
  noPaymentIsKnown: 'No payment found.',
  freeOrder: 'Free order',
  free: 'Free',
  paid: 'Paid',
  subscriptionStarted: 'Subscription started',
};

export const ORDER_RECEIPT = {
  receipt: 'Receipt',
  tax: 'Tax',
  refunded: 'Refunded',
  beingRefunded: 'Being refunded',
  leftAfterRefunds: 'Left after refunds',
};

/** What its fields are called, in the list, in filters and on its page. */
export const LABELS = {
  ...SALE_LABELS,
  total: 'Total',
  status: 'Status',
  invoice: 'Invoice',
  /** Beside its number on the order's page. */
  invoiceNumber: 'Invoice number',
  billingReason: 'Billing reason',
  subscription: 'Subscription',
};

export const ORDERS_PAGE = {
  type: 'Type',
  oneTime: 'One-time',
  recurring: 'Recurring',
  orders: 'Orders',
};

export const REFUND_BUTTON = {
  nothingWasPaid: 'Nothing was paid.',
  theRefundIsBeing: 'The refund is being processed.',
  everythingIsRefunded: 'Already refunded.',
  refund: 'Refund',
};

export const REFUND_DIALOG = {
  title: (value: string | number) => `Refund ${value}`,
  theMoneyGoesBack:
    'The money goes back to the payment method of this order. You can’t undo a refund.',
  enterAnAmount: 'Enter an amount.',
  enterAnAmountOf: (money: string | number) => `Enter an amount of at most ${money}.`,
  verb: 'Refund',
  amount: 'Amount',
  reason: 'Reason',
  comment: 'Comment',
  onlyYourTeamSees: 'Only your team sees it.',
  the: 'The',
  subscription: 'subscription',
  verbOf: (money: string | number) => `Refund ${money}`,
  upToAllThat: (most: string | number) => `Up to ${most}, the full amount paid.`,
  upToWhatIs: (most: string | number, money: string | number) =>
    `Up to ${most}, what is left of ${money}.`,
  refunded: (money: string | number) => `Refunded ${money}.`,
  theRefundOfIs: (money: string | number) => `The refund of ${money} is being processed.`,
  theRefundOfFailed: (money: string | number) => `The refund of ${money} failed.`,
  thePaymentServiceRefused: 'The payment service refused it. Nothing was given back.',
  revokeBenefits: 'Revoke benefits',
  countingBenefits: 'Counting benefits…',
  theBuyerHasNo: 'The buyer has no benefits from this order.',
  theBuyerKeeps: (what: string | number) => `The buyer keeps ${what}.`,
  revokes: (what: string | number) => `Revokes ${what}.`,
  notYet: 'This order can’t be refunded yet.',
  takesCredit: (money: string) => `Takes back ${money} of credit that came from this order.`,
  creditAfter: (money: string) => `${money} of credit stays for the next charges.`,
  revokesUntil: (what: string | number, grantsAgain: string | number) =>
    `Revokes ${what}. ${grantsAgain}`,
};

export const REFUND_LIST = {
  refunds: 'Refunds',
  theRefunds: 'the refunds',
  creditNote: 'Credit note',
};
