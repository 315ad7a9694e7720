// The words of an order's page.

export const PROBLEMS = {
  label: 'Needs attention',
  refundFailed: (amount: string) => `A refund of ${amount} failed. Nothing was given back.`,
  showRefund: 'Show refund',
  pastDue: (day: string) => `The subscription's renewal failed.${day}`,
  nextTry: (day: string) => ` The next retry is on ${day}.`,
  unpaid: "The subscription's renewal failed, and its benefits were revoked.",
  showSubscription: 'Show subscription',
};

/** The list. */
export const LIST = {
  empty: 'Your first sale lands here.',
  emptyText: 'Orders appear when a checkout is paid and each time a subscription renews.',
  newCheckout: 'New checkout',
};
