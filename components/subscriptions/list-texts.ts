// Apart from the texts of the dialogs, which the list would load with its own.

/** The list. */
export const LIST = {
  empty: 'Buying a recurring product starts one.',
  emptyText: 'Add a product with a monthly or yearly price, then send its checkout to a buyer.',
  newProduct: 'New product',
  access: 'Access',
  hasAccess: 'Active or trialing',
  hasNoAccess: 'Past due, unpaid, or ended',
  notStarted: 'Not started',
};

export const SUBSCRIPTIONS_PAGE = {
  customer: 'Customer',
  email: 'Email',
  product: 'Product',
  status: 'Status',
  amount: 'Amount',
  discount: 'Discount',
  started: 'Started',
  renewsOrEnds: 'Renews or ends',
  created: 'Created',
  ending: 'Ending',
  cancelsAtPeriodEnd: 'Cancels at period end',
  renews: 'Renews',
  pause: 'Pause',
  paused: 'Paused',
  notPaused: 'Not paused',
  subscriptions: 'Subscriptions',
};
