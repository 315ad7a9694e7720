/** What is told alike of orders, subscriptions and checkouts, in their lists and on their pages. */
export const SALE_LABELS = {
  customer: 'Customer',
  email: 'Email',
  product: 'Product',
  discount: 'Discount',
  checkout: 'Checkout',
};
