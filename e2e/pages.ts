import type { Page } from 'playwright/test';
import { untilIdle } from './network-idle';
import { type PlainName, plainPages } from './plain-pages';

// Every page of the product, once: the accessibility checks, the screenshots and the check that none is
// missing read this list (docs/add-a-page.md).

/** Where the app of a shop is answered. */
export const APP_CALLBACK = 'https://app.example.com/callback';

/** What a shop needs so that every page has something to show. */
export interface Shop extends Record<PlainName, string> {
  /** Its slug. */
  organization: string;
  /** Ids of objects that exist. */
  product: string;
  order: string;
  refund: string;
  /** A mail with a receipt. */
  mail: string;
  event: string;
  /** A webhook endpoint, and what was sent to it. */
  endpoint: string;
  delivery: string;
  /** The client ID of an OAuth app. */
  oauthApp: string;
  /** A row of the audit log. */
  auditEntry: string;
  /** A request that has created something. */
  request: string;
  subscription: string;
  licenseKey: string;
  customer: string;
  /** An open checkout. */
  checkout: string;
  checkoutLink: string;
  benefit: string;
  /** A checked import. */
  import: string;
  file: string;
  /** The client secrets of an open checkout and of a paid one. */
  openSecret: string;
  paidSecret: string;
  /** The path of an order's invoice. */
  invoice: string;
  /** The path of an invitation. */
  invitation: string;
}

/** A page, or a state of one. */
export interface PageState {
  path: string;
  /** Text that is there once everything has loaded. */
  shows: string | RegExp;
  /** Buttons that open a dialog, beside those that say so themselves (`aria-haspopup`). */
  opens?: readonly (string | RegExp)[];
  /** Brings the page into the state in question. */
  prepare?: (page: Page) => Promise<unknown>;
}

interface Entry extends Omit<PageState, 'path'> {
  /** The folder of its `page.tsx`, below `app/`. */
  route: string;
  /** What of the shop stands in the address for `[id]`, `[clientSecret]` and such. */
  of?: keyof Shop;
  /** Its address, where that does not follow from the folder. */
  path?: (shop: Shop) => string;
}

/** The parts of a folder's address: without groups, parameters in brackets. */
export function partsOf(route: string): string[] {
  return route.split('/').filter((part) => part !== '.' && !part.startsWith('('));
}

/** The address of a page: that of its folder, with what the shop has in place of the parameters. */
function addressOf({ route, of, path }: Entry, shop: Shop): string {
  if (path) return path(shop);
  const filled = partsOf(route).map((part) => {
    if (part === '[organization]' || part === '[slug]') return shop.organization;
    if (!part.startsWith('[')) return part;
    if (!of) throw new Error(`The list of pages does not say what is ${part} in ${route}.`);
    return shop[of];
  });
  return `/${filled.join('/')}`;
}

const DASHBOARD = '(dashboard)/dashboard/[organization]';
/** The footer of a list that has rows: "1-25 of 31", or "12 license keys" where they fit on a page. */
export const ROWS = /^(1-\d+ of [\d,]+|[1-9]\d* [a-z ]+)$/;

const at = (page: string) => (shop: Shop) => `/dashboard/${shop.organization}${page}`;

/** The list of a plain resource, the page of one, and its forms. */
function entriesOf({ name: of, section, one, shows, opens }: (typeof plainPages)[number]) {
  const file = one.replaceAll(' ', '-');
  const route = `${DASHBOARD}/${section}`;
  return {
    [section]: { route, shows: ROWS },
    [file]: { route: `${route}/[id]`, of, shows },
    [`new-${file}`]: { route: `${route}/new`, shows: `Create ${one}`, ...(opens ? { opens } : {}) },
    [`edit-${file}`]: { route: `${route}/[id]/edit`, of, shows: `Save ${one}` },
  } satisfies Record<string, Entry>;
}

