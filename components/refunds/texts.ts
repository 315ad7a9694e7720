/** The list. */
export const LIST = {
  empty: 'No refunds yet.',
  emptyText: 'To refund a sale, open its order and choose Refund.',
  goToOrders: 'Go to orders',
};
