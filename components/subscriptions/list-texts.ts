import { SALE_LABELS } from '@/components/entities/sale-labels';

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

/** What its fields are called, in the list, in filters, on its page and in its dialogs. */
export const LABELS = {
  ...SALE_LABELS,
  status: 'Status',
  amount: 'Amount',
  started: 'Started',
  created: 'Created',
  paymentMethod: 'Payment method',
  cancellationComment: 'Customer comment',
};

export const SUBSCRIPTIONS_PAGE = {
  renewsOrEnds: 'Renews or ends',
  ending: 'Ending',
  cancelsAtPeriodEnd: 'Cancels at period end',
  renews: 'Renews',
  pause: 'Pause',
  paused: 'Paused',
  notPaused: 'Not paused',
  subscriptions: 'Subscriptions',
};
