import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright/test';
import { call } from '@/lib/client/client';
import { freePort } from '@/lib/database/embedded/postmaster';
import { signIn } from '@/lib/resources/accounts/contract';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import { listBenefits } from '@/lib/resources/benefits/contract';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { type Checkout, CheckoutStatus } from '@/lib/resources/checkouts/schema';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { listEvents } from '@/lib/resources/events/contract';
import { listFiles } from '@/lib/resources/files/contract';
import { listImports } from '@/lib/resources/imports/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listMails } from '@/lib/resources/mails/contract';
import { createInvitation } from '@/lib/resources/members/contract';
import { createOAuth2Client } from '@/lib/resources/oauth-clients/contract';
import { getOrderInvoice, listOrders } from '@/lib/resources/orders/contract';
import { listOrganizations } from '@/lib/resources/organizations/contract';
import { listProducts } from '@/lib/resources/products/contract';
import { listRefunds } from '@/lib/resources/refunds/contract';
import { listRequestLogs } from '@/lib/resources/request-logs/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import type { SubscriptionStatus } from '@/lib/resources/subscriptions/schema';
import { ensureBuild } from '@/lib/runtime/installation/build';
import { messageOf } from '@/lib/runtime/operator-error';
import { MailServer } from '@/testing/mail-server';
import { removeFolder, startProduct, temporaryFolder } from '@/testing/product';
import { findBrowser } from '../browser';
import { followRequests, untilIdle } from '../network-idle';
import { APP_CALLBACK, settle } from '../pages';
import { findPlain } from '../plain-pages';
import { makeEndpoint } from '../shop';
import { type DemoShop, type Screenshot, screenshotsOf } from './states';

/** The time at which server and browser stand still, so that demo data and relative times repeat. */
const MOMENT = '2026-06-15T17:00:00.000Z';
/** The address in the pictures; the browser finds the product's port behind it. */
const PUBLIC_URL = 'http://tilldesk.localhost';

/** Between two pictures that have to be the same. */
const SAME_MS = 300;

const DESKTOP = { viewport: { width: 1280, height: 1000 } };
const VARIANTS = {
  light: { ...DESKTOP, colorScheme: 'light' },
  dark: { ...DESKTOP, colorScheme: 'dark' },
  phone: {
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    isMobile: true,
    hasTouch: true,
  },
  wide: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
} satisfies Record<string, BrowserContextOptions>;
type Variant = keyof typeof VARIANTS;

/** Takes the picture of an opened page. */
export type Save = (page: Page, name: string, variant: Variant) => Promise<void>;

/**
 * Starts the built product with the demo data on a database of its own and takes pictures of every page and
 * state, in each variant. Everything that shows time, ids or addresses is the same in every run.
 *
 * @param save gets each page when it has loaded.
 * @param only the names of the pages, and the variants, where it is not about all.
 * @throws an error that names each page that could not be shown, after the others.
 */
