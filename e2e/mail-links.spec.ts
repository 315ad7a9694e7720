import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TOTP, URI } from 'otpauth';
import type pg from 'pg';
import type { APIRequestContext, Page } from 'playwright/test';
import { call } from '@/lib/client/client';
import {
  listAdvertisements,
  updateAdvertisement,
  updateCustomerAdvertisement,
} from '@/lib/resources/advertisements/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import {
  createCustomerSession,
  requestPortalAccess,
} from '@/lib/resources/customer-sessions/contract';
import { createCustomer } from '@/lib/resources/customers/contract';
import { syncExternalOrganization } from '@/lib/resources/external-organizations/contract';
import { listLicenseKeys, transferLicenseKey } from '@/lib/resources/license-keys/contract';
import { sendTestMail } from '@/lib/resources/mails/contract';
import { MAIL_KIND_NAMES, type MailKind } from '@/lib/resources/mails/kinds';
import { createInvitation } from '@/lib/resources/members/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import {
  cancelDeletion,
  createOrganization,
  scheduleDeletion,
} from '@/lib/resources/organizations/contract';
import {
  createPaymentConnection,
  updatePaymentConnection,
} from '@/lib/resources/payment-connections/contract';
import { addPoolKeys } from '@/lib/resources/pool-keys/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { createRefund } from '@/lib/resources/refunds/contract';
import {
  cancelCustomerSubscription,
  cancelSubscription,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import type { Subscription } from '@/lib/resources/subscriptions/schema';
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import type { ReceivedMail } from '@/testing/mail-server';
import { expect, newEmail, newSlug, PASSWORD, type Seller, test } from './fixtures';
import { type MailingProduct, startMailingProduct } from './mailing-product';
import { connectGitHub, gitHub, newStripeAccount, stripe } from './outside';
import { PNG } from './pictures';
import { connectTo, everyRow } from './product/database';
import { advanceToRenewal, subscriptionsOf } from './selling';

// Every link of every kind of mail, as it arrives, in the browser of a product of its own.

const SHOP = 'Paper & Ink';
/** Of the requests that cause mails: no link may have this host. */
const FORGED = {
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  Forwarded: 'host=evil.example;proto=https',
};

interface Opened {
  /** Of the page that the link opens. */
  heading: string | RegExp;
  /** The same once the buyer or the seller is signed in. */
  signedIn?: string | RegExp;
}

const PORTAL: Opened = { heading: 'See your purchases', signedIn: /^Studio / };
/** The portal itself, as the buyer. */
const PORTAL_HOME: Opened = { heading: 'See your purchases', signedIn: 'Your purchases' };
const dashboard = (signedIn: string | RegExp): Opened => ({ heading: 'Sign in', signedIn });

/** The page that the links of each kind open; null for a kind without any. */
const PAGES: Record<MailKind, Opened | null> = {
  confirm_email: { heading: 'Confirm your email' },
  sign_in_link: { heading: 'Sign in to Tilldesk' },
  reset_password: { heading: 'Set a new password' },
  password_changed: { heading: 'Reset your password' },
  email_changed: null,
  factors_changed: { heading: 'Reset your password' },
  organization_deletion: dashboard(/settings/i),
  invitation: { heading: `Join ${SHOP}` },
  receipt: PORTAL,
  renewal_receipt: PORTAL,
  payment_failed: PORTAL,
  trial_ending: PORTAL,
  renewal_upcoming: PORTAL,
  subscription_ending: PORTAL,
  subscription_canceled: PORTAL,
  subscription_paused: PORTAL,
  subscription_resumed: PORTAL,
  refund: PORTAL,
  advertisement_approved: PORTAL,
  advertisement_changes_requested: PORTAL,
  license_key_transferred: PORTAL_HOME,
  portal_access: { heading: 'Open your purchases' },
  new_sale: dashboard(/ from Ada Byron$/),
  trial_started: dashboard(/^Studio /),
  canceled_by_customer: dashboard(/^Studio /),
  payment_failed_for_good: dashboard(/^Studio /),
  advertisement_pending: dashboard(/^Studio /),
  key_pool_low: dashboard(/^Studio /),
  key_pool_empty: dashboard(/^Studio /),
  webhook_disabled: dashboard(/^127\.0\.0\.1:/),
  connection_broken: dashboard('Settings'),
  payments_failing: dashboard('Settings'),
  test_mail: null,
};

let mails: MailingProduct['mails'];
let product: MailingProduct['product'];
let stop: MailingProduct['stop'] | undefined;

test.beforeAll(async () => {
  const settings = {
    MAIL_SANDBOX: 'send',
    TRUST_PROXY: '1',
    GITHUB_API_URL: process.env.GITHUB_API_URL ?? '',
    STRIPE_API_BASE: process.env.STRIPE_API_BASE ?? '',
  };
  ({ mails, product, stop } = await startMailingProduct(settings));
});

test.afterAll(() => stop?.());

/** The links of both parts of a mail. */
function linksOf({ html, text = '' }: ReceivedMail): { html: Set<string>; text: Set<string> } {
  const inHtml = [...String(html).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url);
  return {
    html: new Set(inHtml.map((url) => url.replaceAll('&amp;', '&'))),
    text: new Set(text.match(/https?:\/\/\S+/g)),
  };
}

/**
 * Makes an account that confirms its address and gets another one and another password, and links of each kind that
 * wait to be redeemed. Returns the cookie of its session.
 */
async function causeAccountMails(request: APIRequestContext): Promise<string> {
  const post = async (path: string, data: object) => {
    const headers = { ...FORGED, Host: 'evil.example', Origin: product.url };
    const answer = await request.post(`${product.url}/api/auth/${path}`, { headers, data });
    const text = await answer.text();
    expect(answer.ok(), `${path}: ${text}`).toBe(true);
    return text === '' ? {} : JSON.parse(text);
  };
  const tokenTo = async (email: string) => {
    const [link] = linksOf(await mails.next(email)).text;
    return { token: new URL(link ?? '').pathname.split('/').at(-1) };
  };
  const signUp = (email: string) =>
    post('sign-up/email', { name: 'Grace', email, password: PASSWORD });
  const [first, email] = [newEmail(), newEmail()];
  await signUp(first);
  await post('verify-email', await tokenTo(first));
  await post('change-email', { email, password: PASSWORD });
  await post('verify-email', await tokenTo(email));
  const password = 'another good password';
  await post('change-password', { current_password: PASSWORD, password });
  await post('change-email', { email: newEmail(), password });
  const { totp_uri } = await post('two-factor/enable', {});
  await post('two-factor/verify-totp', { code: (URI.parse(totp_uri) as TOTP).generate() });
  await post('two-factor/disable', {});
  await post('request-password-reset', { email });
  const { cookies } = await request.storageState();
  // These sign in to nothing.
  await signUp(email);
  await signUp(newEmail());
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** A yearly subscription with a trial, and a monthly one whose card declines the renewals. */
async function causeSaleMails(seller: Seller): Promise<void> {
  const organization_id = seller.organization.id;
  const buyer = newEmail();
  const banner = await seller.call(createBenefit, {
    body: {
      type: 'ads',
      description: 'Studio banner',
      properties: { image_width: 1, image_height: 1 },
      organization_id,
    },
  });
  const license = await seller.call(createBenefit, {
    body: { type: 'license_keys', description: 'Studio license', properties: {}, organization_id },
  });
  // One key, which the first sale gets and the second waits for.
  const properties = { source: 'pool', low_stock_at: 1 } as const;
  const code = await seller.call(createBenefit, {
    body: { type: 'license_keys', description: 'Studio code', properties, organization_id },
  });
  const keys = ['Studio code, of which there is one'];
  await seller.call(addPoolKeys, { params: { id: code.id }, body: { keys } });
  const subscribe = async (interval: 'month' | 'year', trial_days: number | null, card: string) => {
    const price = { type: 'recurring', amount_type: 'fixed', price_amount: 1500 } as const;
    const { id: product_id } = await seller.call(createProduct, {
      body: {
        name: `Studio ${interval}`,
        organization_id,
        prices: [{ ...price, recurring_interval: interval, trial_days }],
      },
    });
    const benefits = [banner.id, license.id, code.id];
    await seller.call(updateProductBenefits, { params: { id: product_id }, body: { benefits } });
    const { client_secret } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id },
    });
    await seller.call(confirmCheckout, {
      params: { client_secret },
      body: {
        customer_email: buyer,
        customer_name: 'Ada Byron',
        customer_billing_address: { country: 'US' },
        confirmation_token_id: card,
      },
    });
    return (await subscriptionsOf(seller))[0] as Subscription;
  };
  const yearly = await subscribe('year', 14, 'pm_card_visa');
  await subscribe('month', null, 'pm_sandbox_declineAfter1');
  await advanceToRenewal(seller, yearly, { days: 370 });
  const params = { id: yearly.id };
  await seller.call(updateSubscription, { params, body: { cancel_at_period_end: true } });
  await seller.call(updateSubscription, { params, body: { cancel_at_period_end: false } });
  const [order] = (await seller.call(listOrders, { query: {} })).items;
  const refund = { order_id: order?.id ?? '', reason: 'customer_request' } as const;
  await seller.call(createRefund, { body: refund });
  await seller.call(updateSubscription, { params, body: { paused: true } });
  await seller.call(updateSubscription, { params, body: { paused: false } });
  const body = { customer_id: yearly.customer_id };
  const { token } = await seller.call(createCustomerSession, { body });
  await causeAdvertisementMails(seller, { benefit_id: banner.id, token });
  const query = { benefit_id: [license.id] };
  const [key] = (await seller.call(listLicenseKeys, { query })).items;
  const heir = await seller.call(createCustomer, { body: { email: newEmail(), organization_id } });
  await seller.call(transferLicenseKey, {
    params: { id: key?.id ?? '' },
    body: { customer_id: heir.id },
  });
  await call(cancelCustomerSubscription, { params }, { baseUrl: product.url, token });
  await seller.call(cancelSubscription, { params });
  await seller.call(requestPortalAccess, { body: { organization_id, email: buyer } });
}

