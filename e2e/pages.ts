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
  path: (shop: Shop) => string;
}

const DASHBOARD = '(dashboard)/dashboard/[organization]';
/** The footer of a list that has rows: "1-25 of 31", or "12 license keys" where they fit on a page. */
export const ROWS = /^(1-\d+ of [\d,]+|[1-9]\d* [a-z ]+)$/;

const at = (page: string) => (shop: Shop) => `/dashboard/${shop.organization}${page}`;

/** The list of a plain resource, the page of one, and its forms. */
function entriesOf({ name, section, one, shows, opens }: (typeof plainPages)[number]) {
  const file = one.replaceAll(' ', '-');
  const route = `${DASHBOARD}/${section}`;
  const of = (page: string) => (shop: Shop) => at(`/${section}/${shop[name]}${page}`)(shop);
  return {
    [section]: { route, path: at(`/${section}`), shows: ROWS },
    [file]: { route: `${route}/[id]`, path: of(''), shows },
    [`new-${file}`]: {
      route: `${route}/new`,
      path: at(`/${section}/new`),
      shows: `Create ${one}`,
      ...(opens ? { opens } : {}),
    },
    [`edit-${file}`]: { route: `${route}/[id]/edit`, path: of('/edit'), shows: `Save ${one}` },
  } satisfies Record<string, Entry>;
}

