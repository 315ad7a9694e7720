/** The list. */
export const LIST = {
  empty: 'Your first sale lands here.',
  emptyText: 'Orders appear when a checkout is paid and each time a subscription renews.',
  newCheckout: 'New checkout',
};
