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