/** A campaign that is filled in, sent back, and approved. */
async function causeAdvertisementMails(
  seller: Seller,
  { benefit_id, token }: { benefit_id: string; token: string },
): Promise<void> {
  const server = createServer((_request, response) => response.end(PNG));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { items } = await seller.call(listAdvertisements, { query: { benefit_id } });
  const params = { id: items.find(({ is_granted }) => is_granted)?.id ?? '' };
  const body = {
    image_url: `http://127.0.0.1:${port}/banner.png`,
    text: 'Ada’s engines',
    link_url: 'https://engines.example.com',
  };
  await call(updateCustomerAdvertisement, { params, body }, { baseUrl: product.url, token });
  for (const status of ['changes_requested', 'approved'] as const) {
    await seller.call(updateAdvertisement, { params, body: { status } });
  }
  server.close();
}

/** A connection whose token was revoked. */
async function causeConnectionMail(seller: Seller): Promise<void> {
  const { connection, token } = await connectGitHub(seller);
  await gitHub().revokeToken(token);
  const sync = seller.call(syncExternalOrganization, { params: { id: connection.id } });
  await expect(sync).rejects.toThrow('GitHub does not take this token.');
}

/** An account with Stripe whose key was revoked: of another organization, whose clock nobody has advanced. */
async function causePaymentsMail(seller: Seller): Promise<void> {
  const { secretKey, publishableKey } = await newStripeAccount();
  const other = { name: SHOP, slug: newSlug('ink') };
  const { id } = await seller.call(createOrganization, { body: other });
  const keys = { secret_key: secretKey, publishable_key: publishableKey };
  const body = { processor: 'stripe', ...keys } as const;
  const connection = await seller.call(createPaymentConnection, { params: { id }, body });
  await stripe().setRevoked(secretKey, true);
  const params = { id, connection_id: connection.id };
  const check = seller.call(updatePaymentConnection, { params, body: {} });
  await expect(check).rejects.toThrow('accept this key');
}

