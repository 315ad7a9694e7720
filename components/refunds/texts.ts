/** The list. */
export const LIST = {
  empty: 'No refunds yet.',
  emptyText: 'To refund a sale, open its order and choose Refund.',
  goToOrders: 'Go to orders',
};

export const REFUND_PAGE = {
  refunds: 'Refunds',
  title: (id: string | number) => `Refund ${id}`,
  thisRefund: 'this refund',
  heading: (amount: string, customer: string) => `${amount} to ${customer}`,
  openOrder: 'Open order',
  creditNote: 'Credit note',
  refundSection: 'Refund',
  customer: 'Customer',
  creditNoteNumber: 'Credit note number',
  reason: 'Reason',
  comment: 'Comment',
  benefits: 'Benefits',
  creditTaken: 'Credit taken back',
  order: 'Order',
  subscription: 'Subscription',
  created: 'Created',
  settled: 'Settled',
  issuedWhenTheRefund: 'Issued when the refund succeeds.',
  nothingWasRefunded: 'Nothing was refunded.',
  revoked: 'Revoked',
  revokedOnceItSucceeds: 'Revoked once it succeeds',
  keptItFailed: 'Kept: it failed',
  requested: 'Requested',
};

export const REFUNDS_PAGE = {
  customer: 'Customer',
  email: 'Email',
  order: 'Order',
  amount: 'Amount',
  status: 'Status',
  reason: 'Reason',
  creditNote: 'Credit note',
  created: 'Created',
  subscription: 'Subscription',
  refunds: 'Refunds',
};