/** The pages by section; names are those of the screenshots. Only `visitor` and `buyer` need no session. */
const SECTIONS: Record<string, Record<string, Entry>> = {
  visitor: {
    'front-page': { route: '.', shows: 'Sell digital products.' },
    'sign-in': { route: '(auth)/sign-in', shows: 'No account yet?' },
    invitation: {
      route: '(auth)/invitations/[token]',
      path: ({ invitation }) => invitation,
      shows: 'You are invited to join',
    },
    'forgot-password': { route: '(auth)/forgot-password', shows: 'Reset your password' },
    'reset-password': {
      route: '(auth)/reset-password/[token]',
      path: () => '/reset-password/used',
      shows: 'This link no longer works',
    },
    'confirm-email': {
      route: '(auth)/confirm-email/[token]',
      path: () => '/confirm-email/used',
      shows: 'This link no longer works',
    },
    'sign-in-link': {
      route: '(auth)/sign-in-link/[token]',
      path: () => '/sign-in-link/used',
      shows: 'This link works once.',
    },
    'sign-up': { route: '(auth)/sign-up', shows: 'Have an account?' },
    reference: { route: 'docs', shows: 'Your first request' },
    'webhook-guide': { route: 'docs/webhooks', shows: 'Set up an endpoint' },
    'reference-section': {
      route: 'docs/[section]',
      path: () => '/docs/products',
      shows: 'Set the benefits of a product',
    },
  },
  account: {
    organizations: { route: '(dashboard)/dashboard/(account)', shows: ROWS },
    'new-organization': { route: '(dashboard)/dashboard/(account)/new', shows: 'Time zone' },
    account: {
      route: '(dashboard)/dashboard/(account)/account',
      shows: 'Personal access tokens',
      opens: ['Create token'],
    },
    home: { route: DASHBOARD, shows: 'Latest orders' },
    metrics: { route: `${DASHBOARD}/metrics`, shows: 'All figures' },
    settings: { route: `${DASHBOARD}/settings`, shows: 'Contact' },
    'settings-appearance': { route: `${DASHBOARD}/settings/appearance`, shows: 'Accent color' },
    'settings-checkout': { route: `${DASHBOARD}/settings/checkout`, shows: 'Success URL' },
    'settings-payments': {
      route: `${DASHBOARD}/settings/payments`,
      shows: 'Stripe is not connected.',
      opens: ['Connect Stripe'],
    },
    'settings-invoices': { route: `${DASHBOARD}/settings/invoices`, shows: 'Next invoice' },
    'settings-mail': { route: `${DASHBOARD}/settings/mail`, shows: 'Replies go to' },
    'settings-connections': {
      route: `${DASHBOARD}/settings/connections`,
      shows: 'No GitHub organization is connected.',
      opens: ['Connect GitHub', 'Connect Discord'],
    },
    'settings-imports': { route: `${DASHBOARD}/settings/imports`, shows: 'New import' },
    'new-import': { route: `${DASHBOARD}/settings/imports/new`, shows: 'Choose a file' },
    import: { route: `${DASHBOARD}/settings/imports/[id]`, of: 'import', shows: 'Errors' },
    'settings-members': {
      route: `${DASHBOARD}/settings/members`,
      shows: 'Roles',
      opens: ['Invite'],
    },
    'settings-tokens': {
      route: `${DASHBOARD}/settings/tokens`,
      shows: 'Create token',
      opens: ['Create token'],
    },
    'settings-test-clock': {
      route: `${DASHBOARD}/settings/test-clock`,
      shows: 'The next 20 events',
    },
    'unknown-page': {
      route: `${DASHBOARD}/[...page]`,
      path: at('/nothing-here'),
      shows: 'This page does not exist.',
    },
  },
  orders: {
    orders: { route: `${DASHBOARD}/orders`, shows: ROWS },
    order: { route: `${DASHBOARD}/orders/[id]`, of: 'order', shows: 'Receipt', opens: ['Refund'] },
  },
  refunds: {
    refunds: { route: `${DASHBOARD}/refunds`, shows: ROWS },
    refund: { route: `${DASHBOARD}/refunds/[id]`, of: 'refund', shows: 'Settled' },
  },
  events: {
    events: { route: `${DASHBOARD}/events`, shows: ROWS },
    event: { route: `${DASHBOARD}/events/[id]`, of: 'event', shows: 'Details' },
  },
  webhooks: {
    webhooks: { route: `${DASHBOARD}/webhooks`, shows: ROWS },
    'new-webhook': { route: `${DASHBOARD}/webhooks/new`, shows: 'Create webhook endpoint' },
    webhook: {
      route: `${DASHBOARD}/webhooks/[id]`,
      of: 'endpoint',
      shows: 'Last 24 hours',
      opens: ['Send test'],
    },
    'edit-webhook': {
      route: `${DASHBOARD}/webhooks/[id]/edit`,
      of: 'endpoint',
      shows: 'Save webhook endpoint',
    },
    deliveries: { route: `${DASHBOARD}/webhooks/deliveries`, shows: ROWS },
    delivery: {
      route: `${DASHBOARD}/webhooks/deliveries/[id]`,
      of: 'delivery',
      shows: 'Attempt 1',
    },
  },
  apps: {
    'oauth-apps': { route: `${DASHBOARD}/oauth-apps`, shows: 'Connected accounts' },
    'new-oauth-app': { route: `${DASHBOARD}/oauth-apps/new`, shows: 'Create OAuth app' },
    'oauth-app': {
      route: `${DASHBOARD}/oauth-apps/[id]`,
      of: 'oauthApp',
      shows: 'Connected accounts',
    },
    'edit-oauth-app': {
      route: `${DASHBOARD}/oauth-apps/[id]/edit`,
      of: 'oauthApp',
      shows: 'Redirect URIs',
    },
    consent: {
      route: '(auth)/oauth2/authorize',
      path: ({ oauthApp }) =>
        `/oauth2/authorize?${new URLSearchParams({
          client_id: oauthApp,
          redirect_uri: APP_CALLBACK,
          response_type: 'code',
          scope: 'openid profile email orders:read customers:write',
        })}`,
      shows: 'Allow',
    },
  },
  logs: {
    logs: { route: `${DASHBOARD}/logs`, shows: ROWS },
    request: { route: `${DASHBOARD}/logs/[id]`, of: 'request', shows: 'Operation' },
  },
  audit: {
    audit: { route: `${DASHBOARD}/audit`, shows: ROWS },
    'audit-entry': { route: `${DASHBOARD}/audit/[id]`, of: 'auditEntry', shows: 'IP address' },
  },
  mails: {
    mails: { route: `${DASHBOARD}/mails`, shows: ROWS },
    mail: { route: `${DASHBOARD}/mails/[id]`, of: 'mail', shows: 'Plain text', opens: ['Resend'] },
  },
  subscriptions: {
    subscriptions: { route: `${DASHBOARD}/subscriptions`, shows: ROWS },
    subscription: {
      route: `${DASHBOARD}/subscriptions/[id]`,
      of: 'subscription',
      shows: 'Upcoming charge',
      opens: ['Change price'],
    },
  },
  'license keys': {
    'license-keys': { route: `${DASHBOARD}/license-keys`, shows: ROWS },
    'license-key': {
      route: `${DASHBOARD}/license-keys/[id]`,
      of: 'licenseKey',
      shows: 'Validation result',
      opens: ['Edit limits', /^Deactivate/],
    },
  },
  customers: {
    customers: { route: `${DASHBOARD}/customers`, shows: ROWS },
    customer: { route: `${DASHBOARD}/customers/[id]`, of: 'customer', shows: 'Payment attempts' },
    'new-customer': { route: `${DASHBOARD}/customers/new`, shows: 'Create customer' },
    'edit-customer': {
      route: `${DASHBOARD}/customers/[id]/edit`,
      of: 'customer',
      shows: 'Save customer',
    },
  },
  products: {
    products: { route: `${DASHBOARD}/products`, shows: ROWS },
    product: { route: `${DASHBOARD}/products/[id]`, of: 'product', shows: 'Live' },
    'new-product': {
      route: `${DASHBOARD}/products/new`,
      shows: 'What the buyer sees',
      opens: ['New benefit'],
    },
    'edit-product': {
      route: `${DASHBOARD}/products/[id]/edit`,
      of: 'product',
      shows: 'You can’t change the type of a product.',
    },
  },
  ...Object.fromEntries(
    plainPages.map((one) => [one.section.replaceAll('-', ' '), entriesOf(one)]),
  ),
  benefits: {
    benefits: { route: `${DASHBOARD}/benefits`, shows: ROWS },
    benefit: { route: `${DASHBOARD}/benefits/[id]`, of: 'benefit', shows: 'Grants' },
    'new-benefit': { route: `${DASHBOARD}/benefits/new`, shows: 'Create benefit' },
    'edit-benefit': {
      route: `${DASHBOARD}/benefits/[id]/edit`,
      of: 'benefit',
      shows: 'What this edit changes',
    },
  },
  files: {
    files: { route: `${DASHBOARD}/files`, shows: ROWS },
    file: { route: `${DASHBOARD}/files/[id]`, of: 'file', shows: 'Used by' },
  },
  checkouts: {
    checkouts: { route: `${DASHBOARD}/checkouts`, shows: ROWS },
    checkout: { route: `${DASHBOARD}/checkouts/[id]`, of: 'checkout', shows: 'Receipt' },
    'new-checkout': {
      route: `${DASHBOARD}/checkouts/new`,
      path: (shop) => at(`/checkouts/new?product_id=${shop.product}`)(shop),
      shows: 'What the buyer sees',
    },
    'edit-checkout': { route: `${DASHBOARD}/checkouts/[id]/edit`, of: 'checkout', shows: 'Save' },
  },
  'checkout links': {
    'checkout-links': { route: `${DASHBOARD}/checkout-links`, shows: ROWS },
    'checkout-link': {
      route: `${DASHBOARD}/checkout-links/[id]`,
      of: 'checkoutLink',
      shows: 'Save checkout link',
    },
    'new-checkout-link': {
      route: `${DASHBOARD}/checkout-links/new`,
      shows: 'Create checkout link',
    },
  },
  buyer: {
    'hosted-checkout': { route: 'checkout/[clientSecret]', of: 'openSecret', shows: 'Card number' },
    'hosted-return': {
      route: 'checkout/[clientSecret]/return',
      of: 'openSecret',
      shows: 'Card number',
    },
    'hosted-confirmation': {
      route: 'checkout/[clientSecret]/confirmation',
      of: 'paidSecret',
      shows: 'Thank you.',
    },
    // Signed out: e2e/portal.spec.ts signs in and looks at the rest.
    portal: { route: 'portal/[slug]', shows: 'See your purchases' },
    'portal-profile': { route: 'portal/[slug]/profile', shows: 'See your purchases' },
    'portal-access': {
      route: 'portal/[slug]/access',
      path: ({ organization }) => `/portal/${organization}/access#td_pl_unknown`,
      shows: 'Open your purchases',
    },
    'portal-order': {
      route: 'portal/[slug]/orders/[id]',
      of: 'order',
      shows: 'See your purchases',
    },
    'portal-subscription': {
      route: 'portal/[slug]/subscriptions/[id]',
      of: 'subscription',
      shows: 'See your purchases',
    },
    'portal-payment': {
      route: 'portal/[slug]/subscriptions/[id]/payment',
      of: 'subscription',
      shows: 'See your purchases',
    },
    'portal-link': {
      route: 'portal/[slug]/link/[platform]',
      path: ({ organization }) => `/portal/${organization}/link/github`,
      shows: 'See your purchases',
    },
    'portal-advertisement': {
      route: 'portal/[slug]/advertisements/[id]',
      of: 'order',
      shows: 'See your purchases',
    },
    invoice: { route: 'invoices/[token]', path: ({ invoice }) => invoice, shows: 'Invoice' },
  },
};

export const sections = Object.keys(SECTIONS);

/** The routes that have an entry, as folders below `app/`. */
export const listedRoutes: string[] = Object.values(SECTIONS).flatMap((entries) =>
  Object.values(entries).map(({ route }) => route),
);

/** The pages of a section in a shop, each with its name. */
export function pageStatesOf(section: string, shop: Shop): (PageState & { name: string })[] {
  return Object.entries(SECTIONS[section] ?? {}).map(([name, entry]) => {
    const { route: _route, of: _of, ...state } = entry;
    return { ...state, name, path: addressOf(entry, shop) };
  });
}

const LONGEST_LOAD_MS = 30_000;

/** Waits until a page shows a text and nothing of it loads any longer. */
export async function settle(page: Page, shows: string | RegExp): Promise<void> {
  const options = { timeout: LONGEST_LOAD_MS };
  await page.getByText(shows).filter({ visible: true }).first().waitFor(options);
  await settleAnything(page);
}

/** Waits until nothing of a page loads any longer. */
export async function settleAnything(page: Page): Promise<void> {
  const options = { timeout: LONGEST_LOAD_MS };
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ ...options, state: 'detached' });
  // Checklists, counts and such inside of what is there already.
  await untilIdle(page);
}