/** An endpoint that says that it is gone. */
async function causeWebhookMail(seller: Seller): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(410).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const organization_id = seller.organization.id;
  const url = `http://127.0.0.1:${port}/`;
  const { id } = await seller.call(createWebhookEndpoint, {
    body: { url, events: ['product.created'], organization_id },
  });
  const price = { type: 'one_time', amount_type: 'free' } as const;
  await seller.call(createProduct, { body: { name: 'Poster', organization_id, prices: [price] } });
  const isEnabled = async () =>
    (await seller.call(getWebhookEndpoint, { params: { id } })).is_enabled;
  await expect.poll(isEnabled).toBe(false);
  server.close();
}

async function makeSeller(Cookie: string): Promise<Seller> {
  const headers = { ...FORGED, Origin: product.url, Cookie };
  const asSeller: Seller['call'] = (operation, input = {}) =>
    call(operation, input, { baseUrl: product.url, headers });
  const slug = newSlug('paper');
  const organization = await asSeller(createOrganization, { body: { name: SHOP, slug } });
  return { email: '', password: '', organization, path: () => '', call: asSeller };
}

/** The links that have arrived, by the page that each should open; all of the product's own address. */
async function readLinks(database: pg.Client): Promise<Map<string, Opened>> {
  const waiting = "SELECT FROM mails WHERE status = 'queued'";
  await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(0);
  const { rows } = await database.query('SELECT kind, message_id FROM mails');
  const kinds = new Map<string, MailKind>(rows.map(({ kind, message_id }) => [message_id, kind]));
  expect([...new Set(kinds.values())].toSorted()).toEqual(MAIL_KIND_NAMES.toSorted());
  const links = new Map<string, Opened>();
  for (const mail of mails.received) {
    const kind = kinds.get(mail.messageId ?? '') as MailKind;
    const { html, text } = linksOf(mail);
    expect(html, kind).toEqual(text);
    const opened = PAGES[kind];
    expect(html.size > 0, kind).toBe(opened !== null);
    for (const link of html) {
      expect(new URL(link).origin, kind).toBe(product.url);
      if (opened) links.set(link, opened);
    }
  }
  return links;
}

