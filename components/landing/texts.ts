/** Words of the public start page. */
export const LANDING = {
  title: 'Sell digital products.',
  text: 'Products, checkouts, subscriptions, and license keys. Everything you do in the dashboard, your code can do through the API.',
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
