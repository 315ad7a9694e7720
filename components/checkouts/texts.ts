/** The list. */
export const LIST = {
  empty: 'Create a checkout here or by API.',
  emptyText:
    'A checkout is a payment page for one buyer and one product. It stays open for 24 hours.',
  newCheckout: 'New checkout',
  noEmail: 'No email yet',
};