/**
 * Counters, figures and refusals that are written some seconds later, and what is asked for each minute: the account whose
 * key was revoked, whether it answers again, and the demo's payment and refund that are under way, what came of them.
 */
const BESIDE =
  /^(rate_limits|list_|metric_|refusals|payment_connections|payment_paces|payment_attempts .*,processing,|refunds .*,pending,)/;

/** Until what requests leave to be written in batches is stored: the log's lines, up to the last one, and events' numbers. */
async function waitForNotes(database: pg.Client): Promise<void> {
  const line = `SELECT FROM request_logs WHERE operation = '${updatePaymentConnection.id}'`;
  await expect.poll(async () => (await database.query(line)).rowCount).toBe(1);
  const unnumbered = 'SELECT FROM events WHERE number IS NULL';
  await expect.poll(async () => (await database.query(unnumbered)).rowCount).toBe(0);
}

/** Everything that is stored but for what changes by itself. */
async function stored(database: pg.Client): Promise<string[]> {
  const rows = await everyRow(database);
  return rows.filter((row) => !BESIDE.test(row)).toSorted();
}

async function open(page: Page, link: string, heading: string | RegExp): Promise<void> {
  expect((await page.goto(link))?.status(), link).toBe(200);
  const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
  await expect(title, link).toBeVisible();
}

test('every link of every mail opens its page and changes nothing', { tag: '@soak' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const seller = await makeSeller(await causeAccountMails(context.request));
  const params = { id: seller.organization.id };
  await seller.call(createInvitation, { params, body: { email: newEmail(), role: 'admin' } });
  await seller.call(sendTestMail, { params });
  const { slug: confirm_slug } = seller.organization;
  await seller.call(scheduleDeletion, { params, body: { confirm_slug } });
  await seller.call(cancelDeletion, { params });
  await causeSaleMails(seller);
  await causeWebhookMail(seller);
  await causeConnectionMail(seller);
  await causePaymentsMail(seller);
  const database = await connectTo(product.dataDir);
  const links = await readLinks(database);
  await waitForNotes(database);

  // As a mail scanner opens them.
  const before = await stored(database);
  const stranger = await browser.newPage();
  for (const [link, { heading }] of links) await open(stranger, link, heading);
  expect(await stored(database)).toEqual(before);
  await database.end();

  // As the buyer and the seller do.
  const access = [...links].find(([, opened]) => opened === PAGES.portal_access)?.[0] ?? '';
  const buyer = await browser.newPage();
  await open(buyer, access, 'Open your purchases');
  await buyer.getByRole('button', { name: 'Continue' }).click();
  await expect(buyer.getByRole('heading', { name: 'Your purchases', exact: true })).toBeVisible();
  const page = await context.newPage();
  for (const [link, opened] of links) {
    const visitor = opened === PORTAL || opened === PORTAL_HOME ? buyer : page;
    if (opened.signedIn) await open(visitor, link, opened.signedIn);
  }
  for (const visitor of [stranger, buyer]) await visitor.close();
  await context.close();
});