/** The pages by section; names are those of the screenshots. Only `visitor` and `buyer` need no session. */
const SECTIONS: Record<string, Record<string, Entry>> = {
  visitor: {
    'front-page': { route: '.', path: () => '/', shows: 'Sell digital products.' },
    'sign-in': { route: '(auth)/sign-in', path: () => '/sign-in', shows: 'No account yet?' },
    invitation: {
      route: '(auth)/invitations/[token]',
      path: ({ invitation }) => invitation,
      shows: 'You are invited to join',
    },
    'forgot-password': {
      route: '(auth)/forgot-password',
      path: () => '/forgot-password',
      shows: 'Reset your password',
    },
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
    'sign-up': { route: '(auth)/sign-up', path: () => '/sign-up', shows: 'Have an account?' },
    reference: { route: 'docs', path: () => '/docs', shows: 'Your first request' },
    'webhook-guide': {
      route: 'docs/webhooks',
      path: () => '/docs/webhooks',
      shows: 'Set up an endpoint',
    },
    'reference-section': {
      route: 'docs/[section]',
      path: () => '/docs/products',
      shows: 'Set the benefits of a product',
    },
  },
  account: {
    organizations: {
      route: '(dashboard)/dashboard/(account)',
      path: () => '/dashboard',
      shows: ROWS,
    },
    'new-organization': {
      route: '(dashboard)/dashboard/(account)/new',
      path: () => '/dashboard/new',
      shows: 'Time zone',
    },
    account: {
      route: '(dashboard)/dashboard/(account)/account',
      path: () => '/dashboard/account',
      shows: 'Personal access tokens',
      opens: ['Create token'],
    },
    home: { route: DASHBOARD, path: at(''), shows: 'Latest orders' },
    metrics: { route: `${DASHBOARD}/metrics`, path: at('/metrics'), shows: 'All figures' },
    settings: { route: `${DASHBOARD}/settings`, path: at('/settings'), shows: 'Contact' },
    'settings-appearance': {
      route: `${DASHBOARD}/settings/appearance`,
      path: at('/settings/appearance'),
      shows: 'Accent color',
    },
    'settings-checkout': {
      route: `${DASHBOARD}/settings/checkout`,
      path: at('/settings/checkout'),
      shows: 'Success URL',
    },
    'settings-payments': {
      route: `${DASHBOARD}/settings/payments`,
      path: at('/settings/payments'),
      shows: 'Stripe is not connected.',
      opens: ['Connect Stripe'],
    },
    'settings-invoices': {
      route: `${DASHBOARD}/settings/invoices`,
      path: at('/settings/invoices'),
      shows: 'Next invoice',
    },
    'settings-mail': {
      route: `${DASHBOARD}/settings/mail`,
      path: at('/settings/mail'),
      shows: 'Replies go to',
    },
    'settings-connections': {
      route: `${DASHBOARD}/settings/connections`,
      path: at('/settings/connections'),
      shows: 'No GitHub organization is connected.',
      opens: ['Connect GitHub', 'Connect Discord'],
    },
    'settings-imports': {
      route: `${DASHBOARD}/settings/imports`,
      path: at('/settings/imports'),
      shows: 'New import',
    },
    'new-import': {
      route: `${DASHBOARD}/settings/imports/new`,
      path: at('/settings/imports/new'),
      shows: 'Choose a file',
    },
    import: {
      route: `${DASHBOARD}/settings/imports/[id]`,
      path: (shop) => at(`/settings/imports/${shop.import}`)(shop),
      shows: 'Errors',
    },
    'settings-members': {
      route: `${DASHBOARD}/settings/members`,
      path: at('/settings/members'),
      shows: 'Roles',
      opens: ['Invite'],
    },
    'settings-tokens': {
      route: `${DASHBOARD}/settings/tokens`,
      path: at('/settings/tokens'),
      shows: 'Create token',
      opens: ['Create token'],
    },
    'settings-test-clock': {
      route: `${DASHBOARD}/settings/test-clock`,
      path: at('/settings/test-clock'),
      shows: 'The next 20 events',
    },
    'unknown-page': {
      route: `${DASHBOARD}/[...page]`,
      path: at('/nothing-here'),
      shows: 'This page does not exist.',
    },
  },
  orders: {
    orders: { route: `${DASHBOARD}/orders`, path: at('/orders'), shows: ROWS },
    order: {
      route: `${DASHBOARD}/orders/[id]`,
      path: (shop) => at(`/orders/${shop.order}`)(shop),
      shows: 'Receipt',
      opens: ['Refund'],
    },
  },
  refunds: {
    refunds: { route: `${DASHBOARD}/refunds`, path: at('/refunds'), shows: ROWS },
    refund: {
      route: `${DASHBOARD}/refunds/[id]`,
      path: (shop) => at(`/refunds/${shop.refund}`)(shop),
      shows: 'Settled',
    },
  },
  events: {
    events: { route: `${DASHBOARD}/events`, path: at('/events'), shows: ROWS },
    event: {
      route: `${DASHBOARD}/events/[id]`,
      path: (shop) => at(`/events/${shop.event}`)(shop),
      shows: 'Details',
    },
  },
  webhooks: {
    webhooks: { route: `${DASHBOARD}/webhooks`, path: at('/webhooks'), shows: ROWS },
    'new-webhook': {
      route: `${DASHBOARD}/webhooks/new`,
      path: at('/webhooks/new'),
      shows: 'Create webhook endpoint',
    },
    webhook: {
      route: `${DASHBOARD}/webhooks/[id]`,
      path: (shop) => at(`/webhooks/${shop.endpoint}`)(shop),
      shows: 'Last 24 hours',
      opens: ['Send test'],
    },
    'edit-webhook': {
      route: `${DASHBOARD}/webhooks/[id]/edit`,
      path: (shop) => at(`/webhooks/${shop.endpoint}/edit`)(shop),
      shows: 'Save webhook endpoint',
    },
    deliveries: {
      route: `${DASHBOARD}/webhooks/deliveries`,
      path: at('/webhooks/deliveries'),
      shows: ROWS,
    },
    delivery: {
      route: `${DASHBOARD}/webhooks/deliveries/[id]`,
      path: (shop) => at(`/webhooks/deliveries/${shop.delivery}`)(shop),
      shows: 'Attempt 1',
    },
  },
  apps: {
    'oauth-apps': {
      route: `${DASHBOARD}/oauth-apps`,
      path: at('/oauth-apps'),
      shows: 'Connected accounts',
    },
    'new-oauth-app': {
      route: `${DASHBOARD}/oauth-apps/new`,
      path: at('/oauth-apps/new'),
      shows: 'Create OAuth app',
    },
    'oauth-app': {
      route: `${DASHBOARD}/oauth-apps/[id]`,
      path: (shop) => at(`/oauth-apps/${shop.oauthApp}`)(shop),
      shows: 'Connected accounts',
    },
    'edit-oauth-app': {
      route: `${DASHBOARD}/oauth-apps/[id]/edit`,
      path: (shop) => at(`/oauth-apps/${shop.oauthApp}/edit`)(shop),
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
    logs: { route: `${DASHBOARD}/logs`, path: at('/logs'), shows: ROWS },
    request: {
      route: `${DASHBOARD}/logs/[id]`,
      path: (shop) => at(`/logs/${shop.request}`)(shop),
      shows: 'Operation',
    },
  },
  audit: {
    audit: { route: `${DASHBOARD}/audit`, path: at('/audit'), shows: ROWS },
    'audit-entry': {
      route: `${DASHBOARD}/audit/[id]`,
      path: (shop) => at(`/audit/${shop.auditEntry}`)(shop),
      shows: 'IP address',
    },
  },
  mails: {
    mails: { route: `${DASHBOARD}/mails`, path: at('/mails'), shows: ROWS },
    mail: {
      route: `${DASHBOARD}/mails/[id]`,
      path: (shop) => at(`/mails/${shop.mail}`)(shop),
      shows: 'Plain text',
      opens: ['Resend'],
    },
  },
  subscriptions: {
    subscriptions: {
      route: `${DASHBOARD}/subscriptions`,
      path: at('/subscriptions'),
      shows: ROWS,
    },
    subscription: {
      route: `${DASHBOARD}/subscriptions/[id]`,
      path: (shop) => at(`/subscriptions/${shop.subscription}`)(shop),
      shows: 'Upcoming charge',
      opens: ['Change price'],
    },
  },
  'license keys': {
    'license-keys': { route: `${DASHBOARD}/license-keys`, path: at('/license-keys'), shows: ROWS },
    'license-key': {
      route: `${DASHBOARD}/license-keys/[id]`,
      path: (shop) => at(`/license-keys/${shop.licenseKey}`)(shop),
      shows: 'Validation result',
      opens: ['Edit limits', /^Deactivate/],
    },
  },
  customers: {
    customers: { route: `${DASHBOARD}/customers`, path: at('/customers'), shows: ROWS },
    customer: {
      route: `${DASHBOARD}/customers/[id]`,
      path: (shop) => at(`/customers/${shop.customer}`)(shop),
      shows: 'Payment attempts',
    },
    'new-customer': {
      route: `${DASHBOARD}/customers/new`,
      path: at('/customers/new'),
      shows: 'Create customer',
    },
    'edit-customer': {
      route: `${DASHBOARD}/customers/[id]/edit`,
      path: (shop) => at(`/customers/${shop.customer}/edit`)(shop),
      shows: 'Save customer',
    },
  },
  products: {
    products: { route: `${DASHBOARD}/products`, path: at('/products'), shows: ROWS },
    product: {
      route: `${DASHBOARD}/products/[id]`,
      path: (shop) => at(`/products/${shop.product}`)(shop),
      shows: 'Live',
    },
    'new-product': {
      route: `${DASHBOARD}/products/new`,
      path: at('/products/new'),
      shows: 'What the buyer sees',
      opens: ['New benefit'],
    },
    'edit-product': {
      route: `${DASHBOARD}/products/[id]/edit`,
      path: (shop) => at(`/products/${shop.product}/edit`)(shop),
      shows: 'You can’t change the type of a product.',
    },
  },
  ...Object.fromEntries(
    plainPages.map((one) => [one.section.replaceAll('-', ' '), entriesOf(one)]),
  ),
  benefits: {
    benefits: { route: `${DASHBOARD}/benefits`, path: at('/benefits'), shows: ROWS },
    benefit: {
      route: `${DASHBOARD}/benefits/[id]`,
      path: (shop) => at(`/benefits/${shop.benefit}`)(shop),
      shows: 'Grants',
    },
    'new-benefit': {
      route: `${DASHBOARD}/benefits/new`,
      path: at('/benefits/new'),
      shows: 'Create benefit',
    },
    'edit-benefit': {
      route: `${DASHBOARD}/benefits/[id]/edit`,
      path: (shop) => at(`/benefits/${shop.benefit}/edit`)(shop),
      shows: 'What this edit changes',
    },
  },
  files: {
    files: { route: `${DASHBOARD}/files`, path: at('/files'), shows: ROWS },
    file: {
      route: `${DASHBOARD}/files/[id]`,
      path: (shop) => at(`/files/${shop.file}`)(shop),
      shows: 'Used by',
    },
  },
  checkouts: {
    checkouts: { route: `${DASHBOARD}/checkouts`, path: at('/checkouts'), shows: ROWS },
    checkout: {
      route: `${DASHBOARD}/checkouts/[id]`,
      path: (shop) => at(`/checkouts/${shop.checkout}`)(shop),
      shows: 'Receipt',
    },
    'new-checkout': {
      route: `${DASHBOARD}/checkouts/new`,
      path: (shop) => at(`/checkouts/new?product_id=${shop.product}`)(shop),
      shows: 'What the buyer sees',
    },
    'edit-checkout': {
      route: `${DASHBOARD}/checkouts/[id]/edit`,
      path: (shop) => at(`/checkouts/${shop.checkout}/edit`)(shop),
      shows: 'Save',
    },
  },
  'checkout links': {
    'checkout-links': {
      route: `${DASHBOARD}/checkout-links`,
      path: at('/checkout-links'),
      shows: ROWS,
    },
    'checkout-link': {
      route: `${DASHBOARD}/checkout-links/[id]`,
      path: (shop) => at(`/checkout-links/${shop.checkoutLink}`)(shop),
      shows: 'Save checkout link',
    },
    'new-checkout-link': {
      route: `${DASHBOARD}/checkout-links/new`,
      path: at('/checkout-links/new'),
      shows: 'Create checkout link',
    },
  },
  buyer: {
    'hosted-checkout': {
      route: 'checkout/[clientSecret]',
      path: ({ openSecret }) => `/checkout/${openSecret}`,
      shows: 'Card number',
    },
    'hosted-return': {
      route: 'checkout/[clientSecret]/return',
      path: ({ openSecret }) => `/checkout/${openSecret}/return`,
      shows: 'Card number',
    },
    'hosted-confirmation': {
      route: 'checkout/[clientSecret]/confirmation',
      path: ({ paidSecret }) => `/checkout/${paidSecret}/confirmation`,
      shows: 'Thank you.',
    },
    // Signed out: e2e/portal.spec.ts signs in and looks at the rest.
    portal: {
      route: 'portal/[slug]',
      path: ({ organization }) => `/portal/${organization}`,
      shows: 'See your purchases',
    },
    'portal-profile': {
      route: 'portal/[slug]/profile',
      path: ({ organization }) => `/portal/${organization}/profile`,
      shows: 'See your purchases',
    },
    'portal-access': {
      route: 'portal/[slug]/access',
      path: ({ organization }) => `/portal/${organization}/access#td_pl_unknown`,
      shows: 'Open your purchases',
    },
    'portal-order': {
      route: 'portal/[slug]/orders/[id]',
      path: ({ organization, order }) => `/portal/${organization}/orders/${order}`,
      shows: 'See your purchases',
    },
    'portal-subscription': {
      route: 'portal/[slug]/subscriptions/[id]',
      path: ({ organization, subscription }) =>
        `/portal/${organization}/subscriptions/${subscription}`,
      shows: 'See your purchases',
    },
    'portal-payment': {
      route: 'portal/[slug]/subscriptions/[id]/payment',
      path: ({ organization, subscription }) =>
        `/portal/${organization}/subscriptions/${subscription}/payment`,
      shows: 'See your purchases',
    },
    'portal-link': {
      route: 'portal/[slug]/link/[platform]',
      path: ({ organization }) => `/portal/${organization}/link/github`,
      shows: 'See your purchases',
    },
    'portal-advertisement': {
      route: 'portal/[slug]/advertisements/[id]',
      path: ({ organization, order }) => `/portal/${organization}/advertisements/${order}`,
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
  return Object.entries(SECTIONS[section] ?? {}).map(([name, { route: _, path, ...state }]) => ({
    ...state,
    name,
    path: path(shop),
  }));
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
