/** Words of the public start page. */
export const LANDING = {
  title: 'Sell digital products.',
  text: 'Products and prices, checkouts, subscriptions, and license keys: in the browser, and through one API that does everything the pages do.',
  open: 'Open dashboard',
  signUp: 'Create account',
  signIn: 'Sign in',
  reference: 'API reference',
  document: 'OpenAPI document',
  receipt: 'What your buyers see',
  orders: 'What you see',
  columns: ['Customer', 'Product', 'Status', 'Total'],
  benefits: ['License key for 3 devices', 'All 48 textures as files', 'Updates while subscribed'],
} as const;