export async function takeScreenshots(
  save: Save,
  only: { names?: ReadonlySet<string>; variants?: readonly Variant[] } = {},
): Promise<void> {
  const { names, variants = Object.keys(VARIANTS) as Variant[] } = only;
  await ensureBuild(process.cwd(), (line) => process.stdout.write(`${line}\n`));
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const mailServer = await MailServer.start();
  const product = await startProduct(path.join(dataDir, 'data'), {
    PORT: String(port),
    PUBLIC_URL,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'shop@example.com',
    MAIL_SANDBOX: 'send',
    APP_SECRET: 'screenshots'.repeat(4),
    LOG_LEVEL: 'error',
    // Old checkouts keep the addresses by which their pages are found.
    ABANDONED_CHECKOUT_DAYS: '0',
    // It stands still.
    CLOCK_TOLERANCE_SECONDS: '0',
    NODE_OPTIONS: `--import=${frozenClock()}`,
  });
  try {
    await product.run.until('printed this once');
    const [, password = ''] = /password (\S+)/.exec(product.run.output) ?? [];
    const cookie = await sessionCookie(product.url, password);
    await allMailsSent(product.url, cookie);
    const shop = await findDemo(product.url, cookie);
    const screenshots = screenshotsOf(shop).filter(({ name }) => names?.has(name) ?? true);
    const browser = await chromium.launch({
      executablePath: await findBrowser(dataDir),
      args: [
        `--host-resolver-rules=MAP tilldesk.localhost:80 127.0.0.1:${port}`,
        '--disable-gpu',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
    const failures = await Promise.all(
      variants.map((variant) =>
        takeVariant(browser, VARIANTS[variant], { cookie, shop }, screenshots, (page, name) =>
          save(page, name, variant),
        ),
      ),
    );
    await browser.close();
    if (failures.flat().length > 0) throw new Error(failures.flat().join('\n'));
  } finally {
    await product.run.stop();
    await mailServer.stop();
    await removeFolder(dataDir);
  }
}

/** A module for `node --import` that stops `Date`; timers go on. */
function frozenClock(): string {
  const source = `import { mock } from 'node:test';
mock.timers.enable({ apis: ['Date'], now: ${Date.parse(MOMENT)} });`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Signs the demo seller in: the `Cookie` header of the session. */
async function sessionCookie(url: string, password: string): Promise<string> {
  const answer = await fetch(url + signIn.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: PUBLIC_URL },
    body: JSON.stringify({ email: 'demo@example.com', password }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
}

/** Finds an object of each kind in the demo's data. */
async function findDemo(baseUrl: string, cookie: string): Promise<DemoShop> {
  const options = { baseUrl, headers: { Cookie: cookie, Origin: PUBLIC_URL } };
  const first = async <T>(page: Promise<{ items: T[] }>): Promise<T> => {
    const [item] = (await page).items;
    if (item === undefined) throw new Error('The demo data lack an object that a page shows.');
    return item;
  };
  const checkoutIn = (status: Checkout['status']) =>
    first(call(listCheckouts, { query: { status: [status], limit: 1 } }, options));
  const secrets = Object.fromEntries(
    await Promise.all(
      CheckoutStatus.options.map(async (status) => [
        status,
        (await checkoutIn(status)).client_secret,
      ]),
    ),
  ) as DemoShop['secrets'];
  const order = await first(call(listOrders, { query: { limit: 1 } }, options));
  const { url } = await call(getOrderInvoice, { params: { id: order.id } }, options);
  const { id } = await first(call(listOrganizations, { query: { slug: 'demo' } }, options));
  const invitation = await call(
    createInvitation,
    {
      params: { id },
      body: { email: 'robin@example.com', role: 'admin' },
    },
    options,
  );
  const subscriptionIn = async (status: SubscriptionStatus) => {
    const { items } = await call(listSubscriptions, { query: { status: [status] } }, options);
    const paid = items.find((one) => one.amount !== null && !one.cancel_at_period_end);
    if (!paid) throw new Error(`The demo data lack a paid subscription that is ${status}.`);
    return paid;
  };
  const active = await subscriptionIn('active');
  const { token, customer } = await call(
    createCustomerSession,
    { body: { customer_id: active.customer_id } },
    options,
  );
  const bought = call(
    listOrders,
    { query: { customer_id: [active.customer_id], limit: 1 } },
    options,
  );
  return {
    organization: 'demo',
    order: order.id,
    refund: (await first(call(listRefunds, { query: { limit: 1 } }, options))).id,
    event: (await first(call(listEvents, { query: { limit: 1 } }, options))).id,
    request: (await first(call(listRequestLogs, { query: { limit: 1 } }, options))).id,
    oauthApp: (
      await call(
        createOAuth2Client,
        { body: { client_name: 'Ledger Sync', redirect_uris: [APP_CALLBACK] } },
        options,
      )
    ).client_id,
    auditEntry: (await first(call(listAuditLog, { query: { limit: 1 } }, options))).id,
    ...(await makeEndpoint({
      call: (operation, input = {}) => call(operation, input, options),
      organization: { id },
    })),
    mail: (await first(call(listMails, { query: { kind: ['receipt'], limit: 1 } }, options))).id,
    product: (await first(call(listProducts, { query: { is_archived: false, limit: 1 } }, options)))
      .id,
    subscription: active.id,
    subscriptions: {
      past_due: (await subscriptionIn('past_due')).id,
      unpaid: (await subscriptionIn('unpaid')).id,
      canceled: (await subscriptionIn('canceled')).id,
    },
    portal: {
      session: {
        token,
        customerId: customer.id,
        email: customer.email,
        expiresAt: Number.MAX_SAFE_INTEGER,
      },
      order: (await first(bought)).id,
    },
    licenseKey: (await first(call(listLicenseKeys, { query: { limit: 1 } }, options))).id,
    customer: order.customer_id,
    ...(await findPlain(options)),
    checkout: (await checkoutIn('open')).id,
    benefit: (await first(call(listBenefits, { query: { limit: 1 } }, options))).id,
    import: (await first(call(listImports, { query: { limit: 1 } }, options))).id,
    file: (await first(call(listFiles, { query: { limit: 1 } }, options))).id,
    checkoutLink: (await first(call(listCheckoutLinks, { query: { limit: 1 } }, options))).id,
    openSecret: secrets.open,
    paidSecret: secrets.succeeded,
    invoice: new URL(url).pathname,
    invitation: new URL(invitation.url).pathname,
    secrets,
  };
}

/** Waits until every mail of the demo data has gone out, so that pages show them alike. */
async function allMailsSent(baseUrl: string, cookie: string): Promise<void> {
  const options = { baseUrl, headers: { Cookie: cookie, Origin: PUBLIC_URL } };
  const queued = { query: { status: ['queued' as const], limit: 1 } };
  while ((await call(listMails, queued, options)).items.length > 0) await sleep(SAME_MS);
}

/** Signs the context's pages in: a seller by the cookie, a customer by what the portal keeps in the tab. */
async function signContextIn(
  context: BrowserContext,
  as: Screenshot['as'],
  { cookie, shop: { organization, portal } }: { cookie: string; shop: DemoShop },
): Promise<void> {
  if (as === 'seller') {
    const cookies = cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return { name, value, url: PUBLIC_URL };
    });
    await context.addCookies(cookies);
  } else if (as === 'customer') {
    const kept = [`tilldesk_portal:${organization}`, JSON.stringify(portal.session)] as const;
    await context.addInitScript(([key, value]) => sessionStorage.setItem(key, value), kept);
  }
}

/** Returns what failed, a line each: one page that cannot be shown costs no other's picture. */
async function takeVariant(
  browser: Browser,
  options: BrowserContextOptions,
  demo: { cookie: string; shop: DemoShop },
  screenshots: readonly Screenshot[],
  save: (page: Page, name: string) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const as of ['visitor', 'customer', 'seller'] as const) {
    const context = await browser.newContext({
      ...options,
      baseURL: PUBLIC_URL,
      locale: 'en-US',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    });
    await signContextIn(context, as, demo);
    await context.clock.setFixedTime(MOMENT);
    for (const screenshot of screenshots.filter((one) => one.as === as)) {
      const page = await context.newPage();
      followRequests(page);
      try {
        await open(page, screenshot);
        await save(page, screenshot.name);
      } catch (error) {
        failures.push(`${screenshot.name} (${screenshot.path}): ${messageOf(error)}`);
      }
      await page.close();
    }
    await context.close();
  }
  return failures;
}

async function open(page: Page, { intercept, ...screenshot }: Screenshot): Promise<void> {
  if (intercept) {
    const { url, ...answer } = intercept;
    await page.route(url, (route) => route.fulfill(answer));
  }
  await page.goto(screenshot.path);
  await settle(page, screenshot.shows);
  await screenshot.prepare?.(page);
  await untilIdle(page);
}

/**
 * A picture of what the window shows, once its fonts are there and two in a row are the same: images and dialogs are
 * there then.
 */
export async function stablePicture(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  for (let before: Buffer | undefined; ; ) {
    const picture = await page.screenshot({ animations: 'disabled' });
    if (before?.equals(picture)) return picture;
    before = picture;
    await page.waitForTimeout(SAME_MS);
  }
}

/** The same of the whole page. The window grows: a picture beyond it is drawn without touch, in smaller controls. */
export async function stablePictureOfAll(page: Page): Promise<Buffer> {
  const size = page.viewportSize();
  if (!size) throw new Error('The context of the page sets no viewport.');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
  return stablePicture(page);
}
